/** A real client: the program as a subprocess, and a JSON-RPC connection to it. */

import { GUARDED } from "../support/guards/guarded.ts";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** The machine may be busy with other work. */
const PATIENCE_MS = 60_000;
const ROOT = new URL("../../", import.meta.url);

/** A published set of diagnostics. */
export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: number;
    readonly message: string;
    readonly codeDescription?: { readonly href: string };
    readonly range: { readonly start: Place; readonly end: Place };
  }[];
}

/** Line and UTF-16 unit, both from 0. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** Options of starting. */
export interface ClientOptions {
  /** Arguments after `lsp`. */
  readonly args?: readonly string[];
  /** Client capabilities. */
  readonly capabilities?: unknown;
  /** Answer to `workspace/configuration`. */
  readonly configuration?: unknown;
  readonly folder?: string;
  /** The program and its arguments up to `lsp`; by default this program, with all permissions. */
  readonly command?: readonly [program: string, ...args: string[]];
}

const PROGRAM = [
  Deno.execPath(),
  "run",
  "-A",
  "--quiet",
  ...GUARDED,
  "--config",
  new URL("deno.json", ROOT).pathname,
  new URL("cli.ts", ROOT).pathname,
] as const;

/** Starts the program as editors do. */
export function startServer(
  args: readonly string[] = [],
  [program, ...before]: readonly [string, ...string[]] = PROGRAM,
): ChildProcess {
  return spawn(program, [...before, "lsp", ...args], { stdio: ["pipe", "pipe", "pipe"] });
}

/** A client with an initialized server. */
export class Client {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly published: Published[] = [];
  readonly logged: string[] = [];
  readonly shown: string[] = [];
  /** Methods of the requests that the server has made. */
  readonly asked: string[] = [];
  capabilities: Record<string, unknown> = {};
  /** Answer to `workspace/configuration`; may be changed. */
  configuration: unknown;
  #exit: Promise<number>;
  #waiting: (() => void)[] = [];

  constructor(child: ChildProcess, configuration: unknown) {
    this.child = child;
    this.configuration = configuration;
    this.#exit = new Promise((resolve) => child.on("exit", (code) => resolve(code ?? -1)));
    this.connection = createMessageConnection(
      new StreamMessageReader(child.stdout as Readable),
      new StreamMessageWriter(child.stdin as Writable),
    );
    const notice = (): void => {
      for (const wake of this.#waiting.splice(0)) wake();
    };
    this.connection.onNotification("textDocument/publishDiagnostics", (params: Published) => {
      this.published.push(params);
      notice();
    });
    this.connection.onNotification("window/logMessage", ({ message }: { message: string }) => {
      this.logged.push(message);
      notice();
    });
    this.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
      this.shown.push(message);
      notice();
    });
    const answers: Record<string, (params: never) => unknown> = {
      "workspace/configuration": ({ items }: { items: unknown[] }) =>
        items.map(() => this.configuration ?? null),
    };
    this.connection.onRequest((method, params) => {
      this.asked.push(method);
      notice();
      return answers[method]?.(params as never) ?? null;
    });
    this.connection.listen();
  }

  /** Starts a server and initializes it. */
  static async start(options: ClientOptions = {}): Promise<Client> {
    const client = new Client(startServer(options.args, options.command), options.configuration);
    const { capabilities } = await client.connection.sendRequest<{ capabilities: Record<string, unknown> }>(
      "initialize",
      {
        processId: Deno.pid,
        rootUri: options.folder === undefined ? null : `file://${options.folder}`,
        capabilities: options.capabilities ?? FULL_CAPABILITIES,
        workspaceFolders: null,
      },
    );
    client.capabilities = capabilities;
    await client.connection.sendNotification("initialized", {});
    return client;
  }

  request<T>(method: string, params: unknown): Promise<T> {
    return this.connection.sendRequest<T>(method, params);
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  /** Opens a document. */
  async open(uri: string, text: string, version = 1): Promise<void> {
    await this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "quarry", version, text } });
  }

  /** Replaces the whole text. */
  async replace(uri: string, version: number, text: string): Promise<void> {
    await this.notify("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  /** Waits for diagnostics that satisfy a condition. */
  diagnostics(uri: string, wanted: (published: Published) => boolean): Promise<Published> {
    return this.until(
      () => this.published.findLast((each) => each.uri === uri && wanted(each)),
      `diagnostics of ${uri}`,
    );
  }

  /** Waits until a value is there. */
  async until<T>(find: () => T | undefined, what: string): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const left = end - Date.now();
      if (left <= 0) throw new Error(`Waited too long for ${what}: ${this.logged.join("; ")}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 500));
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Waits until the traces are loaded and their values counted. */
  async ready(): Promise<void> {
    await this.until(() => this.logged.find((line) => line.startsWith("Opened ")), "a trace");
  }

  /** Shuts the server down; returns the exit code. */
  async stop(): Promise<number> {
    await this.request("shutdown", undefined);
    await this.notify("exit", undefined);
    const code = await this.#exit;
    this.connection.dispose();
    return code;
  }

  /** Waits for the end of the process. */
  get exited(): Promise<number> {
    return this.#exit;
  }
}

/** The capabilities of VS Code, as far as they matter here. */
export const FULL_CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    textDocumentContent: {},
    workspaceFolders: true,
    inlayHint: { refreshSupport: true },
    codeLens: { refreshSupport: true },
  },
  textDocument: {
    completion: {
      completionItem: {
        snippetSupport: true,
        insertReplaceSupport: true,
        resolveSupport: { properties: ["documentation"] },
      },
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true },
    rename: { prepareSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source"] } } },
  },
};
