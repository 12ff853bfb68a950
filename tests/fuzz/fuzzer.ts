/**
 * The loop: damage an input, run it, and keep it if the program reached new code or gave a new outcome.
 * @module
 */

import { Random } from "../support/random.ts";
import type { Coverage } from "./coverage.ts";
import { shrink } from "./shrink.ts";
import { digestOf, type Runner, type Target } from "./target.ts";

/** Counters are read once for this many runs. */
const BATCH = 12;
/** Maximum number of runs to make a found input smaller. */
const SHRINK_RUNS = 60;
const FAILURE_RUNS = 400;

/** Receives events of a run. */
export interface Listener {
  /** Called before each run, so that a watcher knows which input hangs. */
  running(input: Uint8Array): void;
  found(input: Uint8Array, why: string): void;
  failed(input: Uint8Array, error: unknown): void;
}

/** Counts of a run. */
export interface Tally {
  runs: number;
  found: number;
  failures: number;
}

/** Options of a run. */
export interface FuzzOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Inputs that were found before. */
  readonly known: readonly Uint8Array[];
  /** Counters; without them, only outcomes show what is new. */
  readonly coverage: Coverage | undefined;
  readonly listener: Listener;
}

/** Fuzzes one target. */
export class Fuzzer {
  readonly tally: Tally = { runs: 0, found: 0, failures: 0 };
  readonly #target: Target;
  readonly #options: FuzzOptions;
  readonly #random: Random;
  readonly #corpus: Uint8Array[] = [];
  readonly #outcomes = new Set<string>();
  readonly #failures = new Set<string>();
  #runner!: Runner;
  #end = 0;

  constructor(target: Target, options: FuzzOptions) {
    this.#target = target;
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  /** Runs until the time is up. */
  async run(): Promise<Tally> {
    this.#runner = await this.#target.start();
    for (const input of [...await this.#target.seeds(), ...this.#options.known]) {
      this.#corpus.push(input);
      await this.#once(input);
    }
    await this.#options.coverage?.take();
    this.#options.coverage?.restart();
    this.#end = performance.now() + this.#options.seconds * 1000;
    while (performance.now() < this.#end) await this.#batch();
    await this.#runner.close();
    return this.tally;
  }

  /** Ends the run after the current batch. */
  stop(): void {
    this.#end = 0;
  }

  async #batch(): Promise<void> {
    const batch: Uint8Array[] = [];
    const spoken = new Set<Uint8Array>();
    while (batch.length < BATCH && performance.now() < this.#end) {
      const input = await this.#target.mutate(this.#choose(), this.#random, this.#choose());
      if (await this.#once(input)) spoken.add(input);
      batch.push(input);
    }
    for (const input of spoken) await this.#keep(input, "outcome");
    const { coverage } = this.#options;
    if (coverage === undefined || await coverage.peek() === 0) return;
    // Some input of this batch reached new code; find out which.
    for (const input of batch) {
      await this.#attempt(input);
      if (await coverage.take() > 0 && !spoken.has(input)) await this.#keep(input, "coverage");
    }
    await coverage.take();
  }

  /** New inputs are chosen as often as all others together. */
  #choose(): Uint8Array {
    const { length } = this.#corpus;
    const from = this.#random.oneIn(2) ? Math.max(0, length - 20) : 0;
    return this.#corpus[from + this.#random.below(length - from)]!;
  }

  /** Runs an input; returns whether its outcome is new. */
  async #once(input: Uint8Array): Promise<boolean> {
    const outcome = await this.#attempt(input);
    const before = this.#outcomes.size;
    for (const each of outcome) this.#outcomes.add(each);
    return this.#outcomes.size > before;
  }

  /** Runs an input and reports failures. */
  async #attempt(input: Uint8Array): Promise<readonly string[]> {
    this.tally.runs++;
    this.#options.listener.running(input);
    try {
      return await this.#runner.run(input);
    } catch (error) {
      await this.#failed(input, error);
      return [];
    }
  }

  /** After a failure the runner is in an unknown state. */
  async #startAgain(): Promise<void> {
    try {
      await this.#runner.close();
    } catch {
      // The runner has failed already.
    }
    this.#runner = await this.#target.start();
  }

  async #failed(input: Uint8Array, error: unknown): Promise<void> {
    await this.#startAgain();
    const kind = kindOf(error);
    if (this.#failures.has(kind)) return;
    this.#failures.add(kind);
    this.tally.failures++;
    const small = await shrink(input, this.#target.shrinks ?? "bytes", FAILURE_RUNS, async (less) => {
      try {
        this.#options.listener.running(less);
        await this.#runner.run(less);
        return false;
      } catch (again) {
        await this.#startAgain();
        return kindOf(again) === kind;
      }
    });
    this.#options.listener.failed(small, error);
  }

  async #keep(input: Uint8Array, why: string): Promise<void> {
    this.tally.found++;
    let small = input;
    if (why === "outcome" && performance.now() < this.#end) {
      const wanted = await this.#attempt(input);
      small = await shrink(input, this.#target.shrinks ?? "bytes", SHRINK_RUNS, async (less) => {
        const outcome = new Set(await this.#attempt(less));
        return wanted.every((each) => outcome.has(each));
      });
    }
    this.#corpus.push(small);
    this.#options.listener.found(small, why);
  }
}

/** The kind of a failure, each reported once: its message without numbers, and where it was thrown. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : error;
  const place = inner.name === "Failure"
    ? ""
    : inner.stack?.split("\n").find((line) => line.includes("    at ")) ?? "";
  return `${inner.name} ${inner.message.replaceAll(/\d+|".*?"/g, "").slice(0, 60)} ${place}`;
}

/** A name for a file with an input. */
export function nameOf(input: Uint8Array): string {
  return digestOf(input).toString(16).padStart(8, "0");
}
