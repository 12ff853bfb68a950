/** Long, deep and wide scripts: none overflows the stack, and time grows with the text. */

import { assert, assertEquals } from "@std/assert";
import {
  colorTokens,
  complete,
  countableStages,
  diagnose,
  folding,
  formatEdits,
  hover,
  runnableStatements,
  scriptSymbols,
  signatureHelp,
} from "../../src/assist/assist.ts";
import type { Session } from "../../src/engine/session.ts";
import { bindScript, formatScript, parseScript, printScript } from "../../src/language/script.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { printStatement } from "../query/print_statement.ts";
import { MAX_DEPTH, MAX_OPERATORS } from "../../src/query/syntax/parse_state.ts";
import { sameTree } from "../../src/query/syntax/walk.ts";
import { atFullEffort, byEffort, entriesOf, turnsOf } from "../support/effort.ts";
import { assertProportional } from "../support/cpu_ratio.ts";
import { unless } from "../support/programs.ts";
import { sampleSession } from "../support/sample_session.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const ROWS = 1257;
/** Stages of a long pipeline; a tenth would be enough, but some stages overflowed the stack only later. */
const STAGES = byEffort(5000, 300);

const session = await sampleSession({ run: SAMPLE });

/** Brackets far beyond their limit. */
const DEEP = byEffort(30_000, 3000);
/** Names in a list, none of which exists. */
const NAMES = byEffort(100_000, 3000);

/** Codes of all diagnostics of a text. */
function codesOf(text: string): string[] {
  const parsed = parseScript(text);
  const bound = bindScript(parsed, session.catalog);
  return [...parsed.diagnostics, ...bound.diagnostics].map(({ code }) => code);
}

/** The only value that a query gives. */
async function valueOf(text: string, from: Session = session): Promise<unknown> {
  let value: unknown;
  for await (const outcome of from.run(from.prepare(text))) {
    if (outcome.kind !== "query") continue;
    value = outcome.table.value(0, 0);
    outcome.release();
  }
  return value;
}

