/**
 * State of the server besides the documents: the client's capabilities, and the traces that belong to each
 * document.
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
import { type AssistanceContext, assistanceContext, type OpenTraces, TraceSet } from "./trace_set.ts";

/** The client's capabilities. */
interface Abilities {
  readonly snippets: boolean;
  readonly insertReplace: boolean;
  readonly hierarchy: boolean;
  readonly configuration: boolean;
  readonly dynamicConfiguration: boolean;
  readonly refreshHints: boolean;
  readonly refreshLenses: boolean;
  /**
   * Whether the client requests diagnostics itself and can be asked to refresh them; without a refresh it
   * would miss errors that only a loaded trace reveals.
   */
  readonly pullsDiagnostics: boolean;
  /** Whether the client shows links of diagnostic codes, and documents of the server. */
  readonly codePages: boolean;
  readonly workspaceFolders: boolean;
  readonly preparesRename: boolean;
  /** Whether the client supports code actions other than commands. */
  readonly actions: boolean;
}

/** Folders and traces that are known at the start. */
interface InitialState {
  /** The workspace folders. */
  readonly folders: readonly string[];
  /** Traces from the command line. */
  readonly given: TraceChoice;
  /** Options sent by the client, in the form of the configuration. */
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

/** Milliseconds after which definition files are read again. */
const LIBRARIES_HOLD = 2000;

/** Maps documents to their traces. */
export class Workspace {
  /** The client's capabilities. */
  abilities: Abilities = abilitiesOf({});
  readonly #connection: Connection;
  readonly #open: OpenTraces;
  readonly #sets = new Map<string, TraceSet>();
  /** Configured traces by document, requested from the client once. */
  readonly #choices = new Map<string, TraceChoice>();
  readonly #asked = new Set<string>();
  /** Definitions of files by document, merged with the other definitions. */
  readonly #libraries = new Map<
    string,
    {
      readonly own: AssistanceContext["environment"];
      readonly all: AssistanceContext["environment"];
      readonly since: number;
    }
  >();
  readonly #listeners: (() => void)[] = [];
  #beginning: InitialState = { folders: [], given: NO_TRACES, initial: null };
  #pushed: unknown = null;

  /** Reports errors over a connection. */
  constructor(connection: Connection, open: OpenTraces) {
    this.#connection = connection;
    this.#open = open;
  }

  /** Stores the capabilities and folders that the client sends at the start. */
  begin(capabilities: ClientCapabilities, beginning: InitialState): void {
    this.abilities = abilitiesOf(capabilities);
    this.#beginning = beginning;
  }

  /** Calls the listener when more is known about the traces. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The facts known so far for a document. */
  knownFor(uri: string): AssistanceContext {
    const set = this.setFor(uri);
    // Values that were missing in this answer are counted afterwards.
    setTimeout(() => set?.prepareMore(), AFTER_ANSWER);
    const known = assistanceContext(set);
    return { ...known, environment: this.#withLibraries(uri, known.environment) };
  }

  /**
   * The definitions that a document may use. Returns the same object for some time, since callers use it as a
   * key of caches; after that, files may have changed.
   */
  #withLibraries(uri: string, own: AssistanceContext["environment"]): AssistanceContext["environment"] {
    const before = this.#libraries.get(uri);
    if (before?.own === own && performance.now() - before.since < LIBRARIES_HOLD) return before.all;
    const all = { ...own, ...librariesOf(libraryFiles, pathOfUri(uri) ?? "") };
    this.#libraries.set(uri, { own, all, since: performance.now() });
    return all;
  }

  /** Reads definition files again. */
  rereadLibraries(): void {
    if (this.#libraries.size === 0) return;
    this.#libraries.clear();
    this.#announce();
  }

  /** The traces of a document; null if none are configured. */
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
          // Sent as a notification: the method of the library is a request, which a client need not support.
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

  /** Waits until the client has named the traces of a document, and these are loaded. */
  async readyFor(uri: string): Promise<TraceSet | null> {
    await this.#ask(uri);
    const set = this.setFor(uri);
    await set?.loaded();
    return set;
  }

  /** Drops cached configuration and requests it again. */
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

  /** Called when a document is closed. */
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
      // A client that does not answer has no configuration.
    }
  }

  /** The workspace folder that contains a document. */
  async #folderOf(uri: string): Promise<string | null> {
    const folders = await this.#folders();
    const around = folders?.filter((each) => uri.startsWith(each.uri)).sort((a, b) =>
      b.uri.length - a.uri.length
    );
    return pathOfUri(around?.[0]?.uri ?? "") ?? this.#beginning.folders[0] ?? null;
  }

  /**
   * The current folders of the workspace, or those at the start if the client does not support the request.
   */
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
