/** A query during which a worker of a cluster is killed. */

import type { SparkCluster } from "../../tools/spark/standalone.ts";
import { Temporary } from "../support/temporary.ts";
import { writeDataset } from "./dataset_folder.ts";
import { sampleSession } from "../support/sample_session.ts";
import { DIALECTS, translate } from "../../src/sql/translate.ts";
import type { SparkEngine } from "./spark_engine.ts";

/** Number of times that each row is computed: the query takes longer than losing a worker. */
const TIMES = 60_000;
const KILL_AFTER_MS = 2000;

/** The observations. */
interface Loss {
  /** The answer with two workers. */
  readonly whole: unknown;
  /** The answer while one of them is lost. */
  readonly again: unknown;
  /** Number of executors before and afterwards. */
  readonly executors: readonly number[];
  /** Duration of the second query. */
  readonly milliseconds: number;
}

/** Runs a query twice on a cluster of two workers, and kills one during the second run. */
export async function loseWorker(cluster: SparkCluster, spark: SparkEngine): Promise<Loss> {
  using folder = Temporary.folder();
  const session = await sampleSession({ a: "testdata/mpatrol/pool-threads-le64/trace.mtrc" });
  const dataset = await writeDataset(session, folder.path);
  const source = "events | by func, kind: n = count(), bytes = sum(size)";
  const [made] = translate(session.prepare(source).statements, {
    dialect: DIALECTS.spark,
    dataset,
    source,
  });
  // The rows of the query repeated, in tasks of which most are still waiting when the worker is lost.
  const sql =
    `SELECT /*+ REPARTITION(1) */ kind, CAST(sum(n * (id % 7)) AS STRING), CAST(sum(bytes % (id + 1)) AS STRING) ` +
    `FROM (${made!.sql}) CROSS JOIN range(0, ${TIMES}, 1, 48) GROUP BY kind ORDER BY kind`;
  const whole = await spark.ask(sql);
  const before = await spark.executors();
  const started = performance.now();
  const kill = setTimeout(() => cluster.kill(1), KILL_AFTER_MS);
  const again = await spark.ask(sql);
  const milliseconds = Math.round(performance.now() - started);
  clearTimeout(kill);
  if (milliseconds < KILL_AFTER_MS) throw new Error("The query ended before the worker was lost");
  return { whole, again, executors: [before, await spark.executors()], milliseconds };
}
