/**
 * Reports problems of a coverage file.
 * @module
 */

import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";

/** Passes problems to a sink. */
export class Report {
  readonly #sink: TraceSink;

  /** Creates a report that writes to `sink`. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  /** Reports an error, that is, a problem that lost data. */
  error(code: string, offset: number, record: number, message: string, handling: string): void {
    this.#tell("error", code, offset, record, message, handling);
  }

  /** Reports a warning: something unusual that was read nevertheless. */
  warning(code: string, offset: number, record: number, message: string, handling: string): void {
    this.#tell("warning", code, offset, record, message, handling);
  }

  /** Reports a problem of the severity `note`. */
  note(code: string, offset: number, record: number, message: string, handling: string): void {
    this.#tell("note", code, offset, record, message, handling);
  }

  #tell(
    severity: ProblemSeverity,
    code: string,
    offset: number,
    record: number,
    message: string,
    handling: string,
  ): void {
    this.#sink.problem({ severity, code, offset, record, message, handling });
  }
}
