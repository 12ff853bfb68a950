/**
 * Diagnostics are sent to clients, or returned on request to clients that support this.
 * @module
 */

import {
  type Diagnostic,
  DiagnosticSeverity,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { diagnoseFor, type Progress } from "../assist/assist.ts";
import { groupDigits } from "../base/group_digits.ts";
import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { type HandlerContext, isTooLong } from "./document_handlers.ts";
import { toDiagnostic } from "./convert.ts";
import type { Workspace } from "./workspace.ts";

/** Texts longer than this are checked only after a pause in typing. */
const LONG = 40_000;
const PAUSE = 150;
/** A long text is checked for this many milliseconds at a time; requests are answered in between. */
const SLICE_MS = 100;
/** Milliseconds between checks in which other requests are handled. */
const YIELD_MS = 5;

/** Publishes the diagnostics of open documents, unless the client requests them itself. */
export function publishDiagnostics({ connection, documents, workspace }: HandlerContext): void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const stop = (uri: string): void => {
    clearTimeout(waiting.get(uri));
    waiting.delete(uri);
  };
  const later = (document: TextDocument, pause: number): void =>
    void waiting.set(document.uri, setTimeout(() => publish(document), pause));
  const publish = (document: TextDocument): void => {
    if (workspace.abilities.pullsDiagnostics) {
      // Starts to load the traces of the document, whichever request needs them first.
      workspace.setFor(document.uri);
      return;
    }
    // Otherwise a pending check would publish its diagnostics even after the document is closed.
    stop(document.uri);
    const { uri, version } = document;
    const diagnostics = diagnosticsOf(document, workspace);
    if (diagnostics === null) return later(document, YIELD_MS);
    void connection.sendDiagnostics({ uri, version, diagnostics });
  };
  documents.onDidChangeContent(({ document }) => {
    if (document.getText().length < LONG) return publish(document);
    stop(document.uri);
    later(document, PAUSE);
  });
  documents.onDidClose(({ document: { uri } }) => {
    stop(uri);
    workspace.forget(uri);
    if (!workspace.abilities.pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  workspace.onChange(() => {
    if (workspace.abilities.pullsDiagnostics) {
      void connection.languages.diagnostics.refresh().catch(() => {});
      return;
    }
    for (const document of documents.all()) publish(document);
  });
}

/** Handles clients that request the diagnostics of a document. */
export function answerDiagnostics({ connection, documents, workspace }: HandlerContext): void {
  /** The last diagnostics returned for each document. */
  const said = new Map<string, { readonly id: string; readonly json: string }>();
  let count = 0;
  documents.onDidClose(({ document: { uri } }) => said.delete(uri));
  connection.languages.diagnostics.on(async ({ textDocument: { uri }, previousResultId }, token) => {
    const document = documents.get(uri);
    if (document === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    const { version } = document;
    let items: Diagnostic[] | null;
    while ((items = diagnosticsOf(document, workspace)) === null) {
      await new Promise((resolve) => setTimeout(resolve, YIELD_MS));
      if (token.isCancellationRequested) {
        return new ResponseError(LSPErrorCodes.RequestCancelled, "Cancelled");
      }
      if (documents.get(uri)?.version !== version) {
        const again = { retriggerRequest: true };
        return new ResponseError(LSPErrorCodes.ServerCancelled, "The text has changed", again);
      }
    }
    const json = JSON.stringify(items);
    const before = said.get(uri);
    const isSame = before?.json === json;
    const resultId = isSame ? before.id : String(++count);
    if (!isSame) said.set(uri, { id: resultId, json });
    return resultId === previousResultId
      ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
      : { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  });
}

/**
 * The diagnostics of a document; null if its text is long and checking takes more time, after which the
 * caller asks again.
 */
function diagnosticsOf(document: TextDocument, workspace: Workspace): Diagnostic[] | null {
  if (isTooLong(document)) return [TOO_LONG];
  const { diagnostics, isWhole } = errorsOf(document, workspace);
  if (!isWhole) return null;
  return diagnostics.map((each) => toDiagnostic(document, each, workspace.abilities.codePages));
}

/** The diagnostic for a document that is too long to be checked. */
const TOO_LONG: Diagnostic = {
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  severity: DiagnosticSeverity.Warning,
  source: "quarry",
  message: `A document may have ${
    groupDigits(SERVE_LIMITS.editorText.most)
  } characters, and this one is longer: it is not checked. Split it into several files`,
};

/** The errors of a document, as far as they can be determined now. */
function errorsOf(document: TextDocument, workspace: Workspace): Progress {
  const { catalog, environment, hasTraces } = workspace.knownFor(document.uri);
  const found = diagnoseFor(document.getText(), catalog, environment, SLICE_MS);
  // Without a trace, its names cannot be checked.
  if (hasTraces) return found;
  return { ...found, diagnostics: found.diagnostics.filter(({ code }) => code !== "Q202") };
}
