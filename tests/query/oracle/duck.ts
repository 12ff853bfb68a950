/** The database that knows the answers. */

import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { OracleColumn, Value } from "./tables.ts";

/** Whole numbers of any size in between: the check of the range is explicit. */
const MACROS = `
  CREATE MACRO checked(x, low, high) AS
    CASE WHEN x < low OR x > high THEN error('out of range')::HUGEINT ELSE x END;
  CREATE MACRO last_part(x) AS regexp_replace(x, '^.*/', '', 's');
`;

const SQL_TYPES = {
  u64: "HUGEINT",
  i64: "HUGEINT",
  time: "HUGEINT",
  f64: "DOUBLE",
  bool: "BOOLEAN",
  text: "VARCHAR",
};

/** What one query gave. */
export type Answer = { readonly rows: readonly (readonly Value[])[] } | { readonly error: string };

/** One database in memory. */
export class Duck {
  readonly #connection: DuckDBConnection;
  readonly #instance: DuckDBInstance;

  constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(): Promise<Duck> {
    const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
    const connection = await instance.connect();
    await connection.run(MACROS);
    return new Duck(instance, connection);
  }

  /** Makes a table; `ord` counts the rows. */
  async fill(name: string, columns: readonly OracleColumn[], rows: number): Promise<void> {
    const declared = columns.map(({ spec, type }) => `"${spec.name}" ${SQL_TYPES[type]}`);
    await this.#connection.run(`CREATE TABLE "${name}" (${[...declared, "ord BIGINT"].join(", ")})`);
    const appender = await this.#connection.createAppender(name);
    for (let row = 0; row < rows; row++) {
      for (const { type, values } of columns) {
        const value = values[row]!;
        if (value === null) appender.appendNull();
        else if (type === "text") appender.appendVarchar(value as string);
        else if (type === "bool") appender.appendBoolean(value as boolean);
        else if (type === "f64") appender.appendDouble(value as number);
        else appender.appendHugeInt(value as bigint);
      }
      appender.appendBigInt(BigInt(row));
      appender.endRow();
    }
    appender.closeSync();
  }

  async answer(sql: string): Promise<Answer> {
    try {
      const reader = await this.#connection.runAndReadAll(sql);
      return { rows: reader.getRows() as Value[][] };
    } catch (error) {
      const message = String(error);
      // Anything else is a mistake of the translation.
      if (!/out of range|overflow/i.test(message)) throw new Error(message);
      return { error: message };
    }
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}
