/**
 * What a dataset costs: its size beside the traces, the processor time of an export beside that of DuckDB's COPY of the same
 * rows, what scans take, and what queries of Quarry take on all engines that are there. Prints Markdown.
 *
 *     deno run -A --no-check --config tests/deno.json --lock tests/deno.lock tests/bench/dataset_bench.ts [TRACES] [EVENTS]
 *
 * ClickHouse is asked where QUARRY_TEST_CHDB names a folder with the package chdb, Spark (two threads of one process) where
 * QUARRY_TEST_PYSPARK names a python that has pyspark.
 * @module
 */

import process from "node:process";
import { DuckDBInstance } from "@duckdb/node-api";
import { main } from "../../src/cli/main.ts";
import { grouped } from "../../src/base/grouped.ts";
import { openDataset } from "../../src/cli/dataset_folder.ts";
import { bindScript, parseScript } from "../../src/language/script.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { translate } from "../../src/sql/translate.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";
import { fakeHost } from "../cli/fake_host.ts";
import { CHDB_FOLDER, chdbEngine } from "../sql/chdb_engine.ts";
import { DuckEngine } from "../sql/duckdb_engine.ts";
import type { Engine } from "../sql/engine_answers.ts";
import { PYSPARK, SparkEngine } from "../sql/spark_engine.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { writePieces } from "./write_pieces.ts";

/** What stands in the record of a trace. */
interface DatasetFacts {
  readonly tables: Readonly<
    Record<string, { readonly rows: number; readonly rowGroups: number; readonly bytes: number }>
  >;
}

/** Seconds that passed, and seconds of all processors. */
interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

const [traces = 4, events = 1_000_000] = Deno.args.map(Number);
const folder = Deno.makeTempDirSync({ prefix: "quarry-dataset-" });
// deno-lint-ignore no-console
const print = (line: string): void => console.log(line);
/** Line after line: what was measured stays when a later part does not end. */
const say = (what: string, figure: string): void => print(`| ${what} | ${figure} |`);
const megabytes = (bytes: number): string => `${grouped(Math.round(bytes / 1e6))} MB`;
const rate = (rows: number, seconds: number): string => `${(rows / seconds / 1e6).toFixed(2)} M rows/s`;
const seconds = ({ wall, cpu }: Spent): string => `${wall.toFixed(2)} s (${cpu.toFixed(2)} s of processors)`;

async function exportTo(place: string, threads: number): Promise<Spent> {
  return await spent(async () => {
    const host = fakeHost();
    const args = [
      "export",
      `${folder}/in`,
      "--to",
      "dataset",
      "-o",
      place,
      "--no-cache",
      "--threads",
      `${threads}`,
    ];
    if (await main(args, host) !== 0) throw new Error(host.written.err);
  });
}

/** Queries of Quarry; engines are asked each of them twice, and the second answer counts. */
const QUERIES = [
  "events | by func: n = count(), bytes = sum(size) | top 5 by bytes",
  `events of "1.mtrc" | by func: n = count(), bytes = sum(size) | top 5 by bytes`,
  "leaks | by trace: n = count(), bytes = sum(size) | top 5 by bytes",
  "live @ 50% | by func: n = count(), bytes = sum(size) | top 5 by bytes",
];

/** How long queries take on an engine. */
async function askEngine(title: string, dataset: SqlDataset, { dialect, run }: Engine): Promise<void> {
  const catalog = openDataset(dataset.folder);
  for (const source of QUERIES) {
    const { statements } = bindScript(parseScript(source), catalog, EMPTY_ENVIRONMENT);
    const { columns } = statements[0]!.plan;
    const { sql } = translate(statements, { dialect, dataset, source })[0]!;
    await run(sql, columns);
    say(`${title}: \`${source.replaceAll("|", "\\|")}\``, seconds(await spent(() => run(sql, columns))));
  }
}

