/** `use "FILE"`: definitions that several scripts share. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { complete, diagnose, hover } from "../../src/assist/assist.ts";
import { SchemaCatalog } from "../../src/engine/schema_catalog.ts";
import { Session } from "../../src/engine/session.ts";
import { libraryFiles } from "../../src/ingest/library_files.ts";
import { formatScript, parseScript, printScript } from "../../src/language/script.ts";
import { librariesOf, libraryOf } from "../../src/engine/libraries.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { quarry } from "./program.ts";
import { Temporary } from "../support/temporary.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const TEAM =
  '-- Smallest leak that matters.\nlet limit = 1K\nuse "more/own.q"\nlet big(n) = leaks | where size > n\n';

/** Runs with files below a folder; a name at the end of a query's path is relative to it. */
async function withFiles(
  files: Readonly<Record<string, string>>,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  using folder = Temporary.folder();
  await Deno.mkdir(`${folder.path}/more`);
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${folder.path}/${name}`, text);
  await run(folder.path);
}

Deno.test("use imports the definitions of a file and of files it uses, in scripts, checks, exports and at the prompt", () =>
  withFiles({
    "team.q": TEAM,
    "more/own.q": 'let ours = file == "wordfreq.c"\n',
    "main.q": 'use "team.q"\n\nbig(limit) | count\n\nevents | where ours | count\n',
  }, async (folder) => {
    const { out, err } = await quarry(["query", TRACE, "--no-header", "-f", `${folder}/main.q`]);
    const wanted = ["leaks | where size > 1K | count", 'events | where file == "wordfreq.c" | count'];
    const given = await quarry(["query", TRACE, "--no-header", ...wanted.flatMap((query) => ["-e", query])]);
    assertEquals([out, err], [given.out, ""]);
    assertEquals((await quarry(["check", `${folder}/main.q`])).code, 0);
    assertEquals((await quarry(["check", `${folder}/main.q`, "--trace", TRACE])).code, 0);
    const used = `use "${folder}/team.q"`;
    const exported = await quarry(["export", TRACE, "-e", `${used}\n\nbig(2) | count`, "--to", "csv"]);
    const first = await quarry(["export", TRACE, "-e", "leaks | where size > 2 | count", "--to", "csv"]);
    assertEquals(exported, first);
    // Used definitions stay available for later entries.
    const lines = await quarry(["repl", TRACE], {
      stdin: new TextEncoder().encode(`.headers off\n${used}\nbig(limit) | count\n`),
    });
    assertEquals([lines.out, lines.err], [given.out.split("\n")[0] + "\n", ""]);
  }));

Deno.test("use reports errors in a file with their position", () =>
  withFiles({
    "query.q": "let a = 1\n\nleaks | count\n",
    "cut.q": "let a =\n",
    "loop.q": 'use "more/back.q"\n',
    "more/back.q": '\nuse "../loop.q"\n',
    "wrong.q": "let few(n) = leaks | where nope > n\n",
  }, async (folder) => {
    const err = async (name: string, more = ""): Promise<string> => {
      const { code, err } = await quarry([
        "query",
        TRACE,
        "-e",
        `use "${folder}/${name}"; leaks | count${more}`,
      ]);
      assertEquals(code, 2);
      return err.replaceAll(folder, "F");
    };
    assertStringIncludes(
      await err("query.q"),
      'error[Q236]: Cannot use "F/query.q": it has statements other than definitions, in line 3',
    );
    assertStringIncludes(await err("cut.q"), 'Cannot use "F/cut.q": Expected a value after "="');
    assertStringIncludes(await err("loop.q"), "the files use each other in a cycle");
    assertStringIncludes(await err("nothing.q"), 'Cannot use "F/nothing.q": no such file');
    assertStringIncludes(await err("more"), 'Cannot use "F/more": it is not a regular file');
    assertStringIncludes(await err("wrong.q", "; few(1)"), 'In "few": Unknown column "nope"');
  }));

Deno.test("a script reads each used file once, and another script reads it again", () => {
  const reads: string[] = [];
  const session = new Session({
    read: (path) => (reads.push(path), "let limit = 4K\n"),
    beside: (file, path) => `${file}>${path}`,
  });
  for (const file of ["a", "b"]) session.prepare('use "team.q"; use "team.q"', file);
  assertEquals(reads, ["a>team.q", "b>team.q"]);
});

Deno.test("editors know the definitions of a used file", () =>
  withFiles({ "team.q": TEAM, "more/own.q": "" }, async (folder) => {
    const known = { ...EMPTY_ENVIRONMENT, library: libraryOf(libraryFiles, `${folder}/main.q`) };
    const catalog = new SchemaCatalog();
    const text = 'use "team.q"\n\nbig(limit) | count\n';
    assertEquals(diagnose(text, catalog, known), []);
    assertEquals(hover(text, text.indexOf("limit") + 1, catalog, known)?.doc, "Smallest leak that matters.");
    const cases = [
      ["\nleaks | where size > li", "limit"],
      ["\nbi", "big"],
      // A definition elsewhere does not hide the file from the part that is being edited.
      ["leaks | where size > li", "limit", "let own = 2\n\n"],
    ] as const;
    for (const [typed, wanted, before = ""] of cases) {
      const written = `${before}use "team.q"\n${typed}`;
      const labels = complete(written, written.length, catalog, known).items.map(({ label }) => label);
      assert(labels.includes(wanted), `${typed}: ${labels}`);
    }
    assert(complete("us", 2, catalog, known).items.some(({ insert }) => insert === 'use "'));
    await Promise.resolve();
  }));

Deno.test("paths of definition files are completed folder by folder, without the script itself", () =>
  withFiles({ "team.q": TEAM, "main.q": "", "more/own.q": "", "more/notes.txt": "" }, (folder) => {
    const known = { ...EMPTY_ENVIRONMENT, ...librariesOf(libraryFiles, `${folder}/main.q`) };
    const catalog = new SchemaCatalog();
    const proposed = (text: string, end = ""): unknown =>
      complete(text + end, text.length, catalog, known).items.map(({ insert }) => insert);
    assertEquals(proposed('use "'), ['team.q"', "more/"]);
    assertEquals(proposed("use 'te"), ["team.q'"]);
    assertEquals(proposed('use "te', '"\n\nleaks'), ["team.q"]);
    assertEquals(proposed('leaks\n\nuse "more/'), ['more/own.q"']);
    assertEquals(proposed(`use "${folder}/mo`), [`${folder}/more/`]);
    assertEquals(proposed('use "nothing/'), []);
    assertEquals(proposed('func == "te'), []);
    return Promise.resolve();
  }));

Deno.test("use is a statement only before a text, and is formatted like one", () => {
  assertEquals(parseScript("use | count").script.statements[0]?.kind, "query");
  assertEquals(
    formatScript('use   "a b.q"   -- ours\n\nleaks|count').text,
    'use "a b.q" -- ours\n\nleaks | count\n',
  );
  assertEquals(printScript(parseScript("use 'x.q'; leaks").script), 'use "x.q";\nleaks\n');
});
