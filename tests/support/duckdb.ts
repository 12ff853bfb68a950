/** DuckDB for tests that compare with it. */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { Temporary } from "./temporary.ts";

/** A connection and a folder that exist while `use` runs. */
export async function withDuck(
  use: (connection: DuckDBConnection, folder: string) => Promise<void>,
): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  using folder = Temporary.folder();
  try {
    await use(connection, folder.path);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The columns of an answer; none if it has no rows. */
export async function columnsIn(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.columnNames().length === 0 ? [] : reader.getColumns();
}

/** The rows of an answer. */
export async function rowsIn(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRows();
}
