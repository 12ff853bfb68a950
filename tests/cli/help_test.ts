import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import type { ResultTable } from "../../src/base/result_table.ts";
import type { LibraryFiles } from "../../src/engine/libraries.ts";
import { QueryError, UsageError } from "../../src/base/errors.ts";
import { pageNames } from "../../src/cli/bundle_facts.ts";
import { EXIT } from "../../src/cli/command.ts";
import { allEntries } from "../../src/cli/help/entries.ts";
import { DERIVED_TABLES } from "../../src/engine/derived_tables.ts";
import { helpOn } from "../../src/cli/help/find_help.ts";
import { FIRST_EXAMPLES } from "../../src/cli/help/language_page.ts";
import { WIDTH } from "../../src/cli/help/layout.ts";
import { exporterOfFile } from "../../src/export/registry.ts";
import { pages } from "../../src/cli/help/pages.ts";
import { mainHere } from "./host_here.ts";
import { problemEntries } from "../../src/cli/help/problem_codes.ts";
import { dotEntries } from "../../src/cli/help/prompt_page.ts";
import { cookbook } from "../../src/cli/help/cookbook.ts";
import { programPage } from "../../src/cli/help/program_page.ts";
import { allCommands } from "../../src/cli/load_command.ts";
import type { Session } from "../../src/engine/session.ts";
import { ANALYSIS_CODES } from "../../src/query/analysis/codes.ts";
import { bindScript, parseScript } from "../../src/language/script.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { RUN_CODES } from "../../src/query/execution/codes.ts";
import { SYNTAX_CODES } from "../../src/query/syntax/codes.ts";
import { BINDINGS } from "../../src/repl/editing_keys.ts";
import { FOREIGN_STAGES, STAGES } from "../../src/query/stages/registry.ts";
import { OPERATOR_WORDS } from "../../src/query/syntax/token.ts";
import { APITRACE, fakeCatalog, GNATCOV, MTRC, PROFILE, RTRACE } from "../query/analysis/fake_catalog.ts";
import { entriesOf } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";
import { fakeHost } from "./fake_host.ts";
import { sessionOn, TRACE_OF } from "./recipe_answers.ts";

const { commands: shownCommands, helperCommands } = await allCommands();
const commands = [...shownCommands, ...helperCommands];
const SOURCES = new URL("../../src/", import.meta.url);

/** The file of definitions that an example uses. */
const files: LibraryFiles = { read: () => "let limit = 4K\n", beside: (_, path) => path };
/** The traces that the examples need: two runs, and the profile of one of them. */
const session = await sampleSession({
  a: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
  b: "testdata/mpatrol/wordfreq-le32/trace.mtrc",
  p: "testdata/mpatrol/wordfreq-le64/profile.mptl",
}, files);
/** Two recordings of calls. */
const recordings = await sampleSession({
  a: "testdata/apitrace/real-userarrays.trace",
  b: "testdata/apitrace/real-backtrace.trace",
}, files);
/** Tables of other formats. */
const foreign = [APITRACE, GNATCOV, RTRACE, PROFILE, MTRC].map((trace) =>
  fakeCatalog({ a: trace, b: trace })
);

/** Runs a script; returns the number of rows (or verdicts) of its last statement. Throws `QueryError`. */
async function rowsOf(asked: Session, script: string): Promise<number> {
  const prepared = asked.prepare(script);
  let rows = 0;
  for await (const outcome of asked.run(prepared)) {
    rows = outcome.kind === "assert" ? Number(outcome.passed) : readAll(outcome.table);
  }
  return rows;
}

/** Values are computed only when they are read. */
function readAll(table: ResultTable): number {
  for (let row = 0; row < Math.min(50, table.rowCount); row++) {
    table.columns.forEach((_, column) => table.value(row, column));
  }
  return table.rowCount;
}

function bindsToOtherTables(script: string): boolean {
  const parsed = parseScript(script);
  assertEquals(parsed.diagnostics, [], script);
  return foreign.some((catalog) => {
    const { diagnostics } = bindScript(parsed, catalog, EMPTY_ENVIRONMENT);
    return !diagnostics.some(({ severity }) => severity === "error");
  });
}

