/**
 * The language server: assistance over the protocol, on standard input and output.
 * @module
 */

import process from "node:process";
import {
  type Connection,
  createConnection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type InitializeResult,
  ProposedFeatures,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { answerCommands, COMMANDS } from "./commands.ts";
import { clientInput } from "./client_input.ts";
import { chooseTraces, pathOfUri, type TraceChoice } from "./configuration.ts";
import { answerDocuments } from "./answer_documents.ts";
import { answerRows } from "./answer_rows.ts";
import { answerEditing } from "./answer_editing.ts";
import { answerCodePages, PAGE_SCHEME } from "./code_pages.ts";
import { answerDiagnostics, publishDiagnostics } from "./diagnostics.ts";
import type { RenderTable } from "./run_query.ts";
import { TOKEN_MODIFIERS, TOKEN_TYPES } from "./semantic_tokens.ts";
import type { OpenTraces } from "./trace_set.ts";
import { Workspace } from "./workspace.ts";
import { answerWorkspaceSymbols } from "./workspace_symbols.ts";

/** What the server needs from the rest of the program. */
interface ServerOptions {
  /** Traces for documents whose workspace configures none. */
  readonly traces: readonly string[];
  /** Version of the program. */
  readonly version: string;
  readonly open: OpenTraces;
  readonly render: RenderTable;
  /** The page about a diagnostic code. */
  readonly explain: (code: string) => Promise<string>;
}

/** Serves until the client disconnects, which ends the process. */
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
  answerDiagnostics(served);
  answerCodePages(connection, options.explain);
  answerWorkspaceSymbols(served);
  answerEditing(served);
  answerDocuments(served);
  answerRows(served);
  answerCommands(served, options.render);
  // Definition files are read from disk, as in queries on the command line, so a change has an effect once it
  // is saved.
  documents.onDidSave(() => workspace.rereadLibraries());
  documents.listen(connection);
  connection.listen();
  // The library ends the process when the client requests it, closes the pipe, or no longer exists.
  return new Promise<never>(() => {});
}

function initialize(
  params: InitializeParams,
  workspace: Workspace,
  options: ServerOptions,
): InitializeResult {
  const uris = params.workspaceFolders?.map(({ uri }) => uri) ?? [params.rootUri ?? ""];
  const folders = uris.flatMap((uri) => pathOfUri(uri) ?? []);
  const given: TraceChoice = chooseTraces(options.traces, null);
  workspace.begin(params.capabilities, { folders, given, initial: params.initializationOptions });
  const { abilities } = workspace;
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
      // Options, and actions with edits, are only announced to clients that support them.
      renameProvider: abilities.preparesRename ? { prepareProvider: true } : true,
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      documentLinkProvider: {},
      workspaceSymbolProvider: true,
      ...(abilities.actions
        ? { codeActionProvider: { codeActionKinds: ["quickfix", "source.fixAll"] } }
        : {}),
      ...(abilities.pullsDiagnostics
        ? {
          diagnosticProvider: {
            identifier: "quarry",
            interFileDependencies: true,
            workspaceDiagnostics: false,
          },
        }
        : {}),
      codeLensProvider: { resolveProvider: false },
      inlayHintProvider: true,
      executeCommandProvider: { commands: [...COMMANDS] },
      semanticTokensProvider: {
        legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
        full: true,
        range: true,
      },
      workspace: {
        workspaceFolders: { supported: true },
        ...(abilities.codePages ? { textDocumentContent: { schemes: [PAGE_SCHEME] } } : {}),
      },
    },
  };
}

/**
 * Creates a document when it is opened. Refuses a document without text, which would otherwise be checked again with
 * every change of a trace.
 */
function createDocument(uri: string, language: string, version: number, text: string): TextDocument {
  if (typeof uri !== "string" || typeof text !== "string") {
    throw new TypeError("A document has no URI or no text");
  }
  return TextDocument.create(uri, language, version, text);
}

/** Standard output belongs to the protocol, so anything a library prints goes to the client's log. */
function keepOutputClean(connection: Connection): void {
  const log = (...parts: unknown[]): void => connection.console.log(parts.map(String).join(" "));
  for (const name of ["log", "info", "debug"] as const) globalThis.console[name] = log;
}
