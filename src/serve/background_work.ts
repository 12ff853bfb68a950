/**
 * Does work before it is requested: loads columns for charts, computes the headline and the first charts of a long
 * trace, and counts values for completion. It pauses for requests.
 * @module
 */

import { warmUp } from "../assist/assist.ts";
import { prepareColumns } from "../engine/prepared_columns.ts";
import type { Session } from "../engine/session.ts";
import type { WireTrace } from "./api_types.ts";
import { longTrace, type RunQuery, sharedCharts, sharedCurves } from "./first_pictures.ts";
import type { HeadlineAnswers } from "./headline_answer.ts";
import type { Runs } from "./run_answer.ts";

/**
 * Milliseconds without requests before this work continues: a chart sends its next request within this time.
 */
const PAUSE = 50;
/**
 * Maximum milliseconds that an opening page waits for its charts: counted from the start of that work if it
 * began before a page was open, and otherwise from the opening of the page.
 */
const PATIENCE = { first: 2000, then: 300 };
/** Duration of a slice of work in milliseconds: before a page is open, and afterwards. */
const SLICES = { first: 50, then: 8 };

/** Work that is done once, or once at a time; kinds come in this order. */
type WorkKind = "columns" | "headline" | "first pictures" | "values";

/** Work in steps; requests can run between them. */
type Steps = () => Iterator<void> | AsyncIterator<void>;

/** The work that is done ahead for one workbench. */
export class BackgroundWork {
  readonly #session: Session;
  readonly #runs: Runs;
  readonly #headlines: HeadlineAnswers;
  readonly #begun = new Set<WorkKind>();
  /** Resolve when all work that was started has ended, and when the work for the first charts has ended. */
  #all: Promise<void> = Promise.resolve();
  #pictures: Promise<void> | undefined;
  /** For each number of steps of a page, a promise that resolves when its curves are ready. */
  readonly #curves = new Map<number, Promise<void>>();
  /** The time until which a page waits for charts. */
  #patience = Infinity;
  #isClosed = false;
  /** Time of the last request, and the controller that cancels work for it. */
  #asked = -Infinity;
  #unasked = new AbortController();

  /** Creates the object; no work is started. */
  constructor(session: Session, runs: Runs, headlines: HeadlineAnswers) {
    [this.#session, this.#runs, this.#headlines] = [session, runs, headlines];
  }

  /** Starts the work for the open traces, unless it was started already. */
  begin(traces: readonly WireTrace[]): void {
    if (this.#patience === Infinity) this.#patience = performance.now() + PATIENCE.first;
    this.#once("columns", () => prepareColumns(this.#session.traces, this.#slice));
    const trace = longTrace(traces);
    if (trace) {
      this.#once("headline", () => headline(this.#headlines));
      this.#once("first pictures", () => sharedCharts(trace, this.#ask));
    }
    this.#pictures ??= this.#all;
    this.countValues();
  }

  /** Counts values for completion. */
  countValues(): void {
    this.#once("values", () => warmUp(this.#session.catalog), () => this.#begun.delete("values"));
  }

  /**
   * Waits for the first charts of a page whose charts have this many steps, but at most as long as a page may
   * wait.
   */
  async forPage(traces: readonly WireTrace[], steps: number): Promise<void> {
    // Let a page to which a trace was just given show its headline first.
    if (this.#patience === Infinity) this.#patience = performance.now() + PATIENCE.then;
    this.begin(traces);
    const end = Math.max(this.#patience, performance.now() + PATIENCE.then);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((go) => timer = setTimeout(go, end - performance.now()));
    await Promise.race([this.#curvesOf(longTrace(traces), steps), patience]);
    clearTimeout(timer);
    // From now on the page may send requests.
    this.#patience = 0;
  }

  /** Cancels work that nobody has requested when a request comes in. */
  giveWay(): void {
    this.#asked = performance.now();
    this.#unasked.abort();
    this.#unasked = new AbortController();
  }

  /** Stops the work. */
  close(): void {
    this.#isClosed = true;
    this.#unasked.abort();
  }

  #curvesOf(trace: WireTrace | undefined, steps: number): Promise<void> | undefined {
    if (!trace || steps === 0) return this.#pictures;
    let curves = this.#curves.get(steps);
    if (!curves) {
      const begin = (): Promise<void> => this.#doSteps(() => sharedCurves(trace, steps, this.#ask));
      this.#curves.set(steps, curves = this.#pictures!.then(begin).catch(() => {}));
    }
    return curves;
  }

  readonly #ask: RunQuery = (request) => this.#runs.runUnasked(request, this.#unasked.signal);

  readonly #slice = (): number => performance.now() < this.#patience ? SLICES.first : SLICES.then;

  /** Starts work after everything before it has ended, unless it was started already. */
  #once(what: WorkKind, begin: Steps, end = (): void => {}): void {
    if (this.#begun.has(what)) return;
    this.#begun.add(what);
    this.#all = this.#all.then(() => this.#doSteps(begin)).then(end).catch(() => {});
  }

  /**
   * Runs steps between requests, one at a time: a request waits for at most one step, and for no step if it
   * follows another request.
   */
  async #doSteps(begin: Steps): Promise<void> {
    const steps = begin();
    const step = async (): Promise<boolean> => this.#isClosed || (await steps.next()).done === true;
    do await this.#quiet(); while (!await this.#runs.inTurn(step));
  }

  /** Waits until other work has had its turn and there have been no requests for a moment. */
  async #quiet(): Promise<void> {
    let pause = 0;
    do {
      await new Promise((go) => setTimeout(go, pause));
      pause = this.#isClosed ? 0 : this.#asked + PAUSE - performance.now();
    } while (pause > 0);
  }
}

/** Computes the headline of the open traces, in one step. */
async function* headline(headlines: HeadlineAnswers): AsyncGenerator<void> {
  await headlines.answer({});
  yield;
}
