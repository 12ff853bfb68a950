/**
 * Shows the progress of a long job in one line on standard error. It appears only on a terminal, only when
 * the job takes a while, and is wiped afterwards.
 * @module
 */

import { groupDigits } from "../base/group_digits.ts";
import { drawTemporaryLine, noteLineErased } from "../output/on_exit.ts";
import { bytesInWords } from "../render/cell_text.ts";
import { elide } from "../render/fit_text.ts";
import { canEraseLine, StatusLine } from "../render/status_line.ts";
import { visible } from "../render/visible.ts";
import type { CliHost } from "./host.ts";

/** No progress is shown for jobs that take less time than this. */
const PATIENCE_MS = 300;
/** Interval of checking a job that does not report progress itself. */
const WATCH_MS = 100;
/** A smaller file is read before the line would appear. */
const LEAST_WATCHED = 1 << 24;

/** The unit of progress. */
type ProgressUnit = "bytes" | "rows" | "panels" | "traces";

/** Options that depend on the job. */
interface ProgressOptions {
  /** What the counts mean; bytes by default. */
  readonly unit?: ProgressUnit;
  /** The clock that measures speed; for tests. */
  readonly now?: () => number;
}

/** Progress of one job. */
export class Progress {
  readonly #host: CliHost;
  readonly #label: string;
  readonly #unit: ProgressUnit;
  /** Absent if the line could not be wiped afterwards. */
  readonly #line: StatusLine | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Starts the clock. */
  constructor(
    host: CliHost,
    label: string,
    { unit = "bytes", now }: ProgressOptions = {},
  ) {
    this.#unit = unit;
    this.#host = host;
    this.#label = visible(label);
    this.#line = canEraseLine(host)
      ? new StatusLine((text) => drawTemporaryLine(() => host.stderr.writeNow(text)), PATIENCE_MS, now)
      : undefined;
  }

  /** Reports how much is done; cheap enough to be called for every buffer. */
  update(done: number, total: number | undefined): void {
    this.#line?.show((seconds) => {
      const { columns } = this.#host.terminalSize();
      const facts = progressText(done, total, seconds, this.#unit);
      return `${elide(this.#label, Math.max(8, columns - facts.length - 2))} ${facts}`;
    });
  }

  /** Polls the progress of a long job until `clear`; `bytes` returns how much is done and the total. */
  watch(bytes: () => readonly [number, number | undefined]): void {
    const [, total = Infinity] = bytes();
    if (this.#line && total >= LEAST_WATCHED) {
      this.#timer = setInterval(() => this.update(...bytes()), WATCH_MS);
    }
  }

  /** Wipes the line. */
  clear(): void {
    // Using a timer for the first time loads `node:timers`, which takes as long as a small query.
    if (this.#timer !== undefined) clearInterval(this.#timer);
    this.#line?.clear();
    noteLineErased();
  }
}

/** Formats progress such as `45%  120.0 MB/s  3 s left`, leaving out unknown parts. */
export function progressText(
  done: number,
  total: number | undefined,
  seconds: number,
  unit: ProgressUnit = "bytes",
): string {
  const rate = done / Math.max(seconds, 1e-3);
  const amount = (count: number): string =>
    unit === "bytes" ? bytesInWords(Math.round(count)) : `${groupDigits(Math.round(count))} ${unit}`;
  const speed = `${amount(rate)}/s`;
  if (total === undefined || total < done || done === 0) return `${amount(done)}  ${speed}`;
  if (done === total) return `100%  ${speed}`;
  const left = Math.ceil((total - done) / rate);
  const time = left >= 60 ? `${Math.floor(left / 60)} min ${left % 60} s` : `${left} s`;
  return `${Math.floor(100 * done / total)}%  ${speed}  ${time} left`;
}
