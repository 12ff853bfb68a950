/**
 * Splits a script into statements, for running it up to its first error.
 * @module
 */

import { parseScript } from "../language/script.ts";

/**
 * Splits a text into statements, padded with blanks so that positions match the whole text. A script with
 * definitions and without errors is not split, because definitions may be used before they appear.
 */
export function statementsOf(text: string): string[] {
  const { script, diagnostics } = parseScript(text);
  const { statements } = script;
  const defines = statements.some(({ kind }) => kind === "let");
  if (diagnostics.length === 0 && defines) return [text];
  const parts: string[] = [];
  let start: number | null = null;
  for (const { kind, span } of statements) {
    start ??= span.start;
    // A definition stays with the statement that follows it.
    if (kind === "let" && span !== statements.at(-1)!.span) continue;
    const before = text.slice(0, start).replaceAll(/[^\n]/g, " ");
    parts.push(before + text.slice(start, span.end));
    start = null;
  }
  return parts;
}
