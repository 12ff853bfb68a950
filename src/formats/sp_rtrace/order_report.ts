/**
 * What is said about the order of calls once all have been read.
 * @module
 */

import type { TraceSink } from "../../events/trace_sink.ts";
import type { OrderCounts } from "./held_rows.ts";

/** Names the order that was used and what it took. */
export function reportOrder(sink: TraceSink, counts: OrderCounts, fileOrder: boolean, size: number): void {
  sink.stat("order", fileOrder ? "as in the file" : "by timestamp and index");
  const note = (code: string, count: number, message: string, handling: string): void => {
    if (count === 0) return;
    sink.problem({
      severity: "note",
      code,
      offset: size,
      record: 0,
      message: `${count} ${message}`,
      handling,
    });
  };
  note("out-of-order", counts.moved, "calls were out of order", "sorted by timestamp and index");
  note("clock-wrapped", counts.wraps, "times the clock passed midnight", "added a day to later timestamps");
  if (counts.late > 0) {
    sink.problem({
      severity: "warning",
      code: "late-call",
      offset: size,
      record: 0,
      message: `${counts.late} calls are very far out of order`,
      handling: "left them in file order",
    });
  }
}
