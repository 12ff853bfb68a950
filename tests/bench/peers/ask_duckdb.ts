/** Queries DuckDB with its own database; see `asked.ts`. */

import { DuckDBInstance } from "@duckdb/node-api";
import { askAll, ownTask, peakMegabytes, tell, TooLongError } from "./asked.ts";

const task = ownTask();
const path = `${task.folder}/duck.db`;
const instance = await DuckDBInstance.create(path, {
  threads: String(task.threads),
  // Sorts, groups and joins that need more spill to files beside the database.
  memory_limit: `${task.memory}B`,
});
const connection = await instance.connect();
const start = performance.now();
for (const name of ["events", "allocs"]) {
  const rows = `read_parquet('${task.folder}/${name}.parquet')`;
  const columns = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${rows}`)).getRows();
  // Unsigned numbers would be computed in 128 bits when combined with others; all values are below 2^63.
  const selected = columns.map(([column, type]) =>
    type === "UBIGINT" ? `"${column}"::BIGINT AS "${column}"` : `"${column}"`
  );
  await connection.run(`CREATE TABLE ${name} AS SELECT ${selected.join(", ")} FROM ${rows}`);
}
await connection.run("CHECKPOINT");
const load = performance.now() - start;
const [[events]] = (await connection.runAndReadAll("SELECT count(*) FROM events")).getRows() as [[bigint]];
const [[version]] = (await connection.runAndReadAll("SELECT version()")).getRows() as [[string]];

const bytesPerEvent = Deno.statSync(path).size / Number(events);

/** Rows of the answer, unless that takes too long. */
async function ask(text: string): Promise<number> {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    connection.interrupt();
  }, task.seconds * 1000);
  try {
    // Making objects of the rows is not part of the work.
    return (await connection.runAndReadAll(text)).currentRowCount;
  } catch (error) {
    throw isOver ? new TooLongError(String(error)) : error;
  } finally {
    clearTimeout(timer);
  }
}

await askAll(
  task,
  ask,
  (asked) =>
    tell({
      ...asked,
      load,
      bytesPerEvent,
      peakMegabytes: peakMegabytes(),
      version: version.replace(/^v/, ""),
    }),
  async (text) => (await connection.runAndReadAll(text)).getRows(),
);
connection.closeSync();
instance.closeSync();
Deno.removeSync(path);
