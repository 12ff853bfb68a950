/**
 * The same scripts on Spark give the same rows as in Quarry. `QUARRY_TEST_PYSPARK` names a python that has pyspark; a
 * cluster of several processes is started like by `tools/spark/cluster.ts`.
 */
import { assertEquals } from "@std/assert";
import { later } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { SparkCluster } from "../../tools/spark/standalone.ts";
import { loseWorker } from "./lost_worker.ts";
import { askGolden, Asking, spelled } from "./corpora.ts";
import { PYSPARK, SparkEngine } from "./spark_engine.ts";

const ABSENT = PYSPARK === "" ? "QUARRY_TEST_PYSPARK names no python with pyspark" : null;

Deno.test({
  ...unless(
    [ABSENT, later],
    "Spark gives the same answer when a worker of its cluster is killed in the middle of a query",
  ),
  fn: async () => {
    const cluster = await SparkCluster.start(PYSPARK, 2);
    try {
      const spark = await SparkEngine.open(cluster.master, cluster.settings);
      const { whole, again, executors } = await loseWorker(cluster, spark);
      assertEquals(again, whole);
      assertEquals(executors, [2, 1]);
      await spark.close();
    } finally {
      await cluster.close();
    }
  },
});

Deno.test({
  ...unless([ABSENT, later], "golden queries have the same rows on Spark"),
  fn: async () => {
    const spark = await SparkEngine.open("local[2]");
    try {
      const asking = new Asking((dataset) => spark.over(dataset));
      await askGolden(asking, (file) => /^(?:lives|stages|aggregates|pivots)/.test(file));
      assertEquals(asking.unexpected.different.length, 0, spelled(asking.unexpected));
    } finally {
      await spark.close();
    }
  },
});
