/**
 * A part of the bench of datasets, in its own process, so that it can be stopped. It prints its results as lines of
 * JSON:
 *
 *     dataset_part.ts export IN OUT THREADS            { wall, cpu }
 *     dataset_part.ts copy DATASET THREADS CODEC...    { codec, rows, bytes, wall, cpu }, a line per codec
 *     dataset_part.ts ask ENGINE DATASET QUERY...      { version }, then { query, wall, cpu } or { query, failed }
 *
 * @module
 */

import { DuckDBInstance } from "@duckdb/node-api";
import { main } from "../../../src/cli/main.ts";
import { openDataset } from "../../../src/cli/dataset_folder.ts";
import { bindScript, parseScript } from "../../../src/language/script.ts";
import { EMPTY_ENVIRONMENT } from "../../../src/query/analysis/environment.ts";
import { translate } from "../../../src/sql/translate.ts";
import { fakeHost } from "../../cli/fake_host.ts";
import { chdbEngine } from "../../sql/chdb_engine.ts";
import { DuckEngine } from "../../sql/duckdb_engine.ts";
import type { Engine } from "../../sql/engine_answers.ts";
import { SparkEngine } from "../../sql/spark_engine.ts";
import { type Spent, spent } from "../process_time.ts";

/** A question that takes longer runs only once. */
const LONG_SECONDS = 20;

// deno-lint-ignore no-console
const say = (news: unknown): void => console.log(JSON.stringify(news));

async function exportAll(from: string, to: string, threads: string): Promise<void> {
  const host = fakeHost();
  const args = ["export", from, "--to", "dataset", "-o", to, "--no-cache", "--threads", threads];
  const figures = await spent(async () => {
    if (await main(args, host) !== 0) throw new Error(host.written.err);
  });
  say(figures);
}

/** DuckDB writes all tables of a dataset, each into one file, from its memory. */
async function copyAll(dataset: string, threads: string, codecs: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:", { threads });
  const connection = await instance.connect();
  const names = new Set<string>();
  for (const { name } of Deno.readDirSync(dataset)) {
    for (const file of Deno.readDirSync(`${dataset}/${name}`)) {
      if (file.name.endsWith(".parquet")) names.add(file.name.replace(".parquet", ""));
    }
  }
  let rows = 0;
  for (const name of names) {
    await connection.run(
      `CREATE TABLE "${name}" AS SELECT * FROM read_parquet('${dataset}/*/${name}.parquet', hive_partitioning = false)`,
    );
    const [[count]] = (await connection.runAndReadAll(`SELECT count(*) FROM "${name}"`)).getRows() as [
      [bigint],
    ];
    rows += Number(count);
  }
  const file = `${dataset}.copy`;
  for (const codec of codecs) {
    let bytes = 0;
    const figures = await spent(async () => {
      for (const name of names) {
        await connection.run(`COPY "${name}" TO '${file}' (FORMAT parquet, COMPRESSION ${codec})`);
        bytes += Deno.statSync(file).size;
      }
    });
    say({ codec, rows, bytes, ...figures });
  }
  Deno.removeSync(file);
}

/** An engine with as many threads as there are cores, and its version. */
async function openEngine(
  name: string,
  dataset: ReturnType<typeof openDataset>,
): Promise<{ readonly engine: Engine; readonly version: string }> {
  const threads = navigator.hardwareConcurrency;
  const column = [{ name: "version", type: "text", display: "plain" }] as const;
  if (name === "Spark") {
    const spark = await SparkEngine.open(`local[${threads}]`, ["spark.driver.memory=4g"]);
    const [[version]] = await spark.ask("SELECT version()") as [[string]];
    return { engine: spark.over(dataset), version: version.split(" ")[0]! };
  }
  const engine = name === "DuckDB" ? (await DuckEngine.open(threads)).over(dataset) : chdbEngine()(dataset);
  const settings = name === "DuckDB" ? "" : " SETTINGS max_threads = 0";
  const [[version]] = await engine.run(`SELECT version()${settings}`, column) as [[string]];
  return { engine, version: version.replace(/^v/, "") };
}

async function askAll(name: string, folder: string, queries: readonly string[]): Promise<void> {
  const dataset = openDataset(folder);
  const { engine: { dialect, run }, version } = await openEngine(name, dataset);
  say({ version });
  for (const query of queries) {
    const { statements } = bindScript(parseScript(query), dataset, EMPTY_ENVIRONMENT);
    const { columns } = statements[0]!.plan;
    const { sql } = translate(statements, { dialect, dataset, source: query })[0]!;
    try {
      const ask = (): Promise<Spent> => spent(() => run(sql, columns));
      const first = await ask();
      const second = first.wall > LONG_SECONDS ? first : await ask();
      say({ query, ...(second.wall < first.wall ? second : first) });
    } catch (error) {
      say({ query, failed: (error as Error).message.split("\n")[0]!.slice(0, 200) });
    }
  }
}

const [part, ...rest] = Deno.args;
if (part === "export") await exportAll(rest[0]!, rest[1]!, rest[2]!);
else if (part === "copy") await copyAll(rest[0]!, rest[1]!, rest.slice(2));
else await askAll(rest[0]!, rest[1]!, rest.slice(2));
Deno.exit();
