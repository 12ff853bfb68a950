/**
 * A language server with all requests that editors send, and traces that change meanwhile.
 * @module
 */

import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { Client } from "../lsp/client.ts";
import type { Random } from "../support/random.ts";
import { Times } from "./process_figures.ts";
import { soakQuery, type SoakTraces } from "./soak_traces.ts";

const DOCUMENTS = 4;
/** Six million pairs in one step. */
const LONG = "events | take 2500 | join (events | take 2500 | select trace) on trace | summarize count(seq)";

/** A server with a client that never rests. */
export class SoakServer {
  readonly times: Times = new Times();
  cancelled = 0;
  failed = 0;
  reloads = 0;
  readonly #client: Client;
  readonly #random: Random;
  readonly #traces: SoakTraces;
  readonly #texts: string[] = [];
  #version = 1;

  private constructor(client: Client, traces: SoakTraces, random: Random) {
    this.#client = client;
    this.#traces = traces;
    this.#random = random;
  }

  /** Starts the program. */
  static async start(traces: SoakTraces, random: Random): Promise<SoakServer> {
    const client = await Client.start({
      args: ["--trace", `run=${traces.main}`],
      folder: traces.folder,
      configuration: null,
    });
    const server = new SoakServer(client, traces, random);
    for (let at = 0; at < DOCUMENTS; at++) await client.open(server.#uri(at), server.#text(at));
    await client.ready();
    return server;
  }

  /** Process of the server. */
  get pid(): number {
    return this.#client.child.pid!;
  }

  #uri(at: number): string {
    return `file://${this.#traces.folder}/${at}.qry`;
  }

  #text(at: number): string {
    const text = Array.from({ length: 1 + this.#random.below(6) }, () => soakQuery(this.#random)).join(
      "\n\n",
    );
    return this.#texts[at] = text;
  }

  /** Performs one random step. */
  async step(): Promise<void> {
    const random = this.#random;
    const at = random.below(DOCUMENTS);
    const textDocument = { uri: this.#uri(at) };
    const lines = this.#texts[at]!.split("\n");
    const line = random.below(lines.length);
    const position = { line, character: random.below(lines[line]!.length + 1) };
    const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
    // The lists that the client keeps for tests would grow here.
    this.#client.published.length = this.#client.logged.length = this.#client.shown.length = 0;
    switch (random.below(16)) {
      case 0:
      case 1:
      case 2:
        await this.#client.replace(textDocument.uri, ++this.#version, this.#text(at));
        return;
      case 3:
        this.reloads++;
        return this.#traces.change();
      case 4: {
        this.#traces.damage();
        const paths = random.oneIn(2) ? [this.#traces.main] : [this.#traces.main, this.#traces.odd];
        this.#client.configuration = { traces: paths };
        await this.#client.notify("workspace/didChangeConfiguration", {
          settings: { quarry: { traces: paths } },
        });
        return;
      }
      case 5:
        return await this.#cancel();
      case 6:
        return await this.#ask("workspace/executeCommand", {
          command: random.pick(["quarry.run", "quarry.explain"]),
          arguments: [{ query: soakQuery(random) }],
        });
      case 7:
        return await this.#ask("textDocument/inlayHint", { textDocument, range });
      case 8:
        return await this.#ask("textDocument/codeLens", { textDocument });
      case 9:
        return await this.#ask("textDocument/semanticTokens/full", { textDocument });
      case 10:
        return await this.#ask("textDocument/formatting", {
          textDocument,
          options: { tabSize: 2, insertSpaces: true },
        });
      case 11:
        return await this.#ask("textDocument/signatureHelp", { textDocument, position });
      case 12:
      case 13:
        return await this.#ask("textDocument/hover", { textDocument, position });
      default:
        return await this.#ask("textDocument/completion", { textDocument, position });
    }
  }

  async #ask(method: string, params: unknown): Promise<void> {
    const start = performance.now();
    try {
      await this.#client.request(method, params);
    } catch {
      // A query with a typo, or a trace that is being replaced.
      this.failed++;
    }
    this.times.add(performance.now() - start);
  }

  async #cancel(): Promise<void> {
    const source = new CancellationTokenSource();
    const params = { command: "quarry.run", arguments: [{ query: LONG }] };
    const run = this.#client.connection.sendRequest("workspace/executeCommand", params, source.token).catch(
      () => {
        this.cancelled++;
      },
    );
    await new Promise((resolve) => setTimeout(resolve, this.#random.below(60)));
    source.cancel();
    await run;
  }

  /** Stops the server; returns the exit code. */
  stop(): Promise<number> {
    return this.#client.stop();
  }
}
