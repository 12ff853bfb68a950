/**
 * A standalone cluster of Spark on this machine: a master and two workers, each a process of its own on loopback. Asks
 * the golden queries of it and of Quarry; then a query over generated rows, in the middle of which a worker is killed.
 *
 *     deno run -A --config tests/deno.json --lock tests/deno.lock tools/spark/cluster.ts PYTHON [FILE...]
 *
 * PYTHON is one that has pyspark (`python3 -m venv spark && spark/bin/pip install pyspark`); Java 17 or newer has to be
 * there. FILE are beginnings of names in tests/golden.
 * @module
 */

import { askGolden, Asking, spelled } from "../../tests/sql/corpora.ts";
import { SparkEngine } from "../../tests/sql/spark_engine.ts";

const [PYTHON = "", ...FILES] = Deno.args;
const PORT = 17077;
const MASTER = `spark://127.0.0.1:${PORT}`;
/** Rows of the query in which a worker is killed: it takes longer than starting one does. */
const ROWS = 200_000_000;
const KILL_AFTER_MS = 1500;

/** A line for who looks on. */
function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** Starts one process of the cluster; what it says is dropped. */
function start(home: string, name: string, args: readonly string[]): Deno.ChildProcess {
  // Its script knows what this version wants of Java, and becomes the process that it starts.
  return new Deno.Command(`${home}/bin/spark-class`, {
    args: [name, ...args],
    env: { SPARK_LOCAL_IP: "127.0.0.1", SPARK_HOME: home, PYSPARK_PYTHON: PYTHON },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}

/** Waits until something listens. */
async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  throw new Error(`Nothing listens at port ${port}`);
}

const sum =
  `SELECT CAST(sum(id % 1000) AS STRING), CAST(count(DISTINCT id % 9973) AS STRING) FROM range(0, ${ROWS}, 1, 64)`;

async function main(): Promise<void> {
  const found = await new Deno.Command(PYTHON, {
    args: ["-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))"],
  }).output();
  const home = new TextDecoder().decode(found.stdout).trim();
  if (home === "") throw new Error(`${PYTHON} has no pyspark`);
  Deno.env.set("QUARRY_TEST_PYSPARK", PYTHON);
  const work = await Deno.makeTempDir();
  const master = start(home, "org.apache.spark.deploy.master.Master", [
    ...["--host", "127.0.0.1", "--port", String(PORT), "--webui-port", "17080"],
  ]);
  const children = [master];
  try {
    await listening(PORT);
    const workers = [1, 2].map((number) =>
      start(home, "org.apache.spark.deploy.worker.Worker", [
        ...[
          "--host",
          "127.0.0.1",
          "--webui-port",
          String(17080 + number),
          "--cores",
          "1",
          "--memory",
          "900m",
        ],
        ...["--work-dir", `${work}/${number}`, MASTER],
      ])
    );
    children.push(...workers);
    const spark = await SparkEngine.open(MASTER, [
      "spark.executor.memory=512m",
      "spark.executor.cores=1",
      "spark.driver.host=127.0.0.1",
    ], PYTHON);
    const asking = new Asking((dataset) => spark.over(dataset));
    await askGolden(asking, (file) => FILES.length === 0 || FILES.some((each) => file.startsWith(each)));
    const { tally } = asking;
    say(`Golden queries: ${tally.same} the same, ${tally.different.length} different`);
    for (const [reason, count] of tally.refused) say(`  refused ${count}: ${reason}`);
    if (tally.different.length > 0) say(spelled(tally));
    const whole = await spark.ask(sum);
    const started = performance.now();
    const kill = setTimeout(() => {
      workers[1]!.kill("SIGKILL");
      say(`A worker is killed after ${Math.round(performance.now() - started)} ms`);
    }, KILL_AFTER_MS);
    const again = await spark.ask(sum);
    clearTimeout(kill);
    const same = JSON.stringify(whole) === JSON.stringify(again);
    say(
      `With a worker less, after ${Math.round(performance.now() - started)} ms: ${JSON.stringify(again)}, ${
        same ? "the same" : `different from ${JSON.stringify(whole)}`
      }`,
    );
    await spark.close();
    if (!same || tally.different.length > 0) Deno.exitCode = 1;
  } finally {
    for (const child of children) {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended already.
      }
    }
    await Deno.remove(work, { recursive: true }).catch(() => {});
  }
}

await main();
