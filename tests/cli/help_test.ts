import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { ResultTable } from "../../src/base/result_table.ts";
import { QueryError, UsageError } from "../../src/base/errors.ts";
import { cookbook } from "../../src/cli/help/cookbook.ts";
import { allEntries } from "../../src/cli/help/entries.ts";
import { helpOn } from "../../src/cli/help/find.ts";
import { FIRST_EXAMPLES } from "../../src/cli/help/language_page.ts";
import { WIDTH } from "../../src/cli/help/layout.ts";
import { pages } from "../../src/cli/help/pages.ts";
import { programPage } from "../../src/cli/help/program_page.ts";
import { commands } from "../../src/cli/registry.ts";
import type { Session } from "../../src/engine/session.ts";
import { ANALYSIS_CODES } from "../../src/query/analysis/codes.ts";
import { bindScript } from "../../src/query/analysis/bind.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { RUN_CODES } from "../../src/query/execution/codes.ts";
import { SYNTAX_CODES } from "../../src/query/syntax/codes.ts";
import { FOREIGN_STAGES } from "../../src/query/syntax/slips.ts";
import { OPERATOR_WORDS } from "../../src/query/syntax/token.ts";
import { parseScript } from "../../src/query/syntax/parser.ts";
import { APITRACE, fakeCatalog, GNATCOV, MTRC, PROFILE, RTRACE } from "../query/analysis/fake_catalog.ts";
import { sampleSession } from "../support/sample_session.ts";

const SOURCES = new URL("../../src/", import.meta.url);

/** What the examples ask: two runs, and the profile of one of them. */
const session = await sampleSession({
  a: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
  b: "testdata/mpatrol/wordfreq-le32/trace.mtrc",
  p: "testdata/mpatrol/wordfreq-le64/profile.mptl",
});
/** A program with threads. */
const threads = await sampleSession({
  a: "testdata/mpatrol/pool-threads-le64/trace.mtrc",
  p: "testdata/mpatrol/pool-threads-le64/profile.mptl",
});
/** Tables of other formats. */
const foreign = [APITRACE, GNATCOV, RTRACE, PROFILE, MTRC].map((trace) =>
  fakeCatalog({ a: trace, b: trace })
);

/** Runs a script; gives the rows (or verdicts) of its last statement. Throws `QueryError`. */
async function rowsOf(asked: Session, script: string): Promise<number> {
  const prepared = asked.prepare(script);
  let rows = 0;
  for await (const outcome of asked.run(prepared)) {
    rows = outcome.kind === "assert" ? Number(outcome.passed) : readAll(outcome.table);
  }
  return rows;
}

/** Values are computed when they are read. */
function readAll(table: ResultTable): number {
  for (let row = 0; row < Math.min(50, table.rowCount); row++) {
    table.columns.forEach((_, column) => table.value(row, column));
  }
  return table.rowCount;
}

function bindsElsewhere(script: string): boolean {
  const parsed = parseScript(script);
  assertEquals(parsed.diagnostics, [], script);
  return foreign.some((catalog) => {
    const { diagnostics } = bindScript(parsed, catalog, EMPTY_ENVIRONMENT);
    return !diagnostics.some(({ severity }) => severity === "error");
  });
}

Deno.test("programPage() fits on a small terminal and begins with what to type", () => {
  const lines = programPage(commands, pages).split("\n");
  assert(lines.length <= 24, `${lines.length} lines`);
  for (const line of lines) assert(line.length <= WIDTH, line);
  assertStringIncludes(lines[1]!, "quarry trace.mtrc");
});

Deno.test("helpOn() knows every command, page, stage, function, table, column, format and code", async () => {
  const entries = allEntries();
  for (const { kind, name, usage, summary } of entries) {
    assert(summary !== "" && usage !== "" && !/[^.]\.$/.test(summary), `${kind} ${name}`);
  }
  for (const { name } of pages) assert((await helpOn([name], commands)).length > 100, name);
  for (const { name } of commands) assertStringIncludes(await helpOn([name], commands), name);
  for (const { name, usage } of entries) assertStringIncludes(await helpOn([name], commands), usage);
  assertStringIncludes(await helpOn(["q203"], commands), "Unknown column");
  assertStringIncludes(await helpOn(["count"], commands), "(aggregate)");
  assertStringIncludes(await helpOn(["count"], commands), "(stage)");
  for (const [name, { keyword }] of FOREIGN_STAGES) {
    assertStringIncludes(await helpOn([name], commands), keyword);
  }
});