Deno.test("programPage() fits on a small terminal and begins with commands to type", async () => {
  const lines = programPage(shownCommands, await pageNames()).split("\n");
  assert(lines.length <= 24, `${lines.length} lines`);
  for (const line of lines) assert(line.length <= WIDTH, line);
  assertStringIncludes(lines[1]!, "quarry trace.mtrc");
  // The filters at the beginning of the page are valid.
  for (const filter of ["thread:3", "file:src/net/*", "size:4K..64K", "addr overlaps 0x7f00..+64K"]) {
    assert(lines.some((line) => line.includes(filter)), filter);
    assert(session.prepare(filter).statements.length === 1, filter);
  }
});

Deno.test("help language fits on two screens, help exit has the exit codes, help cookbook the kinds of questions", async () => {
  const language = (await helpOn(["language"], commands)).split("\n");
  assert(language.length <= 2 * 24, `${language.length} lines`);
  for (const line of language) assert(line.length <= WIDTH, line);
  // The pages that it names exist.
  for (const [, name] of language.join("\n").matchAll(/help ([a-z]+)/g)) {
    if (name !== "NAME") assert((await helpOn([name!], commands)) !== "", name);
  }
  const exit = await helpOn(["exit"], commands);
  for (const code of Object.values(EXIT)) assertMatch(exit, new RegExp(`^ +${code} `, "m"));
  const index = await helpOn(["cookbook"], commands);
  for (const { title, recipes } of cookbook) assertStringIncludes(index, `${title} (${recipes.length})`);
  for (const line of index.split("\n")) assert(line.length <= WIDTH, line);
  const chapter = await helpOn(["cookbook", "1"], commands);
  assertEquals(chapter, await helpOn(["cookbook", "Memory:", "leaks"], commands));
  for (const { query } of cookbook[0]!.recipes) assertStringIncludes(chapter, query.split("\n")[0]!);
  assertStringIncludes(await helpOn(["cookbook", "library"], commands), "What did a library leak");
  assertStringIncludes(
    await helpOn(["cookbook", "all"], commands),
    cookbook.at(-1)!.recipes.at(-1)!.question,
  );
  await assertRejects(() => helpOn(["cookbook", "zzzz"], commands), UsageError, "no question about");
});

Deno.test("helpOn() knows every command, page, stage, function, table, column, format and code", async () => {
  const entries = await allEntries();
  for (const { kind, name, usage, summary } of entries) {
    assert(summary !== "" && usage !== "" && !/[^.]\.$/.test(summary), `${kind} ${name}`);
  }
  for (const { name } of pages) assert((await helpOn([name], commands)).length > 100, name);
  for (const { name } of commands) assertStringIncludes(await helpOn([name], commands), name);
  for (const { name, usage } of entriesOf(entries, 0.2)) {
    assertStringIncludes(await helpOn([name], commands), usage);
  }
  assertStringIncludes(await helpOn(["q203"], commands), "Unknown column");
  assertStringIncludes(await helpOn(["medium"], commands), "Size classes");
  assertStringIncludes(await helpOn(["count"], commands), "(aggregate)");
  assertStringIncludes(await helpOn(["count"], commands), "(stage)");
  for (const [name, { stage }] of FOREIGN_STAGES) {
    assertStringIncludes(await helpOn([name], commands), stage.keyword);
  }
});

Deno.test("helpOn() has every table and column that a trace of any format has", async () => {
  for (const format of entriesOf(Object.keys(TRACE_OF), 0.15)) {
    const { catalog } = await sessionOn(format);
    for (const name of catalog.tableNames) {
      const { doc, columns, families } = catalog.table(name, null)!;
      const page = await helpOn([name], commands);
      assertStringIncludes(page, "(table)", `${format}: ${name}`);
      assert(doc !== "", `${format}: ${name} is without words`);
      for (const column of columns) {
        assert(column.doc !== "", `${format}: ${name}.${column.name} is without words`);
        assert(
          new RegExp(`^  ${column.name.replace(".", "\\.")} `, "m").test(page),
          `${format}: ${name}.${column.name}`,
        );
      }
      for (const family of families) assertStringIncludes(page, family, `${format}: ${name}`);
    }
  }
});