/** A number with separators of thousands, as in messages. */
function underscored(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function times(count: number, part: (at: number) => string, between = ""): string {
  return Array.from({ length: count }, (_, at) => part(at)).join(between);
}

Deno.test(
  atFullEffort("a pipeline of thousands of stages is parsed, printed, formatted, bound, explained and run"),
  async () => {
    const text = `events${times(STAGES, () => " | where size >= 0 or size is null")}`;
    const { script, diagnostics } = parseScript(text);
    assertEquals(diagnostics, []);
    const printed = printScript(script);
    assert(sameTree(script, parseScript(printed).script));
    assertEquals(formatScript(text).text, printed);
    const { statements } = bindScript({ script }, session.catalog);
    assertEquals(printStatement(statements[0]!).split("\n").length, STAGES + 1);
    assertEquals(await valueOf(`${text} | count`), BigInt(ROWS));
    assertEquals(await valueOf(`${text} | explain | count`), BigInt(STAGES + 1));
    assertEquals(await valueOf(`events | where seq in (${text} | select seq) | count`), BigInt(ROWS));
  },
);

Deno.test("long chains of joins, sorts and kept results run", async () => {
  const joins = times(byEffort(500, 50), () => " | join semi (leaks) on seq");
  assertEquals(await valueOf(`leaks${joins} | count`), await valueOf("leaks | count"));
  const sorts = times(byEffort(1000, 100), (at) => ` | sort size, seq | top ${5000 - at} by seq | as r${at}`);
  assertEquals(await valueOf(`events${sorts} | count`), BigInt(ROWS));
});

Deno.test("assistance reads a pipeline of thousands of stages", () => {
  const text = `events${times(STAGES, (at) => ` | where size > ${at}`)} | where th`;
  const { catalog } = session;
  assertEquals(diagnose(text, catalog, EMPTY_ENVIRONMENT).at(-1)?.code, "Q203");
  assert(
    complete(text, text.length, catalog, EMPTY_ENVIRONMENT).items.some(({ label }) => label === "thread"),
  );
  assertEquals(hover(text, text.lastIndexOf("size") + 1, catalog, EMPTY_ENVIRONMENT)?.title, "size");
  assertEquals(scriptSymbols(text)[0]?.children.length, STAGES + 2);
  assert(signatureHelp(text, text.length, EMPTY_ENVIRONMENT)?.usage.startsWith("where"));
});

Deno.test("brackets nested beyond a limit cause one error", async () => {
  const nested = (depth: number): string => `events | where ${"(".repeat(depth)}size > 1${")".repeat(depth)}`;
  assertEquals(codesOf(nested(MAX_DEPTH)), []);
  assertEquals(codesOf(nested(MAX_DEPTH + 1)), ["Q112"]);
  const queries = (depth: number): string =>
    "(".repeat(depth) + "events" + " | take 9)".repeat(depth) + " | count";
  assertEquals(await valueOf(queries(MAX_DEPTH)), 9n);
  assertEquals(codesOf(queries(MAX_DEPTH + 1)), ["Q112"]);
  for (const deep of ["not ", "- ", "min(1, ", "{", "(events | where ", "if(", "size in ("]) {
    assert(codesOf(`events | where ${deep.repeat(DEEP)}`).includes("Q112"), deep);
  }
  assert(codesOf("diff ".repeat(DEEP)).includes("Q112"));
});

Deno.test(
  atFullEffort("nested operators have a limit, and operators in a row have none"),
  async () => {
    const sum = (operators: number): string =>
      `events | where size < ${times(operators + 1, () => "1", " + ")}`;
    assertEquals(codesOf(`${sum(MAX_OPERATORS)} + 0`), ["Q112"]);
    assertEquals(codesOf(sum(MAX_OPERATORS)).includes("Q112"), false);
    assertEquals(await valueOf(`${sum(MAX_OPERATORS)} | count`), await valueOf("size < 1001 | count"));
    const half = `(${times(600, () => "1", " + ")})`;
    assertEquals(codesOf(`size < ${half} + ${half}`).includes("Q112"), false);
    assertEquals(codesOf(`size < ${half}${times(600, () => " + 1")}`), ["Q112"]);
    assertEquals(codesOf(`size < min(${half}, 1)${times(600, () => " + 1")}`), ["Q112"]);
    const many = byEffort(3000, MAX_OPERATORS + 100);
    const wide = [
      `events${times(many, () => " | where size + 1 > 0")}`,
      `size in {${times(many, (at) => `${at} + 1`, ", ")}}`,
      times(many, (at) => `size + ${at} > 0`, " and "),
    ];
    for (const text of wide) assertEquals(codesOf(text).filter((code) => code === "Q112"), []);
  },
);

Deno.test("rows have a limit of columns, whichever stage adds them", () => {
  const over = [
    `events | select ${times(2001, (at) => `a${at} = size`, ", ")}`,
    `events | by size: ${times(2000, (at) => `a${at} = count()`, ", ")}`,
    `events | sort ${times(2001, () => "size", ", ")}`,
    `events${times(2000, (at) => ` | extend a${at} = size`)}`,
    `events${times(200, () => " | join (events) on seq")}`,
  ];
  for (const text of entriesOf(over, 0.3)) assertEquals(codesOf(text), ["Q228"], text.slice(0, 40));
  assertEquals(codesOf(`events | select ${times(2000, (at) => `a${at} = size`, ", ")}`), []);
});

Deno.test("warnings about a list are summarized after ten, and errors after a hundred", () => {
  const sizes = diagnose(
    `size in {${times(1000, (at) => `${1e15 + at}`, ", ")}}`,
    session.catalog,
    EMPTY_ENVIRONMENT,
  );
  const remarks = sizes.filter(({ severity }) => severity === "warning");
  assertEquals(remarks.length, 11);
  assertEquals(remarks.at(-1)!.message, "And 990 more of this kind");
  const funcs = `func in {${times(NAMES, (at) => `"f${at}"`, ", ")}}`;
  const last = diagnose(funcs, session.catalog, EMPTY_ENVIRONMENT);
  assertEquals([last.length, last.at(-1)!.message], [11, `And ${underscored(NAMES - 10)} more of this kind`]);
  assertEquals(funcs.slice(last.at(-1)!.span.start, last.at(-1)!.span.end), '"f10"');
  const mistakes = diagnose(
    `size in {${times(1000, (at) => `"${at}"`, ", ")}}`,
    session.catalog,
    EMPTY_ENVIRONMENT,
  );
  assertEquals(mistakes.length, 101);
  assertEquals(mistakes.at(-1)!.message, "And 900 more of this kind");
  const syntax = parseScript(`size in {${times(1000, String, " ")}}`).diagnostics;
  assertEquals(syntax.length, 101);
  // Each statement starts a new list.
  const statements = times(3, () => "func in {" + times(12, (at) => `"g${at}"`, ", ") + "}", "\n\n");
  assertEquals(diagnose(statements, session.catalog, EMPTY_ENVIRONMENT).length, 33);
});

/** Texts by their size. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  stages: (size) => `events${times(size, (at) => ` | where size != ${at}`)}`,
  "stages that sort": (size) => `events${times(size / 2, () => " | sort size | take 2000")}`,
  numbers: (size) => `size in {${times(4 * size, (at) => String(7 * at), ", ")}}`,
  texts: (size) => `func in {${times(4 * size, (at) => `"f${at}"`, ", ")}}`,
  words: (size) => `func:{${times(2 * size, (at) => `f${at}`, ", ")}}`,
  ranges: (size) => `size in {${times(size, (at) => `${9 * at}..${9 * at + 2}`, ", ")}}`,
  "a list of errors": (size) => `size in {${times(4 * size, (at) => `"${at}"`, ", ")}}`,
  "a list without commas": (size) => `size in {${times(4 * size, String, " ")}}`,
  ands: (size) => times(size, (at) => `size != ${at}`, " and "),
  ors: (size) => times(size, (at) => `size == ${at} and func == "f${at}"`, " or "),
  text: (size) => `func == "${"a\\n".repeat(25 * size)}"`,
  lets: (size) => `${times(size, (at) => `let a${at} = size > ${at}`, "\n\n")}\n\nevents | where a1`,
  "definitions with typos": (size) =>
    times(size, (at) => `let a${at} = 3\n\nevents | where sise > a${at}`, "\n\n"),
  statements: (size) => times(size / 2, (at) => `events | take ${at}`, "\n\n"),
  "comments in a statement": (size) => `events\n${times(size, (at) => `  | where size != ${at} -- why\n`)}`,
  // Enough to take longer than the noise of a machine.
  spaces: (size) => `events${" ".repeat(160 * size)}\n | count`,
  "open quotes": (size) => "„a ".repeat(2 * size),
  "open paths": (size) => `events | where ${times(size, () => "file:/a[x", " and ")}`,
};
const SIZE = byEffort(500, 200);

for (const { entry: [name, shape], left } of turnsOf(Object.entries(SHAPES), 18)) {
  Deno.test(unless([left], `analysis takes time in proportion to the text: ${name}`), async () => {
    const texts = { 1: shape(SIZE), 4: shape(4 * SIZE) };
    const { catalog } = session;
    let turn = 0;
    // Analyses are cached by their text.
    const anew = (text: string): string => `${text} -- ${turn++}`;
    const works: Record<string, (text: string) => unknown> = {
      parsing: parseScript,
      binding: (text) => bindScript(parseScript(text), catalog),
      formatting: formatScript,
      assisting: (text) => {
        diagnose(anew(text), catalog, EMPTY_ENVIRONMENT);
        complete(anew(text), text.length, catalog, EMPTY_ENVIRONMENT);
      },
      outlining: (text) => [colorTokens(text), folding(text), scriptSymbols(text), formatEdits(text)],
      counting: (text) => [countableStages(text), runnableStatements(text)],
    };
    if (codesOf(texts[1]).every((code) => code >= "Q300")) works["running"] = (text) => valueOf(text);
    for (const [what, work] of entriesOf(Object.entries(works), 0.15)) {
      await assertProportional((times) => work(texts[times]), what);
    }
  });
}

Deno.test("analysis takes time in proportion to the number of scripts with definitions", async () => {
  await assertProportional((times) => {
    let environment = EMPTY_ENVIRONMENT;
    const count = byEffort(2000, 200) * times;
    for (let at = 0; at < count; at++) {
      ({ environment } = bindScript(parseScript(`let a${at} = size > ${at}`), session.catalog, environment));
    }
    assertEquals([...environment.lets.keys()].length, count);
    assertEquals(environment.lets.size, count);
    assert(environment.lets.has("a0") && environment.lets.has(`a${count - 1}`));
  }, "binding");
});
