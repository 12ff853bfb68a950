/**
 * Expanding selection: a word, an expression, a stage, a statement, everything.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { parseScript } from "../language/script.ts";
import { nodesAt } from "../query/syntax/walk.ts";
import { splitIntoParts } from "./text_parts.ts";

/** The spans around an offset, from the smallest to the whole text; each is within the next one. */
export function selectionSpans(text: string, offset: number): Span[] {
  const all: Span = { start: 0, end: text.length };
  const part = splitIntoParts(text).findLast(({ start }) => start <= offset);
  if (part === undefined || offset > part.start + part.text.length) return [all];
  const { script, tokens } = parseScript(part.text);
  const at = offset - part.start;
  const around = ({ span: { start, end } }: { readonly span: Span }): boolean => start <= at && at <= end;
  // Between a word and the token after it, the word is selected.
  const words = tokens.filter(around);
  const word = words.findLast(({ text }) => /[\w"'`]/.test(text)) ?? words.at(-1);
  const spans = [
    all,
    // The first node is the script of this part, which does not count as a selection of its own.
    ...nodesAt(script, at).slice(1).map(({ span }) => ({
      start: span.start + part.start,
      end: span.end + part.start,
    })),
    ...(word === undefined || word.kind === "space"
      ? []
      : [{ start: word.span.start + part.start, end: word.span.end + part.start }]),
  ];
  const growing: Span[] = [];
  for (const span of spans) {
    const outer = growing.at(-1);
    const isWithin = outer === undefined ||
      (outer.start <= span.start && span.end <= outer.end && span.end - span.start < outer.end - outer.start);
    if (isWithin) growing.push(span);
  }
  return growing.reverse();
}