Deno.test("helpOn() names the formats that have a table", async () => {
  const tables = (await allEntries()).filter(({ kind, formats }) =>
    kind === "table" && formats !== undefined
  );
  for (const format of Object.keys(TRACE_OF)) {
    const { catalog } = await sessionOn(format);
    for (const name of catalog.tableNames) {
      const named = tables.filter((each) => each.name === name);
      const isEverywhere = named.some(({ formats }) => formats!.length === 0);
      // Tables derived from columns exist in every trace that has those columns.
      const isDerived = DERIVED_TABLES.some((each) => each.name === name);
      assert(
        isEverywhere || isDerived || named.some(({ formats }) => formats!.includes(format)),
        `${name}: ${format}`,
      );
    }
  }
});

Deno.test("helpOn() fits on 80 columns", async () => {
  const typed = [
    ...new Set((await allEntries()).flatMap(({ examples, usage }) => [...examples ?? [], usage])),
  ];
  for (const { name } of [...pages, ...entriesOf(await allEntries(), 0.2)]) {
    for (const line of (await helpOn([name], commands)).split("\n")) {
      const isTyped = (): boolean =>
        line.includes("--") || /[|?:=]/.test(line) || typed.some((each) => line.includes(each));
      assert(line.length <= WIDTH || isTyped(), `${name}: ${line}`);
      assert(!/\s$/.test(line), `${name}: "${line}" ends with a space`);
    }
  }
});

Deno.test("helpOn() finds recipes by a word in their question", async () => {
  const text = await helpOn(["uploads"], commands);
  assertStringIncludes(text, "(column)");
  assertStringIncludes(await helpOn(["grows"], commands), "Which call site grows without end?");
  assertStringIncludes(await helpOn(["upload"], commands), "Which frame uploads most?");
});

Deno.test("helpOn() knows the keys and the commands of the prompt", async () => {
  const page = await helpOn(["prompt"], commands);
  for (const { name, usage, summary } of dotEntries()) {
    assertStringIncludes(page, usage);
    assertStringIncludes(
      (await helpOn([name], commands)).replaceAll(/\s+/g, " ").toLowerCase(),
      summary.toLowerCase(),
    );
  }
  for (const { summary } of BINDINGS) assertStringIncludes(page.replaceAll(/\s+/g, " "), summary);
  for (const line of page.split("\n")) assert(line.length <= WIDTH, line);
});

Deno.test("helpOn() suggests the probable name", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["timelin", 'did you mean "timeline"?'],
    [".plt", 'did you mean ".plot"?'],
    ["cookbok", 'did you mean "cookbook"?'],
    ["Q204x", 'did you mean "Q204"?'],
    ["zzzzzzzz", "pages are language, cookbook"],
  ];
  for (const [word, hint] of cases) {
    const error = await assertRejects(() => helpOn([word], commands), UsageError);
    assertStringIncludes(error.message, hint);
  }
});

Deno.test("examples of stages, sources, functions, aggregates, operators and points run", async () => {
  let ran = 0;
  let bound = 0;
  for (const { kind, name, examples } of entriesOf(await allEntries(), 0.15)) {
    if (/^(?:error|warning|failure) /.test(kind)) continue;
    if (
      ["statement", "stage", "source", "function", "aggregate", "operator", "literal", "point"].includes(kind)
    ) {
      assert((examples ?? []).length > 0, `${kind} ${name} has no example`);
    }
    if (kind === "export") {
      for (const example of examples ?? []) {
        const named = / --to (\S+)/.exec(example)?.[1];
        assertEquals(named ?? exporterOfFile(example.split(" ").at(-1)!)?.name, name);
      }
    }
    // Recipes have their own test.
    if (kind === "format" || kind === "export") continue;
    for (const example of examples ?? []) {
      const failure = await rowsOf(session, example).then(() => null, (error: unknown) => error);
      if (failure === null) {
        ran++;
        continue;
      }
      const runs = await rowsOf(recordings, example).then(() => true, () => false);
      // Examples for other formats are at least bound to their tables.
      assert(
        runs || failure instanceof QueryError && bindsToOtherTables(example),
        `${kind} ${name}: ${example}: ${failure}`,
      );
      if (runs) ran++;
      else bound++;
    }
  }
  assert(ran > 4 * bound, `${ran} ran, ${bound} were only bound`);
});

