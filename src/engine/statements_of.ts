/**
 * The statements of a text that runs up to its first error.
 * @module
 */

import { parseScript } from "../language/script.ts";

/**
 * Statements one by one, with blanks in front so that places in them are those in the whole text. A script that defines
 * something and has no error is one piece: what it defines may be used before.
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
    // A definition goes with what follows it.
    if (kind === "let" && span !== statements.at(-1)!.span) continue;
    const before = text.slice(0, start).replaceAll(/[^\n]/g, " ");
    parts.push(before + text.slice(start, span.end));
    start = null;
  }
  return parts;
}
