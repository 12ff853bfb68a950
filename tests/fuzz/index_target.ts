/**
 * Damaged indexes are refused, or the damage is found on access, and they never give a different answer. If the
 * checksums are corrected, other damage is reached, too: then answers may be wrong, but the only error is a refusal.
 */

import { crc32 } from "node:zlib";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { TRAILER_BYTES, trailerOf } from "../../src/index/layout.ts";
import { readIndexContents } from "../../src/index/layout.ts";
import { openIndex } from "../../src/index/restore.ts";
import { formats } from "../../src/formats/registry.ts";
import { load } from "../../src/ingest/load.ts";
import { closePools, newPools, poolsFor } from "../../src/tables/pools.ts";
import { SAMPLES } from "../conformance/samples.ts";
import { Snapshooter } from "../conformance/snapshot.ts";
import { indexFileOf, indexOf } from "../index/through_index.ts";
import { MOST_BYTES, mutateBytes } from "./mutate_bytes.ts";
import { choicesOf, expect, type Runner, type Target } from "./target.ts";

/** Samples for indexes, small ones of each format. */
const FORMATS = formats.filter(({ readerVersion }) => readerVersion !== undefined).map(({ name }) => name);

interface Seed {
  readonly bytes: Uint8Array;
  /** The content of all tables of the trace. */
  readonly lines: readonly string[];
  /** Checksum of the part that is read at once. */
  readonly contents: number;
}

let seeds: Promise<readonly Seed[]> | undefined;

async function makeSeeds(): Promise<readonly Seed[]> {
  const made: Seed[] = [];
  for (const format of FORMATS) {
    const small = SAMPLES.get(format)!.toSorted((left, right) => left.bytes.length - right.bytes.length);
    for (const { bytes } of small.slice(0, 4)) {
      const pools = newPools();
      const file = await load(sourceOf(bytes), pools, { name: "t" }).catch(() => undefined);
      const index = file && await indexOf(file);
      if (!index || index.length > MOST_BYTES) continue;
      const lines = await new Snapshooter(pools).lines(file.traces);
      made.push({ bytes: index, lines, contents: crc32(readIndexContents(indexFileOf(index))!) });
    }
  }
  return made;
}

/** The fuzz target of saved indexes. */
export const indexTarget: Target = {
  name: "index",
  summary: "saved indexes, whole and damaged",
  async seeds() {
    return (await (seeds ??= makeSeeds())).map(({ bytes }) => bytes);
  },
  mutate(input, random, other) {
    let bytes = input;
    for (let changes = 1 + random.below(3); changes > 0; changes--) bytes = mutateBytes(bytes, random, other);
    return bytes.slice(0, MOST_BYTES);
  },
  async start() {
    return new IndexRunner(await (seeds ??= makeSeeds()));
  },
};

class IndexRunner implements Runner {
  readonly #seeds: readonly Seed[];

  constructor(seeds: readonly Seed[]) {
    this.#seeds = seeds;
  }

  async run(input: Uint8Array): Promise<readonly string[]> {
    const plain = await this.#asked(input);
    return [plain, await restored(withValidTrailer(input))];
  }

  close(): void {}

  /** The outcome for an unchanged index. */
  async #asked(input: Uint8Array): Promise<string> {
    const file = indexFileOf(input);
    const contents = readIndexContents(file);
    if (!contents) return "refused";
    const sound = this.#seeds.find((each) => each.contents === crc32(contents));
    expect(sound !== undefined, () => "Contents that nobody has written have the right checksum");
    const pools = newPools();
    const own = poolsFor("index", pools);
    try {
      const lines = await new Snapshooter(own).lines(await openIndex(file, contents).restore("t", own));
      expect(lines.join("\n") === sound.lines.join("\n"), () => "Rows differ from those that were saved");
      return "right";
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return `found: ${error.message.replaceAll(/\d+/g, "")}`;
    } finally {
      closePools(own);
      expect(pools.arena.used === 0, () => `${pools.arena.used} bytes are held after closing`);
    }
  }
}

/** A copy with a valid trailer, so that the part before the blocks may have any content. */
function withValidTrailer(input: Uint8Array): Uint8Array {
  const end = Math.max(0, input.length - TRAILER_BYTES);
  const view = new DataView(input.buffer, input.byteOffset, input.length);
  const said = input.length >= TRAILER_BYTES ? view.getFloat64(end, true) : 0;
  const from = said >= 0 && said <= end ? Math.floor(said) : choicesOf(input).below(end + 1);
  const bytes = new Uint8Array(end + TRAILER_BYTES);
  bytes.set(input.subarray(0, end));
  bytes.set(trailerOf(from, bytes.subarray(from, end)), end);
  return bytes;
}

/** Reads traces from an index whose content may be wrong. */
async function restored(bytes: Uint8Array): Promise<string> {
  const file = indexFileOf(bytes);
  const pools = newPools();
  const own = poolsFor("index", pools);
  try {
    await openIndex(file, readIndexContents(file)!).restore("t", own);
    return "opened";
  } catch (error) {
    const isRefusal = error instanceof RangeError || error instanceof SyntaxError ||
      error instanceof TypeError;
    if (!isRefusal) throw error;
    return `refused: ${error.message.replaceAll(/[\d"'].*/g, "")}`;
  } finally {
    closePools(own);
    expect(pools.arena.used === 0, () => `${pools.arena.used} bytes are held after closing`);
    expect(
      pools.arena.heap.highWater < 64 << 20,
      () => `${pools.arena.heap.highWater} bytes for a small index`,
    );
  }
}
