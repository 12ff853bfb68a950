/**
 * Starts a standalone cluster of Spark on this machine, a master and two workers as processes on loopback, and asks the
 * golden queries of it and of Quarry. With --lose a query follows in the middle of which a worker is killed.
 *
 *     deno run -A --config tests/deno.json --lock tests/deno.lock tools/spark/cluster.ts PYTHON [--lose] [FILE...]
 *
 * PYTHON is one that has pyspark (`python3 -m venv spark && spark/bin/pip install pyspark`); Java 17 or newer has to be
 * there. FILE are beginnings of names in tests/golden. Without any, the cluster waits for `quarry query --engine spark
 * --server` with the address that it says, until Ctrl-C.
 * @module
 */

import { askGolden, Asking, goldenFiles, spelled } from "../../tests/sql/corpora.ts";
import { loseWorker } from "../../tests/sql/lost_worker.ts";
import { SparkEngine } from "../../tests/sql/spark_engine.ts";
import { SparkCluster } from "./standalone.ts";

/** A line for who looks on. */
function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** The golden queries of files; whether none differs. */
async function golden(spark: SparkEngine, files: readonly string[]): Promise<boolean> {
  let [same, different] = [0, 0];
  for (const file of goldenFiles().filter((name) => files.some((each) => name.startsWith(each)))) {
    const asking = new Asking((dataset) => spark.over(dataset));
    await askGolden(asking, (each) => each === file);
    const { tally } = asking;
    same += tally.same;
    different += tally.different.length;
    say(`${file}: ${tally.same} the same, ${tally.different.length} different`);
    for (const [reason, count] of tally.refused) say(`  refused ${count}: ${reason}`);
    if (tally.different.length > 0) say(spelled(tally));
  }
  say(`Golden queries: ${same} the same, ${different} different`);
  return different === 0;
}

async function main([python = "", ...args]: readonly string[]): Promise<number> {
  const files = args.filter((each) => each !== "--lose");
  const loses = args.length > files.length;
  const cluster = await SparkCluster.start(python, 2);
  try {
    say(`The master is ${cluster.master}`);
    if (args.length === 0) {
      await new Promise<void>((resolve) => Deno.addSignalListener("SIGINT", resolve));
      return 0;
    }
    const spark = await SparkEngine.open(cluster.master, cluster.settings, python);
    let right = files.length === 0 || await golden(spark, files);
    if (loses) {
      const { whole, again, executors, milliseconds } = await loseWorker(cluster, spark);
      const same = JSON.stringify(whole) === JSON.stringify(again);
      say(
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
