/**
 * A real Firefox, driven over WebDriver BiDi: other drivers require their own build, and Debian's Firefox supports
 * this.
 * @module
 */

import { TextLineStream } from "@std/streams/text-line-stream";
import { programPath } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

/** A message of the browser. */
interface Message {
  readonly id?: number;
  readonly type: string;
  readonly method?: string;
  // deno-lint-ignore no-explicit-any
  readonly params?: any;
  // deno-lint-ignore no-explicit-any
  readonly result?: any;
  readonly message?: string;
}

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;
/** Time limit for actions of a page. */
const PATIENCE_MS = 60_000;

/** A window of Firefox. */
export class Firefox {
  /** Errors and warnings on the console, and all requested addresses. */
  readonly said: string[] = [];
  readonly asked: string[] = [];
  readonly #process: Deno.ChildProcess;
  readonly #folder: Disposable;
  readonly #socket: WebSocket;
  readonly #open = new Map<number, PromiseWithResolvers<Message>>();
  #context = "";

  private constructor(process: Deno.ChildProcess, folder: Disposable, socket: WebSocket) {
    [this.#process, this.#folder, this.#socket] = [process, folder, socket];
    socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(data)));
  }

  static async start(
    { width, height }: { readonly width: number; readonly height: number },
  ): Promise<Firefox> {
    const folder = Temporary.folder();
    const process = new Deno.Command(programPath("firefox-esr")!, {
      args: ["--headless", "--no-remote", "--profile", folder.path, "--remote-debugging-port=0"],
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const { promise, resolve } = Promise.withResolvers<string>();
    // Read to the end: a pipe that is full would stop the browser.
    void process.stderr.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream()).pipeTo(
      new WritableStream({
        write(line) {
          const address = LISTENING.exec(String(line))?.[1];
          if (address) resolve(address);
        },
      }),
    );
    const socket = new WebSocket(`${await promise}/session`);
    await new Promise((open) => socket.addEventListener("open", open, { once: true }));
    const firefox = new Firefox(process, folder, socket);
    await firefox.#ask("session.new", { capabilities: {} });
    await firefox.#ask("session.subscribe", { events: ["log.entryAdded", "network.beforeRequestSent"] });
    const { contexts } = await firefox.#ask("browsingContext.getTree", {});
    firefox.#context = contexts[0].context;
    const context = firefox.#context;
    // Keys go to the window in front.
    await firefox.#ask("browsingContext.activate", { context });
    await firefox.#ask("browsingContext.setViewport", { context, viewport: { width, height } });
    return firefox;
  }

  #hear({ id, method, params, ...answer }: Message): void {
    if (id !== undefined) {
      this.#open.get(id)?.resolve({ id, ...answer });
      this.#open.delete(id);
    } else if (method === "log.entryAdded" && /^(?:error|warn)/.test(params.level)) {
      this.said.push(`${params.level}: ${params.text}`);
    } else if (method === "network.beforeRequestSent") this.asked.push(params.request.url);
  }

  // deno-lint-ignore no-explicit-any
  async #ask(method: string, params: unknown): Promise<any> {
    const id = this.#open.size === 0 ? Date.now() : Math.max(...this.#open.keys()) + 1;
    const answer = Promise.withResolvers<Message>();
    this.#open.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answer.promise;
    if (type !== "success") throw new Error(`${method}: ${message}`);
    return result;
  }

  async goTo(url: string): Promise<void> {
    await this.#ask("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  /** The value of an expression in the page, which may be a promise. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { type, result, exceptionDetails } = await this.#ask("script.evaluate", {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? "null")`,
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (type !== "success") throw new Error(`${expression}: ${exceptionDetails.text}`);
    return JSON.parse(result.value);
  }

  /** Waits until an expression is true in the page. */
  async until(expression: string): Promise<void> {
    const found = await this.evaluate<boolean>(`new Promise((done) => {
      const ends = performance.now() + ${PATIENCE_MS};
      const look = () => {
        const found = Boolean(${expression});
        if (found || performance.now() > ends) done(found);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    if (!found) throw new Error(`Never true: ${expression}`);
  }

  /** Presses keys one after the other, with modifiers: `Control+Enter`. */
  async press(...presses: readonly string[]): Promise<void> {
    const actions = presses.flatMap((each) => {
      // A plus alone is a key, not a separator.
      const keys = (each.length > 1 ? each.split("+") : [each]).map((key) => KEYS[key] ?? key);
      return [
        ...keys.map((value) => ({ type: "keyDown", value })),
        ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
      ];
    });
    await this.#act({ type: "key", id: "keys", actions });
  }

  /** Drags a pointer between two points of the window. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const move = ([x, y]: readonly [number, number]): unknown => ({
      type: "pointerMove",
      x: Math.round(x),
      y: Math.round(y),
    });
    const actions = [
      move(from),
      { type: "pointerDown", button: 0 },
      move([(from[0] + to[0]) / 2, to[1]]),
      move(to),
      { type: "pointerUp", button: 0 },
    ];
    await this.#act({ type: "pointer", id: "mouse", actions });
  }

  /**
   * Clicks the middle of the first matching element: a text receives letters only after that, since no window has the
   * focus.
   */
  async click(selector: string): Promise<void> {
    const middle = await this.evaluate<[number, number]>(
      `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector(${
        JSON.stringify(selector)
      }).getBoundingClientRect())`,
    );
    await this.drag(middle, middle);
  }

  async #act(source: unknown): Promise<void> {
    await this.#ask("input.performActions", { context: this.#context, actions: [source] });
  }

  async close(): Promise<void> {
    await this.#ask("browser.close", {}).catch(() => {});
    await this.#process.status;
    this.#socket.close();
    this.#folder[Symbol.dispose]();
  }
}

/** Keys that are not letters, as encoded by WebDriver. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Shift: "\uE008",
  Control: "\uE009",
  Alt: "\uE00A",
  ArrowDown: "\uE015",
  ArrowRight: "\uE014",
  End: "\uE010",
};
