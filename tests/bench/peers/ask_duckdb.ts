/** Asks DuckDB over a database of its own; see `asked.ts`. */

import { DuckDBInstance } from "@duckdb/node-api";
import { askAll, ownTask, peakMegabytes, tell } from "./asked.ts";

const task = ownTask();
const path = `${task.folder}/duck.db`;
const instance = await DuckDBInstance.create(path, { threads: String(task.threads) });
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

const asked = await askAll(task, async (text) => {
  const reader = await connection.runAndReadAll(text);
  return reader.getRows().length;
});
tell({
  ...asked,
  load,
  bytesPerEvent: Deno.statSync(path).size / Number(events),
  peakMegabytes: peakMegabytes(),
  version: version.replace(/^v/, ""),
});
connection.closeSync();
instance.closeSync();
Deno.removeSync(path);
