/** The declared capabilities of a client decide which requests and notifications it gets. */

import { assert, assertEquals } from "@std/assert";
import { Temporary } from "../support/temporary.ts";
import { Client, FULL_CAPABILITIES, type Published } from "./client.ts";

const TRACE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;
const URI = "untitled:one.qry";
const OPTIONS = { sanitizeOps: false, sanitizeResources: false };

/** The requests that a server makes during typing, requests and changes of traces. */
async function askedOf(capabilities: unknown): Promise<{ asked: string[]; server: Record<string, unknown> }> {
  using temporary = Temporary.folder();
  const trace = `${temporary.path}/run.mtrc`;
  await Deno.copyFile(TRACE, trace);
  const client = await Client.start({ args: ["--trace", trace], capabilities, folder: temporary.path });
  await client.open(URI, "leaks | wheer size > 3");
  await client.ready();
  await client.request("textDocument/inlayHint", {
    textDocument: { uri: URI },
    range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
  });
  await client.request("textDocument/rename", {
    textDocument: { uri: URI },
    position: { line: 0, character: 1 },
    newName: "x",
  }).catch(() => {});
  await client.request("workspace/symbol", { query: "" });
  await client.notify("workspace/didChangeConfiguration", {
    settings: { quarry: { trace: "nowhere.mtrc" } },
  });
  await client.replace(URI, 2, "leaks");
  // A missing trace is reported in a message, which needs no capability.
  await client.until(() => client.shown[0], "a message");
  assertEquals(await client.stop(), 0);
  return { asked: [...new Set(client.asked)].sort(), server: client.capabilities };
}

Deno.test("a client that declares no capabilities gets no requests", OPTIONS, async () => {
  const { asked, server } = await askedOf({});
  assertEquals(asked, []);
  assertEquals(
    [server.renameProvider, server.codeActionProvider, server.diagnosticProvider],
    [true, undefined, undefined],
  );
  assert(!("textDocumentContent" in (server.workspace as object)));
});

Deno.test("each kind of request requires its own capability", OPTIONS, async () => {
  const { workspace, textDocument } = FULL_CAPABILITIES;
  assertEquals((await askedOf(FULL_CAPABILITIES)).asked, [
    "client/registerCapability",
    "workspace/codeLens/refresh",
    "workspace/configuration",
    "workspace/inlayHint/refresh",
    "workspace/workspaceFolders",
  ]);
  const diagnostics = { refreshSupport: true };
  const pulls = { textDocument: { ...textDocument, diagnostic: {} }, workspace: { diagnostics } };
  assertEquals((await askedOf(pulls)).asked, ["workspace/diagnostic/refresh"]);
  assertEquals((await askedOf({ workspace: { configuration: workspace.configuration } })).asked, [
    "workspace/configuration",
  ]);
});

Deno.test(
  "diagnostics can be pulled: full, unchanged, and again after a trace is loaded",
  OPTIONS,
  async () => {
    const capabilities = {
      ...FULL_CAPABILITIES,
      textDocument: { ...FULL_CAPABILITIES.textDocument, diagnostic: { dynamicRegistration: false } },
      workspace: { ...FULL_CAPABILITIES.workspace, diagnostics: { refreshSupport: true } },
    };
    const client = await Client.start({ args: ["--trace", TRACE], capabilities });
    assertEquals(client.capabilities.diagnosticProvider, {
      identifier: "quarry",
      interFileDependencies: true,
      workspaceDiagnostics: false,
    });
    interface Report {
      readonly kind: string;
      readonly resultId?: string;
      readonly items?: Published["diagnostics"];
    }
    const pull = (previousResultId?: string): Promise<Report> =>
      client.request("textDocument/diagnostic", { textDocument: { uri: URI }, previousResultId });
    assertEquals(await pull(), { kind: "full", items: [] });
    await client.open(URI, 'func == "nobody"');
    await client.until(
      () => client.asked.includes("workspace/diagnostic/refresh") || undefined,
      "a wish to be asked again",
    );
    await client.ready();
    const first = await pull();
    assertEquals([first.kind, first.items!.map(({ code }) => code)], ["full", ["Q302"]]);
    assertEquals(await pull(first.resultId), { kind: "unchanged", resultId: first.resultId! });
    await client.replace(URI, 2, 'fnc == "nobody"');
    const second = await pull(first.resultId);
    assertEquals([second.kind, second.items!.map(({ code }) => code)], ["full", ["Q203"]]);
    // Long texts are analysed in slices, and the answer covers all of them.
    await client.replace(URI, 3, "leaks | where sise > 3\n\n".repeat(2500));
    assertEquals((await pull()).items!.length > 10, true);
    assertEquals(client.published, [], "nothing comes unasked");
    await client.stop();
  },
);