Deno.test("helpOn() fits on 80 columns", async () => {
  for (const { name } of [...pages, ...allEntries()]) {
    const typed = new Set(allEntries().flatMap(({ examples, usage }) => [...examples ?? [], usage]));
    for (const line of (await helpOn([name], commands)).split("\n")) {
      const isTyped = [...typed].some((each) => line.includes(each)) || line.includes("--") ||
        /[|?:=]/.test(line);
      assert(line.length <= WIDTH || isTyped, `${name}: ${line}`);
      assert(!/\s$/.test(line), `${name}: "${line}" ends with a space`);
    }
  }
});

Deno.test("helpOn() names what was probably meant", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["timelin", 'did you mean "timeline"?'],
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
  for (const { kind, name, examples } of allEntries()) {
    if (kind.startsWith("mistake") || kind.startsWith("remark") || kind.startsWith("failure")) continue;
    if (
      ["statement", "stage", "source", "function", "aggregate", "operator", "literal", "point"].includes(kind)
    ) {
      assert((examples ?? []).length > 0, `${kind} ${name} has no example`);
    }
    for (const example of examples ?? []) {
      try {
        await rowsOf(session, example);
      } catch (error) {
        // What only other formats have is bound to their tables at least.
        assert(
          error instanceof QueryError && bindsElsewhere(example),
          `${kind} ${name}: ${example}: ${error}`,
        );
      }
    }
  }
});

Deno.test("examples of the language page run", async () => {
  for (const example of FIRST_EXAMPLES) {
    assert(await rowsOf(session, example) > 0, example);
  }
});

Deno.test("every recipe of the cookbook gives an answer", async () => {
  const recipes = cookbook.flatMap((chapter) => chapter.recipes);
  assert(recipes.length >= 20);
  for (const { question, query } of recipes) {
    assert(
      question !== "" && Math.max(...query.split("\n").map((line) => line.length)) <= WIDTH + 30,
      question,
    );
    // Good files have no problems.
    if (query === "problems") continue;
    assert(await rowsOf(session, query) + await rowsOf(threads, query) > 0, question);
  }
});

Deno.test("examples of codes make that code", async () => {
  const codes = Object.entries({ ...SYNTAX_CODES, ...ANALYSIS_CODES, ...RUN_CODES });
  const missed: string[] = [];
  for (const [code, { example }] of codes) {
    const found = new Set(parseScript(example).diagnostics.map((each) => each.code));
    for (const catalog of foreign) {
      const { diagnostics } = bindScript(parseScript(example), catalog, EMPTY_ENVIRONMENT);
      for (const each of diagnostics) found.add(each.code);
    }
    if (code.startsWith("Q4")) {
      const error = await assertRejects(() => rowsOf(session, example), QueryError);
      for (const each of error.diagnostics) found.add(each.code);
    }
    if (!found.has(code)) missed.push(code);
  }
  // These need more definitions than fit on a line.
  assertEquals(missed, ["Q222"]);
});

Deno.test("every code that the program reports is documented", async () => {
  const known = new Set(Object.keys({ ...SYNTAX_CODES, ...ANALYSIS_CODES, ...RUN_CODES }));
  for await (const file of modules(new URL("query/", SOURCES))) {
    for (const [, code] of (await Deno.readTextFile(file)).matchAll(/"(Q\d{3})"/g)) {
      assert(known.has(code!), `${file.pathname}: ${code}`);
    }
  }
});

Deno.test("every operator that is a word is documented", () => {
  const names = new Set(allEntries().filter(({ kind }) => kind === "operator").map(({ name }) => name));
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
