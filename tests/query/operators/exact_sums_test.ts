/** Sums are exact beyond the exact range of a double: within a group, between traces, and of all rows. */
import { assertEquals } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { ask } from "../../conformance/opened.ts";
import { typedTrace } from "../../support/typed_tables.ts";

const EDGE = 2n ** 53n;
/**
 * The values of each group: sums that stay below the limit, reach it, exceed it by one, and exceed it with the second
 * trace.
 */
const VALUES: readonly (readonly bigint[])[] = [
  [EDGE - 3n, 1n, 1n],
  [EDGE - 2n, 1n, 1n],
  [EDGE - 1n, 1n, 1n],
  [EDGE / 2n, EDGE / 4n, 1n],
  [EDGE + 1n, EDGE + 1n, 1n],
  [2n ** 62n + 1n, 2n ** 61n + 1n, 2n ** 60n + 1n],
  [0n, 0n, 0n],
];

Deno.test("sums of groups are exact on both sides of 2^53", async () => {
  const session = new Session();
  const rows = VALUES.flatMap((values, k) => values.map((value) => [BigInt(k), value] as const));
  const columns = [{ name: "k", type: "u32" }, { name: "v", type: "u64" }] as const;
  for (const name of ["a", "b"]) {
    const table = fillTable("t", session.pools, columns, rows.length, (at) => rows[at]!);
    session.add([typedTrace(name, session.pools, [table])]);
  }
  const sums = VALUES.map((values) => values.reduce((sum, value) => sum + value));
  const [one] = await ask(session, "t of a | by k: s = sum(v) | sort k");
  assertEquals(one!.rows, sums.map((sum, k) => [BigInt(k), sum]));
  const [both] = await ask(session, "t | by k: s = sum(v), n = count() | sort k");
  assertEquals(both!.rows, sums.map((sum, k) => [BigInt(k), 2n * sum, 6n]));
  const [some] = await ask(session, "t | by k: s = sum(v) if v > 1 | where k < 3 | sort k");
  assertEquals(some!.rows, VALUES.slice(0, 3).map(([first], k) => [BigInt(k), 2n * first!]));
  const [all] = await ask(session, "t of a | where k < 5 | summarize sum(v)");
  assertEquals(all!.rows, [[sums.slice(0, 5).reduce((sum, each) => sum + each)]]);
  session.closeAll();
});
