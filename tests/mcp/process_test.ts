/** The real program as assistants start it, with no permission but to read one folder. */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Temporary } from "../support/temporary.ts";
import { Assistant } from "./client.ts";
import { quarry } from "../cli/program.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const FOLDER = `${ROOT}testdata/mpatrol/wordfreq-le64`;

Deno.test({
  name: "deno run --allow-read=DIR is enough to serve, and nothing else is asked for",
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
  // Variables are asked for by the command line, which does without them.
  const kinds = new Set(asked.map(({ permission }) => permission));
  assertEquals([...kinds].filter((kind) => !["read", "env"].includes(kind)), []);
  assert(!asked.some(({ permission, value }) => permission === "read" && value?.includes("passwd")));
});

Deno.test("without a folder there is nothing to serve, and requests are no trace", async () => {
  const nothing = await quarry(["mcp"]);
  assertEquals([nothing.code, nothing.err], [
    2,
    'error: Cannot serve without a folder: "quarry mcp FILE..." or "quarry mcp --allow DIR"\n',
  ]);
  assertEquals((await quarry(["mcp", "--allow", "nowhere"])).code, 3);
  assertEquals((await quarry(["mcp", "-"])).code, 2);
});
