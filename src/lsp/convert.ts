/**
 * Converts results of assistance to protocol types. Editors count lines and UTF-16 units within a line,
 * assistance counts UTF-16 units of the text.
 * @module
 */

import {
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  InsertTextFormat,
  MarkupKind,
  type Range,
  type SelectionRange,
  type SignatureHelp,
  SymbolKind,
  type TextEdit,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type {
  Completion,
  CompletionItem as Proposal,
  CompletionKind,
  FoldingSpan,
  ScriptSymbol,
  Signature,
} from "../assist/assist.ts";
import type { Diagnostic as Mistake, Fix, Severity, Span } from "../base/diagnostic.ts";
import { codeAddress } from "./code_pages.ts";
import { docMarkdown, signatureMarkdown } from "./markdown.ts";

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
};

/**
 * Converts a diagnostic; the suggestion is appended to the message, since editors have no separate place for
 * it.
 */
export function toDiagnostic(document: TextDocument, mistake: Mistake, hasPages: boolean): Diagnostic {
  const { severity, code, message, suggestion, span } = mistake;
  return {
    range: toRange(document, span),
    severity: SEVERITIES[severity],
    code,
    ...(hasPages ? { codeDescription: { href: codeAddress(code) } } : {}),
    source: "quarry",
    message: suggestion === undefined ? message : `${message}: ${suggestion}`,
  };
}

const ITEM_KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  stage: CompletionItemKind.Keyword,
  table: CompletionItemKind.Class,
  column: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  aggregate: CompletionItemKind.Function,
  operator: CompletionItemKind.Operator,
  keyword: CompletionItemKind.Keyword,
  value: CompletionItemKind.Value,
  folder: CompletionItemKind.Folder,
  point: CompletionItemKind.Constant,
  flag: CompletionItemKind.EnumMember,
  trace: CompletionItemKind.File,
  definition: CompletionItemKind.Variable,
  result: CompletionItemKind.Variable,
  parameter: CompletionItemKind.TypeParameter,
  query: CompletionItemKind.Snippet,
};

/** What the client supports for completion. */
interface CompletionAbilities {
  readonly snippets: boolean;
  readonly insertReplace: boolean;
}

/** Converts suggestions; their documentation is kept until one of them is resolved. */
export function toItems(
  document: TextDocument,
  completion: Completion,
  offset: number,
  abilities: CompletionAbilities,
): CompletionItem[] {
  const { from, to } = completion;
  const replace = toRange(document, { start: from, end: to });
  const insert = toRange(document, { start: from, end: offset });
  const typed = document.getText(insert);
  return completion.items.map((item, index): CompletionItem => {
    const { text, isSnippet } = insertText(item, abilities);
    return {
      label: item.label,
      kind: ITEM_KINDS[item.kind],
      ...(item.detail === undefined ? {} : { labelDetails: { description: item.detail } }),
      ...(item.detail === undefined && item.type === undefined ? {} : { detail: item.detail ?? item.type! }),
      sortText: String(index).padStart(4, "0"),
      // The editor may filter by the characters in the text, so a suggestion that was matched by other
      // characters has to pass its filter.
      filterText: item.label.toLowerCase().includes(typed.toLowerCase()) ? item.label : typed + item.label,
      insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: abilities.insertReplace
        ? { newText: text, insert, replace }
        : { newText: text, range: replace },
      ...(item.doc === undefined ? {} : { data: { doc: item.doc } }),
    };
  });
}

function insertText(
  { insert, caret }: Proposal,
  { snippets }: CompletionAbilities,
): { text: string; isSnippet: boolean } {
  if (!snippets || caret === insert.length) return { text: insert, isSnippet: false };
  const escape = (text: string): string => text.replace(/[\\$}]/g, "\\$&");
  return { text: `${escape(insert.slice(0, caret))}$0${escape(insert.slice(caret))}`, isSnippet: true };
}

/** Converts a suggestion with its documentation. */
export function resolveItem(item: CompletionItem): CompletionItem {
  const doc: unknown = (item.data as { doc?: unknown } | null | undefined)?.doc;
  if (typeof doc !== "string") return item;
  return { ...item, documentation: { kind: MarkupKind.Markdown, value: docMarkdown(doc) } };
}

/** Converts signature help. */
export function toSignatureHelp(signature: Signature): SignatureHelp {
  const { usage, parameters, active } = signature;
  const at = active < 0 ? {} : { activeParameter: active };
  return {
    signatures: [{
      label: usage,
      documentation: { kind: MarkupKind.Markdown, value: signatureMarkdown(signature) },
      parameters: parameters.map(({ span }) => ({ label: [span.start, span.end] })),
      ...at,
    }],
    activeSignature: 0,
    ...at,
  };
}

const SYMBOL_KINDS: Readonly<Record<ScriptSymbol["kind"], SymbolKind>> = {
  definition: SymbolKind.Variable,
  query: SymbolKind.Event,
  assert: SymbolKind.Boolean,
  result: SymbolKind.Variable,
  stage: SymbolKind.Operator,
  parameter: SymbolKind.TypeParameter,
};

/** Converts an entry of the outline. */
export function toSymbol(document: TextDocument, symbol: ScriptSymbol): DocumentSymbol {
  return {
    name: symbol.name,
    ...(symbol.detail === "" ? {} : { detail: symbol.detail }),
    kind: SYMBOL_KINDS[symbol.kind],
    range: toRange(document, symbol.span),
    selectionRange: toRange(document, symbol.nameSpan),
    children: symbol.children.map((child) => toSymbol(document, child)),
  };
}

/** Converts a foldable span. */
export function toFoldingRange(document: TextDocument, { span, kind }: FoldingSpan): FoldingRange {
  const { start, end } = toRange(document, span);
  const lines = { startLine: start.line, endLine: end.line };
  return kind === "comment" ? { ...lines, kind: FoldingRangeKind.Comment } : lines;
}

/** Converts nested spans, each within the next one. */
export function toSelectionRange(document: TextDocument, spans: readonly Span[]): SelectionRange {
  const [all, ...within] = spans.map((span) => toRange(document, span)).reverse();
  let selection: SelectionRange = { range: all! };
  for (const range of within) selection = { range, parent: selection };
  return selection;
}

/** Converts a span to a range of the document. */
export function toRange(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** Converts a range of the document to a span. */
export function toSpan(document: TextDocument, { start, end }: Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

/** Converts fixes to edits of the document. */
export function toEdits(document: TextDocument, fixes: readonly Fix[]): TextEdit[] {
  return fixes.map(({ span, text }) => ({ range: toRange(document, span), newText: text }));
}
