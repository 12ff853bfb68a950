/** The reader of the Apache Arrow project finds the same types and values. */
import { assert, assertEquals } from "@std/assert";
import { type Table, tableFromIPC } from "apache-arrow";
import type { ResultColumn, ResultTable } from "../../src/base/result_table.ts";
import { arrow } from "../../src/export/arrow.ts";
import { arrowStream } from "../../src/export/arrow_stream.ts";
import { atFullEffort, entriesOf, seeds } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";
import { cellsOf, exportRows, SAMPLES, withRows } from "./export_support.ts";
import { oddRows, typedRows } from "./typed_rows.ts";

const ARROW_TYPES: Readonly<Record<ResultColumn["type"], string>> = {
  u64: "Uint64",
  u32: "Uint32",
  i64: "Int64",
  f64: "Float64",
  bool: "Bool",
  text: "Dictionary<Int32, Utf8>",
  bytes: "Dictionary<Int32, Utf8>",
  time: "Duration<NANOSECOND>",
};

const FORMS = [arrow, arrowStream];

function arrowCells(read: Table, table: ResultTable): unknown[][] {
  return table.columns.map((_, at) => {
    const vector = read.getChildAt(at)!;
    return Array.from({ length: read.numRows }, (_, row) => vector.get(row) as unknown);
  });
}

function checkArrow(bytes: Uint8Array, table: ResultTable): void {
  const read = tableFromIPC(bytes);
  assertEquals(read.schema.fields.map(({ name }) => name), table.columns.map(({ name }) => name));
  assertEquals(
    read.schema.fields.map(({ type }) => String(type)),
    table.columns.map(({ type }) => ARROW_TYPES[type]),
  );
  assertEquals(read.numRows, table.rowCount);
  assertEquals(arrowCells(read, table), cellsOf(table));
}

Deno.test("apache-arrow reads the same rows, for every table of every format", async () => {
  let files = 0;
  for (const path of entriesOf(Object.values(SAMPLES), 0.45, 1)) {
    const session = await sampleSession({ a: path });
    for (const query of session.catalog.tableNames) {
      await withRows(session, query, async (table) => {
        const [file, stream] = await Promise.all(FORMS.map((form) => exportRows(session, table, form)));
        checkArrow(file!, table);
        checkArrow(stream!, table);
        // A stream is the part of a file between its magic letters and its footer.
        assertEquals(file!.subarray(8, 8 + stream!.length), stream);
      });
      files++;
    }
  }
  assert(files > seeds(60), `${files} files`);
});

Deno.test("apache-arrow reads bounds, nulls, unusual texts and column metadata", async () => {
  const { session, table } = oddRows();
  const bytes = await exportRows(session, table, arrow);
  checkArrow(bytes, table);
  const { schema } = tableFromIPC(bytes);
  assertEquals(schema.metadata.get("quarry.query"), "the query");
  assertEquals(schema.fields[1]!.metadata.get("quarry.display"), "hex");
});

Deno.test(atFullEffort("apache-arrow reads several batches"), async () => {
  const rows = 140_000;
  const { session, table } = typedRows([
    {
      name: "n",
      type: "u64",
      display: "plain",
      values: Array.from({ length: rows }, (_, row) => row % 3 ? BigInt(row) : null),
    },
    {
      name: "t",
      type: "text",
      display: "plain",
      values: Array.from({ length: rows }, (_, row) => row % 4 ? `text ${row}` : null),
    },
  ]);
  const bytes = await exportRows(session, table, arrow);
  checkArrow(bytes, table);
  assertEquals(tableFromIPC(bytes).batches.map(({ numRows }) => numRows), [65536, 65536, 8928]);
});
