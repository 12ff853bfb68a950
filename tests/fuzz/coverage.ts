/**
 * The parts of the program that have run, by the counters of V8. Reading them takes about six milliseconds however
 * little has run, so it is done once for several runs. Kernels in WebAssembly have no counters.
 * @module
 */

import inspector from "node:inspector";

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

/** Marks a function that has run completely. */
const ALL = new Uint8Array(0);

/** Counts since `start`, read repeatedly. */
export class Coverage {
  readonly #session = new inspector.Session();
  /** The characters that have run, by script and position of a function. */
  readonly #seen = new Map<string, Uint8Array>();
  readonly #room: string;
  #size = 0;

  /** Counts only code below a folder. */
  constructor(room: string) {
    this.#room = room;
    this.#session.connect();
  }

  /** Begins counting. Call it before the counted code is loaded. */
  async start(): Promise<void> {
    await this.#post("Profiler.enable");
    await this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** From now on only newly covered code counts. */
  restart(): void {
    this.#size = 0;
  }

  /** Number of characters that have run since `restart`, counted once per enclosing function. */
  get size(): number {
    return this.#size;
  }

  /** Number of characters that have run since the last call and never before; from now on they count as seen. */
  take(): Promise<number> {
    return this.#count(true);
  }

  /** Like `take`, but the characters still count as new for the next call. */
  peek(): Promise<number> {
    return this.#count(false);
  }

  async #count(remember: boolean): Promise<number> {
    const { result } = await this.#post("Profiler.takePreciseCoverage") as {
      result: readonly ScriptCoverage[];
    };
    let fresh = 0;
    for (const { url, functions } of result) {
      if (!url.startsWith(this.#room)) continue;
      for (const { ranges } of functions) {
        if (ranges[0]!.count > 0) fresh += this.#add(url, ranges, remember);
      }
    }
    if (remember) this.#size += fresh;
    return fresh;
  }

  /** Ends counting. */
  close(): void {
    this.#session.disconnect();
  }

  /** Ranges are nested, the outer one first. */
  #add(url: string, ranges: readonly Range[], remember: boolean): number {
    const { startOffset: start, endOffset: end } = ranges[0]!;
    const key = `${url} ${start} ${end}`;
    let seen = this.#seen.get(key);
    if (seen === ALL) return 0;
    const ran = new Uint8Array(end - start);
    for (const range of ranges) {
      ran.fill(range.count > 0 ? 1 : 0, range.startOffset - start, range.endOffset - start);
    }
    seen ??= new Uint8Array(end - start);
    let fresh = 0;
    let left = 0;
    for (let at = 0; at < ran.length; at++) {
      if (seen[at] === 1) continue;
      if (ran[at] === 0) left++;
      else {
        fresh++;
        if (remember) seen[at] = 1;
      }
    }
    if (remember) this.#seen.set(key, left === 0 ? ALL : seen);
    return fresh;
  }

  #post(method: string, parameters?: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // deno-lint-ignore no-explicit-any
      (this.#session.post as any)(method, parameters, (error: Error | null, result: unknown) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  }
}
