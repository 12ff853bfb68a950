/**
 * Which places of a text others touch.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { firstWhere } from "../base/first_where.ts";

/**
 * A test whether a span touches one of many, for as many spans as there are: a script may have thousands of mistakes
 * and thousands of remarks.
 */
export function touchingAny(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  let furthest = -1;
  const ends = sorted.map(({ end }) => furthest = Math.max(furthest, end));
  return ({ start, end }) => {
    // Of those that begin before the end, the one that goes furthest.
    const count = firstWhere(sorted.length, (at) => sorted[at]!.start > end);
    return count > 0 && ends[count - 1]! >= start;
  };
}
