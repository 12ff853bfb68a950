/**
 * Conversations with the language server: lines of JSON, one message each. The server continues to answer after any
 * message, and every valid message gets an answer that is not an internal error.
 */

import { CancellationTokenSource, ResponseError } from "vscode-jsonrpc/node";
import { fileURLToPath } from "node:url";
import { Client } from "../lsp/client.ts";
import type { Random } from "../support/random.ts";
import { mutateScript, SCRIPTS } from "./scripts.ts";
import { expect, type Runner, type Target } from "./target.ts";

const TRACE = fileURLToPath(new URL("../../testdata/mpatrol/tutorial2-le64/trace.mtrc", import.meta.url));
const URI = "file:///fuzz/a.qry";
/** Time for a single answer: several programs share the machine. */
const PATIENCE_MS = 20_000;
const MOST_MESSAGES = 40;

/** A message of a conversation. */
interface Message {
  readonly method: string;
  readonly params: unknown;
  /** Whether the client cancels the request at once. */
  readonly cancel?: true;
  /** Whether the message violates the protocol: an error is a valid answer. */
  readonly odd?: true;
}

const REQUESTS: readonly string[] = [
  ...["completion", "hover", "signatureHelp", "definition", "references", "documentHighlight"],
  ...["prepareRename", "rename", "codeAction", "codeLens", "inlayHint", "documentSymbol", "foldingRange"],
  ...["formatting", "semanticTokens/full", "semanticTokens/range"],
].map((name) => `textDocument/${name}`);
const EDGES: readonly number[] = [0, 1, 2, 79, 4096, 65_536, 2 ** 31 - 1];
/** Values in place of others. */
const STRANGE: readonly unknown[] = [null, -1, 0.5, 2 ** 53, "", [], {}, true, "x".repeat(3000)];

const encoder = new TextEncoder();
const linesOf = (messages: readonly Message[]): Uint8Array =>
  encoder.encode(messages.map((each) => JSON.stringify(each)).join("\n"));

function messagesOf(input: Uint8Array): Message[] {
  const messages: Message[] = [];
  for (const line of new TextDecoder().decode(input).split("\n").slice(0, MOST_MESSAGES)) {
    try {
      const message = JSON.parse(line);
      if (typeof message?.method === "string") messages.push(message);
    } catch {
      // A damaged line is skipped.
    }
  }
  return messages;
}

const textDocument = { uri: URI };
const place = (character: number): unknown => ({ line: 0, character });
const range = (end: number): unknown => ({ start: place(0), end: place(end) });

function paramsOf(method: string, character: number): unknown {
  if (method.endsWith("codeAction")) {
    return { textDocument, range: range(character), context: { diagnostics: [] } };
  }
  if (/inlayHint|range$/.test(method)) return { textDocument, range: range(character) };
  if (method.endsWith("formatting")) return { textDocument, options: { tabSize: 2, insertSpaces: true } };
  return {
    textDocument,
    position: place(character),
    ...(method.endsWith("rename") ? { newName: "other" } : {}),
    ...(method.endsWith("references") ? { context: { includeDeclaration: true } } : {}),
  };
}

function change(text: string, version: number): Message {
  return {
    method: "textDocument/didChange",
    params: { textDocument: { uri: URI, version }, contentChanges: [{ text }] },
  };
}

/** A conversation about a script: with every request once. */
function conversation(script: string, at: number): Message[] {
  const asked = REQUESTS.map((method, each) => ({ method, params: paramsOf(method, (at * 7 + each) % 40) }));
  const run = { command: at % 2 === 0 ? "quarry.run" : "quarry.explain", arguments: [{ uri: URI }] };
  return [change(script, at + 2), ...asked, { method: "workspace/executeCommand", params: run }];
}

/** A copy in which one value is replaced. */
function withChange(value: unknown, random: Random, isOdd: boolean): unknown {
  if (Array.isArray(value) && value.length > 0 && !(isOdd && random.oneIn(4))) {
    const at = random.below(value.length);
    return value.map((each, place) => place === at ? withChange(each, random, isOdd) : each);
  }
  if (typeof value === "object" && value !== null && !(isOdd && random.oneIn(4))) {
    const keys = Object.keys(value);
    if (keys.length === 0) return value;
    const key = random.pick(keys);
    const old = (value as Record<string, unknown>)[key];
    return { ...value, [key]: withChange(old, random, isOdd) };
  }
  if (isOdd) return random.pick(STRANGE);
  if (typeof value === "number") return random.oneIn(2) ? random.pick(EDGES) : value + random.below(3);
  if (typeof value === "string" && value !== URI && !value.startsWith("quarry.")) {
    const other = encoder.encode(random.pick(SCRIPTS));
    return new TextDecoder().decode(mutateScript(encoder.encode(value), random, other));
  }
  return value;
}

