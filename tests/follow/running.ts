/** A process of the program that runs during a test. */
import { assertMatch } from "@std/assert";
import { programCommand } from "../cli/program.ts";

/** Options of the process. */
interface RunningOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: "null" | "piped";
}

/** A running program, and its output so far. */
export class Running implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #done: Promise<unknown>;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>> | undefined;
  #changed = Promise.withResolvers<void>();
  /** Its standard output. */
  out = "";
  /** Its standard error. */
  err = "";

  constructor(args: readonly string[], { env = {}, stdin = "null" }: RunningOptions = {}) {
    const pipes = { stdin, stdout: "piped", stderr: "piped", env: { NO_COLOR: "", ...env } } as const;
    this.#child = programCommand(args, pipes).spawn();
    this.#input = stdin === "piped" ? this.#child.stdin.getWriter() : undefined;
    this.#done = Promise.all([
      this.#gather(this.#child.stdout, (text) => this.out += text),
      this.#gather(this.#child.stderr, (text) => this.err += text),
    ]);
  }

  async #gather(
    stream: ReadableStream<Uint8Array<ArrayBuffer>>,
    take: (text: string) => void,
  ): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      take(text);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }
    this.#changed.resolve();
  }

  /** Waits until either stream matches; fails if the program ends before. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.out) && !pattern.test(this.err)) {
      const ended = await Promise.race([
        this.#changed.promise.then(() => false),
        this.#done.then(() => true),
      ]);
      if (ended) return assertMatch(this.out + this.err, pattern);
    }
  }

  /** Writes to its standard input. */
  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#input!.write(bytes);
  }

  /** Closes its standard input. */
  async closeInput(): Promise<void> {
    await this.#input!.close();
  }

  /** Waits for its end; returns its exit code. */
  async end(): Promise<number> {
    const { code } = await this.#child.status;
    await this.#done;
    return code;
  }

  /** Sends a signal. */
  kill(signal: Deno.Signal = "SIGINT"): void {
    this.#child.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // The process has ended.
    }
    await this.end();
  }
}
