/**
 * What the server knows beside the documents: what the client can do, and which traces belong to which document.
 * @module
 */

import {
  type ClientCapabilities,
  type Connection,
  MessageType,
  ShowMessageNotification,
} from "vscode-languageserver/node";
import { libraryFiles } from "../ingest/library_files.ts";
import { librariesOf } from "../engine/libraries.ts";
import { NO_TRACES, pathOfUri, type TraceChoice, traceChoice } from "./configuration.ts";
import { type Known, knownOf, type OpenTraces, TraceSet } from "./trace_set.ts";

/** What the client can do. */
interface Abilities {
  readonly snippets: boolean;
  readonly insertReplace: boolean;
  readonly hierarchy: boolean;
  readonly configuration: boolean;
  readonly dynamicConfiguration: boolean;
  readonly refreshHints: boolean;
  readonly refreshLenses: boolean;
  /** Asks for diagnostics, and can be told to ask again: where it cannot, it would miss what a loaded trace says. */
  readonly pullsDiagnostics: boolean;
  /** Shows links of codes, and documents that the server has. */
  readonly codePages: boolean;
  readonly workspaceFolders: boolean;
  readonly preparesRename: boolean;
  /** Knows actions that are more than commands. */
  readonly actions: boolean;
}

/** Folders and traces that are known at the start. */
interface Beginning {
  /** The workspace folders. */
  readonly folders: readonly string[];
  /** Traces of the command line. */
  readonly given: TraceChoice;
  /** Options of the client, in the shape of the configuration. */
  readonly initial: unknown;
}

function abilitiesOf({ textDocument, workspace }: ClientCapabilities): Abilities {
  const item = textDocument?.completion?.completionItem;
  return {
    snippets: item?.snippetSupport === true,
    insertReplace: item?.insertReplaceSupport === true,
    hierarchy: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    configuration: workspace?.configuration === true,
    dynamicConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    refreshHints: workspace?.inlayHint?.refreshSupport === true,
    refreshLenses: workspace?.codeLens?.refreshSupport === true,
    pullsDiagnostics: textDocument?.diagnostic !== undefined &&
      workspace?.diagnostics?.refreshSupport === true,
    codePages: workspace?.textDocumentContent !== undefined &&
      (textDocument?.publishDiagnostics ?? textDocument?.diagnostic)?.codeDescriptionSupport === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    preparesRename: textDocument?.rename?.prepareSupport === true,
    actions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
  };
}

/** Milliseconds without typing before values are counted. */
const AFTER_ANSWER = 150;

/** Milliseconds until files of definitions are read again. */
const LIBRARIES_HOLD = 2000;

/** Documents' traces. */
export class Workspace {
  /** What the client can do. */
  abilities: Abilities = abilitiesOf({});
  readonly #connection: Connection;
  readonly #open: OpenTraces;
  readonly #sets = new Map<string, TraceSet>();
  /** Choices by document, asked from the client once. */
  readonly #choices = new Map<string, TraceChoice>();
  readonly #asked = new Set<string>();
  /** Definitions of files by document, together with what else is defined. */
  readonly #libraries = new Map<
    string,
    { readonly own: Known["environment"]; readonly all: Known["environment"]; readonly since: number }
  >();
  readonly #listeners: (() => void)[] = [];
  #beginning: Beginning = { folders: [], given: NO_TRACES, initial: null };
  #pushed: unknown = null;

  /** Reports over a connection. */
  constructor(connection: Connection, open: OpenTraces) {
    this.#connection = connection;
    this.#open = open;
  }

  /** Takes the capabilities and folders that the client sends at the start. */
  begin(capabilities: ClientCapabilities, beginning: Beginning): void {
    this.abilities = abilitiesOf(capabilities);
    this.#beginning = beginning;
  }

  /** Calls back when more is known about the traces. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** What is known for a document now. */
  knownFor(uri: string): Known {
    const set = this.setFor(uri);
    // What this answer will miss is counted after it.
    setTimeout(() => set?.prepareMore(), AFTER_ANSWER);
    const known = knownOf(set);
    return { ...known, environment: this.#withLibraries(uri, known.environment) };
  }

  /** What a document may use. The same object for a while: what is known of it is remembered, and files change. */
  #withLibraries(uri: string, own: Known["environment"]): Known["environment"] {
    const before = this.#libraries.get(uri);
    if (before?.own === own && performance.now() - before.since < LIBRARIES_HOLD) return before.all;
    const all = { ...own, ...librariesOf(libraryFiles, pathOfUri(uri) ?? "") };
    this.#libraries.set(uri, { own, all, since: performance.now() });
    return all;
  }