function mutate(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let messages = messagesOf(input);
  for (let changes = 1 + random.below(4); changes > 0 && messages.length > 0; changes--) {
    const at = random.below(messages.length);
    const message = messages[at]!;
    const method = random.pick(REQUESTS);
    switch (random.below(7)) {
      case 0:
        messages = messages.toSpliced(at, 1);
        break;
      case 1:
        messages = messages.toSpliced(random.below(messages.length), 0, message);
        break;
      case 2:
        messages = [...messages.slice(0, at), ...messagesOf(other).slice(random.below(8))];
        break;
      case 3:
        messages = messages.with(at, { ...message, cancel: true });
        break;
      case 4:
        messages = messages.toSpliced(at, 0, { method, params: paramsOf(method, random.pick(EDGES)) });
        break;
      case 5:
        messages = messages.with(at, {
          ...message,
          params: withChange(message.params, random, true),
          odd: true,
        });
        break;
      default:
        messages = messages.with(at, { ...message, params: withChange(message.params, random, false) });
    }
  }
  return linesOf(messages.slice(0, MOST_MESSAGES));
}

/** The fuzz target of the language server. */
export const lspTarget: Target = {
  name: "lsp",
  summary: "conversations with the language server",
  shrinks: "lines",
  seeds: () =>
    Promise.resolve(
      SCRIPTS.filter((_, at) => at % 8 === 0).map((script, at) => linesOf(conversation(script, at))),
    ),
  mutate,
  start: async () => {
    const client = await Client.start({ args: ["--trace", `run=${TRACE}`] });
    await client.open("file:///fuzz/other.qry", "leaks");
    await client.ready();
    return new LspRunner(client);
  },
};

class LspRunner implements Runner {
  readonly #client: Client;
  readonly #errors: string[] = [];
  #alive = true;

  constructor(client: Client) {
    this.#client = client;
    client.child.stderr!.on(
      "data",
      (piece: Uint8Array) => this.#errors.push(new TextDecoder().decode(piece)),
    );
    void client.exited.then(() => this.#alive = false);
  }

  async run(input: Uint8Array): Promise<readonly string[]> {
    const client = this.#client;
    const outcome: string[] = [];
    await client.open(URI, "leaks");
    const asked: Promise<void>[] = [];
    for (const message of messagesOf(input)) {
      if (/^textDocument\/did|^workspace\/did|^\$/.test(message.method)) {
        await client.notify(message.method, message.params);
      } else asked.push(this.#ask(message, outcome));
    }
    await within(Promise.all(asked), "the answers");
    await client.notify("textDocument/didClose", { textDocument });
    // The other document, which was not edited, gets the same answers as before.
    const position = place(2);
    const shown = await within(
      client.request("textDocument/hover", { textDocument: { uri: "file:///fuzz/other.qry" }, position }),
      "hover over another document",
    );
    expect(JSON.stringify(shown).includes("leaks"), () => `Hover over "leaks" says ${JSON.stringify(shown)}`);
    expect(this.#alive, () => "The server has ended");
    expect(this.#errors.length === 0, () => `On standard error: ${this.#errors.join("").slice(0, 500)}`);
    return outcome;
  }

  async close(): Promise<void> {
    if (this.#alive) await within(this.#client.stop(), "the end").catch(() => this.#client.child.kill());
  }

  async #ask({ method, params, cancel, odd }: Message, outcome: string[]): Promise<void> {
    const source = new CancellationTokenSource();
    try {
      const answer = this.#client.connection.sendRequest(method, params, source.token);
      if (cancel) source.cancel();
      const found = await answer;
      outcome.push(
        `${method} ${
          found === null
            ? "nothing"
            : Array.isArray(found)
            ? `list ${Math.min(found.length, 2)}`
            : typeof found
        }`,
      );
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
      outcome.push(`${method} ${error.code}`);
      const isOwn = !/TypeError|RangeError|Cannot read prop|not a function|internal error|not iterable/.test(
        error.message,
      );
      expect(odd === true || isOwn, () => `${method}: ${error.message}`);
    }
  }
}

function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${PATIENCE_MS / 1000} s for ${what}`)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
