/**
 * Collects the diagnostics of a script, with a limit per statement and kind: a list with a hundred thousand
 * unknown values is one error, and more than ten warnings about it add nothing.
 * @module
 */
import { groupDigits } from "../../base/group_digits.ts";
import type { Diagnostic, Severity, Span } from "../../base/diagnostic.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";

/** Limit per kind and statement; it is higher for errors, because an editor underlines each of them. */
const MOST: Readonly<Record<Severity, number>> = {
  error: QUERY_LIMITS.errors.most,
  warning: QUERY_LIMITS.warnings.most,
  hint: QUERY_LIMITS.warnings.most,
};

/** Diagnostics of one kind in a statement. */
interface Kind {
  readonly severity: Severity;
  readonly code: string;
  count: number;
  /** Span of the first one beyond the limit; null if there is none. */
  span: Span | null;
}

/** Collects diagnostics, statement by statement. */
export class DiagnosticList {
  readonly #all: Diagnostic[] = [];
  readonly #kinds = new Map<string, Kind>();

  /** All diagnostics so far in order, with a summary of those beyond the limit. */
  finish(): Diagnostic[] {
    this.endStatement();
    return [...this.#all];
  }

  /**
   * Whether a further diagnostic of this kind would only be counted, so that its suggestion need not be
   * computed.
   */
  isFull(code: string, severity: Severity): boolean {
    return (this.#kinds.get(`${severity} ${code}`)?.count ?? 0) >= MOST[severity];
  }

  /** Adds a diagnostic, or only counts it if it is beyond the limit. */
  add(diagnostic: Diagnostic): void {
    const { severity, code, span } = diagnostic;
    const key = `${severity} ${code}`;
    let kind = this.#kinds.get(key);
    if (kind === undefined) this.#kinds.set(key, kind = { severity, code, count: 0, span: null });
    if (++kind.count <= MOST[severity]) this.#all.push(diagnostic);
    else kind.span ??= span;
  }

  /** Ends a statement; adds one diagnostic about those beyond the limit. */
  endStatement(): void {
    for (const { severity, code, count, span } of this.#kinds.values()) {
      if (span === null) continue;
      const more = groupDigits(count - MOST[severity]);
      this.#all.push({ severity, code, message: `And ${more} more of this kind`, span });
    }
    this.#kinds.clear();
  }
}
