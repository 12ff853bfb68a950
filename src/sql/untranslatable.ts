/**
 * Errors for parts of a query that have no SQL. They are reported as diagnostics with their position, before
 * anything runs.
 * @module
 */

import type { Diagnostic, DiagnosticCode, Span } from "../base/diagnostic.ts";

/** Thrown for a part of a query that has no SQL. */
export class Untranslatable extends Error {
  /** Distinguishes this error from others without `instanceof`. */
  override readonly name: string = "Untranslatable";
  /** The diagnostic to show. */
  readonly diagnostic: Diagnostic;

  /** `what` has no SQL, for the given reason. */
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

/** Explanations of codes; codes never change their meaning. */
export const SQL_CODES = {
  Q501: {
    title: "No SQL for this",
    cause: "A stage, a function or a pattern that engines lack or interpret differently",
    cure: "Run the query on the trace in Quarry, or rewrite that part",
    example: "events | explain",
  },
} as const satisfies Record<string, DiagnosticCode>;
