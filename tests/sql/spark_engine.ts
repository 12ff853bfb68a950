/** Spark through Python, for comparisons: one process that answers statement after statement. */

import { TextLineStream } from "@std/streams/text-line-stream";
import { valueOf } from "../../src/sql/engines/engine.ts";
import { SPARK_SESSION } from "../../src/sql/engines/spark.ts";
import { spark } from "../../src/sql/dialects/spark.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";
import type { Value } from "../query/oracle/tables.ts";
import type { Engine } from "./engine_answers.ts";

const SCRIPT = new URL("../../tools/spark/ask.py", import.meta.url);

/** A python that has pyspark; empty if there is none. */
export const PYSPARK: string = Deno.env.get("QUARRY_TEST_PYSPARK") ?? "";

/** A session of Spark. */
export class SparkEngine {
  readonly #child: Deno.ChildProcess;
  readonly #lines: ReadableStreamDefaultReader<string>;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    const texts: ReadableStream<string> = child.stdout.pipeThrough(new TextDecoderStream());
    this.#lines = (texts.pipeThrough(new TextLineStream()) as ReadableStream<string>).getReader();
    this.#input = child.stdin.getWriter();
  }

  /** Connects a session to a master: `local[2]`, `spark://…`. */
  static async open(
    master: string,
    settings: readonly string[] = [],
    python: string = PYSPARK,
  ): Promise<SparkEngine> {
    const child = new Deno.Command(python, {
      args: [SCRIPT.pathname, master, ...SPARK_SESSION, ...settings],
      env: { SPARK_LOCAL_IP: "127.0.0.1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const engine = new SparkEngine(child);
    await engine.#lines.read();
    return engine;
  }

  /** The engine over a dataset. */
  over(dataset: SqlDataset): Engine {
    return {
      dialect: spark,
      dataset,
      run: async (sql, columns) => {
        const rows = await this.ask(sql);
        return rows.map((row) => row.map((value, at) => valueOf(value, columns[at]!.type) as Value));
      },
    };
  }

  /** The rows of a statement as returned by the program. */
  async ask(sql: string | null): Promise<unknown[][]> {
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify({ sql })}\n`));
    const { value = "{}" } = await this.#lines.read();
    const answer = JSON.parse(value) as { rows?: unknown[][]; error?: string };
    if (answer.rows === undefined) throw new Error(answer.error ?? "Spark ended");
    return answer.rows;
  }

  /** Number of executors of the session. */
  async executors(): Promise<number> {
    return Number((await this.ask(null))[0]![0]);
  }

  async close(): Promise<void> {
    await this.#input.close();
    await this.#child.status;
    await this.#lines.cancel();
  }
}
