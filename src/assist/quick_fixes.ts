/**
 * Quick fixes: the changes that put diagnostics right.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import type { QuickFix } from "./answers.ts";
import { diagnose } from "./diagnose.ts";

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
    const old = text.slice(fix.span.start, fix.span.end);
    fixes.push({ title: titleOf(old, fix.text), diagnostic, edits: [fix], preferred: fixes.length === 0 });
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
