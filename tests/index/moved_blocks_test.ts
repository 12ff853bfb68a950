/** Blocks of an index are found at other offsets in another index of the trace, and in no other index. */
import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { PlainBlocks } from "../../src/index/block_target.ts";
import { readIndexContents } from "../../src/index/layout.ts";
import { movedBlocks } from "../../src/index/moved_blocks.ts";
import { saveIndex } from "../../src/index/save.ts";
import { load } from "../../src/ingest/load.ts";
import { newPools } from "../../src/tables/pools.ts";
import { placeOf } from "../conformance/samples.ts";
import { indexFileOf, NO_FILE } from "./through_index.ts";

const GAP = 100;

/** The index of a sample, after `gap` unused bytes, and its contents. */
async function saved(sample: string, gap: number): Promise<{ bytes: Uint8Array; contents: Uint8Array }> {
  const pools = newPools();
  const file = await load(sourceOf(await Deno.readFile(placeOf(sample))), pools, { name: "t" });
  const pieces: Uint8Array[] = [];
  const target = new PlainBlocks((piece) => Promise.resolve(void pieces.push(piece.slice())));
  if (gap > 0) {
    const packed = pools.arena.addBlock(gap);
    pools.arena.store.unpin(packed);
    await target.put(packed);
  }
  await saveIndex(file, { file: NO_FILE, options: "", sums: undefined }, target);
  file.close();
  const bytes = joinBytes(pieces);
  return { bytes, contents: readIndexContents(indexFileOf(bytes))! };
}

Deno.test("movedBlocks() finds the blocks of an index at their offsets in another index", async () => {
  const sample = "mpatrol/wordfreq-le64/trace.mtrc";
  const [one, other] = [await saved(sample, 0), await saved(sample, GAP)];
  const moved = movedBlocks(one.contents, other.contents)!;
  assert(moved.size > 5);
  const places = [...moved];
  assertEquals(places[0], [0, GAP]);
  assertEquals(places.map(([, now]) => now), places.map(([before]) => before + GAP));
  for (const [before, now] of places) {
    assertEquals(other.bytes.slice(now, now + 16), one.bytes.slice(before, before + 16));
  }
  assertEquals([...movedBlocks(one.contents, one.contents)!].every(([before, now]) => before === now), true);
});

Deno.test("movedBlocks() finds no blocks in an index of another trace", async () => {
  const { contents } = await saved("mpatrol/wordfreq-le64/trace.mtrc", 0);
  const { contents: foreign } = await saved("mpatrol/grow-be32/trace.mtrc", 0);
  assertEquals(movedBlocks(contents, foreign), undefined);
  // A change in any byte except those of an offset.
  for (let at = 0; at < contents.length; at += 97) {
    const changed = contents.with(at, contents[at]! ^ 1);
    const moved = movedBlocks(contents, changed);
    const differs = moved ? [...moved].filter(([before, now]) => before !== now).length : 0;
    assert(moved === undefined || differs <= 1, `byte ${at}`);
  }
});
