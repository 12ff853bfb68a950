/**
 * Diagnostics after every change, with the version of the text that they are about.
 * @module
 */

import type { Connection, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { diagnose } from "../assist/assist.ts";
import type { Diagnostic as Mistake } from "../base/diagnostic.ts";
import { toDiagnostic } from "./convert.ts";
import type { Workspace } from "./workspace.ts";

/** Longer texts wait for a pause in typing. */
const LONG = 40_000;
const PAUSE = 150;

/** Publishes diagnostics of open documents. */
export function publishDiagnostics(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  workspace: Workspace,
): void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const stop = (uri: string): void => {
    clearTimeout(waiting.get(uri));
    waiting.delete(uri);
  };
  const publish = (document: TextDocument): void => {
    // What waits would come once more, even after the document is closed.
    stop(document.uri);
    const { uri, version } = document;
    const diagnostics = mistakesOf(document, workspace).map((each) => toDiagnostic(document, each));
    void connection.sendDiagnostics({ uri, version, diagnostics });
  };
  documents.onDidChangeContent(({ document }) => {
    if (document.getText().length < LONG) return publish(document);
    stop(document.uri);
    waiting.set(document.uri, setTimeout(() => publish(document), PAUSE));
  });
  documents.onDidClose(({ document }) => {
    stop(document.uri);
    workspace.forget(document.uri);
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });
  workspace.onChange(() => {
    for (const document of documents.all()) publish(document);
  });
}

/** What is wrong with a document, as far as that can be known now. */
function mistakesOf(document: TextDocument, workspace: Workspace): readonly Mistake[] {
  const { catalog, environment, hasTraces } = workspace.knownFor(document.uri);
  const mistakes = diagnose(document.getText(), catalog, environment);
  // Without a trace its names are unknown.
  return hasTraces ? mistakes : mistakes.filter(({ code }) => code !== "Q202");
}
