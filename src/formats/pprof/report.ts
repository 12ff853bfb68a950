/**
 * Reports problems of a profile.
 * @module
 */

import type { TraceSink } from "../../events/trace_sink.ts";

/** Passes problems to a sink. */
export class ProfileReport {
  readonly #sink: TraceSink;

  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  /** Reports an error: data is missing from `offset` on. */
  error(code: string, offset: number, record: number, message: string): void {
    this.#sink.problem({
      severity: "error",
      code,
      offset,
      record,
      message,
      handling: "kept the samples before it",
    });
  }

  /** Reports something irregular that was read nevertheless. */
  warning(code: string, message: string, handling: string, offset = -1): void {
    this.#sink.problem({ severity: "warning", code, offset, record: 0, message, handling });
  }

  /** Reports a problem of the severity `note`. */
  note(code: string, message: string, handling: string): void {
    this.#sink.problem({ severity: "note", code, offset: -1, record: 0, message, handling });
  }
}
