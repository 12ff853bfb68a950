/**
 * Offsets and positions: editors count lines and UTF-16 units within a line, assistance counts UTF-16 units.
 * @module
 */

import type { Range, TextEdit } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Fix, Span } from "../base/diagnostic.ts";

/** A stretch of a document. */
export function toRange(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** A stretch of the text. */
export function toSpan(document: TextDocument, { start, end }: Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

/** Changes of a document. */
export function toEdits(document: TextDocument, fixes: readonly Fix[]): TextEdit[] {
  return fixes.map(({ span, text }) => ({ range: toRange(document, span), newText: text }));
}
