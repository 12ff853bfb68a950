/**
 * `quarry mcp` with an assistant that opens and closes traces, queries, cancels, and sends invalid messages.
 * @module
 */

import { TextLineStream } from "@std/streams/text-line-stream";
import type { Random } from "../support/random.ts";
import { Times } from "./process_figures.ts";
import { soakQuery, type SoakTraces } from "./soak_traces.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** Six million pairs in one step. */
const LONG = "events | take 2500 | join (events | take 2500 | select trace) on trace | summarize count(seq)";

/** A server with a client that never rests. */
export class SoakAssistant {
  readonly times: Times = new Times();
  cancelled = 0;
  refused = 0;
  opened = 0;
  readonly #random: Random;
  readonly #traces: SoakTraces;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<number | null, () => void>();
  #last = 0;

  private constructor(traces: SoakTraces, random: Random) {
    [this.#traces, this.#random] = [traces, random];
    const flags = ["run", "-A", "--quiet", "--no-check", "--config", `${ROOT}deno.json`, `${ROOT}cli.ts`];
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [...flags, "mcp", `run=${traces.main}`],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    void this.#read();
  }

  /** Starts the program. */
  static async start(traces: SoakTraces, random: Random): Promise<SoakAssistant> {
    const assistant = new SoakAssistant(traces, random);
    const clientInfo = { name: "soak", version: "1" };
    await assistant.#request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    await assistant.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return assistant;
  }

  /** Process of the server. */
  get pid(): number {
    return this.#child.pid;
  }

  async #read(): Promise<void> {
    const lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
    for await (const line of lines) {
      const { id, method } = JSON.parse(line as string) as { id?: number | null; method?: string };
      if (method === undefined && id !== undefined) this.#waiting.get(id)?.();
    }
  }

  async #send(message: object): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  /** Resolves when a request with this id is answered. */
  #answered(id: number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Nothing was answered to ${id}`)), 60_000);
      this.#waiting.set(id, () => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve();
      });
    });
  }

  async #request(method: string, params: object): Promise<void> {
    const id = ++this.#last;
    const start = performance.now();
    const answered = this.#answered(id);
    await this.#send({ jsonrpc: "2.0", id, method, params });
    await answered;
    this.times.add(performance.now() - start);
  }

  async #call(name: string, values: object): Promise<void> {
    await this.#request("tools/call", { name, arguments: values });
  }

  /** Performs one random step. */
  async step(): Promise<void> {
    const random = this.#random;
    const query = soakQuery(random);
    switch (random.below(14)) {
      case 0:
        return await this.#cancel();
      case 1: {
        const answered = this.#answered(null);
        await this.#writer.write(new TextEncoder().encode(random.pick(["{\n", "[]\n", "\u0001\n"])));
        this.refused++;
        return await answered;
      }
      case 2:
        this.#traces.damage();
        this.opened++;
        await this.#call("open_trace", { path: this.#traces.odd, name: "odd" });
        await this.#call("describe_trace", { trace: "odd" });
        return await this.#call("close_trace", { trace: "odd" });
      case 3:
        this.#traces.change();
        this.opened++;
        await this.#call("close_trace", { trace: "run" });
        return await this.#call("open_trace", { path: this.#traces.main, name: "run" });
      case 4:
        return await this.#call("check_query", { query });
      case 5:
        return await this.#call("describe_trace", { trace: "run" });
      case 6:
        return await this.#call("recipes", { about: random.pick(["leaks", "peak", ""]) });
      case 7:
        return await this.#request("tools/list", {});
      case 8:
        return await this.#request("resources/list", {});
      default:
        return await this.#call("run_query", { query, rows: 1 + random.below(100) });
    }
  }

  async #cancel(): Promise<void> {
    const id = ++this.#last;
    await this.#send({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "run_query", arguments: { query: LONG } },
    });
    await new Promise((resolve) => setTimeout(resolve, this.#random.below(60)));
    await this.#send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    this.cancelled++;
    // A cancelled request has no answer, but the next one has.
    await this.#request("ping", {});
  }

  /** Stops the server; returns the exit code. */
  async stop(): Promise<number> {
    await this.#writer.close();
    return (await this.#child.status).code;
  }
}
