/** More allocations than a block has rows: the last block is shorter. */
import { assertEquals } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { BLOCK_ROWS } from "../../src/tables/block.ts";
import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";

const LIVES = BLOCK_ROWS + 1000;

Deno.test("lives of two blocks have the rows, ends and sizes that were written", async () => {
  const writer = new MtrcWriter().head();
  const sizes = Array.from({ length: LIVES }, (_, at) => 1 + at % 1000);
  sizes.forEach((size, at) => writer.alloc(at + 1, 4096 * (at + 1), size));
  const freed = sizes.map((_, at) => at).filter((at) => at % 3 === 0);
  for (const at of freed) writer.free(at + 1);
  const session = new Session();
  const file = await load(sourceOf(writer.trailer().take()), session.pools, { name: "t" });
  const lives = file.traces[0]!.lives!;
  assertEquals(lives.count, LIVES);
  for (const column of [lives.rows, lives.ends]) {
    assertEquals([0, 1].map((block) => column.stored(block)!.rows), [BLOCK_ROWS, LIVES - BLOCK_ROWS]);
  }
  session.add(tracesOf(file, "t"));
  const row = async (query: string): Promise<unknown[]> => {
    for await (const outcome of session.run(session.prepare(query))) {
      if (outcome.kind !== "query") continue;
      const { table } = outcome;
      const cells = table.columns.map((_, at) => table.value(0, at));
      outcome.release();
      return cells;
    }
    return [];
  };
  const sum = (places: readonly number[]): bigint => BigInt(places.reduce((all, at) => all + sizes[at]!, 0));
  const leaked = sizes.map((_, at) => at).filter((at) => at % 3 !== 0);
  assertEquals(await row("leaks | summarize count(), sum(size)"), [BigInt(leaked.length), sum(leaked)]);
  const late = freed.filter((at) => at >= BLOCK_ROWS);
  assertEquals(
    await row(
      `allocs | where seq > ${BLOCK_ROWS} and freed is not null | summarize count(), sum(size), min(seq), max(seq)`,
    ),
    [BigInt(late.length), sum(late), BigInt(late[0]! + 1), BigInt(late.at(-1)! + 1)],
  );
  // After the last allocation all of them are live, after the last event only the leaks.
  assertEquals(await row(`live @ ${LIVES} | summarize count()`), [BigInt(LIVES)]);
  assertEquals(await row("live @ end | summarize count(), sum(size)"), [BigInt(leaked.length), sum(leaked)]);
  file.close();
});
