/** Notifications and requests of the server, with a fake client that counts them. */
import { publishDiagnostics } from "../../src/lsp/diagnostics.ts";
import { assertEquals } from "@std/assert";
import type { Connection, TextDocuments } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { SchemaCatalog } from "../../src/engine/schema_catalog.ts";
import { NO_TRACES } from "../../src/lsp/configuration.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { withClock } from "../support/clock.ts";

const SHORT = "leaks | wher size > 3";
const LONG = SHORT + " ".repeat(45_000);

/** A workspace whose documents the test changes itself. */
function watched(): {
  change: (uri: string, text: string) => void;
  close: (uri: string) => void;
  traces: () => void;
  published: string[];
} {
  const published: string[] = [];
  const open = new Map<string, TextDocument>();
  let changed: (event: { document: TextDocument }) => void;
  let closed: typeof changed;
  let traces: () => void;
  const documents = {
    onDidChangeContent: (each: typeof changed) => changed = each,
    onDidClose: (each: typeof changed) => closed = each,
    all: () => [...open.values()],
  };
  const connection = {
    sendDiagnostics: (
      { uri, version, diagnostics }: { uri: string; version?: number; diagnostics: unknown[] },
    ) => void published.push(`${uri} ${version ?? "closed"} ${diagnostics.length}`),
  };
  const workspace = {
    abilities: { pullsDiagnostics: false, codePages: false },
    knownFor: () => ({ catalog: new SchemaCatalog(), environment: EMPTY_ENVIRONMENT, hasTraces: false }),
    onChange: (each: () => void) => traces = each,
    forget: () => {},
  };
  publishDiagnostics({
    connection: connection as unknown as Connection,
    documents: documents as unknown as TextDocuments<TextDocument>,
    workspace: workspace as unknown as Workspace,
  });
  let version = 0;
  return {
    change: (uri, text) => {
      open.set(uri, TextDocument.create(uri, "quarry", ++version, text));
      changed({ document: open.get(uri)! });
    },
    close: (uri) => {
      const document = open.get(uri)!;
      open.delete(uri);
      closed({ document });
    },
    traces: () => traces(),
    published,
  };
}

Deno.test("diagnostics of a long text are sent once, after a pause or with the next trace, and never after it is closed", () =>
  withClock((pass) => {
    const { change, close, traces, published } = watched();
    change("a", SHORT);
    assertEquals(published.splice(0), ["a 1 1"]);
    change("a", LONG);
    change("a", LONG);
    assertEquals(published, []);
    pass(300);
    assertEquals(published.splice(0), ["a 3 1"]);
    change("a", LONG);
    traces();
    assertEquals(published.splice(0), ["a 4 1"]);
    pass(300);
    assertEquals(published, []);
    change("a", LONG);
    change("a", SHORT);
    pass(300);
    assertEquals(published.splice(0), ["a 6 1"]);
    for (const withTraces of [false, true]) {
      change("a", LONG);
      if (withTraces) traces();
      published.length = 0;
      close("a");
      pass(300);
      assertEquals(published.splice(0), ["a closed 0"]);
    }
  }));

Deno.test("Workspace asks for the traces of a document once, and again after it was closed", async () => {
  const asked: string[] = [];
  const connection = {
    workspace: {
      getConfiguration: ({ scopeUri }: { scopeUri: string }) => {
        asked.push(scopeUri);
        return Promise.resolve(null);
      },
      getWorkspaceFolders: () => Promise.resolve(null),
    },
  };
  const workspace = new Workspace(
    connection as unknown as Connection,
    () => Promise.reject(new Error("No trace is opened")),
  );
  workspace.begin({ workspace: { configuration: true } }, { folders: [], given: NO_TRACES, initial: null });
  for (const uri of ["a", "a", "b", "a"]) await workspace.readyFor(uri);
  assertEquals(asked, ["a", "b"]);
  workspace.forget("a");
  for (const uri of ["a", "b", "a"]) await workspace.readyFor(uri);
  assertEquals(asked, ["a", "b", "a"]);
  await workspace.reconfigure(null);
  assertEquals(asked.slice(3).sort(), ["a", "b"]);
});
