/** Numbers of every distribution are read back from Parquet, in few bytes and with correct bounds. */
import { assert, assertEquals } from "@std/assert";
import { byEffort } from "../support/effort.ts";
import { parquet } from "../../src/export/parquet.ts";
import type { Constant } from "../../src/query/plan/values.ts";
import { columnsIn, rowsIn, withDuck } from "../support/duckdb.ts";
import { randomFrom } from "../formats/mtrc/support.ts";
import { exportRows } from "./export_support.ts";
import { typedRows } from "./typed_rows.ts";

const MOST = 0xffff_ffff_ffff_ffffn;

/** Distributions of columns: the value of each row. `random` gives 32 bits. */
const SHAPES: Readonly<Record<string, (row: bigint, random: () => bigint) => bigint>> = {
  constant: () => 7n,
  rising: (row) => row,
  falling: (row) => MOST - row * 3n,
  few: (_, random) => [8n, 1n << 40n, MOST, 0n, 99n][Number(random() % 5n)]!,
  narrow: (_, random) => 1_000_000n + random() % 60_000n,
  wide: (row, random) => (row << 20n) + (random() << 8n),
  jumping: (row, random) => row % 37n === 0n ? random() << 31n : row,
  far: (_, random) => (random() << 32n) | random(),
  turning: (row) => row % 2n === 0n ? row : MOST - row,
};

Deno.test("DuckDB reads numbers of every distribution, for blocks and row groups of every length", async () => {
  await withDuck(async (connection, folder) => {
    for (const [at, rows] of byEffort([1, 2, 32, 33, 129, 130, 2500], [1, 33, 130, 2500]).entries()) {
      const next = randomFrom(at + 1);
      const random = (): bigint => BigInt(next() >>> 0);
      const values = Object.entries(SHAPES).map(([name, valueOf]) => ({
        name,
        display: "plain" as const,
        type: "u64" as const,
        values: Array.from({ length: rows }, (_, row) => valueOf(BigInt(row), random)),
      }));
      const signed = values.map((column) => ({
        ...column,
        name: `${column.name} signed`,
        type: "i64" as const,
        values: column.values.map((value): Constant =>
          random() % 9n === 0n ? null : BigInt.asIntN(64, value)
        ),
      }));
      const all = [...values, ...signed];
      const { session, table } = typedRows(all);
      const file = `${folder}/${rows}.parquet`;
      await Deno.writeFile(file, await exportRows(session, table, parquet));
      assertEquals(
        await columnsIn(connection, `SELECT * FROM '${file}'`),
        all.map(({ values }) => values),
        `${rows} rows`,
      );
      for (const { name } of all) {
        const found = await rowsIn(
          connection,
          `SELECT stats_min_value, stats_max_value, stats_null_count, stats_distinct_count
           FROM parquet_metadata('${file}') WHERE path_in_schema = '${name}'`,
        );
        const right = await rowsIn(
          connection,
          `SELECT min("${name}")::VARCHAR, max("${name}")::VARCHAR, count(*) FILTER ("${name}" IS NULL),
           count(DISTINCT "${name}") FROM '${file}'`,
        );
        const [least, most, nulls, distinct] = found[0]!;
        assertEquals([least, most, nulls], right[0]!.slice(0, 3), `${name} of ${rows}`);
        if (distinct !== null) assertEquals(distinct, right[0]![3], `${name} of ${rows}`);
      }
    }
  });
});

Deno.test("DuckDB reads the chosen encodings: dictionary, differences and plain", async () => {
  const next = randomFrom(9);
  const random = (): bigint => BigInt(next() >>> 0);
  const columns = Object.entries(SHAPES).map(([name, valueOf]) => ({
    name,
    type: "u64" as const,
    display: "plain" as const,
    values: Array.from({ length: 5000 }, (_, row) => valueOf(BigInt(row), random)),
  }));
  const { session, table } = typedRows(columns);
  await withDuck(async (connection, folder) => {
    const file = `${folder}/chosen.parquet`;
    await Deno.writeFile(file, await exportRows(session, table, parquet));
    const found = await rowsIn(
      connection,
      `SELECT path_in_schema, encodings FROM parquet_metadata('${file}')`,
    );
    const encodings = Object.fromEntries(found as [string, string][]);
    assert(encodings["constant"]!.includes("RLE_DICTIONARY"), encodings["constant"]);
    assert(encodings["few"]!.includes("RLE_DICTIONARY"), encodings["few"]);
    for (const name of ["rising", "falling", "narrow", "wide"]) {
      assert(encodings[name]!.includes("DELTA_BINARY_PACKED"), `${name}: ${encodings[name]}`);
    }
    assertEquals(encodings["far"], "RLE, PLAIN");
  });
});

Deno.test("bounds of texts are in byte order, and long texts have none", async () => {
  // In UTF-16 order the second is before the first.
  const { session, table } = typedRows([
    { name: "t", type: "text", display: "plain", values: ["\u{1f600}", "\uffee", "é", null] },
    { name: "long", type: "text", display: "plain", values: ["a", "z".repeat(300), "c", null] },
    { name: "d", type: "f64", display: "plain", values: [0, -1.5, 1e300, null] },
    { name: "odd", type: "f64", display: "plain", values: [NaN, 1, 2, 3] },
    { name: "b", type: "bool", display: "plain", values: [true, null, true, true] },
  ]);
  await withDuck(async (connection, folder) => {
    const file = `${folder}/texts.parquet`;
    await Deno.writeFile(file, await exportRows(session, table, parquet));
    const found = await rowsIn(
      connection,
      `SELECT path_in_schema, stats_min_value, stats_max_value FROM parquet_metadata('${file}')`,
    );
    assertEquals(found, [
      ["t", "é", "\u{1f600}"],
      ["long", null, null],
      ["d", "-1.5", "1e+300"],
      ["odd", null, null],
      ["b", "true", "true"],
    ]);
  });
});
