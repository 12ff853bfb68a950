/** Integers of results for charts, and results that are kept under a name and dropped. */
import { assert, assertEquals } from "@std/assert";
import type { QueryResult } from "../../src/engine/query_result.ts";
import { Session } from "../../src/engine/session.ts";
import { fillTable } from "../../src/tables/fill_table.ts";
import { typedTrace } from "../support/typed_tables.ts";

const COLUMNS = [
  { name: "small", type: "u64", nullable: true },
  { name: "exact", type: "u64" },
  { name: "large", type: "u64" },
  { name: "half", type: "u32" },
  { name: "real", type: "f64" },
  { name: "word", type: "text" },
] as const;
const ROWS = [
  [5n, 2n ** 53n - 1n, 2n ** 53n - 1n, 7n, 0.5, "a"],
  [null, 2n ** 32n, 2n ** 53n, 2n ** 32n - 1n, 1, "b"],
  [0n, 1n, 3n, 0n, 2, null],
] as const;

/** A session with a table of these rows, and the result of a query. */
async function resultOf(
  query: string,
): Promise<{ session: Session; table: QueryResult; release: () => void }> {
  const session = new Session();
  const table = fillTable("t", session.pools, COLUMNS, ROWS.length, (row) => [...ROWS[row]!]);
  session.add([typedTrace("x", session.pools, [table])]);
  let found: { session: Session; table: QueryResult; release: () => void } | undefined;
  for await (const outcome of session.run(session.prepare(query))) {
    if (outcome.kind !== "query") continue;
    found = { session, table: outcome.table as QueryResult, release: () => outcome.release() };
  }
  if (found !== undefined) return found;
  throw new Error("No result");
}

Deno.test("wholeNumbers() gives numbers that a double holds, null if missing, and nothing for other columns", async () => {
  const { session, table, release } = await resultOf("t");
  const at = (name: string): number => table.columns.findIndex((column) => column.name === name);
  assertEquals(table.wholeNumbers(0, 3, at("small")), [5, null, 0]);
  assertEquals(table.wholeNumbers(1, 2, at("small")), [null, 0]);
  assertEquals(table.wholeNumbers(0, 3, at("exact")), [2 ** 53 - 1, 2 ** 32, 1]);
  assertEquals(table.wholeNumbers(0, 1, at("large")), [2 ** 53 - 1]);
  assertEquals(table.wholeNumbers(0, 3, at("large")), undefined);
  assertEquals(table.wholeNumbers(2, 1, at("large")), [3]);
  assertEquals(table.wholeNumbers(0, 3, at("half")), [7, 2 ** 32 - 1, 0]);
  assertEquals([at("real"), at("word")].map((column) => table.wholeNumbers(0, 3, column)), [
    undefined,
    undefined,
  ]);
  release();
  session.closeAll();
});

Deno.test("dropping a kept result removes its name and frees its memory", async () => {
  const { session, release } = await resultOf("t | count");
  release();
  const { arena } = session.pools;
  /** Runs a query, and another one after it: the last result keeps its rows. */
  const used = async (name: string | undefined): Promise<number> => {
    for (const query of ["t | sort exact | extend twice = half * 2", "t | count"]) {
      for await (const outcome of session.run(session.prepare(query))) {
        if (outcome.kind !== "query") continue;
        if (name !== undefined && query.includes("sort")) session.keep(name, outcome.table);
        outcome.release();
      }
    }
    return arena.used;
  };
  const without = await used(undefined);
  const withOne = await used("mine");
  assert(withOne > without, `${withOne} bytes, ${without} without it`);
  assertEquals(session.environment.results?.has("mine"), true);
  session.forget("mine");
  assertEquals([session.environment.results?.has("mine"), arena.used], [false, without]);
  session.closeAll();
});
