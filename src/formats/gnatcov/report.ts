/**
 * Problems of one trace, on their way to the sink.
 * @module
 */

import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";

/** The one thing of a sink that a report needs. */
export type ProblemSink = Pick<TraceSink, "problem">;

/** What was found and what was done about it. */
interface Finding {
  /** What was found. */
  readonly message: string;
  /** What was done about it. */
  readonly handling: string;
}

/** Hands problems to a sink. */
export class Report {
  readonly #sink: ProblemSink;

  /** One report for each segment. */
  constructor(sink: ProblemSink) {
    this.#sink = sink;
  }

  /** Adds a problem at a byte offset; `record` is an entry number from 1, or 0. */
  at(severity: ProblemSeverity, code: string, offset: number, record: number, finding: Finding): void {
    this.#sink.problem({ severity, code, offset, record, ...finding });
  }
}
