import type { Terminal, TerminalMode } from "../../src/repl/terminal.ts";
import { VtScreen } from "./vt_screen.ts";

/** Time for a program that does not wait. */
const TURN_MS = 5;
/** A machine with other work needs more time. */
const PATIENCE_MS = 60_000;

/** A terminal whose keys are scripted and whose screen can be read. */
export class ScriptedTerminal implements Terminal {
  readonly screen: VtScreen;
  mode: TerminalMode = "plain";
  /** Everything that was sent, piece by piece. */
  readonly sent: string[] = [];
  #input: string[] = [];
  #waiting: ((input: string | null) => void) | null = null;
  #resized: (() => void)[] = [];
  /** Later reads are also told that the input has ended. */
  #ended = false;

  constructor(columns = 80, rows = 24) {
    this.screen = new VtScreen(columns, rows);
  }

  /** Types; resolves when the program waits for more input. */
  async type(...input: string[]): Promise<void> {
    for (const each of input) {
      if (this.#waiting) {
        const wake = this.#waiting;
        this.#waiting = null;
        wake(each);
      } else this.#input.push(each);
      await this.#taken();
    }
  }

  /** Waits until the program reads again; not for long if it does something else first, such as a query. */
  async #taken(): Promise<void> {
    const start = performance.now();
    do await nextTurn(); while (
      !this.#waiting && (this.#input.length > 0 || performance.now() - start < TURN_MS)
    );
    // Its other actions come before timers that start now.
    await nextTurn();
  }

  /** Waits until the program waits for the first time. */
  async ready(): Promise<void> {
    for (const start = performance.now(); !this.#waiting; await nextTurn()) {
      if (performance.now() - start > PATIENCE_MS) throw new Error("The program has not read anything");
    }
    await this.settle();
  }

  /** Closes the terminal. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#waiting?.(null);
    this.#waiting = null;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }

  /** Changes the width of the window. */
  async resize(columns: number): Promise<void> {
    this.screen.resize(columns);
    for (const handler of this.#resized) handler();
    await this.settle();
  }

  /** Number of listeners for changes of the width. */
  get listeners(): number {
    return this.#resized.length;
  }

  /** Waits until the program waits for input. */
  async settle(milliseconds = TURN_MS): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, milliseconds)); while (
      this.#input.length > 0 && !this.#waiting
    );
  }

  size(): { columns: number; rows: number } {
    return { columns: this.screen.columns, rows: this.screen.rows };
  }

  write(text: string): Promise<void> {
    this.sent.push(text);
    // The terminal driver converts a line feed to a line break.
    this.screen.write(text.replaceAll(/\r?\n/g, "\r\n"));
    return Promise.resolve();
  }

  read(): Promise<string | null> {
    const next = this.#input.shift();
    if (next !== undefined) return Promise.resolve(next);
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting = resolve);
  }

  setMode(mode: TerminalMode): void {
    this.mode = mode;
  }

  onResize(handler: () => void): () => void {
    this.#resized.push(handler);
    return () => this.#resized = this.#resized.filter((each) => each !== handler);
  }

  suspend(): Promise<void> {
    return Promise.resolve();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
