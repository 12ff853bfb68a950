/**
 * Starts a standalone cluster of Spark on this machine, a master and two workers as processes on loopback, and runs
 * corpora on it and in Quarry. With --lose, a worker is then killed in the middle of a query.
 *
 *     deno run -A --config tests/deno.json --lock tests/deno.lock tools/spark/cluster.ts PYTHON [--lose] [CORPUS...]
 *
 * PYTHON is one that has pyspark (`python3 -m venv spark && spark/bin/pip install pyspark`); Java 17 or newer is
 * required. CORPUS is golden, golden:FILE, recipes or random:FIRST+WORLDS. Without any, the cluster waits for `quarry
 * query --engine spark --server` with the printed address, until Ctrl-C.
 * @module
 */

import { askCorpora } from "../../tests/sql/asked_corpora.ts";
import { loseWorker } from "../../tests/sql/lost_worker.ts";
import { SparkEngine } from "../../tests/sql/spark_engine.ts";
import { tell } from "../commands.ts";
import { SparkCluster } from "./standalone.ts";

/**
 * Settings for thousands of short queries: Spark's optimizations for many rows take longer than they save with few, and
 * its records about each query fill the memory of the driver.
 */
const SHORT_QUESTIONS = [
  "spark.driver.memory=2500m",
  ...["driver", "executor"].map((part) => `spark.${part}.extraJavaOptions=-XX:+UseSerialGC`),
  ...["retainedJobs", "retainedStages", "retainedTasks"].map((what) => `spark.ui.${what}=20`),
  "spark.sql.adaptive.enabled=false",
  "spark.sql.codegen.factoryMode=NO_CODEGEN",
  "spark.sql.codegen.wholeStage=false",
  "spark.sql.shuffle.partitions=2",
  "spark.sql.ui.retainedExecutions=20",
];

/** Starts the cluster and runs the corpora; returns the exit code. */
async function main([python = "", ...args]: readonly string[]): Promise<number> {
  const corpora = args.filter((each) => each !== "--lose");
  const loses = args.length > corpora.length;
  const cluster = await SparkCluster.start(python, 2);
  try {
    tell(`The master is ${cluster.master}`);
    if (args.length === 0) {
      await new Promise<void>((resolve) => Deno.addSignalListener("SIGINT", resolve));
      return 0;
    }
    const spark = await SparkEngine.open(cluster.master, [...cluster.settings, ...SHORT_QUESTIONS], python);
    let right = await askCorpora((dataset) => spark.over(dataset), corpora, tell);
    if (loses) {
      const { whole, again, executors, milliseconds } = await loseWorker(cluster, spark);
      const same = JSON.stringify(whole) === JSON.stringify(again);
      tell(
        `With a worker less, after ${milliseconds} ms and with ${executors.join(", then ")} executors: ` +
          `${JSON.stringify(again)}, ${same ? "the same" : `different from ${JSON.stringify(whole)}`}`,
      );
      right &&= same;
    }
    await spark.close();
    return right ? 0 : 1;
  } finally {
    await cluster.close();
  }
}

Deno.exit(await main(Deno.args));
