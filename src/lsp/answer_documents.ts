/**
 * Requests about a whole document: outline, colours, folding, formatting, names.
 * @module
 */

import {
  type Connection,
  DocumentHighlightKind,
  type DocumentSymbol,
  ErrorCodes,
  ResponseError,
  type SymbolInformation,
  type TextDocumentPositionParams,
  type TextDocuments,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  folding,
  formatEdits,
  occurrences,
  renameName,
  renameTarget,
  scriptSymbols,
} from "../assist/assist.ts";
import { toFoldingRange, toSymbol } from "./convert.ts";
import { toEdits, toRange, toSpan } from "./positions.ts";
import { packTokens } from "./semantic_tokens.ts";
import type { Workspace } from "./workspace.ts";

/** Answers them. */
export function answerDocuments(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  workspace: Workspace,
): void {
  const get = ({ uri }: { readonly uri: string }): TextDocument | undefined => documents.get(uri);
  connection.onDocumentSymbol(({ textDocument }) => {
    const document = get(textDocument);
    if (document === undefined) return null;
    const symbols = scriptSymbols(document.getText()).map((each) => toSymbol(document, each));
    return workspace.abilities.hierarchy ? symbols : flat(symbols, document.uri);
  });
  connection.onFoldingRanges(({ textDocument }) => {
    const document = get(textDocument);
    return document && folding(document.getText()).map((each) => toFoldingRange(document, each));
  });
  connection.onDocumentFormatting(({ textDocument }) => {
    const document = get(textDocument);
    return document && toEdits(document, formatEdits(document.getText()));
  });
  connection.languages.semanticTokens.on(({ textDocument }) => {
    const document = get(textDocument);
    return { data: document ? packTokens(document) : [] };
  });
  connection.languages.semanticTokens.onRange(({ textDocument, range }) => {
    const document = get(textDocument);
    return { data: document ? packTokens(document, toSpan(document, range)) : [] };
  });
  answerNames(connection, get, workspace);
}

function answerNames(
  connection: Connection,
  get: (document: { readonly uri: string }) => TextDocument | undefined,
  workspace: Workspace,
): void {
  const find = ({ textDocument, position }: TextDocumentPositionParams): {
    document: TextDocument;
    spans: readonly { start: number; end: number }[];
    declaration: { start: number; end: number } | null;
  } | null => {
    const document = get(textDocument);
    if (document === undefined) return null;
    const { catalog, environment } = workspace.knownFor(document.uri);
    const found = occurrences(document.getText(), document.offsetAt(position), catalog, environment);
    return found && { document, spans: found.spans, declaration: found.declaration };
  };
  connection.onDefinition((params) => {
    const found = find(params);
    if (found === null || found.declaration === null) return null;
    return { uri: found.document.uri, range: toRange(found.document, found.declaration) };
  });
  connection.onReferences((params) => {
    const found = find(params);
    if (found === null) return null;
    const { document, declaration } = found;
    const wanted = found.spans.filter(({ start }) =>
      params.context.includeDeclaration || start !== declaration?.start
    );
    return wanted.map((span) => ({ uri: document.uri, range: toRange(document, span) }));
  });
  connection.onDocumentHighlight((params) => {
    const found = find(params);
    return found && found.spans.map((span) => ({
      range: toRange(found.document, span),
      kind: span.start === found.declaration?.start
        ? DocumentHighlightKind.Write
        : DocumentHighlightKind.Read,
    }));
  });
  connection.onPrepareRename(({ textDocument, position }) => {
    const document = get(textDocument);
    if (document === undefined) return null;
    const { catalog, environment } = workspace.knownFor(document.uri);
    const found = renameTarget(document.getText(), document.offsetAt(position), catalog, environment);
    return found && { range: toRange(document, found.span), placeholder: found.name };
  });
  connection.onRenameRequest(({ textDocument, position, newName }) => {
    const document = get(textDocument);
    if (document === undefined) return null;
    const { catalog, environment } = workspace.knownFor(document.uri);
    const renaming = renameName(
      document.getText(),
      document.offsetAt(position),
      newName,
      catalog,
      environment,
    );
    if ("refused" in renaming) return new ResponseError(ErrorCodes.InvalidParams, renaming.refused);
    return { changes: { [document.uri]: toEdits(document, renaming.edits) } };
  });
}

/** The outline for clients that know no hierarchy. */
function flat(symbols: readonly DocumentSymbol[], uri: string, container?: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children }) => [
    {
      name,
      kind,
      location: { uri, range },
      ...(container === undefined ? {} : { containerName: container }),
    },
    ...flat(children ?? [], uri, name),
  ]);
}
