/**
 * Diagnostics while somebody writes.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { advised } from "../language/advice.ts";
import { analyse } from "./analysis.ts";
import { patientCatalog } from "./patient_catalog.ts";
import { touchingAny } from "./touching.ts";

/** All mistakes of a text and remarks about the data, in the order of the text. */
export function diagnose(text: string, catalog: Catalog, environment: Environment): readonly Diagnostic[] {
  const { parsed, bound } = analyse(text, catalog, environment);
  const patient = patientCatalog(catalog);
  if (parsed.diagnostics.length === 0) return advised(text, bound.diagnostics, patient, environment);
  // Where the grammar already has something to say, remarks about the data would only be noise.
  const mistakes = parsed.diagnostics.filter(({ severity }) => severity === "error");
  const isSpoiled = touchingAny(mistakes.map(({ span }) => span));
  const rest = bound.diagnostics.filter(({ span }) => !isSpoiled(span));
  const all = [...parsed.diagnostics, ...rest].sort((a, b) =>
    a.span.start - b.span.start || a.span.end - b.span.end
  );
  return advised(text, all, patient, environment);
}

/**
 * The diagnostics that are worth showing while the caret stands where it does: not that a word is unknown that has
 * only been begun, nor that something is missing which is about to be written.
 *
 * @param isBegun Whether the word at the caret is the beginning of something that exists.
 */
export function settledDiagnostics(
  diagnostics: readonly Diagnostic[],
  text: string,
  caret: number,
  isBegun: boolean,
): Diagnostic[] {
  const atEnd = text.slice(caret).trim() === "";
  return diagnostics.filter(({ span, severity, message }) => {
    const touches = span.start <= caret && caret <= span.end;
    if (touches && isBegun) return false;
    if (!atEnd || severity !== "error") return true;
    // What is missing at the end of the text may be the next thing that is typed.
    return !/ found the end of the query$|is not closed$|^Unterminated /.test(message);
  });
}
