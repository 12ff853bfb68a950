/** The footer of a Parquet file describes its pages correctly, according to an independent reader. */
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { assert, assertEquals } from "@std/assert";
import { parquet } from "../../src/export/parquet.ts";
import { exportRows, ROW_OPTIONS } from "./export_support.ts";
import { oddRows, typedRows } from "./typed_rows.ts";

/** Bytes of `PAR1` at both ends, and of the footer's length. */
const MAGIC = 4;
const LENGTH = 4;

/** Two row groups of columns that compress well, that do not, and that have a dictionary. */
function manyRows(): ReturnType<typeof typedRows> {
  const rows = 150_000;
  const column = (valueOf: (row: number) => bigint | string | null): (bigint | string | null)[] =>
    Array.from({ length: rows }, (_, row) => valueOf(row));
  return typedRows([
    { name: "rising", type: "u64", display: "plain", values: column((row) => BigInt(row)) },
    {
      name: "scattered",
      type: "u64",
      display: "hex",
      values: column((row) => BigInt.asUintN(64, BigInt(row) * 0x9e37_79b9_7f4a_7c15n)),
    },
    { name: "some", type: "i64", display: "plain", values: column((row) => row % 7 === 0 ? null : -5n) },
    { name: "name", type: "text", display: "plain", values: column((row) => `function ${row % 100}`) },
  ]);
}

for (const compression of ["zstd", "none"] as const) {
  Deno.test(`sizes and offsets in the footer of a Parquet file match its pages (${compression})`, async () => {
    const { session, table } = manyRows();
    const bytes = await exportRows(session, table, parquet, { ...ROW_OPTIONS, compression });
    const footer = parquetMetadata(bytes.buffer);
    assertEquals(footer.num_rows, BigInt(table.rowCount));
    assert(footer.row_groups.length > 1, "one row group");
    assertEquals(footer.row_groups.reduce((sum, group) => sum + group.num_rows, 0n), footer.num_rows);
    let at = BigInt(MAGIC);
    for (const group of footer.row_groups) {
      assertEquals(group.file_offset, at);
      const start = at;
      let plain = 0n;
      for (const column of group.columns) {
        const facts = column.meta_data!;
        assertEquals(facts.dictionary_page_offset ?? facts.data_page_offset, at, facts.path_in_schema[0]);
        assert(facts.data_page_offset >= at);
        at += facts.total_compressed_size;
        assert(facts.data_page_offset < at);
        plain += facts.total_uncompressed_size;
        assertEquals(facts.num_values, group.num_rows);
        if (facts.codec === "UNCOMPRESSED") {
          assertEquals(facts.total_compressed_size, facts.total_uncompressed_size);
        } else assert(facts.total_compressed_size < facts.total_uncompressed_size);
        const { null_count: nulls, is_max_value_exact: exact } = facts.statistics!;
        assertEquals(exact, true);
        if (facts.path_in_schema[0] !== "some") assertEquals(nulls, 0n);
        else assert(nulls! * 7n >= group.num_rows - 7n && nulls! * 7n <= group.num_rows + 7n);
      }
      assertEquals(group.total_compressed_size, at - start);
      assertEquals(group.total_byte_size, plain);
    }
    // The footer follows the last page; its own length and the magic number are the end.
    assertEquals(Number(at), bytes.length - MAGIC - LENGTH - footer.metadata_length);
    assertEquals(
      footer.row_groups.some(({ columns }) =>
        columns.some(({ meta_data }) => meta_data!.codec !== "UNCOMPRESSED")
      ),
      compression !== "none",
    );
  });
}

Deno.test("an independent reader without Arrow finds the values, names and order of the columns", async () => {
  const { session, table } = oddRows();
  const bytes = await exportRows(session, table, parquet, { ...ROW_OPTIONS, compression: "none" });
  const file = {
    byteLength: bytes.length,
    slice: (from: number, to?: number) => bytes.buffer.slice(from, to),
  };
  const found = await parquetReadObjects({ file });
  assertEquals(found.length, table.rowCount);
  assertEquals(Object.keys(found[0]!), table.columns.map(({ name }) => name));
  for (const name of ["u", "i", "f", "b", "t"]) {
    const column = table.columns.findIndex((each) => each.name === name);
    assertEquals(
      found.map((row) => row[name] ?? null),
      Array.from({ length: table.rowCount }, (_, row) => table.value(row, column)),
      name,
    );
  }
  const footer = parquetMetadata(bytes.buffer);
  assertEquals(footer.created_by?.startsWith("Quarry version "), true);
  assertEquals(footer.key_value_metadata!.find(({ key }) => key === "quarry.query")!.value, "the query");
});
