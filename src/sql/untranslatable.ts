/**
 * What an engine cannot say: a diagnostic at its place, before anything runs.
 * @module
 */

import type { Diagnostic, Span } from "../base/diagnostic.ts";

/** Thrown where a part of a query has no SQL. */
export class Untranslatable extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "Untranslatable";
  /** What is shown. */
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
