/**
 * Work that is done before somebody asks for it: columns that pictures read, the first pictures of a long trace, and values
 * for completion. It gives way to whoever asks something.
 * @module
 */

import { warmUp } from "../assist/assist.ts";
import { prepareColumns } from "../engine/prepared_columns.ts";
import type { Session } from "../engine/session.ts";
import type { WireTrace } from "./api_types.ts";
import { type AskAhead, firstCurves, firstPictures, longTrace } from "./first_pictures.ts";
import type { Runs } from "./run_answer.ts";

/**
 * How long nothing may have been asked before other work continues, in milliseconds: a picture asks again within that.
 */
const PAUSE = 50;
/**
 * How long a page that opens may wait for what its pictures read, in milliseconds: from when that has begun, and, where it
 * is there but for the curves of the page, from when it opens.
 */
const PATIENCE = { first: 2000, then: 300 };
/** How much of it is done at once, in milliseconds: before a page is there, and then. */
const SLICES = { first: 50, then: 8 };

/** What is done once, or once at a time, in this order. */
type Kind = "columns" | "first pictures" | "values";

/** Work in steps, between which somebody may ask something. */
type Steps = () => Iterator<void> | AsyncIterator<void>;

/** The work ahead of one workbench. */
export class WorkAhead {
  readonly #session: Session;
  readonly #runs: Runs;
  readonly #begun = new Set<Kind>();
  /** The end of all that has begun, and of what the first pictures need. */
  #all: Promise<void> = Promise.resolve();
  #pictures: Promise<void> | undefined;
  /** By the steps of a page, the end of its curves. */
  readonly #curves = new Map<number, Promise<void>>();
  /** When a page has waited long enough. */
  #patience = Infinity;
  #isClosed = false;
  /** When somebody asked something last, and how what nobody asks gives way to that. */
  #asked = -Infinity;
  #unasked = new AbortController();

  /** Begins nothing yet. */
  constructor(session: Session, runs: Runs) {
    [this.#session, this.#runs] = [session, runs];
  }

  /** Begins what has not begun, about the traces that are open. */
  begin(traces: readonly WireTrace[]): void {
    if (this.#patience === Infinity) this.#patience = performance.now() + PATIENCE.first;
    this.#once("columns", () => prepareColumns(this.#session.traces, this.#slice));
    const trace = longTrace(traces);
    if (trace) this.#once("first pictures", () => firstPictures(trace, this.#ask));
    this.#pictures ??= this.#all;
    this.countValues();
  }

  /** Counts values for completion. */
  countValues(): void {
    this.#once("values", () => warmUp(this.#session.catalog), () => this.#begun.delete("values"));
  }

  /** Waits for what the first pictures of a page need whose charts have this many steps, as long as a page may wait. */
  async forPage(traces: readonly WireTrace[], steps: number): Promise<void> {
    this.begin(traces);
    const end = Math.max(this.#patience, performance.now() + PATIENCE.then);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((go) => timer = setTimeout(go, end - performance.now()));
    await Promise.race([this.#curvesOf(longTrace(traces), steps), patience]);
    clearTimeout(timer);
    // Whoever has the page may ask from now on.
    this.#patience = 0;
  }

  /** Somebody asks something: what nobody has asked is given up. */
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
      const begin = (): Promise<void> => this.#doSteps(() => firstCurves(trace, steps, this.#ask));
      this.#curves.set(steps, curves = this.#pictures!.then(begin).catch(() => {}));
    }
    return curves;
  }

  readonly #ask: AskAhead = (request) => this.#runs.runUnasked(request, this.#unasked.signal);

  readonly #slice = (): number => performance.now() < this.#patience ? SLICES.first : SLICES.then;

  /** Does something when everything before it is done, unless that has begun. */
  #once(what: Kind, begin: Steps, end = (): void => {}): void {
    if (this.#begun.has(what)) return;
    this.#begun.add(what);
    this.#all = this.#all.then(() => this.#doSteps(begin)).then(end).catch(() => {});
  }

  /**
   * Takes steps between runs, one at a time: whoever asks something waits for one of them at most, and not even for that where
   * one question follows from the other.
   */
  async #doSteps(begin: Steps): Promise<void> {
    const steps = begin();
    const step = async (): Promise<boolean> => this.#isClosed || (await steps.next()).done === true;
    do await this.#quiet(); while (!await this.#runs.inTurn(step));
  }

  /** Waits until other things have had their turn, and nobody has asked anything for a moment. */
  async #quiet(): Promise<void> {
    let pause = 0;
    do {
      await new Promise((go) => setTimeout(go, pause));
      pause = this.#isClosed ? 0 : this.#asked + PAUSE - performance.now();
    } while (pause > 0);
  }
}
