/**
 * Runs DuckDB as a separate program: it reads statements as lines of JSON and writes results as lines of
 * JSON. If Quarry itself imported the package, it would be added to the lock file of whoever runs Quarry from
 * a checkout; here `duckdb.lock` lists the package's files.
 * @module
 */

import type { DuckDbReply, DuckDbRequest } from "../../sql/engines/duckdb.ts";

/**
 * Split into two texts, so that neither the compiler nor a bundler includes the package (67 MB) in the
 * program. The import names the registry nevertheless, because publishing would warn otherwise.
 */
const PACKAGE = ["node-api", "1.5.5-r.5"].join("@");
/** How often the engine's progress is polled, in milliseconds. */
const LOOK_EVERY = 200;

interface DuckDbConnection {
  runAndReadAll(sql: string): Promise<{ columnNames(): string[]; getColumns(): unknown[][] }>;
  readonly progress: { readonly percentage: number };
  interrupt(): void;
}

function say(answer: DuckDbReply): void {
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

async function runStatement(connection: DuckDbConnection, sql: string): Promise<void> {
  const look = setInterval(
    () => say({ kind: "progress", done: Math.max(0, connection.progress.percentage) / 100 }),
    LOOK_EVERY,
  );
  try {
    const rows = await connection.runAndReadAll(sql);
    const columns = rows.getColumns();
    // If there are no rows, the package returns column names but no columns.
    say({ kind: "rows", columns: rows.columnNames().map((_, at) => columns[at] ?? []) });
  } catch (error) {
    say({ kind: "failed", message: firstLine(error) });
  } finally {
    clearInterval(look);
  }
}

async function answerStatements(): Promise<void> {
  let connection: DuckDbConnection;
  try {
    const { DuckDBInstance } = await import(`npm:@duckdb/${PACKAGE}`) as {
      readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckDbConnection> }> };
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
      const question = JSON.parse(line) as DuckDbRequest;
      if (question.sql === null) connection.interrupt();
      else void runStatement(connection, question.sql);
    }
  }
  // The program that started this one has ended.
  Deno.exit(0);
}

await answerStatements();