Deno.test("the examples on the page about the language run", async () => {
  for (const example of FIRST_EXAMPLES) {
    assert(await rowsOf(session, example) > 0, example);
  }
});

const MEMORY_IS_FULL = "Q408";

Deno.test("the example of each code causes that code", async () => {
  const codes = Object.entries({ ...SYNTAX_CODES, ...ANALYSIS_CODES, ...RUN_CODES });
  const missed: string[] = [];
  for (const [code, { example }] of codes) {
    const found = new Set(parseScript(example).diagnostics.map((each) => each.code));
    for (const catalog of foreign) {
      if (found.has(code)) break;
      const { diagnostics } = bindScript(parseScript(example), catalog, EMPTY_ENVIRONMENT);
      for (const each of diagnostics) found.add(each.code);
    }
    if (code.startsWith("Q4") && code !== MEMORY_IS_FULL) {
      const error = await assertRejects(() => rowsOf(session, example), QueryError);
      for (const each of error.diagnostics) found.add(each.code);
    }
    if (!found.has(code)) missed.push(code);
  }
  // These need more definitions than fit on a line, guessed columns, two traces, and more rows than a sample has.
  assertEquals(missed, ["Q222", "Q311", "Q312", MEMORY_IS_FULL]);
});

Deno.test("every code that the program reports is documented", async () => {
  const known = new Set(Object.keys({ ...SYNTAX_CODES, ...ANALYSIS_CODES, ...RUN_CODES }));
  for await (const file of modules(new URL("query/", SOURCES))) {
    for (const [, code] of (await Deno.readTextFile(file)).matchAll(/"(Q\d{3})"/g)) {
      assert(known.has(code!), `${file.pathname}: ${code}`);
    }
  }
});

Deno.test("every code of a problem with a file is documented, and no others are", async () => {
  const known = new Set((await problemEntries()).map(({ name }) => name));
  const reported =
    /(?:\bcode: |"(?:error|warning|note)",\s*(?:[\w.#]+,\s*)?|\b(?:note|odd|say|fault)\(\s*)"([a-z]+(?:-[a-z0-9]+)+)"/g;
  const written = new Set<string>();
  for (const room of ["formats", "containers", "ingest", "tables", "elf"]) {
    for await (const file of modules(new URL(`${room}/`, SOURCES))) {
      const text = await Deno.readTextFile(file);
      // The codes of write-trace are about traces that it writes.
      const codes = file.pathname.endsWith("/rewrite.ts") ? [] : text.matchAll(reported);
      for (const [, found] of codes) assert(known.has(found!), `${file.pathname}: ${found}`);
      for (const [found] of text.matchAll(/(?<=")[a-z]+(?:-[a-z0-9]+)+(?=")/g)) written.add(found);
    }
  }
  for (const name of known) assert(written.has(name), name);
});

Deno.test("every operator spelled as a word is documented", async () => {
  const names = new Set(
    (await allEntries()).filter(({ kind }) => kind === "operator").map(({ name }) => name),
  );
  for (const word of OPERATOR_WORDS) assert(names.has(word), word);
});

async function* modules(folder: URL): AsyncGenerator<URL> {
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isDirectory) yield* modules(new URL(`${entry.name}/`, folder));
    else if (entry.name.endsWith(".ts") && !/\.(as|wasm)\.ts$/.test(entry.name)) {
      yield new URL(entry.name, folder);
    }
  }
}

Deno.test("quarry help is printed even if the terminal is too small for it", async () => {
  const long = fakeHost({ terminal: true, pager: true, rows: 24 });
  assertEquals(await mainHere(["help", "language"], long), 0);
  assertStringIncludes(long.written.out, "A query is a pipeline");
  assertEquals(long.written.paged, "");
});

Deno.test("helpOn() finds the stage that a keyword belongs to", async () => {
  const words = STAGES.flatMap(({ keyword, usage }) =>
    usage.split(/[^a-z]+/).filter((word) => word !== "").map((word) => ({ word, keyword }))
  );
  for (const { word, keyword } of words) {
    const text = await helpOn([word], commands);
    assert(text !== "", word);
    if (text.includes("is a word of the stage")) assertStringIncludes(text, `of the stage "${keyword}"`);
  }
  assertStringIncludes(await helpOn(["pivot"], commands), '"pivot" is a word of the stage "by"');
});
