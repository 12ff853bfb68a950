/**
 * Stretches of a script that an editor can fold away.
 * @module
 */

import { parseScript } from "../language/script.ts";
import type { FoldingSpan } from "./answers.ts";

/** Statements over several lines, and comments over several lines. */
export function folding(text: string): FoldingSpan[] {
  const { script, tokens } = parseScript(text);
  const spans: FoldingSpan[] = [];
  for (const { span } of script.statements) {
    if (/[\r\n]/.test(text.slice(span.start, span.end))) spans.push({ span, kind: "query" });
  }
  let start = -1;
  let end = -1;
  const close = (): void => {
    if (start >= 0 && /[\r\n]/.test(text.slice(start, end))) {
      spans.push({ span: { start, end }, kind: "comment" });
    }
    start = -1;
  };
  for (const token of tokens) {
    if (token.kind === "comment") {
      if (start < 0) start = token.span.start;
      end = token.span.end;
    } else if (token.kind !== "space" || /\n[^\S\n]*\n/.test(token.text)) close();
  }
  close();
  return spans.sort((a, b) => a.span.start - b.span.start);
}