  /** Reads files of definitions again. */
  rereadLibraries(): void {
    if (this.#libraries.size === 0) return;
    this.#libraries.clear();
    this.#announce();
  }

  /** The traces of a document; null when none are named. */
  setFor(uri: string): TraceSet | null {
    const choice = this.#choices.get(uri) ?? this.#fallback();
    void this.#ask(uri);
    if (choice.operands.length === 0) return null;
    const key = JSON.stringify(choice.operands);
    let set = this.#sets.get(key);
    if (set === undefined) {
      set = new TraceSet(choice.operands, choice.paths, this.#open, {
        changed: () => this.#announce(),
        log: (message) => this.#connection.console.info(message),
        fail: (message) => {
          this.#connection.console.error(message);
          // A notification: the library's own way is a request, for which a client need not be ready.
          void this.#connection.sendNotification(ShowMessageNotification.type, {
            type: MessageType.Error,
            message,
          });
        },
      });
      this.#sets.set(key, set);
    }
    return set;
  }

  /** Waits until the client has said which traces a document has, and these are loaded. */
  async readyFor(uri: string): Promise<TraceSet | null> {
    await this.#ask(uri);
    const set = this.setFor(uri);
    await set?.loaded();
    return set;
  }

  /** Forgets what was asked and asks again. */
  async reconfigure(settings: unknown): Promise<void> {
    const pushed = (settings as { quarry?: unknown } | null)?.quarry;
    if (pushed !== undefined) this.#pushed = pushed;
    const uris = [...this.#asked];
    this.#asked.clear();
    this.#choices.clear();
    await Promise.all(uris.map((uri) => this.#ask(uri)));
    this.#closeUnused();
    this.#announce();
  }

  /** The document is closed. */
  forget(uri: string): void {
    this.#choices.delete(uri);
    this.#asked.delete(uri);
    this.#libraries.delete(uri);
  }

  #fallback(): TraceChoice {
    const { folders: [folder = null], given, initial } = this.#beginning;
    return traceChoice(this.#pushed, folder) ?? traceChoice(initial, folder) ?? given;
  }

  async #ask(uri: string): Promise<void> {
    if (!this.abilities.configuration || this.#asked.has(uri)) return;
    this.#asked.add(uri);
    try {
      const settings: unknown = await this.#connection.workspace.getConfiguration({
        scopeUri: uri,
        section: "quarry",
      });
      const choice = traceChoice(settings, await this.#folderOf(uri));
      if (choice === null || !this.#asked.has(uri)) return;
      this.#choices.set(uri, choice);
      this.#announce();
    } catch {
      // A client that cannot answer has no opinion.
    }
  }

  /** The workspace folder around a document. */
  async #folderOf(uri: string): Promise<string | null> {
    const folders = await this.#folders();
    const around = folders?.filter((each) => uri.startsWith(each.uri)).sort((a, b) =>
      b.uri.length - a.uri.length
    );
    return pathOfUri(around?.[0]?.uri ?? "") ?? this.#beginning.folders[0] ?? null;
  }

  /** The folders of the workspace as they are now, or as they were at the beginning. */
  async folders(): Promise<readonly string[]> {
    const folders = await this.#folders();
    return folders?.flatMap(({ uri }) => pathOfUri(uri) ?? []) ?? this.#beginning.folders;
  }

  async #folders(): Promise<readonly { readonly uri: string }[] | null> {
    if (!this.abilities.workspaceFolders) return null;
    return await this.#connection.workspace.getWorkspaceFolders().catch(() => null);
  }

  #closeUnused(): void {
    const wanted = new Set(
      [...this.#choices.values(), this.#fallback()].map(({ operands }) => JSON.stringify(operands)),
    );
    for (const [key, set] of this.#sets) {
      if (wanted.has(key)) continue;
      set.close();
      this.#sets.delete(key);
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
    if (this.abilities.refreshHints) void this.#connection.languages.inlayHint.refresh().catch(() => {});
    if (this.abilities.refreshLenses) {
      void this.#connection.sendRequest("workspace/codeLens/refresh").catch(() => {});
    }
  }
}
