/**
 * Diagnostics of a script, of which each statement has only so many of a kind: a list of a hundred thousand values
 * that no row has is one slip: more than ten warnings about it tell nothing new.
 *
 * @module
 */
import { grouped } from "../../base/grouped.ts";
import type { Diagnostic, Severity, Span } from "../../base/diagnostic.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";

/** Diagnostics of one kind that a statement shows; an editor underlines errors, so more of them are of use. */
const MOST: Readonly<Record<Severity, number>> = {
  error: QUERY_LIMITS.errors.most,
  warning: QUERY_LIMITS.warnings.most,
  hint: QUERY_LIMITS.warnings.most,
};

/** Diagnostics of one kind that were left out. */
interface Kind {
  readonly severity: Severity;
  readonly code: string;
  count: number;
  /** Of the first that was left out. */
  span: Span | null;
}

/** Collects diagnostics, statement by statement. */
export class DiagnosticList {
  readonly #all: Diagnostic[] = [];
  readonly #kinds = new Map<string, Kind>();

  /** All so far, with what was left out summed up; in the order in which they came. */
  finish(): Diagnostic[] {
    this.endStatement();
    return [...this.#all];
  }

  /** Whether one more of this kind would only be counted: then its suggestion need not be thought of. */
  isFull(code: string, severity: Severity): boolean {
    return (this.#kinds.get(`${severity} ${code}`)?.count ?? 0) >= MOST[severity];
  }

  /** Adds one, or counts it. */
  add(diagnostic: Diagnostic): void {
    const { severity, code, span } = diagnostic;
    const key = `${severity} ${code}`;
    let kind = this.#kinds.get(key);
    if (kind === undefined) this.#kinds.set(key, kind = { severity, code, count: 0, span: null });
    if (++kind.count <= MOST[severity]) this.#all.push(diagnostic);
    else kind.span ??= span;
  }

  /** Sums up what was left out of the statement. */
  endStatement(): void {
    for (const { severity, code, count, span } of this.#kinds.values()) {
      if (span === null) continue;
      const more = grouped(count - MOST[severity]);
      this.#all.push({ severity, code, message: `And ${more} more like these`, span });
    }
    this.#kinds.clear();
  }
}
