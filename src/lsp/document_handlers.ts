/**
 * Requests about a document.
 * @module
 */

import type { Connection, Position, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import type { Workspace } from "./workspace.ts";

/** The parameters of a request that names a document. */
interface Named {
  readonly textDocument: { readonly uri: string };
}

/** Creates a handler of requests about open documents, which returns null for any other document. */
export type DocumentHandlerOf = <P extends Named, R>(
  answer: (document: TextDocument, params: P) => R,
) => (params: P) => R | null;

/** Context for request handlers. */
export interface HandlerContext {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly workspace: Workspace;
}

/** Handlers of requests about the open documents. */
export function documentHandlers(documents: TextDocuments<TextDocument>): DocumentHandlerOf {
  return (answer) => (params) => {
    const document = documents.get(params.textDocument.uri);
    return document === undefined || isTooLong(document) ? null : answer(document, params);
  };
}

/** The text of a document; empty if it is too long, which a diagnostic reports. */
export function textOf(document: TextDocument): string {
  return isTooLong(document) ? "" : document.getText();
}

/** Whether a document is longer than the limit. */
export function isTooLong(document: TextDocument): boolean {
  return document.getText().length > SERVE_LIMITS.editorText.most;
}

type Known = ReturnType<Workspace["knownFor"]>;

/** The text, a position in it, and the catalog: the input of completion, hover and diagnostics. */
export function assistInput(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
): [text: string, offset: number, catalog: Known["catalog"], environment: Known["environment"]] {
  const { catalog, environment } = workspace.knownFor(document.uri);
  const text = textOf(document);
  return [text, Math.min(text.length, document.offsetAt(position)), catalog, environment];
}
