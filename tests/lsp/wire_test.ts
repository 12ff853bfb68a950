/** The wire: frames cut and joined anywhere, nothing else on standard output, the end of the process. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Readable } from "node:stream";
import { Temporary } from "../support/temporary.ts";
import { Client, startServer } from "./client.ts";
import { EXAMPLES } from "../assist/examples.ts";
import { quarry } from "../cli/program.ts";
import { someOf } from "../support/effort.ts";

const TRACE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;
const POOL = new URL("../../testdata/mpatrol/pool-threads-le64/trace.mtrc", import.meta.url).pathname;
const URI = "untitled:one.qry";
const OPTIONS = { sanitizeOps: false, sanitizeResources: false };

function frame(message: object): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const head = new TextEncoder().encode(`Content-Length: ${body.length}\r\n\r\n`);
  return new Uint8Array([...head, ...body]);
}

/** Valid messages, with invalid ones between them. */
const DAMAGED = [
  "Content-Length: -5\r\n\r\n{}",
  "Content-Length: abc\r\n\r\n{}",
  "\r\n\r\n",
  "Content-Length: 2\r\n\r\n{]",
]
  .map((text) => new TextEncoder().encode(text));

const TALK = [
  { id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } },
  { method: "initialized", params: {} },
  {
    method: "textDocument/didOpen",
    params: {
      textDocument: { uri: URI, languageId: "quarry", version: 1, text: 'leaks | wher size > "ü😀"' },
    },
  },
  {
    id: 2,
    method: "textDocument/completion",
    params: { textDocument: { uri: URI }, position: { line: 0, character: 12 } },
  },
  { id: 3, method: "shutdown" },
].map(frame);
const EXIT = frame({ method: "exit" });

/** Messages in a stream of frames; throws if anything is between them. */
function readFrames(bytes: Uint8Array): { id?: number; method?: string; result?: unknown }[] {
  const messages = [];
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length;) {
    const head = /^Content-Length: (\d+)\r\n\r\n/.exec(decoder.decode(bytes.subarray(at, at + 64)));
    if (!head) throw new Error(`No frame at byte ${at}: ${decoder.decode(bytes.subarray(at, at + 80))}`);
    const start = at + head[0].length;
    at = start + Number(head[1]);
    messages.push(JSON.parse(decoder.decode(bytes.subarray(start, at))));
  }
  return messages;
}

