/**
 * Counts timestamps with more decimals than the format allows. Quarry keeps them to the nanosecond; each kind
 * is reported once, because the original sp-rtrace reads them as millions of milliseconds.
 * @module
 */

import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";

/** Number of timestamps with too many decimals, and the position of the first one. */
interface Found {
  count: number;
  readonly offset: number;
  readonly record: number;
}

/** Counts these timestamps and reports them when the file has been read. */
export class FineTimes {
  #fine: Found | undefined;
  #cut: Found | undefined;

  /** Counts a timestamp with more than three decimals; `cut` means that it has more than nine. */
  note(cut: boolean, offset: number, record: number): void {
    this.#fine ??= { count: 0, offset, record };
    this.#fine.count++;
    if (!cut) return;
    this.#cut ??= { count: 0, offset, record };
    this.#cut.count++;
  }

  /** Reports what was found, one problem per kind. */
  report(sink: TraceSink): void {
    const say = (
      found: Found | undefined,
      severity: ProblemSeverity,
      code: string,
      is: string,
      done: string,
    ): void => {
      if (!found) return;
      const { count, offset, record } = found;
      const message = `${count} ${count === 1 ? "timestamp has" : "timestamps have"} ${is}`;
      sink.problem({ severity, code, offset, record, message, handling: done });
    };
    const fine = "more than the three decimals of the format";
    say(this.#fine, "note", "fine-time", fine, "read as a fraction of the second, to the nanosecond");
    say(
      this.#cut,
      "warning",
      "cut-time",
      "more than nine decimals",
      "left out what is finer than a nanosecond",
    );
  }
}
