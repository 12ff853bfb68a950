/**
 * Every code of a query that an engine cannot be asked.
 * @module
 */

import type { DiagnosticCode } from "../base/diagnostic.ts";

/** Code to explanation; codes are never given a new meaning. */
export const SQL_CODES = {
  Q501: {
    title: "No SQL for this",
    cause: "A stage, a function or a pattern that engines lack, or read in different ways",
    cure: "Ask Quarry itself over the trace, or write the part in another way",
    example: "events | explain",
  },
} as const satisfies Record<string, DiagnosticCode>;
