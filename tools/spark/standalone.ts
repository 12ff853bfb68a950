/**
 * A standalone cluster of Spark on this machine: a master and workers, each a separate process on loopback.
 * @module
 */

/** Settings of sessions: an executor of each worker, small enough for the machine of a developer. */
const SETTINGS = [
  "spark.executor.memory=512m",
  "spark.executor.cores=1",
  "spark.driver.host=127.0.0.1",
  "spark.driver.memory=900m",
];
/** How long a process may take to listen, in half seconds. */
const TRIES = 240;

/** A running cluster. */
export class SparkCluster {
  /** Its address for sessions. */
  readonly master: string;
  /** Settings of sessions. */
  readonly settings: readonly string[] = SETTINGS;
  readonly #children: Deno.ChildProcess[] = [];
  readonly #work: string;

  private constructor(master: string, work: string) {
    this.master = master;
    this.#work = work;
  }

  /** Starts a master and workers; `python` is one with pyspark, which includes all programs. */
  static async start(python: string, workers: number): Promise<SparkCluster> {
    const home = await homeOf(python);
    const port = freePort();
    const cluster = new SparkCluster(`spark://127.0.0.1:${port}`, await Deno.makeTempDir());
    const run = (name: string, args: readonly string[]): void => {
      // Its script knows the Java options of this version, and becomes the process that it starts.
      const child = new Deno.Command(`${home}/bin/spark-class`, {
        args: [`org.apache.spark.deploy.${name}`, ...args],
        env: {
          ...{ SPARK_LOCAL_IP: "127.0.0.1", SPARK_HOME: home, PYSPARK_PYTHON: python },
          SPARK_DAEMON_MEMORY: "256m",
        },
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn();
      cluster.#children.push(child);
    };
    try {
      run("master.Master", ["--host", "127.0.0.1", "--port", `${port}`, "--webui-port", `${freePort()}`]);
      await listening(port);
      for (let number = 0; number < workers; number++) {
        const size = ["--cores", "1", "--memory", "900m", "--work-dir", `${cluster.#work}/${number}`];
        run("worker.Worker", [
          ...["--host", "127.0.0.1", "--webui-port", `${freePort()}`],
          ...size,
          cluster.master,
        ]);
      }
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  /** Kills a worker as if its machine lost power, together with its executor. */
  kill(worker: number): void {
    this.#children[worker + 1]!.kill("SIGKILL");
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    for (const child of this.#children) {
      try {
        child.kill("SIGTERM");
      } catch {
        // The process has ended already.
      }
    }
    await Promise.all(this.#children.map(({ status }) => status));
    await Deno.remove(this.#work, { recursive: true }).catch(() => {});
  }
}

/** The folder of Spark in a Python installation. Throws if there is none. */
async function homeOf(python: string): Promise<string> {
  const { stdout } = await new Deno.Command(python, {
    args: ["-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))"],
  }).output();
  const home = new TextDecoder().decode(stdout).trim();
  if (home === "") throw new Error(`${python} has no pyspark`);
  return home;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

/** Waits until a port accepts connections. */
async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  throw new Error(`Nothing listens at port ${port}`);
}
