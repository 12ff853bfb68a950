/** Asks DuckDB over a database of its own; see `asked.ts`. */

import { DuckDBInstance } from "@duckdb/node-api";
import { askAll, ownTask, peakMegabytes, tell, TooLongError } from "./asked.ts";

const task = ownTask();
const path = `${task.folder}/duck.db`;
const instance = await DuckDBInstance.create(path, {
  threads: String(task.threads),
  // Beyond it, what sorts, groups and joins cannot hold lies beside the database.
  memory_limit: `${task.memory}B`,
});
const connection = await instance.connect();
const start = performance.now();
for (const name of ["events", "allocs"]) {
  await connection.run(
    `CREATE TABLE ${name} AS SELECT * FROM read_parquet('${task.folder}/${name}.parquet')`,
  );
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
    return (await connection.runAndReadAll(text)).getRows().length;
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
);
connection.closeSync();
instance.closeSync();
Deno.removeSync(path);
