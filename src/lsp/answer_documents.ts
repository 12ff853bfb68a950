/**
 * Requests about a whole document: outline, colours, folding, formatting, renaming.
 * @module
 */

import {
  type Connection,
  DocumentHighlightKind,
  type DocumentSymbol,
  ErrorCodes,
  type Position,
  ResponseError,
  type SymbolInformation,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  folding,
  formatEdits,
  namedFiles,
  occurrences,
  renameName,
  renameTarget,
  scriptSymbols,
  selectionSpans,
} from "../assist/assist.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import {
  assistInput,
  type DocumentHandlerOf,
  documentHandlers,
  type HandlerContext,
  isTooLong,
} from "./document_handlers.ts";
import { pathOfUri, uriOfPath } from "./configuration.ts";
import { toEdits, toFoldingRange, toRange, toSelectionRange, toSpan, toSymbol } from "./convert.ts";
import { packTokens } from "./semantic_tokens.ts";
import type { Workspace } from "./workspace.ts";

/** Registers the handlers of these requests. */
export function answerDocuments({ connection, documents, workspace }: HandlerContext): void {
  const about = documentHandlers(documents);
  connection.onDocumentSymbol(about((document) => {
    const symbols = scriptSymbols(document.getText()).map((each) => toSymbol(document, each));
    return workspace.abilities.hierarchy ? symbols : flat(symbols, document.uri);
  }));
  connection.onFoldingRanges(
    about((document) => folding(document.getText()).map((each) => toFoldingRange(document, each))),
  );
  connection.onDocumentFormatting(about((document) => toEdits(document, formatEdits(document.getText()))));
  connection.onSelectionRanges(
    about((document, { positions }) =>
      positions.map((position) =>
        toSelectionRange(document, selectionSpans(document.getText(), document.offsetAt(position)))
      )
    ),
  );
  connection.onDocumentLinks(about((document) => {
    const path = pathOfUri(document.uri);
    // If a document is not a file, the paths that it names cannot be resolved.
    return path === null ? [] : namedFiles(document.getText()).map(({ span, path: named }) => ({
      range: toRange(document, span),
      target: uriOfPath(libraryFiles.beside(path, named)),
    }));
  }));
  const { semanticTokens } = connection.languages;
  semanticTokens.on(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    return { data: document && !isTooLong(document) ? packTokens(document) : [] };
  });
  semanticTokens.onRange(({ textDocument, range }) => {
    const document = documents.get(textDocument.uri);
    return { data: document && !isTooLong(document) ? packTokens(document, toSpan(document, range)) : [] };
  });
  answerNames(connection, about, workspace);
}

function answerNames(connection: Connection, about: DocumentHandlerOf, workspace: Workspace): void {
  const find = (document: TextDocument, position: Position): ReturnType<typeof occurrences> =>
    occurrences(...assistInput(workspace, document, position));
  connection.onDefinition(about((document, { position }) => {
    const declaration = find(document, position)?.declaration ?? null;
    return declaration && { uri: document.uri, range: toRange(document, declaration) };
  }));
  connection.onReferences(about((document, { position, context }) => {
    const found = find(document, position);
    const wanted = found?.spans.filter(({ start }) =>
      context.includeDeclaration || start !== found.declaration?.start
    );
    return wanted?.map((span) => ({ uri: document.uri, range: toRange(document, span) })) ?? null;
  }));
  connection.onDocumentHighlight(about((document, { position }) => {
    const found = find(document, position);
    return found && found.spans.map((span) => {
      const isDeclaration = span.start === found.declaration?.start;
      const kind = isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read;
      return { range: toRange(document, span), kind };
    });
  }));
  connection.onPrepareRename(about((document, { position }) => {
    const found = renameTarget(...assistInput(workspace, document, position));
    return found && { range: toRange(document, found.span), placeholder: found.name };
  }));
  connection.onRenameRequest(about((document, { position, newName }) => {
    const [text, offset, ...known] = assistInput(workspace, document, position);
    const renaming = renameName(text, offset, newName, ...known);
    if ("refused" in renaming) return new ResponseError(ErrorCodes.InvalidParams, renaming.refused);
    return { changes: { [document.uri]: toEdits(document, renaming.edits) } };
  }));
}

/** The outline as a flat list, for clients without hierarchy. */
function flat(symbols: readonly DocumentSymbol[], uri: string, container?: string): SymbolInformation[] {
  const around = container === undefined ? {} : { containerName: container };
  return symbols.flatMap(({ name, kind, range, children }) => [
    { name, kind, location: { uri, range }, ...around },
    ...flat(children ?? [], uri, name),
  ]);
}
