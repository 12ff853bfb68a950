/** Containers alone: the content equals that of other decoders, in pieces of any size, and damage is reported. */

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { unwrapNamed } from "../../src/containers/unwrap.ts";
import { MOST_BYTES, mutateBytes } from "./mutate_bytes.ts";
import { PACKS } from "./packing.ts";
import { choicesOf, expect, type Runner, type Target } from "./target.ts";
import { mtrcStructure } from "./structures/mpatrol.ts";
import { mutateStructure } from "./structure.ts";
import { SAMPLES } from "../conformance/samples.ts";

/** Streams beyond this are not compared: a few bytes can decode to any number. */
const MOST_CONTENT = 1 << 22;

type Decode = (bytes: Uint8Array) => Uint8Array;

/** Other decoders by container; none is available for snappy chunks and LZ4. */
const OTHERS: Readonly<Record<string, Decode | undefined>> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: MOST_CONTENT }),
  zstd: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: MOST_CONTENT }),
  brotli: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: MOST_CONTENT }),
  snappy: undefined,
  lz4: undefined,
};

/** The container of an input by its first bytes; brotli has none. */
function containerOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) return "gzip";
  if (first === 0x04 && second === 0x22) return "lz4";
  if (first === 0x28 && second === 0xb5) return "zstd";
  return first === 0x61 && second === 0x74 ? "snappy" : "brotli";
}

interface Decoded {
  readonly bytes: Uint8Array;
  readonly damage: readonly string[];
  readonly cut: boolean;
}

async function decoded(file: Uint8Array, name: string, piece: number): Promise<Decoded> {
  const { source, damage } = unwrapNamed(sourceOf(file, piece), [name]);
  const pieces: Uint8Array[] = [];
  let length = 0;
  const into = new Uint8Array(1 << 16);
  for (;;) {
    const count = await source.read(into);
    if (count === 0) break;
    pieces.push(into.slice(0, count));
    length += count;
    if (length > MOST_CONTENT) break;
  }
  const cut = length > MOST_CONTENT;
  const bytes = new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  const said = damage().map(({ code, offset, message }) => `${code} at ${offset}: ${message}`);
  source.close();
  return { bytes, damage: said, cut };
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

/** The fuzz target of containers. */
export const containerTarget: Target = {
  name: "containers",
  summary: "gzip, zstd, lz4, brotli and snappy streams, against other decoders",
  async seeds() {
    const [small] = SAMPLES.get("mtrc")!;
    const contents = [
      small!.bytes,
      small!.bytes.slice(0, 100),
      new Uint8Array(3000).fill(7),
      new Uint8Array(0),
    ];
    const seeds: Uint8Array[] = [];
    for (const pack of PACKS) for (const content of contents) seeds.push(await pack(content));
    return seeds;
  },
  mutate(input, random, other) {
    let bytes = input;
    for (let changes = 1 + random.below(3); changes > 0; changes--) {
      // The header of a gzip member has fields like any other format.
      const way = random.oneIn(8) ? mutateStructure(bytes, random, mtrcStructure, other) : undefined;
      bytes = way ?? mutateBytes(bytes, random, other);
    }
    return bytes.slice(0, MOST_BYTES);
  },
  start: () => new ContainerRunner(),
};

class ContainerRunner implements Runner {
  async run(file: Uint8Array): Promise<readonly string[]> {
    const name = containerOf(file);
    const whole = await decoded(file, name, Infinity);
    const piece = 1 + choicesOf(file).below(50);
    const parts = await decoded(file, name, piece);
    if (!whole.cut) {
      expect(
        sameBytes(whole.bytes, parts.bytes),
        () => `${whole.bytes.length} bytes at once, ${parts.bytes.length} in pieces of ${piece}`,
      );
      expect(
        whole.damage.join() === parts.damage.join(),
        () => `${whole.damage.join()} at once, ${parts.damage.join()} in pieces of ${piece}`,
      );
    }
    // The runtime's decoders are no reference for damaged input: that of brotli writes to standard output,
    // and that of zstd accepts a cut frame as complete.
    const isDamaged = whole.damage.length > 0;
    const theirs = name !== "gzip" && isDamaged ? undefined : otherSays(name, file);
    if (theirs !== undefined && !whole.cut) {
      if (theirs === null) {
        expect(whole.damage.length > 0, () => `Another decoder refuses ${name}, and nothing is said`);
      } else {expect(sameBytes(theirs, whole.bytes), () =>
          `${theirs.length} bytes by another decoder, ${whole.bytes.length} here`);}
    }
    return [name, ...whole.damage.map((each) => `${name} ${each.replaceAll(/\d+/g, "")}`)];
  }

  close(): void {}
}

/** The content by another decoder: null if it refuses, undefined if there is no reference. */
function otherSays(name: string, file: Uint8Array): Uint8Array | null | undefined {
  try {
    return OTHERS[name]?.(file);
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? undefined : null;
  }
}
