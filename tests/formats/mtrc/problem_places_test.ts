/** Errors found by pairing are reported at the offset of the record. */
import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { load } from "../../../src/ingest/load.ts";
import { newPools } from "../../support/pools.ts";
import { Random } from "../../support/random.ts";
import { MtrcWriter } from "./mtrc_writer.ts";

/** The bytes of records, and the offsets of those with an index that no allocation has. */
function strayTrace(records: number): { bytes: Uint8Array; places: number[] } {
  const random = new Random(7);
  const writer = new MtrcWriter().head();
  const places: number[] = [];
  let next = 1;
  for (let record = 0; record < records; record++) {
    if (random.oneIn(50)) {
      places.push(writer.length);
      writer.free(1_000_000_000 + record, {
        thread: 1,
        func: `stray_${random.below(90)}`,
        file: "a.c",
        line: 3,
      });
    } else if (random.oneIn(3) && next > 1) {
      writer.realloc(next - 1, 0x7fff_0000 + record, random.below(5000));
    } else writer.alloc(next++, 0x10_0000 + record * 64, random.below(5000));
  }
  return { bytes: writer.trailer().take(), places };
}

for (const [records, piece] of [[400, 17], [400, 1 << 16], [70_000, 1 << 16]] as const) {
  Deno.test(`load() reports unknown indexes at their offsets: ${records} records in pieces of ${piece}`, async () => {
    const { bytes, places } = strayTrace(records);
    const [trace] = (await load(sourceOf(bytes, piece), newPools(), { name: "t" })).traces;
    const found = trace!.problems.filter(({ code }) => code === "unknown-index");
    assert(found.length > 0);
    // Only the first problems of each kind are kept.
    assertEquals(found.map(({ offset }) => offset), places.slice(0, found.length));
    assertEquals(trace!.problemCounts.get("unknown-index"), places.length);
  });
}

Deno.test("load() reports an index as already freed only after its free", async () => {
  const writer = new MtrcWriter({ version: 10404 }).head();
  for (const index of [1, 2, 3]) writer.free(index).alloc(index, 4096, 16).free(index).free(index);
  const [trace] = (await load(sourceOf(writer.trailer().take()), newPools(), { name: "t" })).traces;
  assertEquals(
    trace!.problems.map(({ code, record }) => [record, code]),
    [1, 5, 9].flatMap((first) => [[first, "unknown-index"], [first + 3, "already-freed"]]),
  );
});
