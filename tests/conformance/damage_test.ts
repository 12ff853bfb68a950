/** Files that end early or have flipped bytes: nothing breaks, and every record before the damage is kept. */
import { assert, assertEquals } from "@std/assert";
import { FormatError } from "../../src/base/errors.ts";
import { formats } from "../../src/formats/registry.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { byEffort, later, seeds, someOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { Loader, unwrapped } from "./loading.ts";
import { conformanceOf } from "./profile.ts";
import { countRows, misplaced, rowsOf } from "./records.ts";
import { someSamples } from "./samples.ts";

/** Samples of at most this many bytes are cut at every fourth byte, and at every byte at full effort. */
const CUT_EVERYWHERE = 400;
/** Number of samples per format. */
const SAMPLES = seeds(3);
/** Number of places at which other samples are cut. */
const CUTS = byEffort(40, 6);
/** Larger samples are left to the formats' own tests. */
const LARGEST = 60_000;

/** The traces, or undefined if nothing can be kept; any other error is a failure. */
async function loadOrRefuse(loader: Loader, bytes: Uint8Array): Promise<readonly Trace[] | undefined> {
  try {
    return await loader.load(bytes, { fileOrder: true });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    assert(error.message.length > 0 && error.offset >= 0 && error.offset <= bytes.length * 2000);
    return undefined;
  }
}

for (const [turn, { name: format }] of formats.entries()) {
  const left = (place: number): string | null => turn % 2 === place ? null : later;
  Deno.test(
    unless([left(0)], `conformance of ${format}: every prefix gives the rows before its end`),
    async () => {
      const loader = new Loader();
      for (const { path, bytes } of someSamples(format, SAMPLES, LARGEST)) {
        const all = { format, traces: await loader.load(bytes, { fileOrder: true }) };
        const whole = rowsOf(all, loader.snapshooter);
        const random = new Random(bytes.length);
        const lengths = bytes.length <= CUT_EVERYWHERE
          ? someOf(bytes.length, 4, bytes.length)
          : Array.from({ length: CUTS }, () => random.below(bytes.length)).sort((a, b) => a - b);
        let before = 0;
        for (const length of lengths) {
          const traces = await loadOrRefuse(loader, bytes.slice(0, length)) ?? [];
          const label = `${length} bytes of ${path}`;
          const part = rowsOf({ format, traces, settled: true }, loader.snapshooter);
          assertEquals(misplaced(part, whole).slice(0, 3), [], label);
          const count = countRows(format, traces);
          assert(count >= before, `${label}: ${count} rows, and ${before} with fewer bytes`);
          before = count;
        }
      }
    },
  );

  const flipped = `conformance of ${format}: flipped bytes break nothing and cost no record before them`;
  Deno.test(unless([left(1)], flipped), async () => {
    const loader = new Loader();
    let compared = 0;
    for (const { path, bytes } of someSamples(format, SAMPLES, LARGEST)) {
      const random = new Random(bytes.length + 7);
      // A container keeps everything before its damaged part: only its content is compared byte by byte.
      const stream = await unwrapped(bytes);
      for (let round = 0; round < 6; round++) {
        const { flipped, first } = withFlips(stream, random);
        const traces = await loadOrRefuse(loader, flipped);
        const start = await loadOrRefuse(loader, stream.slice(0, first));
        if (!start) continue;
        const label = `the stream of ${path} flipped from byte ${first}, round ${round}`;
        // Damage in the header may make a file without earlier records unreadable.
        if (!traces) {
          if (!conformanceOf(format).mayRefuse) assertEquals(countRows(format, start), 0, label);
          continue;
        }
        const before = rowsOf({ format, traces: start, settled: true }, loader.snapshooter);
        const kept = rowsOf({ format, traces }, loader.snapshooter);
        assertEquals(misplaced(before, kept).slice(0, 3), [], label);
        if (countRows(format, start) > 0) compared++;
      }
      if (stream.length === bytes.length) continue;
      for (let round = 0; round < 4; round++) await loadOrRefuse(loader, withFlips(bytes, random).flipped);
    }
    assert(compared > 0, "no damaged sample has rows before its damage");
  });
}

/** A copy with up to four flipped bits, and the place of the first. */
function withFlips(bytes: Uint8Array, random: Random): { flipped: Uint8Array; first: number } {
  const first = random.below(bytes.length);
  const flipped = bytes.slice();
  flipped[first]! ^= 1 << random.below(8);
  for (let more = random.below(4); more > 0; more--) {
    const place = first + random.below(bytes.length - first);
    // Flipping the same bit twice would be no damage.
    if (place > first) flipped[place]! ^= 1 << random.below(8);
  }
  return { flipped, first };
}
