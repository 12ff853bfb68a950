/** Columns computed between requests equal those that a query would compute. */
import { assert, assertEquals } from "@std/assert";
import { prepareColumns } from "../../src/engine/prepared_columns.ts";
import { CachedColumn } from "../../src/tables/cached_column.ts";
import { generatedSession } from "../support/generated_session.ts";
import { rowsOf } from "../support/rows_of.ts";

/** More allocations than fit into one block. */
const EVENTS = 300_000;
const QUESTIONS = [
  "events | timeline every 1000 bytes = max(live_bytes), blocks = min(live_blocks)",
  "allocs | by place = bin(addr, 65536), step = bin(seq, 5000): n = count(), bytes = sum(size)",
  "allocs | by func, file: n = count(), bytes = sum(size)",
];

Deno.test("columns prepared in advance have the same values as computed ones", async () => {
  const [asked, prepared] = [await generatedSession(EVENTS), await generatedSession(EVENTS)];
  let steps = 0;
  for (const _ of prepareColumns(prepared.traces, () => 8)) {
    // A query runs in the middle of it.
    if (steps++ === 1) await rowsOf(prepared, QUESTIONS[1]!);
  }
  const { tables } = prepared.traces[0]!.trace;
  for (const [table, name] of [["events", "live_bytes"], ["allocs", "addr"], ["allocs", "func"]] as const) {
    const column = tables.get(table)!.column(name);
    assert(column instanceof CachedColumn && column.isMade(0) && column.isMade(1), name);
  }
  for (const question of QUESTIONS) {
    for (let time = 0; time < 2; time++) {
      assertEquals(await rowsOf(prepared, question), await rowsOf(asked, question), question);
    }
  }
  for (const _ of prepareColumns(prepared.traces, () => 8)) assert(false, "there is nothing left to do");
});
