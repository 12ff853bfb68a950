/**
 * Semantic tokens as the protocol packs them: five numbers per token, with positions relative to the previous
 * token.
 * @module
 */

import type { TextDocument } from "vscode-languageserver-textdocument";
import { colorTokens, type TokenClass } from "../assist/assist.ts";
import type { Span } from "../base/diagnostic.ts";

/** Names of the token types, as editors know them. */
export const TOKEN_TYPES: readonly string[] =
  "keyword class function property variable number string regexp operator comment macro".split(" ");
/** Names of the modifiers. */
export const TOKEN_MODIFIERS: readonly string[] = ["declaration"];

/** Brackets and errors are left to the editor. */
const TYPE_NAMES: Readonly<Partial<Record<TokenClass, string>>> = {
  stage: "macro",
  keyword: "keyword",
  source: "class",
  function: "function",
  column: "property",
  name: "variable",
  number: "number",
  string: "string",
  regex: "regexp",
  pattern: "string",
  operator: "operator",
  comment: "comment",
};

/** The packed tokens of a document, or of those that touch a span. */
export function packTokens(document: TextDocument, within?: Span): number[] {
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const { span, class: name, declares } of colorTokens(document.getText(), within)) {
    if (within !== undefined && (span.end < within.start || span.start > within.end)) continue;
    const type = TOKEN_TYPES.indexOf(TYPE_NAMES[name] ?? "");
    if (type < 0) continue;
    const at = document.positionAt(span.start);
    const isSameLine = at.line === line;
    data.push(at.line - line, isSameLine ? at.character - character : at.character);
    data.push(span.end - span.start, type, declares ? 1 : 0);
    ({ line, character } = at);
  }
  return data;
}
