/** Which columns survive a narrow screen. */
import { assert, assertEquals } from "@std/assert";
import type { ResultColumn, ResultValue } from "../../src/base/result_table.ts";
import { columnRank } from "../../src/render/column_rank.ts";
import { ALL_TABLE_DOCS, withRank } from "../../src/engine/table_docs.ts";
import { rendered, tableOf } from "./support.ts";

const GIVEN = columnRank({ name: "a name that a user has given", type: "u64" });

Deno.test("columnRank() ranks every column of every table", () => {
  for (const { name: table, columns } of ALL_TABLE_DOCS) {
    for (const { name, type } of columns) {
      assert(columnRank(withRank({ name, type })) > GIVEN, `${table}.${name}`);
    }
  }
});

Deno.test("columns of the same name have the same rank in all formats", () => {
  const ranks = new Map<string, number | undefined>();
  for (const { name: table, columns } of ALL_TABLE_DOCS) {
    for (const { name, rank } of columns) {
      if (ranks.has(name)) assertEquals(rank, ranks.get(name), `${table}.${name}`);
      ranks.set(name, rank);
    }
  }
});

/** Names of the columns of a table that a box of 80 columns shows, with values that differ in all of them. */
async function shownColumns(table: string): Promise<string[]> {
  const { columns } = ALL_TABLE_DOCS.find(({ name }) => name === table)!;
  const info: ResultColumn[] = columns.map(({ name, type }) => withRank({ name, type }));
  const rows = [1, 2].map((row) => info.map(({ type }): ResultValue => valueOf(type, row)));
  const text = await rendered("box", tableOf(info, rows), { width: 80, footer: true });
  for (const line of text.split("\n")) assert(line.length <= 80, line);
  return [...text.split("\n")[1]!.matchAll(/[\w.]+/g)].map(([name]) => name);
}

function valueOf(type: ResultColumn["type"], row: number): ResultValue {
  if (type === "text") return `a text of twenty-one ${row}`;
  return type === "bool" ? row === 1 : BigInt(row) << 20n;
}

Deno.test("tables keep the most important columns at a width of 80", async () => {
  for (const name of ["func", "file", "line", "size"]) {
    assert((await shownColumns("allocs")).includes(name), `allocs.${name}`);
    assert((await shownColumns("events")).includes(name), `events.${name}`);
  }
  const lines = await shownColumns("lines");
  for (const name of ["state", "func", "file", "line"]) assert(lines.includes(name), name);
  assert((await shownColumns("calls")).includes("name"));
});

Deno.test("constant columns are shown once above the table, and omitted ones are listed below", async () => {
  const columns = [
    { name: "seq", type: "u64" },
    { name: "func", type: "text" },
    { name: "module", type: "text" },
    { name: "trace", type: "text" },
    { name: "name", type: "text" },
    { name: "hash", type: "u64" },
    { name: "size", type: "u64" },
  ].map((column) => withRank(column as ResultColumn));
  const long = 0xffff_ffff_ffff_ffffn;
  const table = tableOf(columns, [
    [1n, "main", "a", "run.mtrc", null, long, 8192n],
    [2n, "std::vector<int>::push_back", "b", "run.mtrc", null, long - 1n, 1n],
  ]);
  assertEquals(
    await rendered("box", table, { width: 46, footer: true, readable: { threads: new Map() } }),
    [
      "All rows: trace run.mtrc · no value: name",
      "┌─────┬───────────────────┬────────┬─────────┐",
      "│ seq │ func              │ module │    size │",
      "├─────┼───────────────────┼────────┼─────────┤",
      "│   1 │ main              │ a      │ 8.0 KiB │",
      "│   2 │ std::vec…ush_back │ b      │       1 │",
      "└─────┴───────────────────┴────────┴─────────┘",
      "2 rows, 1 of 7 columns not shown: hash",
      "",
    ].join("\n"),
  );
  const kept = await rendered("box", table, { width: 46, footer: true, keep: ["hash"] });
  assert(/│ +hash │/.test(kept), kept);
  const all = await rendered("box", table, { width: 46, footer: true, keep: "all" });
  for (const { name } of columns) assert(all.split("\n")[1]!.includes(name), name);
});

Deno.test("sizes, buckets, threads and durations are short on a screen, and exact in a file", async () => {
  const table = tableOf(
    [
      { name: "bucket", type: "u64", display: "bucket" },
      { name: "data", type: "u64", display: "bytes" },
      { name: "thread", type: "u64" },
      { name: "age", type: "time", display: "duration" },
      { name: "count", type: "u64" },
      { name: "line", type: "u32" },
    ],
    [
      [12n, 8192n, 140480089138880n, 1_500_000_000n, 1_234_567n, 12345],
      [0n, 7n, 140480089138881n, 350_000n, 1n, 1],
      [9n, null, 140480089138880n, 0n, 12n, 2],
    ],
  );
  const text = await rendered("box", table, { width: 80, footer: true, readable: { threads: new Map() } });
  assertEquals(text.split("\n").slice(3, 6), [
    "│ 4 KiB..8 KiB │ 8.0 KiB │     t1 │  1.5 s │ 1,234,567 │ 12345 │",
    "│         0..2 │       7 │     t2 │ 350 µs │         1 │     1 │",
    "│   512..1 KiB │    NULL │     t1 │    0 s │        12 │     2 │",
  ]);
  assertEquals(text.split("\n")[7], "Threads: t1 = 140480089138880, t2 = 140480089138881");
  const tsv = (await rendered("tsv", table)).split("\n")[1];
  assertEquals(tsv, "12\t8192\t140480089138880\t00:00:01.500\t1234567\t12345");
  const plain = await rendered("box", table, {});
  assert(plain.includes("8192") && plain.includes("140480089138880") && plain.includes("1234567"));
});
