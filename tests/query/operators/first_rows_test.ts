/** `sort | take` over many rows, most of which are equal by the key: the first ones of the full sort. */
import { assertEquals } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { ask } from "../../conformance/opened.ts";
import { entriesOf } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { typedTrace } from "../../support/typed_tables.ts";

// Fewer rows than four blocks are sorted completely.
const ROWS = 300_000;
const LARGEST = 2n ** 64n - 1n;

/** Few values, so that hundreds of thousands of rows are equal. */
const CHOICES: readonly (readonly (bigint | null)[])[] = [
  [0n, 7n],
  [5n],
  [null, 3n, LARGEST],
  [null, LARGEST],
];

Deno.test("sort and take give the first rows of a full sort, also among equal rows", async () => {
  const random = new Random(7);
  for (const choices of entriesOf(CHOICES, 0.6)) {
    const keys = Array.from({ length: ROWS }, () => random.pick(choices));
    const session = new Session();
    const columns = [{ name: "row", type: "u64" }, { name: "key", type: "u64", nullable: true }] as const;
    const table = fillTable("t", session.pools, columns, ROWS, (row) => [BigInt(row), keys[row]!]);
    session.add([typedTrace("x", session.pools, [table])]);
    for (const order of ["asc", "desc"]) {
      const down = order === "desc";
      const values = choices.filter((each) => each !== null).toSorted((a, b) => a < b === down ? 1 : -1);
      // Rows of each value in their order, those without one at the end.
      const sorted = [...values, null].flatMap((value) =>
        keys.flatMap((key, row) => key === value ? [row] : [])
      );
      for (const count of [1, 2, 1000]) {
        const [found] = await ask(session, `t | sort key ${order} | take ${count} | select row`);
        const rows = found!.rows.map(([row]) => Number(row));
        assertEquals(rows, sorted.slice(0, count), `${choices} ${order} ${count}`);
      }
    }
    session.closeAll();
  }
});
