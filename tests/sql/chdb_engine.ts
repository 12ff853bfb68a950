/** ClickHouse in this process, for comparisons: the package chdb. */

import { createRequire } from "node:module";
import { clickhouse } from "../../src/sql/dialects/clickhouse.ts";
import { valueOf } from "../../src/sql/engines/engine.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";
import type { Value } from "../query/oracle/tables.ts";
import type { Engine } from "./engine_answers.ts";

/** The folder in which the package is installed; empty if it is not. */
export const CHDB_FOLDER: string = Deno.env.get("QUARRY_TEST_CHDB") ?? "";

/** The part of the package that is used. */
interface Chdb {
  query(sql: string, format: string): string;
}

/** An engine over a dataset. */
export function chdbEngine(): (dataset: SqlDataset) => Engine {
  const { query } = createRequire(`${CHDB_FOLDER}/`)("chdb") as Chdb;
  return (dataset) => ({
    dialect: clickhouse,
    dataset,
    run: (sql, columns) => {
      const quoting = "output_format_json_quote_64bit_integers = 1, output_format_json_quote_denormals = 1";
      const text = query(`${sql}, ${quoting}`, "JSONCompactEachRow");
      const lines = text.split("\n").filter((line) => line !== "");
      return Promise.resolve(
        lines.map((line) =>
          (JSON.parse(line) as unknown[]).map((value, at) => valueOf(value, columns[at]!.type) as Value)
        ),
      );
    },
  });
}
