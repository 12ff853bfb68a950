/**
 * One line on standard error that says how far a long job is. It appears only on a terminal, only when the job takes
 * a while, and leaves no trace.
 * @module
 */

import { grouped } from "../base/grouped.ts";
import { bytesInWords } from "../render/cell_text.ts";
import { elide } from "../render/fit_text.ts";
import { visible } from "../render/visible.ts";
import type { CliHost } from "./host.ts";

/** Jobs shorter than this say nothing. */
const PATIENCE_MS = 300;
const REFRESH_MS = 100;
const CLEAR_LINE = "\r\x1b[K";
/** Progress that is on the screen now, for a job that is given up without a chance to clear it. */
let current: Progress | null = null;

/** What is counted. */
type ProgressUnit = "bytes" | "rows" | "panels";

/** What differs from job to job. */
interface ProgressOptions {
  /** What is counted; bytes without it. */
  readonly unit?: ProgressUnit;
  /** The clock. */
  readonly now?: () => number;
}

/** Progress of one job. */
export class Progress {
  readonly #host: CliHost;
  readonly #label: string;
  readonly #now: () => number;
  readonly #start: number;
  readonly #unit: ProgressUnit;
  #next: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  #shown = false;

  /** Starts the clock. */
  constructor(
    host: CliHost,
    label: string,
    { unit = "bytes", now = () => performance.now() }: ProgressOptions = {},
  ) {
    this.#unit = unit;
    this.#host = host;
    this.#label = visible(label);
    this.#now = now;
    this.#start = now();
    const canWipe = host.stderr.isTerminal && host.env("TERM") !== "dumb";
    this.#next = canWipe ? this.#start + PATIENCE_MS : Infinity;
  }

  /** Says how many bytes are done; cheap enough to be called for every buffer. */
  update(done: number, total: number | undefined): void {
    const now = this.#now();
    if (now < this.#next) return;
    this.#next = now + REFRESH_MS;
    this.#shown = true;
    current = this;
    const { columns } = this.#host.terminalSize();
    const facts = progressText(done, total, (now - this.#start) / 1000, this.#unit);
    const label = elide(this.#label, Math.max(8, columns - facts.length - 2));
    this.#host.stderr.writeNow(`${CLEAR_LINE}${label} ${facts}`);
  }

  /** Looks how far a job is while it waits for its input, until it is cleared. `bytes` gives what is done and the total. */
  watch(bytes: () => readonly [number, number | undefined]): void {
    if (this.#next !== Infinity) this.#timer = setInterval(() => this.update(...bytes()), REFRESH_MS);
  }

  /** Wipes the line. */
  clear(): void {
    clearInterval(this.#timer);
    if (this.#shown) this.#host.stderr.writeNow(CLEAR_LINE);
    this.#shown = false;
    if (current === this) current = null;
  }

  /** Wipes whatever line is on the screen. */
  static clearAny(): void {
    current?.clear();
  }
}

/** `45%  120.0 MB/s  3 s left`, or what of it is known. */
export function progressText(
  done: number,
  total: number | undefined,
  seconds: number,
  unit: ProgressUnit = "bytes",
): string {
  const rate = done / Math.max(seconds, 1e-3);
  const amount = (count: number): string =>
    unit === "bytes" ? bytesInWords(Math.round(count)) : `${grouped(Math.round(count))} ${unit}`;
  const speed = `${amount(rate)}/s`;
  if (total === undefined || total < done || done === 0) return `${amount(done)}  ${speed}`;
  if (done === total) return `100%  ${speed}`;
  const left = Math.ceil((total - done) / rate);
  const time = left >= 60 ? `${Math.floor(left / 60)} min ${left % 60} s` : `${left} s`;
  return `${Math.floor(100 * done / total)}%  ${speed}  ${time} left`;
}
