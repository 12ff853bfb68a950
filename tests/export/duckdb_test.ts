/** A real database reads the exported files, and finds the same values to the last bit. */
import project from "../../deno.json" with { type: "json" };
import { assert, assertEquals } from "@std/assert";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { ResultColumn, ResultTable } from "../../src/base/result_table.ts";
import { csv } from "../../src/export/separated.ts";
import type { ByteSink, RowSource } from "../../src/export/exporter.ts";
import { snappyCodec } from "../../src/export/page_codec.ts";
import { parquet } from "../../src/export/parquet.ts";
import { writeParquet } from "../../src/export/parquet_file.ts";
import { quarry } from "../cli/program.ts";
import { atFullEffort, entriesOf, seeds } from "../support/effort.ts";
import { columnsIn, withDuck } from "../support/duckdb.ts";
import { sampleSession } from "../support/sample_session.ts";
import {
  cellsOf,
  exportRows,
  plainTwin,
  ROW_OPTIONS,
  SAMPLES,
  withRows,
  withTwins,
} from "./export_support.ts";
import { oddRows, typedRows } from "./typed_rows.ts";

const SQL_TYPES: Readonly<Record<ResultColumn["type"], string>> = {
  u64: "UBIGINT",
  u32: "UINTEGER",
  i64: "BIGINT",
  f64: "DOUBLE",
  bool: "BOOLEAN",
  text: "VARCHAR",
  bytes: "VARCHAR",
  time: "BIGINT",
};

/** The columns as DuckDB returns them: a table without rows has none. */
function expectedCells(table: ResultTable): unknown[][] {
  return table.rowCount === 0 ? [] : withTwins(table, cellsOf(table));
}

/**
 * The type of a column in a file: line numbers and threads are signed, so that Spark does not use decimals for them.
 */
function sqlType({ name, type }: ResultColumn): string {
  return type === "u64" && /(?:^|[._])(?:line|thread)$/.test(name) ? "BIGINT" : SQL_TYPES[type];
}

async function checkParquet(
  connection: DuckDBConnection,
  file: string,
  table: ResultTable,
  bytes: Uint8Array,
): Promise<void> {
  await Deno.writeFile(file, bytes);
  const types = await columnsIn(connection, `DESCRIBE SELECT * FROM '${file}'`);
  assertEquals(types.slice(0, 2), [
    withTwins(table, table.columns.map(({ name }) => name), plainTwin),
    withTwins(table, table.columns.map(sqlType)),
  ]);
  assertEquals(await columnsIn(connection, `SELECT * FROM '${file}'`), expectedCells(table));
}

Deno.test("DuckDB reads the same rows from parquet, for every table of every format", async () => {
  await withDuck(async (connection, folder) => {
    let files = 0;
    for (const path of entriesOf(Object.values(SAMPLES), 0.45)) {
      const session = await sampleSession({ a: path });
      for (const query of session.catalog.tableNames) {
        await withRows(session, query, async (table) => {
          const bytes = await exportRows(session, table, parquet);
          await checkParquet(connection, `${folder}/${files++}.parquet`, table, bytes);
        });
      }
    }
    assert(files > seeds(60), `${files} files`);
  });
});

Deno.test("DuckDB reads bounds, nulls and unusual texts from parquet", async () => {
  const { session, table } = oddRows();
  await withDuck(async (connection, folder) => {
    const bytes = await exportRows(session, table, parquet);
    await checkParquet(connection, `${folder}/odd.parquet`, table, bytes);
    const notes = await columnsIn(
      connection,
      `SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('${folder}/odd.parquet') WHERE key != 'ARROW:schema'`,
    );
    const found = Object.fromEntries(notes[0]!.map((key, at) => [key, notes[1]![at]]));
    assertEquals(found["d:unit"], "nanoseconds");
    assertEquals(found["quarry.query"], "the query");
  });
});

Deno.test("unsigned line numbers keep their type and values", async () => {
  const values = [1n, null, (1n << 63n) - 1n];
  for (const [last, type] of [[7n, "BIGINT"], [1n << 63n, "UBIGINT"]] as const) {
    const { session, table } = typedRows([
      { name: "line", type: "u64", display: "plain", values: [...values, last] },
      { name: "free.line", type: "u64", display: "plain", values: [...values, 3n] },
      { name: "depth", type: "u64", display: "plain", values: [...values, 3n] },
    ]);
    await withDuck(async (connection, folder) => {
      const file = `${folder}/lines.parquet`;
      await Deno.writeFile(file, await exportRows(session, table, parquet));
      const types = await columnsIn(connection, `DESCRIBE SELECT * FROM '${file}'`);
      assertEquals(types.slice(0, 2), [
        ["line", "free.line", "depth", "free_line"],
        [type, "BIGINT", "UBIGINT", "BIGINT"],
      ]);
      const cells = await columnsIn(connection, `SELECT line, free_line FROM '${file}'`);
      assertEquals(cells, [[...values, last], [...values, 3n]]);
      const found = await columnsIn(connection, `SELECT count(*) FROM '${file}' WHERE line >= ${1n << 62n}`);
      assertEquals(found, [[last === 7n ? 1n : 2n]]);
    });
  }
});

