/**
 * Traces of different formats in one session: every table is the union of theirs, and `of` selects the rows of one
 * trace.
 */
import { assert, assertEquals } from "@std/assert";
import type { ResultValue } from "../../src/base/result_table.ts";
import { formats } from "../../src/formats/registry.ts";
import { ask, openSamples } from "./opened.ts";
import { type Sample, someSamples } from "./samples.ts";
import { plain } from "./slow_reference.ts";
import { atFullEffort } from "../support/effort.ts";

/** Columns whose values are ids of the session's backtraces. */
const OF_THE_SESSION = new Set(["stack", "free.stack"]);
/** Tables about the session itself. */
const SHARED = new Set(["traces", "stacks", "runs"]);

/** A small sample of each format with records in it: the third, or the last of a new format that has fewer. */
const ONE_EACH: Readonly<Record<string, Sample>> = Object.fromEntries(
  formats.map(({ name }) => [name.replaceAll("-", "_"), someSamples(name, 5, 20_000).slice(0, 3).at(-1)!]),
);

/** Rows by column, without ids of backtraces. */
function cellsByColumn(
  columns: readonly { name: string; type: Parameters<typeof plain>[1] }[],
  rows: readonly (readonly ResultValue[])[],
) {
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ name, type }, at) =>
        OF_THE_SESSION.has(name) ? [] : [[name, plain(row[at]!, type)]]
      ),
    )
  );
}

Deno.test(atFullEffort("conformance: a table of several traces is the union of their tables"), async () => {
  const together = await openSamples(ONE_EACH, { programs: false });
  let tables = 0;
  const seen = new Map<string, Record<string, unknown>[]>();
  for (const [name, sample] of Object.entries(ONE_EACH)) {
    const alone = await openSamples({ [name]: sample }, { programs: false });
    for (const table of alone.catalog.tableNames) {
      if (SHARED.has(table)) continue;
      tables++;
      const [own] = await ask(alone, table);
      const [part] = await ask(together, `${table} of ${name}`);
      const [filtered] = await ask(together, `${table} | where trace == "${name}"`);
      const label = `${table} of ${name}`;
      const rows = cellsByColumn(own!.columns, own!.rows);
      for (const row of rows) assertEquals(row["trace"], name, label);
      // One rule for both: columns that only other traces have are null here.
      for (const other of [part!, filtered!]) {
        const missing = other.columns.filter((column) =>
          !OF_THE_SESSION.has(column.name) && !own!.columns.some((each) => each.name === column.name)
        );
        const nothing = Object.fromEntries(missing.map((column) => [column.name, null]));
        assertEquals(
          cellsByColumn(other.columns, other.rows),
          rows.map((row) => ({ ...row, ...nothing })),
          label,
        );
      }
      seen.set(table, [...seen.get(table) ?? [], ...rows]);
    }
  }
  assert(tables > 30, `${tables} tables`);
  for (const [table, rows] of seen) {
    const [all] = await ask(together, table);
    const names = all!.columns.map((column) => column.name).filter((name) => !OF_THE_SESSION.has(name));
    assertEquals(
      cellsByColumn(all!.columns, all!.rows),
      rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))),
      table,
    );
    const [counts] = await ask(together, `${table} | by trace: n = count() | sort trace`);
    const expected = [...Map.groupBy(rows, (row) => String(row["trace"]))].map((
      [name, some],
    ) => [name, BigInt(some.length)]);
    assertEquals(
      counts!.rows.map((row) => [row[0], BigInt(row[1] as bigint)]),
      expected.sort((one, other) => one[0]! < other[0]! ? -1 : 1),
      table,
    );
  }
});

Deno.test("conformance: traces and files of different formats are told apart by their names", async () => {
  const together = await openSamples(ONE_EACH, { programs: false });
  const [all] = await ask(together, "traces | select name, format, rows");
  assertEquals(
    all!.rows.map(([name, format]) => [name, format]),
    Object.entries(ONE_EACH).map(([name, { format }]) => [name, format]),
  );
  for (const name of Object.keys(ONE_EACH)) {
    const main = together.traces.find((each) => each.name === name)!.trace.header.mainTable;
    const [counted] = await ask(together, `${main} of ${name} | count`);
    const rows = all!.rows.find((row) => row[0] === name)![2];
    assertEquals(BigInt(counted!.rows[0]![0] as bigint), BigInt(rows as bigint), name);
  }
});
