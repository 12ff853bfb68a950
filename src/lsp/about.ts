/**
 * Requests about a document.
 * @module
 */

import type { Connection, Position, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Workspace } from "./workspace.ts";

/** A document that a request names. */
interface Named {
  readonly textDocument: { readonly uri: string };
}

/** Makes the answer to requests about open documents; null about any other. */
export type About = <P extends Named, R>(
  answer: (document: TextDocument, params: P) => R,
) => (params: P) => R | null;

/** What answers requests. */
export interface Served {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly workspace: Workspace;
}

/** Answers about the documents that are open. */
export function aboutThe(documents: TextDocuments<TextDocument>): About {
  return (answer) => (params) => {
    const document = documents.get(params.textDocument.uri);
    return document === undefined ? null : answer(document, params);
  };
}

type Known = ReturnType<Workspace["knownFor"]>;

/** The text, the place in it, and what is known there: what questions of assistance begin with. */
export function placeIn(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
): [text: string, offset: number, catalog: Known["catalog"], environment: Known["environment"]] {
  const { catalog, environment } = workspace.knownFor(document.uri);
  return [document.getText(), document.offsetAt(position), catalog, environment];
}