Deno.test("names need no quotes, and files describe their columns and the version that wrote them", async () => {
  const session = await sampleSession({ a: SAMPLES.mtrc! });
  await withDuck(async (connection, folder) => {
    const [place, file] = [`${folder}/data`, `${folder}/allocs.parquet`];
    await withRows(session, "allocs", async (table) => {
      await Deno.writeFile(file, await exportRows(session, table, parquet));
      const rows = await columnsIn(
        connection,
        `SELECT free_func, free_line FROM '${file}' WHERE free_func IS DISTINCT FROM "free.func" LIMIT 1`,
      );
      assertEquals(rows, []);
      const [places] = await columnsIn(
        connection,
        `SELECT count(DISTINCT dictionary_page_offset) FROM parquet_metadata('${file}')
          WHERE path_in_schema IN ('free.func', 'free_func')`,
      );
      assertEquals(places, [1n], "both have the same pages");
    });
    assertEquals((await quarry(["export", SAMPLES.mtrc!, "--to", "dataset", "-o", place])).code, 0);
    const [name] = [...Deno.readDirSync(place)].map((entry) => entry.name);
    const notes = await columnsIn(
      connection,
      `SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('${place}/${name}/allocs.parquet')`,
    );
    const found = Object.fromEntries(notes[0]!.map((key, at) => [key, notes[1]![at]]));
    assertEquals(found["quarry.version"], project.version);
    assertEquals(found["free.func:description"], found["free_func:description"]);
    assertEquals(found["leaked:description"], "true if it was never freed");
    assertEquals([found["line:quarry.type"], found["free_func:quarry.same_as"]], ["u64", "free.func"]);
  });
});

Deno.test(atFullEffort("DuckDB reads several row groups, and skips some by their bounds"), async () => {
  const rows = 150_000;
  const numbers = Array.from(
    { length: rows },
    (_, row) => row % 7 === 3 ? null : BigInt(row) * 0x1_0000_0001n,
  );
  const texts = Array.from({ length: rows }, (_, row) => row % 5 === 0 ? null : `name ${row % 300}`);
  const signed = Array.from({ length: rows }, (_, row) => BigInt(row - 70_000));
  const { session, table } = typedRows([
    { name: "n", type: "u64", display: "plain", values: numbers },
    { name: "t", type: "text", display: "plain", values: texts },
    { name: "s", type: "i64", display: "plain", values: signed },
  ]);
  await withDuck(async (connection, folder) => {
    const file = `${folder}/groups.parquet`;
    await checkParquet(connection, file, table, await exportRows(session, table, parquet));
    const sql = `SELECT row_group_num_rows, stats_min_value, stats_max_value, stats_null_count
      FROM parquet_metadata('${file}') WHERE path_in_schema = 's'`;
    const [counts, least, most, nulls] = await columnsIn(connection, sql);
    assertEquals(counts, [65536n, 65536n, 18928n]);
    assertEquals(least, ["-70000", "-4464", "61072"]);
    assertEquals(most, ["-4465", "61071", "79999"]);
    assertEquals(nulls, [0n, 0n, 0n]);
    const found = await columnsIn(connection, `SELECT count(*) FROM '${file}' WHERE s = 61072`);
    assertEquals(found, [[1n]]);
  });
});

Deno.test("DuckDB reads pages compressed with snappy, for runtimes without zstd", async () => {
  const codec = await snappyCodec();
  const exporter = {
    ...parquet,
    write: (rows: RowSource, sink: ByteSink) => writeParquet(rows, sink, codec),
  };
  const session = await sampleSession({ a: SAMPLES["sp-rtrace-bin"]! });
  await withDuck(async (connection, folder) => {
    await withRows(session, "events", async (table) => {
      const file = `${folder}/snappy.parquet`;
      await checkParquet(connection, file, table, await exportRows(session, table, exporter));
      // Pages that compression does not shorten stay uncompressed.
      const sql = `SELECT DISTINCT compression FROM parquet_metadata('${file}') ORDER BY 1`;
      assertEquals(await columnsIn(connection, sql), [["SNAPPY", "UNCOMPRESSED"]]);
    });
  });
});

Deno.test("DuckDB reads csv with plain numbers as the same values", async () => {
  await withDuck(async (connection, folder) => {
    for (const [name, path] of entriesOf(Object.entries(SAMPLES), 0.15)) {
      const session = await sampleSession({ a: path });
      const query = session.catalog.mainTable;
      await withRows(session, query, async (table) => {
        const file = `${folder}/${name}.csv`;
        await Deno.writeFile(file, await exportRows(session, table, csv, { ...ROW_OPTIONS, decimal: true }));
        const types = table.columns.map(({ name, type }) => `'${name}': '${SQL_TYPES[type]}'`).join(", ");
        // Quarry writes an empty text as "", and nothing for null.
        const sql = `SELECT * FROM read_csv('${file}', header = true, delim = ',', quote = '"', escape = '"',
          nullstr = '', allow_quoted_nulls = false, auto_detect = false, columns = {${types}})`;
        assertEquals(await columnsIn(connection, sql), cellsOf(table), name);
      });
    }
  });
});
