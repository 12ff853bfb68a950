/** DuckDB in this process, for comparisons. */

import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { duckdb } from "../../src/sql/dialects/duckdb.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";
import type { Value } from "../query/oracle/tables.ts";
import type { Engine } from "./engine_answers.ts";

/** A connection that all comparisons of a test share. */
export class DuckEngine {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(threads = 1): Promise<DuckEngine> {
    const instance = await DuckDBInstance.create(":memory:", { threads: `${threads}` });
    return new DuckEngine(instance, await instance.connect());
  }

  /** The engine over a dataset. */
  over(dataset: SqlDataset): Engine {
    return {
      dialect: duckdb,
      dataset,
      run: async (sql) => (await this.#connection.runAndReadAll(sql)).getRows() as Value[][],
    };
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}
