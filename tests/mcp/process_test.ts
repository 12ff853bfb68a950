/** The real program as assistants start it, with permission to read one folder only. */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Temporary } from "../support/temporary.ts";
import { Assistant } from "./client.ts";
import { programCommand, quarry } from "../cli/program.ts";
import { atFullEffort } from "../support/effort.ts";
import { TextLineStream } from "@std/streams/text-line-stream";

const ROOT = new URL("../../", import.meta.url).pathname;
const FOLDER = `${ROOT}testdata/mpatrol/wordfreq-le64`;

Deno.test({
  name: "the server needs only --allow-read=DIR, and requests no other permission",
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  using folder = Temporary.folder();
  const flags = ["run", "--quiet", "--no-prompt", `--allow-read=${FOLDER}`, "--config", `${ROOT}deno.json`];
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: [...flags, `${ROOT}cli.ts`, "mcp", "--threads", "1", `${FOLDER}/trace.mtrc`],
    env: { ...Deno.env.toObject(), DENO_AUDIT_PERMISSIONS: `${folder.path}/asked` },
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const assistant = new Assistant(client);
  const { text } = await assistant.call("run_query", { query: "leaks | count" });
  assertMatch(text, /\[26\]/);
  assertEquals((await assistant.call("open_trace", { path: "/etc/passwd" })).isError, true);
  await client.close();
  const asked = (await Deno.readTextFile(`${folder.path}/asked`)).split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { permission: string; value?: string });
  assert(asked.some(({ permission }) => permission === "read"));
  // The command line asks for variables, and works without them.
  const kinds = new Set(asked.map(({ permission }) => permission));
  assertEquals([...kinds].filter((kind) => !["read", "env"].includes(kind)), []);
  assert(!asked.some(({ permission, value }) => permission === "read" && value?.includes("passwd")));
});

Deno.test(
  atFullEffort("a message of 11 MB, broken JSON and a list are answered, and the server continues"),
  async () => {
    const child = programCommand(["mcp", "--threads", "1", `${FOLDER}/trace.mtrc`], {
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const writer = child.stdin.getWriter();
    const say = (text: string): Promise<void> => writer.write(new TextEncoder().encode(`${text}\n`));
    const info = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    };
    await say(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: info }));
    await say(JSON.stringify({ method: "ping", params: { a: "x".repeat(11e6) }, jsonrpc: "2.0", id: 2 }));
    await say("{");
    await say("[]");
    await say(JSON.stringify({ jsonrpc: "2.0", id: 3, method: "ping" }));
    const answers: { id: unknown; error?: { code: number } }[] = [];
    for await (
      const line of child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream())
    ) {
      if (answers.push(JSON.parse(line as string)) === 5) await writer.close();
    }
    // Errors in a line are reported at once; a request may be answered after later ones.
    const said = answers.map(({ id, error }) => `${id} ${error?.code ?? "answered"}`).sort();
    assertEquals(said, ["1 answered", "2 -32600", "3 answered", "null -32600", "null -32700"]);
    assertEquals((await child.status).code, 0);
  },
);

Deno.test("a client that disconnects during an answer causes no stack trace", async (t) => {
  for (const isWaiting of [false, true]) {
    await t.step(isWaiting ? "while a query runs" : "while answers are being sent", async () => {
      const child = programCommand(["mcp", "--threads", "1", `${FOLDER}/trace.mtrc`], {
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      const say = (message: object): Promise<void> =>
        writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
      const hello = {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      };
      await say({ id: 1, method: "initialize", params: hello });
      const reader = child.stdout.getReader();
      await reader.read();
      const query = isWaiting
        ? Array(9).fill("events | join (events | select trace) on trace | summarize sum(seq)").join("\n")
        : "events";
      // Without waiting, the reader closes first, so that each answer meets a closed pipe.
      if (!isWaiting) await reader.cancel();
      for (let id = 2; id < 5; id++) {
        const params = { name: "run_query", arguments: { query, rows: 1000 } };
        await say({ id, method: "tools/call", params }).catch(() => {});
      }
      await writer.close().catch(() => {});
      if (isWaiting) await reader.cancel();
      const [{ code }, said] = await Promise.all([child.status, new Response(child.stderr).text()]);
      assertEquals([code, said], [0, ""]);
    });
  }
});

Deno.test("quarry mcp refuses to start without a folder, or with standard input as a trace", async () => {
  const nothing = await quarry(["mcp"]);
  assertEquals([nothing.code, nothing.err], [
    2,
    'error: Cannot serve without a folder: "quarry mcp FILE..." or "quarry mcp --allow DIR"\n',
  ]);
  assertEquals((await quarry(["mcp", "--allow", "nowhere"])).code, 3);
  assertEquals((await quarry(["mcp", "-"])).code, 2);
});
