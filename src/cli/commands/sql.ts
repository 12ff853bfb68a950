/**
 * `quarry sql QUERY`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { DATASET_OPTION, ENGINES } from "../engine_options.ts";
import { LOAD_OPTIONS } from "../load_options.ts";

/** Translates a query to SQL and prints it. */
export const sqlCommand: Command = {
  ...SUMMARIES.sql,
  options: [
    {
      name: "dialect",
      value: "ENGINE",
      choices: ENGINES,
      summary: `${ENGINES.join(", ")}; duckdb by default`,
    },
    { name: "engine", value: "ENGINE", choices: ENGINES, summary: "the same as --dialect" },
    DATASET_OPTION,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "sql 'leaks | by file, line | top 10 by bytes' --dataset traces", summary: "for DuckDB" },
    { line: "sql 'events | by trace, kind' --dialect clickhouse", summary: "for ClickHouse" },
    { line: "sql 'live @ 50% | by func' trace.mtrc", summary: "with the columns of a trace" },
  ],
  notes: `
A dataset is a folder with trace=NAME/TABLE.parquet, written by
"quarry export FILE... --to dataset -o DIR". Without --dataset and files,
the documented columns are used, and the folder is called "dataset".

Every step of the query is a common table expression with its text in a comment.
The hidden column _row keeps the order of rows, so that take, tail, first and
equal rows mean the same as in Quarry. Sums and differences beyond 64 bits are
errors, and divisions by zero are null, as in Quarry. A stage without an
equivalent in SQL is an error at its position.

"quarry query --engine duckdb --dataset DIR -e QUERY" runs it there. DuckDB is
the package @duckdb/node-api, which Deno fetches when it is used for the first
time; a compiled quarry loads no packages and starts the program duckdb.
Queries go to ClickHouse over HTTP, and to Spark through its program spark-sql.
docs/engines.md says more.
`,
  needs: "Cannot write SQL without a query: quarry sql QUERY",
  run: async (host, args) => await (await import("../run_sql.ts")).runSql(host, args),
};