async function talk(pieces: readonly Uint8Array[], pause: number): Promise<ReturnType<typeof readFrames>> {
  const child = startServer();
  const chunks: Uint8Array[] = [];
  (child.stdout as Readable).on("data", (chunk: Uint8Array) => {
    chunks.push(chunk);
    // As the protocol requires: first the answer to shutdown, then exit.
    if (new TextDecoder().decode(chunk).includes('"id":3')) child.stdin!.write(EXIT);
  });
  const exit = new Promise<number | null>((resolve) => child.on("close", resolve));
  for (const piece of pieces) {
    child.stdin!.write(piece);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  assertEquals(await exit, 0);
  return readFrames(new Uint8Array(chunks.flatMap((chunk) => [...chunk])));
}

function checkAnswers(messages: ReturnType<typeof readFrames>): void {
  assertEquals(
    messages.filter(({ id, method }) => id !== undefined && method === undefined).map(({ id }) => id),
    [1, 2, 3],
  );
  const items = (messages.find(({ id }) => id === 2)!.result as { items: { label: string }[] }).items;
  assertEquals(items[0]!.label, "where");
  assert(messages.some(({ method }) => method === "textDocument/publishDiagnostics"));
}

Deno.test({
  ...OPTIONS,
  name: "headers without a length and messages that are not JSON are skipped, and later messages answered",
}, async () => {
  const messages = await talk(TALK.flatMap((each, at) => [DAMAGED[at] ?? new Uint8Array(), each]), 0);
  assertEquals(
    messages.filter(({ id, method }) => id !== undefined && method === undefined).map(({ id }) => id),
    [
      1,
      2,
      3,
    ],
  );
  const logged = messages.filter(({ method }) => method === "window/logMessage");
  assert(JSON.stringify(logged).includes("A header has no Content-Length"), JSON.stringify(messages));
});

Deno.test("serve() reads several frames that arrive together", OPTIONS, async () => {
  checkAnswers(await talk([new Uint8Array(TALK.flatMap((each) => [...each]))], 0));
});

Deno.test(
  "serve() reads frames that arrive in pieces of a few bytes, split inside characters",
  OPTIONS,
  async () => {
    const all = new Uint8Array(TALK.flatMap((each) => [...each]));
    const pieces: Uint8Array[] = [];
    for (let at = 0, size = 1; at < all.length; at += size, size = size % 13 + 3) {
      pieces.push(
        all.subarray(at, at + size),
      );
    }
    checkAnswers(await talk(pieces, 1));
  },
);

Deno.test("serve() ends when its input ends without shutdown and exit", OPTIONS, async () => {
  const client = await Client.start();
  client.child.stdin!.end();
  assertEquals(await client.exited, 1);
  client.connection.dispose();
});

Deno.test(
  "serve() uses the trace of the workspace, and notices another trace and a changed file",
  OPTIONS,
  async () => {
    using temporary = Temporary.folder();
    const folder = temporary.path;
    await Deno.copyFile(TRACE, `${folder}/run.mtrc`);
    const client = await Client.start({ folder, configuration: { trace: "run.mtrc" } });
    const uri = `file://${folder}/a.qry`;
    await client.open(uri, 'func == "nobody"');
    const first = await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    assertMatch(first.diagnostics[0]!.message, /^No row has func "nobody": the trace has: "read_word"/);
    await Deno.copyFile(POOL, `${folder}/run.mtrc`);
    const second = await client.diagnostics(
      uri,
      ({ diagnostics }) => diagnostics.length > 0 && !diagnostics[0]!.message.includes("read_word"),
    );
    assertMatch(second.diagnostics[0]!.message, /the trace has: "/);
    client.configuration = { traces: { base: "nowhere.mtrc" } };
    await client.notify("workspace/didChangeConfiguration", { settings: null });
    await client.until(
      () => client.shown.find((message) => message.includes("nowhere.mtrc")),
      "an error message",
    );
    client.configuration = { traces: { base: TRACE, other: `${folder}/run.mtrc` } };
    await client.notify("workspace/didChangeConfiguration", { settings: null });
    await client.replace(uri, 2, "leaks of nobody");
    const third = await client.diagnostics(uri, ({ diagnostics }) => diagnostics[0]?.code === "Q202");
    assertEquals(third.diagnostics[0]!.message, 'Unknown trace "nobody": open traces: base, other');
    assertEquals(await client.stop(), 0);
  },
);

Deno.test("serve() answers without a trace, with documented columns and no data", OPTIONS, async () => {
  const client = await Client.start({ capabilities: {} });
  await client.open(URI, "leaks | where siz > 4K; leaks of run");
  const { diagnostics } = await client.diagnostics(URI, () => true);
  assertEquals(diagnostics.map(({ code }) => code), ["Q203"]);
  const position = { line: 0, character: 17 };
  const { items } = await client.request<{ items: { label: string }[] }>("textDocument/completion", {
    textDocument: { uri: URI },
    position,
  });
  assertEquals(items[0]!.label, "size");
  assertEquals(await client.stop(), 0);
});

Deno.test("serve() answers prefixes of every example query", OPTIONS, async () => {
  const client = await Client.start({ args: ["--trace", TRACE] });
  await client.open(URI, "");
  await client.ready();
  let version = 1;
  for (const example of EXAMPLES) {
    for (const end of someOf(example.length + 1, 3, example.length)) {
      await client.replace(URI, ++version, example.slice(0, end));
      const answer = await client.request<{ items: unknown[] }>("textDocument/completion", {
        textDocument: { uri: URI },
        position: { line: 0, character: end },
      });
      assert(Array.isArray(answer.items), `${example.slice(0, end)}: no list`);
    }
  }
  const wanted = version;
  await client.diagnostics(URI, (each) => each.version === wanted);
  const versions = client.published.filter((each) => each.uri === URI && each.version !== undefined);
  assertEquals(new Set(versions.map((each) => each.version)).size, version, "diagnostics for every version");
  assertEquals(await client.stop(), 0);
  assertEquals(client.shown, []);
});

Deno.test(
  "serve() continues when a trace opens while some documents have no valid text or name",
  OPTIONS,
  async () => {
    const client = await Client.start({ args: ["--trace", TRACE] });
    for (const textDocument of [{ uri: "untitled:null", text: 5 }, { uri: 5, text: "leaks" }]) {
      await client.notify("textDocument/didOpen", {
        textDocument: { languageId: "quarry", version: 1, ...textDocument },
      });
    }
    await client.open(URI, "leaks | count");
    await client.ready();
    const { rows } = await client.request<{ rows: number }>("workspace/executeCommand", {
      command: "quarry.run",
      arguments: [{ query: "leaks | count" }],
    });
    assertEquals([rows, await client.stop()], [1, 0]);
  },
);

Deno.test("quarry lsp accepts traces only with --trace", async () => {
  const { code, err } = await quarry(["lsp", "run.mtrc"]);
  assertEquals([code, err], [2, 'error: Unexpected "run.mtrc": traces are named with --trace\n']);
});
