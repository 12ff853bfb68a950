/**
 * The prompt in a real terminal (by `script` of util-linux) with a simulated user who types queries, opens and closes
 * traces, and presses Ctrl-C.
 * @module
 */

import type { Random } from "../support/random.ts";
import { lastChild, Times } from "./process_figures.ts";
import { soakQuery, type SoakTraces } from "./soak_traces.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** Six million pairs in one step. */
const LONG = "events | take 2500 | join (events | take 2500 | select trace) on trace | summarize count(seq)";
/** Length of the screen output that is kept: more than one answer. */
const REMEMBERED = 1 << 16;
const HEARD_MS = 1000;
const PATIENCE_MS = 60_000;
const QUIET_MS = 1500;
const CTRL_C = "\x03";
const CTRL_E = "\x05";
const CTRL_U = "\x15";

/** A prompt with a user who never rests. */
export class SoakPrompt {
  readonly times: Times = new Times();
  cancelled = 0;
  opened = 0;
  readonly #random: Random;
  readonly #traces: SoakTraces;
  readonly #child: Deno.ChildProcess;
  readonly #keys: WritableStreamDefaultWriter<Uint8Array>;
  #screen = "";
  #wake: () => void = () => {};
  #mark = 1_000_000;

  private constructor(traces: SoakTraces, random: Random) {
    this.#traces = traces;
    this.#random = random;
    const line =
      `stty rows 24 cols 100; exec ${Deno.execPath()} run -A --quiet --no-check --config ${ROOT}deno.json ` +
      `${ROOT}cli.ts repl run=${traces.main}`;
    this.#child = new Deno.Command("script", {
      args: ["-qec", line, "/dev/null"],
      env: {
        TERM: "xterm-256color",
        SHELL: "/bin/sh",
        HOME: traces.folder,
        XDG_STATE_HOME: traces.folder,
        QUARRY_PAGER: "",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#keys = this.#child.stdin.getWriter();
    void this.#read();
  }

  /** Starts the program. */
  static async start(traces: SoakTraces, random: Random): Promise<SoakPrompt> {
    const prompt = new SoakPrompt(traces, random);
    // Keys typed before the prompt is ready would be lost.
    await prompt.#quiet();
    await prompt.#answer("");
    await prompt.#type(".pager off\r");
    await prompt.#answer("");
    return prompt;
  }

  /** Process of the prompt. */
  get pid(): number {
    return lastChild(this.#child.pid);
  }

  async #read(): Promise<void> {
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      this.#screen = (this.#screen + text).slice(-REMEMBERED);
      this.#wake();
    }
  }

  /** Waits until something is on the screen and nothing more arrives. */
  async #quiet(): Promise<void> {
    let before = "";
    do {
      before = this.#screen;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    } while (this.#screen === "" || this.#screen !== before);
  }

  async #type(keys: string): Promise<void> {
    await this.#keys.write(new TextEncoder().encode(keys));
  }

  /** Types a line, and waits for an answer that the prompt can give only after finishing everything before. */
  async #answer(line: string): Promise<number> {
    const mark = ++this.#mark;
    const start = performance.now();
    // The sum is in the answer, but not in the echo.
    await this.#type(`${line === "" ? "" : `${line}\r`}traces | count | select mark = ${mark - 1} + 1\r`);
    const end = Date.now() + PATIENCE_MS;
    // The screen groups digits.
    while (!this.#screen.replaceAll(",", "").includes(String(mark))) {
      const left = end - Date.now();
      if (left <= 0) throw new Error(`No answer to "${line}": ${JSON.stringify(this.#screen.slice(-2000))}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#screen = "";
    return performance.now() - start;
  }

  /** Performs one random step. */
  async step(): Promise<void> {
    const random = this.#random;
    switch (random.below(10)) {
      case 0:
        this.#traces.damage();
        this.opened++;
        await this.#answer(`.open odd=${this.#traces.odd}`);
        await this.#answer(random.oneIn(2) ? "problems | count" : "traces");
        await this.#answer(".close odd");
        return;
      case 1:
        this.opened++;
        this.#traces.change();
        await this.#answer(".close run");
        await this.#answer(`.open run=${this.#traces.main}`);
        return;
      case 2: {
        await this.#type(`${LONG}\r`);
        await new Promise((resolve) => setTimeout(resolve, random.below(150)));
        await this.#type(CTRL_C);
        this.cancelled++;
        // If Ctrl-C came too late, a thread of a busy machine may notice it during the next query.
        await new Promise((resolve) => setTimeout(resolve, HEARD_MS));
        await this.#answer("");
        return;
      }
      case 3:
        // A query is typed, shown and erased.
        for (const letter of soakQuery(random)) await this.#type(letter);
        await this.#type(`\t${CTRL_U}`);
        // Ctrl-E first, so that text completed after the caret is erased, too.
        await this.#type(`${CTRL_E}${CTRL_U}`);
        await this.#answer("");
        return;
      case 4:
        await this.#answer(random.pick([".tables", ".schema events", ".files", ".last", ".row", ".plot"]));
        return;
      default:
        this.times.add(await this.#answer(soakQuery(random)));
    }
  }

  /** Stops the prompt; returns the exit code. */
  async stop(): Promise<number> {
    await this.#type(`${CTRL_U}.quit\r`);
    await this.#keys.close().catch(() => {});
    return (await this.#child.status).code;
  }
}
