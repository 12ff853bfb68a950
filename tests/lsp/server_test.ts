/** The language server, driven by a real JSON-RPC client through every method. */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { Temporary } from "../support/temporary.ts";
import { Client } from "./client.ts";

const TRACE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;
const URI = "file:///scripts/leaks.qry";

interface Item {
  readonly label: string;
  readonly detail?: string;
  readonly textEdit: { readonly newText: string; readonly insert: unknown; readonly replace: unknown };
  readonly insertTextFormat: number;
  readonly documentation?: { readonly value: string };
  readonly data?: unknown;
}

/** Position of the mark `^` in a text, and the text without it. */
function marked(text: string): { text: string; position: { line: number; character: number } } {
  const at = text.indexOf("^");
  const before = text.slice(0, at);
  const lines = before.split(/\r\n|\n|\r/);
  return {
    text: before + text.slice(at + 1),
    position: { line: lines.length - 1, character: lines.at(-1)!.length },
  };
}

Deno.test({
  name: "serve() answers every method for a document with a trace",
  sanitizeOps: false,
  sanitizeResources: false,
}, async (t) => {
  const client = await Client.start({ args: ["--trace", `run=${TRACE}`] });
  let version = 1;
  const at = async (source: string): Promise<{ textDocument: { uri: string }; position: unknown }> => {
    const { text, position } = marked(source);
    await client.replace(URI, ++version, text);
    return { textDocument: { uri: URI }, position };
  };
  await client.open(URI, "leaks");
  await client.ready();

  await t.step("diagnostics carry version, code, place and suggestion", async () => {
    await client.replace(URI, ++version, "allocs | where adr = 0x7f00");
    const wanted = version;
    const { diagnostics } = await client.diagnostics(URI, (each) => each.version === wanted);
    assertEquals(diagnostics.map(({ code }) => code), ["Q203"]);
    assertEquals(diagnostics[0]!.range, {
      start: { line: 0, character: 15 },
      end: { line: 0, character: 18 },
    });
    assertMatch(diagnostics[0]!.message, /did you mean "addr"/);
  });

  await t.step("a filter that matches no value of the data causes a warning", async () => {
    await client.replace(URI, ++version, 'func == "nobody"');
    const wanted = version;
    const { diagnostics } = await client.diagnostics(URI, (each) => each.version === wanted);
    assertEquals(diagnostics.map(({ code, severity }) => [code, severity]), [["Q302", 2]]);
    assertMatch(diagnostics[0]!.message, /the trace has: "read_word", "main"/);
  });

  await t.step(
    "completion suggests real values with their row counts, and resolve adds documentation",
    async () => {
      const { items } = await client.request<{ items: Item[] }>(
        "textDocument/completion",
        await at("func:re^ and size > 4"),
      );
      assertEquals(items[0]!.label, "read_word");
      assertEquals(items[0]!.detail, "722 rows");
      assertEquals(items[0]!.textEdit, {
        newText: "read_word",
        insert: { start: { line: 0, character: 5 }, end: { line: 0, character: 7 } },
        replace: { start: { line: 0, character: 5 }, end: { line: 0, character: 7 } },
      });
      const stages = await client.request<{ items: Item[] }>(
        "textDocument/completion",
        await at("leaks | su^"),
      );
      assertEquals(stages.items[0]!.label, "summarize");
      const resolved = await client.request<Item>("completionItem/resolve", stages.items[0]!);
      assertMatch(resolved.documentation!.value, /Aggregates over all rows[^]*```quarry/);
      const calls = await client.request<{ items: Item[] }>(
        "textDocument/completion",
        await at("leaks | where buck^"),
      );
      assertEquals([calls.items[0]!.textEdit.newText, calls.items[0]!.insertTextFormat], ["bucket($0)", 2]);
    },
  );

  await t.step("hover shows the type, meaning and most frequent values of a column", async () => {
    const hover = await client.request<{ contents: { value: string }; range: unknown }>(
      "textDocument/hover",
      await at("leaks | where fu^nc == main"),
    );
    assertMatch(hover.contents.value, /`func` · column of allocs · text/);
    assertMatch(hover.contents.value, /\| `read_word` \| \d+ \|/);
    assertEquals(hover.range, { start: { line: 0, character: 14 }, end: { line: 0, character: 18 } });
    assertEquals(await client.request("textDocument/hover", await at("   ^   leaks")), null);
  });

  await t.step("signature help follows the argument", async () => {
    const help = await client.request<{ signatures: { label: string }[]; activeParameter: number }>(
      "textDocument/signatureHelp",
      await at("leaks | by substr(func, ^"),
    );
    assertEquals([help.signatures[0]!.label, help.activeParameter], ["substr(text, start, length)", 1]);
  });

  await t.step("formatting changes only unformatted lines", async () => {
    await client.replace(URI, ++version, "leaks | count\n\nleaks|take  3");
    const edits = await client.request<{ range: { start: unknown }; newText: string }[]>(
      "textDocument/formatting",
      {
        textDocument: { uri: URI },
        options: { tabSize: 2, insertSpaces: true },
      },
    );
    assertEquals(edits.map(({ range, newText }) => [range.start, newText]), [[
      { line: 2, character: 0 },
      "leaks | take 3\n",
    ]]);
  });

  await t.step(
    "complete statements are formatted, and a half-typed one stays unchanged",
    async () => {
      const text =
        "leaks|count\n\nleaks|where size>\n\nallocs|take  3; leaks|cuont ;;\n-- last\nleaks|take  4";
      await client.replace(URI, ++version, text);
      const edits = await client.request<{ range: { start: { line: number } }; newText: string }[]>(
        "textDocument/formatting",
        { textDocument: { uri: URI }, options: { tabSize: 2, insertSpaces: true } },
      );
      assertEquals(edits.map(({ range, newText }) => [range.start.line, newText]), [
        [0, "leaks | count"],
        [4, "allocs | take 3"],
        [6, "leaks | take 4"],
      ]);
    },
  );

  await t.step("a selection grows from the word to the statement to the document", async () => {
    const { textDocument, position } = await at("leaks | count\n\nleaks | where si^ze > 4K and line == 3\n");
    interface Selection {
      readonly range: {
        readonly start: { line: number; character: number };
        readonly end: { character: number };
      };
      readonly parent?: Selection;
    }
    const [first] = await client.request<Selection[]>("textDocument/selectionRange", {
      textDocument,
      positions: [position],
    });
    const seen: unknown[] = [];
    for (let each: Selection | undefined = first; each !== undefined; each = each.parent) {
      seen.push([each.range.start.line, each.range.start.character, each.range.end.character]);
    }
    assertEquals(seen, [
      [2, 14, 18],
      [2, 14, 23],
      [2, 14, 37],
      [2, 8, 37],
      [2, 0, 37],
      [0, 0, 0],
    ]);
  });

  await t.step("a code links to its page, which the server provides", async () => {
    await client.replace(URI, ++version, "leaks | where adr == 3");
    const wanted = version;
    const { diagnostics } = await client.diagnostics(URI, (each) => each.version === wanted);
    const uri = diagnostics[0]!.codeDescription!.href;
    assertEquals(uri, "quarry:/codes/Q203.md");
    const { text } = await client.request<{ text: string }>("workspace/textDocumentContent", { uri });
    assertMatch(text, /^# Q203\n[^]*Unknown column[^]*What to do/);
    await assertRejects(() =>
      client.request("workspace/textDocumentContent", { uri: "quarry:/codes/Q999.md" })
    );
  });

  await t.step("workspace symbols include the names of all scripts, also of those only on disk", async () => {
    using temporary = Temporary.folder();
    await Deno.mkdir(`${temporary.path}/sub/node_modules`, { recursive: true });
    await Deno.writeTextFile(
      `${temporary.path}/sub/other one.qry`,
      "let bigger(n) = size > n\n\nleaks | count\n",
    );
    await Deno.writeTextFile(`${temporary.path}/sub/node_modules/not.qry`, "let biggest = 3\n");
    const folders = await Client.start({ folder: temporary.path });
    await folders.open("untitled:1", "let big = 3\n\nleaks | where size > big");
    const found = await folders.request<{ name: string; containerName: string; location: { uri: string } }[]>(
      "workspace/symbol",
      { query: "big" },
    );
    assertEquals(found.map(({ name, containerName }) => [name, containerName]), [
      ["big", "untitled:1"],
      ["bigger", "other one.qry"],
      ["leaks | where size > big", "untitled:1"],
    ]);
    assertEquals(found[1]!.location.uri, `file://${temporary.path}/sub/other%20one.qry`);
    assertEquals((await folders.request<unknown[]>("workspace/symbol", { query: "nothing" })).length, 0);
    await folders.stop();
  });

  await t.step("symbols, folding and semantic tokens are returned", async () => {
    const text = "# first\n# second\nlet big(n) = size > n\n\nleaks\n  | where big(4)\n  | count\n";
    await client.replace(URI, ++version, text);
    const textDocument = { uri: URI };
    const symbols = await client.request<{ name: string; children: { name: string }[] }[]>(
      "textDocument/documentSymbol",
      { textDocument },
    );
    assertEquals(symbols.map(({ name, children }) => [name, children.map((each) => each.name)]), [
      ["big", ["n"]],
      ["leaks", ["leaks", "where big(4)", "count"]],
    ]);
    assertEquals(await client.request("textDocument/foldingRange", { textDocument }), [
      { startLine: 0, endLine: 1, kind: "comment" },
      { startLine: 4, endLine: 6 },
    ]);
    const { data } = await client.request<{ data: number[] }>("textDocument/semanticTokens/full", {
      textDocument,
    });
    assertEquals(data.slice(0, 15), [0, 0, 7, 9, 0, 1, 0, 8, 9, 0, 1, 0, 3, 0, 0]);
    assertEquals(data.slice(15, 20), [0, 4, 3, 4, 1], "the name that let makes is a declaration");
    const part = await client.request<{ data: number[] }>("textDocument/semanticTokens/range", {
      textDocument,
      range: { start: { line: 6, character: 0 }, end: { line: 6, character: 9 } },
    });
    assertEquals(part.data, [6, 2, 1, 8, 0, 0, 2, 5, 10, 0]);
  });

  await t.step("code actions fix errors, one by one and all at once", async () => {
    await client.replace(URI, ++version, "leaks | wheer sise > 4K");
    const params = {
      textDocument: { uri: URI },
      range: { start: { line: 0, character: 9 }, end: { line: 0, character: 9 } },
      context: { diagnostics: [] },
    };
    const actions = await client.request<{ title: string; edit: { changes: Record<string, unknown> } }[]>(
      "textDocument/codeAction",
      params,
    );
    assertEquals(actions.map(({ title }) => title), ['Change to "where"']);
    assertEquals(actions[0]!.edit.changes[URI], [
      { range: { start: { line: 0, character: 8 }, end: { line: 0, character: 13 } }, newText: "where" },
    ]);
    const all = await client.request<{ kind: string }[]>("textDocument/codeAction", {
      ...params,
      context: { diagnostics: [], only: ["source.fixAll"] },
    });
    assertEquals(all.map(({ kind }) => kind), ["source.fixAll"]);
  });

  await t.step("code lenses run and explain queries, as Markdown and JSON", async () => {
    await client.replace(
      URI,
      ++version,
      "let small = size < 100\n\nleaks | where small | by func | take 2\n",
    );
    const lenses = await client.request<
      { command: { title: string; command: string; arguments: unknown[] } }[]
    >(
      "textDocument/codeLens",
      { textDocument: { uri: URI } },
    );
    const said = lenses.pop()!.command;
    assertMatch(said.title, /^26 blocks \(8\.1 KiB\) never freed: 75 bytes in 24 blocks from read_word/);
    assertEquals(said.command, "");
    assertEquals(lenses.map(({ command }) => command.title), ["Run", "Explain"]);
    const [run, explain] = await Promise.all(
      lenses.map(({ command }) =>
        client.request<{ markdown: string; json: Record<string, unknown>[][]; rows: number }>(
          "workspace/executeCommand",
          {
            command: command.command,
            arguments: command.arguments,
          },
        )
      ),
    );
    assertMatch(run!.markdown, /^\| func \| count \| bytes \|\n/);
    assertEquals(Object.keys(run!.json[0]![0]!), ["func", "count", "bytes"]);
    assertEquals(run!.rows, run!.json[0]!.length);
    assertMatch(explain!.markdown, /\| step \|/);
    const direct = await client.request<{ json: unknown[] }>("workspace/executeCommand", {
      command: "quarry.run",
      arguments: [{ uri: URI, query: "events | count" }],
    });
    assertEquals(direct.json, [[{ count: 1257 }]]);
    await assertRejects(
      () =>
        client.request("workspace/executeCommand", {
          command: "quarry.run",
          arguments: [{ query: "leeks" }],
        }),
      Error,
      "Unknown table",
    );
    await assertRejects(
      () => client.request("workspace/executeCommand", { command: "nothing", arguments: [] }),
      Error,
      "Unknown command",
    );
  });

  await t.step("inlay hints count the rows after each stage", async () => {
    await client.replace(URI, ++version, "let big = size > 4\n\nevents | where big | by kind | take 3");
    const hints = await client.request<{ label: string; position: unknown }[]>("textDocument/inlayHint", {
      textDocument: { uri: URI },
      range: { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } },
    });
    assertEquals(
      hints.map(({ position }) => position),
      [6, 18, 28, 37].map((character) => ({ line: 2, character })),
    );
    assertEquals(hints[0]!.label, "1,257 rows");
    assertEquals(hints.at(-1)!.label, "3 rows");
  });

  await t.step("rename, definition, references and highlights work for a let name", async () => {
    const where = await at("let b^ig(size) = size > 4\n\nleaks | where big(1)\n");
    assertEquals(await client.request("textDocument/prepareRename", where), {
      range: { start: { line: 0, character: 4 }, end: { line: 0, character: 7 } },
      placeholder: "big",
    });
    const edit = await client.request<{ changes: Record<string, { newText: string }[]> }>(
      "textDocument/rename",
      {
        ...where,
        newName: "large one",
      },
    );
    assertEquals(edit.changes[URI]!.map(({ newText }) => newText), ["`large one`", "`large one`"]);
    await assertRejects(
      () => client.request("textDocument/rename", { ...where, newName: "leaks" }),
      Error,
      "table",
    );
    const use = { ...where, position: { line: 2, character: 15 } };
    assertEquals(await client.request("textDocument/definition", use), {
      uri: URI,
      range: { start: { line: 0, character: 4 }, end: { line: 0, character: 7 } },
    });
    const references = await client.request<unknown[]>("textDocument/references", {
      ...use,
      context: { includeDeclaration: false },
    });
    assertEquals(references.length, 1);
    assertEquals((await client.request<unknown[]>("textDocument/documentHighlight", use)).length, 2);
  });

  await t.step("positions are UTF-16 units: astral characters, tabs, CRLF, incremental changes", async () => {
    const where = await at('# 😀😀\r\n\tfunc == "😀" or\tfu^');
    const { items } = await client.request<{ items: Item[] }>("textDocument/completion", where);
    assertEquals(items[0]!.label, "func");
    assertEquals((items[0]!.textEdit.replace as { start: unknown }).start, { line: 1, character: 17 });
    // An edit in the middle of the second line, one across the line break, and an insertion.
    await client.notify("textDocument/didChange", {
      textDocument: { uri: URI, version: ++version },
      contentChanges: [
        { range: { start: { line: 0, character: 6 }, end: { line: 1, character: 16 } }, text: "\r\n" },
        { range: { start: { line: 1, character: 1 }, end: { line: 1, character: 3 } }, text: "addr" },
        {
          range: { start: { line: 1, character: 5 }, end: { line: 1, character: 5 } },
          text: " > 1 and sise > 1",
        },
      ],
    });
    const wanted = version;
    const { diagnostics } = await client.diagnostics(URI, (each) => each.version === wanted);
    assertEquals(diagnostics.map(({ code, range }) => [code, range.start]), [["Q203", {
      line: 1,
      character: 14,
    }]]);
  });

  await t.step("requests about documents that are not open are answered", async () => {
    const params = { textDocument: { uri: "file:///nowhere.qry" }, position: { line: 3, character: 9 } };
    assertEquals(await client.request("textDocument/hover", params), null);
    assertEquals(await client.request("textDocument/completion", params), null);
    assertEquals(await client.request("textDocument/semanticTokens/full", params), { data: [] });
  });

  await t.step("a cancelled run is reported as cancelled", async () => {
    const run = async (): Promise<number> => {
      const source = new CancellationTokenSource();
      // Half a million rows: long enough that the cancel request is read between two slices.
      const query = "events | join (events | select kind, other = seq) on kind | distinct seq, other | count";
      const running = client.connection.sendRequest(
        "workspace/executeCommand",
        { command: "quarry.run", arguments: [{ uri: URI, query }] },
        source.token,
      );
      source.cancel();
      return await running.then(() => 0, ({ code }: { code: number }) => code);
    };
    // The answer may overtake the cancel request.
    let code = 0;
    for (let tries = 0; tries < 20 && code === 0; tries++) code = await run();
    assertEquals(code, -32800);
    const after = await client.request<{ json: unknown[] }>("workspace/executeCommand", {
      command: "quarry.run",
      arguments: [{ uri: URI, query: "leaks | count" }],
    });
    assertEquals(after.json.length, 1);
  });

  await t.step(
    "definition files have errors, hovers and completed paths, and saved changes take effect",
    async () => {
      using temporary = Temporary.folder();
      const folder = temporary.path;
      await Deno.mkdir(`${folder}/more`);
      await Deno.writeTextFile(`${folder}/team.q`, "-- Smallest leak that matters.\nlet limit = 1K\n");
      const uri = `file://${folder}/main.qry`;
      const text = 'use "team.q"\n\nleaks | where size > limit\n';
      await client.open(uri, text);
      assertEquals((await client.diagnostics(uri, () => true)).diagnostics, []);
      const position = { line: 2, character: text.split("\n")[2]!.indexOf("limit") + 1 };
      const found = await client.request<{ contents: { value: string } }>("textDocument/hover", {
        textDocument: { uri },
        position,
      });
      assertMatch(found.contents.value, /Smallest leak that matters/);
      const { items } = await client.request<{ items: Item[] }>("textDocument/completion", {
        textDocument: { uri },
        position: { line: 0, character: 5 },
      });
      assertEquals(items.map(({ label }) => label), ["team.q", "more/"]);
      const links = await client.request<{ range: unknown; target: string }[]>("textDocument/documentLink", {
        textDocument: { uri },
      });
      assertEquals(links, [{
        range: { start: { line: 0, character: 5 }, end: { line: 0, character: 11 } },
        target: `file://${folder}/team.q`,
      }]);
      await Deno.writeTextFile(`${folder}/team.q`, "let other = 1K\n");
      await client.notify("textDocument/didSave", { textDocument: { uri: `file://${folder}/team.q` } });
      await client.notify("textDocument/didSave", { textDocument: { uri } });
      const { diagnostics } = await client.diagnostics(uri, (each) => each.diagnostics.length > 0);
      assertEquals(diagnostics.map(({ code }) => code), ["Q203"]);
      await client.notify("textDocument/didClose", { textDocument: { uri } });
    },
  );

  await t.step("paths of suppression files are completed", async () => {
    using temporary = Temporary.folder();
    const folder = temporary.path;
    for (const name of ["old.supp", "team.q", "notes.txt"]) await Deno.writeTextFile(`${folder}/${name}`, "");
    const uri = `file://${folder}/main.qry`;
    await client.open(uri, 'suppress "old.supp"\nleaks\n');
    const { items } = await client.request<{ items: Item[] }>("textDocument/completion", {
      textDocument: { uri },
      position: { line: 0, character: 10 },
    });
    assertEquals(items.map(({ label }) => label), ["known", "old.supp"]);
    await client.notify("textDocument/didClose", { textDocument: { uri } });
  });

  await t.step("closing a document removes its diagnostics", async () => {
    await client.notify("textDocument/didClose", { textDocument: { uri: URI } });
    await client.diagnostics(
      URI,
      ({ diagnostics, version }) => diagnostics.length === 0 && version === undefined,
    );
  });

  await t.step("shutdown and exit end the process", async () => assertEquals(await client.stop(), 0));
  assert(client.shown.length === 0, client.shown.join());
});
