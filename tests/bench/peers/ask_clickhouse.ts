/**
 * Asks ClickHouse, out of a package of half a gigabyte; see `asked.ts`. `npm` installs it beside the rows, since Deno wants all
 * packages of its list to exist, those for other machines too.
 */

import { createRequire } from "node:module";
import { askAll, ownTask, peakMegabytes, tell } from "./asked.ts";

/** What is used of it. */
interface ClickHouse {
  query(text: string, format?: string): string;
  cleanup(): void;
}

const task = ownTask();
const { Session } = createRequire(`${task.packages}/package.json`)("chdb") as {
  Session: new (folder: string) => ClickHouse;
};
const folder = `${task.folder}/clickhouse`;
const session = new Session(folder);

/** An answer of it; memory for answers is as large as it wants. */
function answer(text: string): { data: unknown[][]; rows: number } {
  return JSON.parse(
    session.query(`${text} SETTINGS max_threads = ${task.threads}, join_use_nulls = 1`, "JSONCompact"),
  );
}

session.query("CREATE DATABASE bench");
session.query("USE bench");
const start = performance.now();
for (const [name, texts] of [["events", ["kind", "func", "file"]], ["allocs", ["file"]]] as const) {
  const file = `file('${task.folder}/${name}.parquet', Parquet)`;
  const replaced = texts.map((each) => `CAST(${each} AS LowCardinality(Nullable(String))) AS ${each}`);
  session.query(
    `CREATE TABLE ${name} ENGINE = MergeTree ORDER BY tuple() AS SELECT * REPLACE (${replaced.join(", ")})
     FROM ${file} SETTINGS max_threads = ${task.threads}, max_insert_threads = 1`,
  );
}
const load = performance.now() - start;
const [[events]] = answer("SELECT count(*) FROM events").data as [[string]];
const [[bytes]] = answer(
  "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'bench'",
).data as [[string]];
const [[version]] = answer("SELECT version()").data as [[string]];

const asked = await askAll(task, (text) => Promise.resolve(answer(text).rows));
tell({
  ...asked,
  load,
  bytesPerEvent: Number(bytes) / Number(events),
  peakMegabytes: peakMegabytes(),
  version,
});
session.cleanup();
Deno.removeSync(folder, { recursive: true });
Deno.exit(0);
