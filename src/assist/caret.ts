/**
 * Finds the word at the caret, and its place in the syntax tree.
 * @module
 */

import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { parseScript } from "../language/script.ts";
import type { Node } from "../query/syntax/ast.ts";
import { isPunctuation, type Token } from "../query/syntax/token.ts";
import { nodesAt } from "../query/syntax/walk.ts";
import { analyseUncached, type Analysis, definitionsOutsidePart, partAt } from "./analysis.ts";

/** Placeholder for the word being written; no column or function has this name. */
const PLACEHOLDER = "quarry_caret_";

/** A caret in a text. */
export interface Caret {
  /** Offset in the whole text where the word begins. */
  readonly from: number;
  /** Offset in the whole text where the word ends; after the caret if the caret is inside the word. */
  readonly to: number;
  /** The part of the word before the caret; inside quotes, without the quote. */
  readonly typed: string;
  /** The open quote around the caret. */
  readonly quote: string | null;
  /** The text directly after `to`. */
  readonly after: string;
  /** The part before the caret, with a placeholder in place of the word. */
  readonly analysis: Analysis;
  /** The definitions available at the caret, including those of other parts. */
  readonly environment: Environment;
  /** Nodes around the placeholder, starting with the whole script. */
  readonly path: readonly Node[];
  /** Whether the last node of the path is the placeholder. */
  readonly inTree: boolean;
  /** Tokens before the word in the same statement, without spaces and comments, nearest last. */
  readonly before: readonly Token[];
  /** Nodes that end with the last token before the word, starting with the whole script. */
  readonly pathBefore: readonly Node[];
}

/** Finds the caret at an offset; null inside comments and where nothing can be completed. */
export function caretAt(
  text: string,
  offset: number,
  catalog: Catalog,
  environment: Environment,
): Caret | null {
  const part = partAt(text, offset);
  const head = text.slice(part.start, offset);
  const word = wordBefore(head);
  if (word === null) return null;
  const { start, quote } = word;
  const known = definitionsOutsidePart(text, part, catalog, environment);
  const placed = head.slice(0, start) + PLACEHOLDER + (quote ?? "");
  const analysis = analyseUncached(placed, catalog, known);
  const { script, tokens } = analysis.parsed;
  const wordStart = quote === null ? start : start - 1;
  const path = nodesAt(script, start + 1);
  const last = path.at(-1)!;
  const inTree = last.span.start === wordStart && path.length > 1 && last.kind !== "query" &&
    last.kind !== "pipeline";
  const statement = script.statements.findLast(({ span }) => span.start <= wordStart);
  const before = tokensBefore(tokens, statement?.span.start ?? 0, wordStart);
  const end = before.at(-1)?.span.end;
  const pathBefore = end === undefined ? [] : nodesAt(script, end).filter(({ span }) => span.end >= end);
  const rest = text.slice(offset);
  const tail = quote === null ? /^[\p{L}\p{N}_$]*/u.exec(rest)![0].length : insideLength(rest, quote);
  return {
    from: part.start + start,
    to: offset + tail,
    typed: head.slice(start),
    quote,
    after: text.slice(offset + tail, offset + tail + 1),
    analysis,
    environment: known,
    path,
    inTree,
    before,
    pathBefore,
  };
}

/** Start of the word at the end of a text, with its open quote; null if nothing can be written there. */
function wordBefore(head: string): { start: number; quote: string | null } | null {
  const { tokens } = parseScript(head);
  const token = tokens.at(-1);
  if (token === undefined) return { start: 0, quote: null };
  const { start, end } = token.span;
  switch (token.kind) {
    case "comment":
      return null;
    case "identifier":
    case "word":
    case "number":
    case "sequence":
      return { start, quote: null };
    case "quotedIdentifier":
      return token.problem === null ? null : { start, quote: null };
    case "string":
      // A closed string literal is complete.
      return token.problem?.code === "Q103" ? { start: start + 1, quote: token.text[0]! } : null;
    case "regex":
      return null;
    default:
      return { start: end, quote: null };
  }
}

function tokensBefore(tokens: readonly Token[], start: number, end: number): Token[] {
  const before: Token[] = [];
  for (const token of tokens) {
    if (token.span.end > end) break;
    if (token.span.start < start) continue;
    if (token.kind === "space" || token.kind === "comment") continue;
    if (isPunctuation(token, ";")) before.length = 0;
    else before.push(token);
  }
  return before;
}

/** Length of the rest of a string literal that is closed on this line. */
function insideLength(rest: string, quote: string): number {
  const close = rest.search(/["'\r\n|]/);
  return close >= 0 && rest[close] === quote ? close : 0;
}
