/**
 * Diagnostics while a query is being written, and their fixes.
 * @module
 */

import type { Diagnostic, Span } from "../base/diagnostic.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { warnAddedTraces } from "../language/added_traces.ts";
import { withAdvice } from "../language/advice.ts";
import { analyse } from "./analysis.ts";
import { deferringCatalog } from "./deferring_catalog.ts";
import type { QuickFix } from "./answers.ts";
import { mergeDiagnostics } from "./merge_diagnostics.ts";
import { diagnoseLong, type Progress } from "./long_text.ts";
import { LONG_TEXT_LENGTH } from "./text_parts.ts";

/**
 * All errors of a text and warnings about the data, in the order of the text.
 *
 * @param reads Whether a text that is not a query is interpreted as a query in another language or as plain
 * words.
 */
export function diagnose(
  text: string,
  catalog: Catalog,
  environment: Environment,
  reads = false,
): readonly Diagnostic[] {
  return diagnoseFor(text, catalog, environment, Infinity, reads).diagnostics;
}

/**
 * Returns diagnostics found within this many milliseconds; for a long text possibly only some of them, and
 * the next call finds the rest.
 */
export function diagnoseFor(
  text: string,
  catalog: Catalog,
  environment: Environment,
  patience: number,
  reads = false,
): Progress {
  const patient = deferringCatalog(catalog);
  const long = text.length < LONG_TEXT_LENGTH ? null : diagnoseLong(text, patient, environment, patience);
  if (long) return long;
  const { parsed, bound } = analyse(text, catalog, environment);
  const remarks = parsed.diagnostics.length > 0 ? [] : warnAddedTraces(text, bound.statements, patient);
  const all = mergeDiagnostics(parsed.diagnostics, [...bound.diagnostics, ...remarks]);
  return { diagnostics: withAdvice(text, all, patient, environment, reads), isWhole: true };
}

/**
 * The diagnostics worth showing at the current caret position: not those about unknown words that are still
 * being typed, nor about missing parts that are about to be written.
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
    // A part that is missing at the end of the text may be typed next.
    return !/ found the end of the query$|is not closed$|^Unterminated /.test(message);
  });
}

/** Fixes for the diagnostics that touch a span. */
export function quickFixes(
  text: string,
  within: Span,
  catalog: Catalog,
  environment: Environment,
): QuickFix[] {
  const fixes: QuickFix[] = [];
  for (const diagnostic of diagnose(text, catalog, environment, true)) {
    const { span, fix } = diagnostic;
    const touches = ({ start, end }: Span): boolean => end >= within.start && start <= within.end;
    // A fix that replaces a whole statement is offered anywhere in that statement.
    if (fix === undefined || (!touches(span) && !touches(fix.span))) continue;
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

/** All fixes of a text at once, except those that overlap an earlier one. */
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
