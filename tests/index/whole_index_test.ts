/** An index that replaces its trace contains everything, or is not made. */
import { assertEquals, assertRejects } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { InputError } from "../../src/base/errors.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { formats } from "../../src/formats/registry.ts";
import { loadIndexBytes } from "../../src/index/load_index_bytes.ts";
import { hasCompleteIndex, writeCompleteIndex } from "../../src/index/whole_index.ts";
import { load, type LoadedFile } from "../../src/ingest/load.ts";
import { someSamples } from "../conformance/samples.ts";
import { Snapshooter } from "../conformance/snapshot.ts";
import { byEffort, seeds } from "../support/effort.ts";
import { newPools } from "../support/pools.ts";

async function wholeIndex(loaded: LoadedFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await writeCompleteIndex(loaded, (piece) => {
    pieces.push(piece.slice());
    return Promise.resolve();
  });
  return joinBytes(pieces);
}

for (const { name: format, readsAgain } of formats) {
  Deno.test(`${format}: an index that works without the file contains everything, or is not made`, async () => {
    for (const { path, bytes } of someSamples(format, seeds(20), byEffort(Infinity, 60_000))) {
      const pools = newPools();
      const reopen = () => Promise.resolve(sourceOf(bytes));
      const loaded = await load(sourceOf(bytes), pools, { name: "t", reopen });
      assertEquals(hasCompleteIndex(loaded), readsAgain === undefined, path);
      if (readsAgain === undefined) {
        const index = await wholeIndex(loaded);
        assertEquals(await wholeIndex(loaded), index, path);
        const lines = await new Snapshooter(pools).lines(loaded.traces);
        const other = newPools();
        const restored = await loadIndexBytes(index, other, "t");
        assertEquals(await new Snapshooter(other).lines(restored.traces), lines, path);
        assertEquals(restored.bytes, loaded.bytes);
        assertEquals(restored.containers, loaded.containers);
        restored.close();
        assertEquals(other.arena.used, 0);
      }
      loaded.close();
    }
  });
}

Deno.test("an unusable index leaves nothing in memory", async () => {
  const [sample] = someSamples("mtrc", 1);
  const loaded = await load(sourceOf(sample!.bytes), newPools(), { name: "t" });
  const index = await wholeIndex(loaded);
  loaded.close();
  const pools = newPools();
  for (const wrong of [index.subarray(0, 20), index.subarray(3), index.with(index.length - 60, 0xff)]) {
    await assertRejects(() => loadIndexBytes(wrong, pools, "t"), InputError, 'Cannot open "t"');
    assertEquals(pools.arena.used, 0);
  }
});
