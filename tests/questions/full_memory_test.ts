/** A query that needs more memory than available reports where, and how much. */
import { assertEquals, assertGreater, assertMatch, assertRejects } from "@std/assert";
import { QueryError } from "../../src/base/errors.ts";
import { Session } from "../../src/engine/session.ts";
import { ArenaFullError } from "../../src/memory/arena.ts";
import { fillTable } from "../../src/tables/fill_table.ts";
import { ask } from "../conformance/opened.ts";
import { typedTrace } from "../support/typed_tables.ts";

const ROWS = 200_000;
/** Enough for a piece at a time, not for all rows at once. */
const MOST = 4 << 20;

Deno.test("a stage that runs out of memory is named, and the session continues", async () => {
  const session = new Session();
  const table = fillTable("t", session.pools, [{ name: "row", type: "u64" }], ROWS, (at) => [BigInt(at)]);
  session.add([typedTrace("x", session.pools, [table])]);
  const { heap } = session.pools.arena;
  const take = heap.take.bind(heap);
  heap.take = (bytes) => {
    if (heap.used + bytes > MOST) throw new ArenaFullError("Cannot allocate memory: memory ends", heap.used);
    return take(bytes);
  };
  const query = "t | window order row: run = cumulative(row)";
  const { diagnostics } = await assertRejects(() => ask(session, query), QueryError);
  assertEquals(diagnostics[0]!.code, "Q408");
  const [, megabytes] =
    /^Memory is full in "window" with 200,000 rows: (\d+) MB are in use$/.exec(diagnostics[0]!.message) ?? [];
  // Memory that the stage freed on failure counts, too.
  assertGreater(Number(megabytes), 1);
  // A filter and the stage that reads its rows run in one pass.
  const filtered = "t | where row >= 0 | by k = row * 7919 % 1000003: n = count()";
  const { diagnostics: [second] } = await assertRejects(() => ask(session, filtered), QueryError);
  assertMatch(second!.message, /^Memory is full in "aggregate" with 200,000 rows: \d+ MB are in use$/);
  assertEquals(
    filtered.slice(second!.span.start, second!.span.end),
    "by k = row * 7919 % 1000003: n = count()",
  );
  const [sum] = await ask(session, "t | summarize sum(row)");
  assertEquals(sum!.rows, [[BigInt(ROWS) * BigInt(ROWS - 1) / 2n]]);
  session.closeAll();
});
