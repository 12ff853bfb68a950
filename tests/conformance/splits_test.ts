/** Bytes give the same rows, however they arrive. */
import { type ByteSource, sourceOf } from "../../src/bytes/byte_source.ts";
import { formats } from "../../src/formats/registry.ts";
import { byEffort, later, seeds } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { Loader } from "./loading.ts";
import { assertSameLines } from "./same_lines.ts";
import { someSamples } from "./samples.ts";

/** Number of samples per format: a few of each size. */
const SAMPLES = seeds(3);
/** Larger samples are left to the formats' own tests. */
const LARGEST = byEffort(150_000, 15_000);
/** Larger samples are not read byte by byte. */
const SMALL = 20_000;
/** Piece sizes just below, at and above the sizes of buffers. */
const PIECES = [2, 3, 7, 15, 16, 17, 255, 256, 257, 4095, 4096, 4097, 65535, 65536, 65537];

/** Pieces of random sizes, most of them small. */
function randomPieces(bytes: Uint8Array, seed: number): ByteSource {
  const random = new Random(seed);
  let at = 0;
  return {
    read(into: Uint8Array): number {
      const wanted = 1 + random.below(1 << random.below(17));
      const count = Math.min(into.length, bytes.length - at, wanted);
      into.set(bytes.subarray(at, at + count));
      at += count;
      return count;
    },
    close(): void {},
  };
}

/** A source whose reads are asynchronous, like those of files and pipes. */
function lazily(source: ByteSource): ByteSource {
  return { ...source, read: async (into) => await source.read(into) };
}

for (const [turn, { name }] of formats.entries()) {
  const leftAt = (place: number): string | null => turn % 3 === place ? null : later;
  Deno.test(
    unless([leftAt(0)], `conformance of ${name}: any split of the input gives the same rows`),
    async () => {
      const loader = new Loader();
      for (const { path, bytes } of someSamples(name, SAMPLES, LARGEST)) {
        const whole = await loader.snapshot(bytes);
        const random = new Random(bytes.length);
        const pieces = [random.pick(PIECES), random.pick(PIECES), ...(bytes.length < SMALL ? [1] : [])];
        for (const piece of pieces) {
          const lines = await loader.snapshot(bytes, { source: sourceOf(bytes, piece) });
          assertSameLines(lines, whole, `${path} in pieces of ${piece}`);
        }
        const seed = random.u32();
        const lines = await loader.snapshot(bytes, { source: lazily(randomPieces(bytes, seed)) });
        assertSameLines(lines, whole, `${path} in pieces by seed ${seed}`);
      }
    },
  );

  Deno.test(
    unless([leftAt(1)], `conformance of ${name}: any size of the window gives the same rows`),
    async () => {
      const loader = new Loader();
      for (const { path, bytes } of someSamples(name, SAMPLES, LARGEST)) {
        const whole = await loader.snapshot(bytes);
        const random = new Random(bytes.length + 1);
        const capacities = [16 + random.below(500), 1 << (5 + random.below(10))];
        for (const capacity of capacities) {
          const lines = await loader.snapshot(bytes, { capacity });
          assertSameLines(lines, whole, `${path} through a window of ${capacity} bytes`);
        }
      }
    },
  );
}
