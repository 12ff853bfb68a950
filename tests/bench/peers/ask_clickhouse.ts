/**
 * Queries ClickHouse from a package of half a gigabyte; see `asked.ts`. `npm` installs it beside the rows, since Deno
 * requires all packages of its list to exist, those for other machines too.
 */

import { createRequire } from "node:module";
import { askAll, ownTask, peakMegabytes, tell } from "./asked.ts";

/** The part of its API that is used. */
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

/** The fraction of the query's memory that groups and sorts use before they spill to files. */
const SPILL_SHARE = 3;
const spill = Math.floor(task.memory / SPILL_SHARE);
const SETTINGS = Object.entries({
  max_threads: task.threads,
  max_memory_usage: task.memory,
  max_bytes_before_external_group_by: spill,
  max_bytes_before_external_sort: spill,
  // Otherwise a fraction of the machine's memory would also cause spilling.
  max_bytes_ratio_before_external_group_by: 0,
  max_bytes_ratio_before_external_sort: 0,
}).map(([name, value]) => `${name} = ${value}`).join(", ");

/** An answer of ClickHouse. */
function answer(text: string): { data: unknown[][]; rows: number } {
  const settings = `${SETTINGS}, join_use_nulls = 1, max_execution_time = ${task.seconds}`;
  const json = session.query(`${text} SETTINGS ${settings}`, "JSONCompact");
  try {
    return JSON.parse(json);
  } catch {
    // An error after the answer has begun is at its end.
    throw new Error(json.slice(-300));
  }
}

session.query("CREATE DATABASE bench");
session.query("USE bench");
const start = performance.now();
for (const [name, texts] of [["events", ["kind", "func", "file"]], ["allocs", ["file"]]] as const) {
  const file = `file('${task.folder}/${name}.parquet', Parquet)`;
  const replaced = texts.map((each) => `CAST(${each} AS LowCardinality(Nullable(String))) AS ${each}`);
  session.query(
    `CREATE TABLE ${name} ENGINE = MergeTree ORDER BY tuple() AS SELECT * REPLACE (${replaced.join(", ")})
     FROM ${file} SETTINGS ${SETTINGS}, max_insert_threads = 1`,
  );
}
const load = performance.now() - start;
const [[events]] = answer("SELECT count(*) FROM events").data as [[string]];
const [[bytes]] = answer(
  "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'bench'",
).data as [[string]];
const [[version]] = answer("SELECT version()").data as [[string]];
const bytesPerEvent = Number(bytes) / Number(events);

await askAll(
  task,
  (text) => Promise.resolve(answer(text).rows),
  (asked) => tell({ ...asked, load, bytesPerEvent, peakMegabytes: peakMegabytes(), version }),
);
session.cleanup();
Deno.removeSync(folder, { recursive: true });
Deno.exit(0);
