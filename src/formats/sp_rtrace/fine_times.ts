/**
 * Timestamps with more decimals than the format has. They are kept to the nanosecond; a report says once that it has
 * such, because the original reads them as millions of milliseconds.
 * @module
 */

import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";

/** Where the first timestamp of a kind is, and how many there are. */
interface Found {
  count: number;
  readonly offset: number;
  readonly record: number;
}

/** Counts them. */
export class FineTimes {
  #fine: Found | undefined;
  #cut: Found | undefined;

  /** A timestamp with more than three decimals; `cut` when it has more than nine. */
  note(cut: boolean, offset: number, record: number): void {
    this.#fine ??= { count: 0, offset, record };
    this.#fine.count++;
    if (!cut) return;
    this.#cut ??= { count: 0, offset, record };
    this.#cut.count++;
  }

  /** Says what was found, a row for each kind. */
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
