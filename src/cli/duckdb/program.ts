/**
 * DuckDB as a program of its own: statements come as lines of JSON, what becomes of them goes out as lines of JSON. In the
 * program that asks it the package would be written into the lock file of whoever runs Quarry from a checkout; here
 * `duckdb.lock` says which files the package has.
 * @module
 */

import type { DuckDbAnswer, DuckDbQuestion } from "../../sql/engines/duckdb.ts";

/**
 * In parts, so that neither the compiler nor a bundler takes the package (67 MB) for a part of the program. The import
 * shows its registry all the same: publishing warns of one that shows nothing.
 */
const PACKAGE = ["node-api", "1.5.5-r.5"].join("@");
/** How often the engine is asked how far it is, in milliseconds. */
const LOOK_EVERY = 200;

interface Connection {
  runAndReadAll(sql: string): Promise<{ columnNames(): string[]; getColumns(): unknown[][] }>;
  readonly progress: { readonly percentage: number };
  interrupt(): void;
}

function say(answer: DuckDbAnswer): void {
  const text = JSON.stringify(
    answer,
    (_, value) =>
      typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))
        ? String(value).replace("Infinity", "inf")
        : value,
  );
  const bytes = new TextEncoder().encode(`${text}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").replace(/[.\s]+$/, "");
}

async function answer(connection: Connection, sql: string): Promise<void> {
  const look = setInterval(
    () => say({ kind: "progress", done: Math.max(0, connection.progress.percentage) / 100 }),
    LOOK_EVERY,
  );
  try {
    const rows = await connection.runAndReadAll(sql);
    const columns = rows.getColumns();
    // Where there are no rows, the package has names of columns and no columns.
    say({ kind: "rows", columns: rows.columnNames().map((_, at) => columns[at] ?? []) });
  } catch (error) {
    say({ kind: "failed", message: firstLine(error) });
  } finally {
    clearInterval(look);
  }
}

async function main(): Promise<void> {
  let connection: Connection;
  try {
    const { DuckDBInstance } = await import(`npm:@duckdb/${PACKAGE}`) as {
      readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
    };
    connection = await (await DuckDBInstance.create(":memory:")).connect();
  } catch (error) {
    say({ kind: "failed", message: firstLine(error) });
    return;
  }
  say({ kind: "ready" });
  let begun = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (begun + text).split("\n");
    begun = lines.pop()!;
    for (const line of lines) {
      const question = JSON.parse(line) as DuckDbQuestion;
      if (question.sql === null) connection.interrupt();
      else void answer(connection, question.sql);
    }
  }
  // Who asked is gone.
  Deno.exit(0);
}

await main();
