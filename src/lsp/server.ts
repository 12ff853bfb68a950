/**
 * The language server: answers of assistance over the protocol, on standard input and output.
 * @module
 */

import process from "node:process";
import {
  type Connection,
  createConnection,
  type Diagnostic,
  DiagnosticSeverity,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type InitializeResult,
  ProposedFeatures,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isTooLong, type Served } from "./about.ts";
import { answerCommands, COMMANDS } from "./commands.ts";
import { clientInput } from "./client_input.ts";
import { diagnoseFor, type Progress } from "../assist/assist.ts";
import { grouped } from "../base/grouped.ts";
import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { chooseTraces, pathOfUri, type TraceChoice } from "./configuration.ts";
import { answerDocuments } from "./answer_documents.ts";
import { answerRows } from "./answer_rows.ts";
import { answerWriting } from "./answer_writing.ts";
import { toDiagnostic } from "./convert.ts";
import type { RenderTable } from "./run_query.ts";
import { TOKEN_MODIFIERS, TOKEN_TYPES } from "./semantic_tokens.ts";
import type { OpenTraces } from "./trace_set.ts";
import { Workspace } from "./workspace.ts";

/** What the server needs of the program around it. */
interface ServerOptions {
  /** Traces for documents whose workspace names none. */
  readonly traces: readonly string[];
  /** Version of the program. */
  readonly version: string;
  readonly open: OpenTraces;
  readonly render: RenderTable;
}

/** Serves until the client leaves, which ends the process. */
export function serve(options: ServerOptions): Promise<never> {
  const { stream, options: cancelling } = clientInput((text) => connection.console.error(text));
  const connection = createConnection(ProposedFeatures.all, stream, process.stdout, cancelling);
  keepOutputClean(connection);
  const documents = new TextDocuments({ ...TextDocument, create: createDocument });
  const workspace = new Workspace(connection, options.open);
  connection.onInitialize((params) => initialize(params, workspace, options));
  connection.onInitialized(() => {
    if (workspace.abilities.dynamicConfiguration) {
      void connection.client.register(DidChangeConfigurationNotification.type, { section: "quarry" });
    }
    void workspace.reconfigure(null);
  });
  connection.onDidChangeConfiguration(({ settings }) => void workspace.reconfigure(settings));
  const served = { connection, documents, workspace };
  publishDiagnostics(served);
  answerWriting(served);
  answerDocuments(served);
  answerRows(served);
  answerCommands(served, options.render);
  // A file of definitions is read from the disk, as the program does: what uses it sees a change when it is saved.
  documents.onDidSave(() => workspace.rereadLibraries());
  documents.listen(connection);
  connection.listen();
  // The library ends the process when the client says so, closes the pipe, or is gone.
  return new Promise<never>(() => {});
}

function initialize(
  params: InitializeParams,
  workspace: Workspace,
  options: ServerOptions,
): InitializeResult {
  const folder = pathOfUri(params.workspaceFolders?.[0]?.uri ?? params.rootUri ?? "");
  const given: TraceChoice = chooseTraces(options.traces, null);
  workspace.begin(params.capabilities, { folder, given, initial: params.initializationOptions });
  return {
    serverInfo: { name: "quarry", version: options.version },
    capabilities: {
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      completionProvider: {
        resolveProvider: true,
        triggerCharacters: [..." |:.@\"'/{(=~,"],
        completionItem: { labelDetailsSupport: true },
      },
      hoverProvider: true,
      signatureHelpProvider: { triggerCharacters: ["(", ",", " "] },
      documentFormattingProvider: true,
      documentSymbolProvider: true,
      documentHighlightProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      foldingRangeProvider: true,
      codeActionProvider: { codeActionKinds: ["quickfix", "source.fixAll"] },
      codeLensProvider: { resolveProvider: false },
      inlayHintProvider: true,
      executeCommandProvider: { commands: [...COMMANDS] },
      semanticTokensProvider: {
        legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
        full: true,
        range: true,
      },
      workspace: { workspaceFolders: { supported: true } },
    },
  };
}

/** A document as it is opened: one without a text would be looked at again with every change of a trace. */
function createDocument(uri: string, language: string, version: number, text: string): TextDocument {
  if (typeof uri !== "string" || typeof text !== "string") {
    throw new TypeError("A document has no URI or no text");
  }
  return TextDocument.create(uri, language, version, text);
}

/** Standard output belongs to the protocol: whatever a library prints goes to the client's log. */
function keepOutputClean(connection: Connection): void {
  const log = (...parts: unknown[]): void => connection.console.log(parts.map(String).join(" "));
  for (const name of ["log", "info", "debug"] as const) globalThis.console[name] = log;
}

/** Longer texts wait for a pause in typing. */
const LONG = 40_000;
const PAUSE = 150;
/** A long text is looked at for so many milliseconds at once, between which requests are answered. */
const SLICE = 100;
/** How long requests have their turn, in milliseconds. */
const BREATH = 5;

/** Publishes diagnostics of open documents. */
export function publishDiagnostics({ connection, documents, workspace }: Served): void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const stop = (uri: string): void => {
    clearTimeout(waiting.get(uri));
    waiting.delete(uri);
  };
  const later = (document: TextDocument, pause: number): void =>
    void waiting.set(document.uri, setTimeout(() => publish(document), pause));
  const publish = (document: TextDocument): void => {
    // What waits would come once more, even after the document is closed.
    stop(document.uri);
    const { uri, version } = document;
    if (isTooLong(document)) {
      return void connection.sendDiagnostics({ uri, version, diagnostics: [TOO_LONG] });
    }
    const { diagnostics, isWhole } = mistakesOf(document, workspace);
    if (!isWhole) return later(document, BREATH);
    void connection.sendDiagnostics({
      uri,
      version,
      diagnostics: diagnostics.map((each) => toDiagnostic(document, each)),
    });
  };
  documents.onDidChangeContent(({ document }) => {
    if (document.getText().length < LONG) return publish(document);
    stop(document.uri);
    later(document, PAUSE);
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

/** What is told of a document that is not looked at. */
const TOO_LONG: Diagnostic = {
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  severity: DiagnosticSeverity.Warning,
  source: "quarry",
  message: `A document has at most ${
    grouped(SERVE_LIMITS.editorText.most)
  } characters: nothing of a longer one is looked at. Split it into files`,
};

/** What is wrong with a document, as far as that can be known now. */
function mistakesOf(document: TextDocument, workspace: Workspace): Progress {
  const { catalog, environment, hasTraces } = workspace.knownFor(document.uri);
  const found = diagnoseFor(document.getText(), catalog, environment, SLICE);
  // Without a trace its names are unknown.
  if (hasTraces) return found;
  return { ...found, diagnostics: found.diagnostics.filter(({ code }) => code !== "Q202") };
}
