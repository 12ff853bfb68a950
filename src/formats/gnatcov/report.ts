/**
 * Reports problems of a trace.
 * @module
 */

import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";

/** The part of a sink that a report needs. */
export type ProblemSink = Pick<TraceSink, "problem">;

/** A problem and how the reader handled it. */
interface Finding {
  /** Describes what was found. */
  readonly message: string;
  /** How the reader handled the problem. */
  readonly handling: string;
}

/** Passes problems to a sink. */
export class Report {
  readonly #sink: ProblemSink;

  /** Creates a report for one segment. */
  constructor(sink: ProblemSink) {
    this.#sink = sink;
  }

  /** Adds a problem at a byte offset; `record` is an entry number from 1, or 0. */
  at(severity: ProblemSeverity, code: string, offset: number, record: number, finding: Finding): void {
    this.#sink.problem({ severity, code, offset, record, ...finding });
  }
}