try {
  Deno.mkdirSync(`${folder}/in`);
  print("| What | Figure |\n| --- | --- |");
  let traceBytes = 0;
  for (let seed = 1; seed <= traces; seed++) {
    const path = `${folder}/in/${seed}.mtrc`;
    writePieces(path, generateMtrc({ events, seed }));
    traceBytes += Deno.statSync(path).size;
  }
  const place = `${folder}/out`;
  const one = await exportTo(place, 1);
  const facts = [...Deno.readDirSync(place)].map(({ name }) =>
    JSON.parse(Deno.readTextFileSync(`${place}/${name}/_quarry.json`)) as DatasetFacts
  );
  const tables = facts.flatMap((each) => Object.values(each.tables));
  const sum = (of: (table: (typeof tables)[number]) => number): number =>
    tables.reduce((all, each) => all + of(each), 0);
  const [rows, bytes] = [sum((each) => each.rows), sum((each) => each.bytes)];
  say("traces, events each", `${traces}, ${grouped(events)}`);
  say("trace files", megabytes(traceBytes));
  say(
    "dataset",
    `${megabytes(bytes)}, ${grouped(tables.length)} files, ${
      grouped(sum((each) => each.rowGroups))
    } row groups`,
  );
  say("dataset / traces", (bytes / traceBytes).toFixed(2));
  say("rows of all tables", grouped(rows));
  say("export, one thread, with loading", `${seconds(one)}, ${rate(rows, one.cpu)} per core`);
  const cores = navigator.hardwareConcurrency;
  const all = await exportTo(`${folder}/again`, cores);
  say(`export, ${cores} threads`, `${seconds(all)}, ${rate(rows, all.wall)}`);
  Deno.removeSync(`${folder}/again`, { recursive: true });

  const instance = await DuckDBInstance.create(`${folder}/duck.db`, { threads: "1" });
  const connection = await instance.connect();
  const first = [...Deno.readDirSync(place)].map(({ name }) => name).sort()[0]!;
  const names = Object.keys(facts[0]!.tables);
  let copied = 0;
  for (const name of names) {
    await connection.run(
      `CREATE TABLE "${name}" AS SELECT * FROM read_parquet('${place}/${first}/${name}.parquet', hive_partitioning = false)`,
    );
    copied += facts[0]!.tables[name]!.rows;
  }
  for (const codec of ["snappy", "zstd"]) {
    let size = 0;
    const copy = await spent(async () => {
      for (const name of names) {
        const file = `${folder}/copy.parquet`;
        await connection.run(`COPY "${name}" TO '${file}' (FORMAT parquet, COMPRESSION ${codec})`);
        size += Deno.statSync(file).size;
      }
    });
    say(
      `DuckDB COPY of one trace, ${codec}, one thread, rows in its memory`,
      `${seconds(copy)}, ${rate(copied, copy.cpu)}; ${megabytes(size)} beside ${megabytes(bytes / traces)}`,
    );
  }
  const from = (table: string): string =>
    `read_parquet('${place}/trace=*/${table}.parquet', hive_partitioning = true)`;
  const scans = {
    "all traces: bytes by func": `SELECT func, sum(size) FROM ${from("events")} GROUP BY func`,
    "one trace: the same (partition)": `SELECT func, sum(size) FROM ${
      from("events")
    } WHERE trace = '1.mtrc' GROUP BY func`,
    "all traces: 1000 events by seq (statistics)": `SELECT count(*), sum(size) FROM ${
      from("events")
    } WHERE seq BETWEEN ${events >> 1} AND ${(events >> 1) + 999}`,
    "all traces: live in the middle (sizes)": `SELECT trace, count(*), sum(size) FROM ${from("sizes")}
       WHERE "from" <= ${events >> 1} AND ("to" > ${events >> 1} OR "to" IS NULL) GROUP BY trace`,
    "all traces: rows (footers)": `SELECT count(*) FROM ${from("events")}`,
  };
  for (const [what, sql] of Object.entries(scans)) {
    await connection.runAndReadAll(sql);
    say(`DuckDB, one thread, ${what}`, seconds(await spent(() => connection.runAndReadAll(sql))));
  }
  connection.closeSync();
  instance.closeSync();
  const dataset = openDataset(place);
  const duck = await DuckEngine.open();
  await askEngine("DuckDB, one thread", dataset, duck.over(dataset));
  duck.close();
  if (CHDB_FOLDER !== "") await askEngine("ClickHouse", dataset, chdbEngine()(dataset));
  if (PYSPARK !== "") {
    // Its processors are those of another process.
    const spark = await SparkEngine.open("local[2]");
    await askEngine("Spark, two threads", dataset, spark.over(dataset));
    await spark.close();
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}
Deno.exit();
