/**
 * Diagnostics while somebody writes, and the changes that put them right.
 * @module
 */

import type { Diagnostic, Span } from "../base/diagnostic.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { advised } from "../language/advice.ts";
import { analyse } from "./analysis.ts";
import { patientCatalog } from "./patient_catalog.ts";
import { firstWhere } from "../base/first_where.ts";
import type { QuickFix } from "./answers.ts";

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

/** Fixes for the diagnostics that touch a stretch of the text. */
export function quickFixes(
  text: string,
  within: Span,
  catalog: Catalog,
  environment: Environment,
): QuickFix[] {
  const fixes: QuickFix[] = [];
  for (const diagnostic of diagnose(text, catalog, environment)) {
    const { span, fix } = diagnostic;
    if (fix === undefined || span.end < within.start || span.start > within.end) continue;
    for (const each of [fix, ...diagnostic.others ?? []]) {
      const old = text.slice(each.span.start, each.span.end);
      fixes.push({
        title: titleOf(old, each.text),
        diagnostic,
        edits: [each],
        preferred: fixes.length === 0,
      });
    }
  }
  return fixes;
}

/** All fixes of errors in a text at once, those that overlap an earlier one left out. */
export function fixAll(text: string, catalog: Catalog, environment: Environment): QuickFix["edits"] {
  let end = -1;
  const edits = [];
  for (const { fix, severity } of diagnose(text, catalog, environment)) {
    if (fix === undefined || severity !== "error" || fix.span.start < end) continue;
    edits.push(fix);
    end = Math.max(fix.span.end, fix.span.start + 1);
  }
  return edits;
}

function titleOf(old: string, text: string): string {
  if (old === "") return `Insert "${text.trim()}"`;
  if (text === "") return `Remove "${old.trim()}"`;
  return `Change to "${text.trim()}"`;
}
