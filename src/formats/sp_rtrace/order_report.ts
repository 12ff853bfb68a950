/**
 * Reports on the order of calls after all have been read.
 * @module
 */

import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { OrderIrregularities } from "./held_rows.ts";

/** Stores the order of the rows as a tag, and reports irregularities. */
export function reportOrder(
  sink: TraceSink,
  counts: OrderIrregularities,
  fileOrder: boolean,
  size: number,
): void {
  sink.stat("order", fileOrder ? "as in the file" : "by timestamp and index");
  const say = (
    severity: ProblemSeverity,
    code: string,
    count: number,
    what: string,
    handling: string,
  ): void => {
    const message = `${count} ${what}`;
    if (count > 0) sink.problem({ severity, code, offset: size, record: 0, message, handling });
  };
  const { moved, wraps, late } = counts;
  say("note", "out-of-order", moved, "calls were out of order", "sorted by timestamp and index");
  say("note", "clock-wrapped", wraps, "times the clock passed midnight", "added a day to later timestamps");
  say("warning", "late-call", late, "calls are very far out of order", "left them in file order");
}
