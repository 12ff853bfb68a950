/**
 * `quarry serve` with pages that query, scroll, cancel and leave, and with unauthorized clients.
 * @module
 */

import { RawClient } from "../serve/http_support.ts";
import type { Random } from "../support/random.ts";
import { Times } from "./process_figures.ts";
import { soakQuery, type SoakTraces } from "./soak_traces.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** Six million pairs in one step. */
const LONG = "events | take 2500 | join (events | take 2500 | select trace) on trace | summarize count(seq)";

/** A server with clients that never rest. */
export class SoakWorkbench {
  readonly times: Times = new Times();
  cancelled = 0;
  refused = 0;
  readonly #random: Random;
  readonly #child: Deno.ChildProcess;
  readonly #address: URL;
  #result = 0;

  private constructor(child: Deno.ChildProcess, address: URL, random: Random) {
    [this.#child, this.#address, this.#random] = [child, address, random];
  }

  /** Starts the program. */
  static async start(traces: SoakTraces, random: Random): Promise<SoakWorkbench> {
    const flags = ["run", "-A", "--quiet", "--no-check", "--config", `${ROOT}deno.json`, `${ROOT}cli.ts`];
    const child = new Deno.Command(Deno.execPath(), {
      args: [...flags, "serve", "--port", "0", "--sources", traces.folder, `run=${traces.main}`],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let printed = "";
    while (!printed.includes("\n")) printed += (await reader.read()).value ?? "\n";
    void reader.cancel();
    return new SoakWorkbench(child, new URL(printed.trim()), random);
  }

  /** Process of the server. */
  get pid(): number {
    return this.#child.pid;
  }

  async #ask(path: string, body: object, signal?: AbortSignal): Promise<string> {
    const start = performance.now();
    const response = await fetch(new URL(`api/${path}`, this.#address), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${path}: ${text}`);
    this.times.add(performance.now() - start);
    return text;
  }

  async #run(body: { readonly text: string; readonly drawn?: boolean }): Promise<void> {
    for (const line of (await this.#ask("run", body)).trim().split("\n")) {
      const { t, result } = JSON.parse(line) as { t: string; result?: number };
      if (t === "rows" && result) this.#result = result;
    }
  }

  /** Performs one random step. */
  async step(): Promise<void> {
    const random = this.#random;
    const text = soakQuery(random);
    const result = this.#result;
    switch (random.below(14)) {
      case 0:
        return await this.#cancel();
      case 1:
        return await this.#refuse();
      case 2:
        await (await fetch(this.#address)).text();
        await this.#ask("traces", { steps: 100 * random.below(10) });
        return;
      case 3:
        return void await this.#ask("rows", { result, from: random.below(100), count: 50 });
      case 4:
        return void await this.#ask("cell", { result, row: 0, column: random.below(3) });
      case 5:
        return void await this.#ask("complete", { text, offset: random.below(text.length) });
      case 6:
        return void await this.#ask("hover", { text, offset: random.below(text.length) });
      case 7:
        return void await this.#ask("check", { text });
      case 8:
        return void await this.#ask("within", { text, filters: [`size > ${random.below(100)}`] });
      case 9:
        return void await this.#ask("source", { file: random.pick(["main.mtrc", "a.c", "../x"]) });
      case 10:
        return await this.#run({ text, drawn: true });
      default:
        return await this.#run({ text });
    }
  }

  /** A page leaves while its query runs. */
  async #cancel(): Promise<void> {
    const stop = new AbortController();
    const run = this.#ask("run", { text: LONG }, stop.signal).catch(() => void this.cancelled++);
    await new Promise((resolve) => setTimeout(resolve, this.#random.below(100)));
    stop.abort();
    await run;
  }

  /** A client without the token, or without a valid request. */
  async #refuse(): Promise<void> {
    const client = await RawClient.open(Number(this.#address.port));
    const announced = `POST /x/ HTTP/1.1\r\nHost: ${this.#address.host}\r\nContent-Length: 100000\r\n\r\n`;
    await client.send(this.#random.pick([announced, "GET / HT", "\x16\x03\x01\r\n\r\n", "x".repeat(50_000)]))
      .catch(() => {});
    if (this.#random.oneIn(2)) await new Promise((resolve) => setTimeout(resolve, 10));
    client.close();
    this.refused++;
  }

  /** Stops the server with Ctrl-C; returns the exit code. */
  async stop(): Promise<number> {
    this.#child.kill("SIGINT");
    return (await this.#child.status).code;
  }
}
