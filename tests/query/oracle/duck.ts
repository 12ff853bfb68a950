/** The database that computes the expected answers. */

import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { OracleColumn, Value } from "./tables.ts";

/** Integers of any size as intermediate results: the check of the range is explicit. */
const MACROS = `
  CREATE MACRO checked(x, low, high) AS
    CASE WHEN x < low OR x > high THEN error('out of range')::HUGEINT ELSE x END;
  CREATE MACRO round_step(n) AS (
    SELECT min(step) FROM (SELECT (digit || repeat('0', zeros::INT))::HUGEINT AS step FROM
      (SELECT unnest(['1', '2', '5']) AS digit), (SELECT unnest(range(21)) AS zeros)) WHERE step >= n);
  CREATE MACRO two(x) AS lpad(x::VARCHAR, greatest(2, length(x::VARCHAR))::INT, '0');
  CREATE MACRO time_text(t) AS two(t // 3600000000000) || ':' || two(t // 60000000000 % 60) || ':' ||
    two(t // 1000000000 % 60) || '.' || left(lpad((t % 1000000000)::VARCHAR, 9, '0'),
      CASE WHEN t % 1000000 = 0 THEN 3 WHEN t % 1000 = 0 THEN 6 ELSE 9 END);
  CREATE MACRO fraction_text(x) AS CASE WHEN abs(x) < 1e21 AND x = trunc(x) THEN x::HUGEINT::VARCHAR
    ELSE regexp_replace(x::VARCHAR, '\\.0$', '') END;
  CREATE MACRO signed_text(t, negative) AS CASE WHEN negative AND NOT starts_with(t, '-') THEN '-' || t ELSE t END;
  CREATE MACRO with_zeros(t, width) AS CASE WHEN starts_with(t, '-')
    THEN '-' || lpad(t[2:], greatest(width - 1, length(t) - 1)::INT, '0')
    ELSE lpad(t, greatest(width, length(t))::INT, '0') END;
  CREATE MACRO near(d) AS (CASE WHEN d > 3.7e19 THEN 3.7e19 WHEN d < -3.7e19 THEN -3.7e19 ELSE d END)::HUGEINT;
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

/** The answer of one query. */
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

  /** Creates a table; `ord` counts the rows. */
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
      // Any other error is a bug of the translation.
      if (!/out of range|overflow/i.test(message)) throw new Error(message);
      return { error: message };
    }
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}
