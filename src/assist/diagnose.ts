/**
 * Diagnostics while somebody writes.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { analyse } from "./analysis.ts";

/** All mistakes of a text and remarks about the data, in the order of the text. */
export function diagnose(text: string, catalog: Catalog, environment: Environment): readonly Diagnostic[] {
  const { parsed, bound } = analyse(text, catalog, environment);
  if (parsed.diagnostics.length === 0) return bound.diagnostics;
  // Where the grammar already has something to say, remarks about the data would only be noise.
  const mistakes = parsed.diagnostics.filter(({ severity }) => severity === "error");
  const isSpoiled = (at: Diagnostic): boolean =>
    mistakes.some(({ span }) => span.start <= at.span.end && at.span.start <= span.end);
  const rest = bound.diagnostics.filter((each) => !isSpoiled(each));
  return [...parsed.diagnostics, ...rest].sort((a, b) =>
    a.span.start - b.span.start || a.span.end - b.span.end
  );
}
