/**
 * Merges the diagnostics of the parser and the binder.
 * @module
 */

import type { Diagnostic, Span } from "../base/diagnostic.ts";
import { binarySearch } from "../base/binary_search.ts";

/**
 * Merges and sorts diagnostics by position. Where the parser reports an error, warnings about the data are
 * left out as noise.
 */
export function mergeDiagnostics(
  parsed: readonly Diagnostic[],
  bound: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (parsed.length === 0) return bound;
  const mistakes = parsed.filter(({ severity }) => severity === "error");
  const isSpoiled = touchesAny(mistakes.map(({ span }) => span));
  return [...parsed, ...bound.filter(({ span }) => !isSpoiled(span))].sort((a, b) =>
    a.span.start - b.span.start || a.span.end - b.span.end
  );
}

/**
 * A predicate that tells whether a span touches one of these. Fast for many spans: a script may have
 * thousands of errors and warnings.
 */
export function touchesAny(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  let furthest = -1;
  const ends = sorted.map(({ end }) => furthest = Math.max(furthest, end));
  return ({ start, end }) => {
    // Among the spans that begin before the end, take the one that extends furthest.
    const count = binarySearch(sorted.length, (at) => sorted[at]!.start > end);
    return count > 0 && ends[count - 1]! >= start;
  };
}
