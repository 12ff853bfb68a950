/**
 * What an engine cannot say: a diagnostic at its place, before anything runs.
 * @module
 */

import type { Diagnostic, DiagnosticCode, Span } from "../base/diagnostic.ts";

/** Thrown where a part of a query has no SQL. */
export class Untranslatable extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "Untranslatable";
  /** Message that is shown. */
  readonly diagnostic: Diagnostic;

  /** `what` has no SQL, for a reason. */
  constructor(what: string, reason: string, span: Span, suggestion?: string) {
    const message = `${what} has no SQL: ${reason}`;
    super(message);
    this.diagnostic = {
      severity: "error",
      code: "Q501",
      message,
      span,
      ...(suggestion === undefined ? {} : { suggestion }),
    };
  }
}

/** Code to explanation; codes are never given a new meaning. */
export const SQL_CODES = {
  Q501: {
    title: "No SQL for this",
    cause: "A stage, a function or a pattern that engines lack, or read in different ways",
    cure: "Ask Quarry itself over the trace, or write the part in another way",
    example: "events | explain",
  },
} as const satisfies Record<string, DiagnosticCode>;
