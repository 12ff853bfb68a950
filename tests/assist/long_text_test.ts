/** Long texts are analysed part by part with the same results, and a key press repeats only one part. */
import { assert, assertEquals } from "@std/assert";
import { colorTokens, diagnose, folding, forgetAnalysis, runnablePlaces } from "../../src/assist/assist.ts";
import { countableStages, runnableStatements, scriptSymbols } from "../../src/assist/assist.ts";
import { complete, diagnoseFor, hover, occurrences, renameName } from "../../src/assist/assist.ts";
import { diagnoseLong } from "../../src/assist/long_text.ts";
import { cachedPerPart, splitIntoParts } from "../../src/assist/text_parts.ts";
import { deferringCatalog } from "../../src/assist/deferring_catalog.ts";
import type { Catalog } from "../../src/query/analysis/catalog.ts";
import { parseScript } from "../../src/language/script.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { sampleSession } from "../support/sample_session.ts";
import { EXAMPLES } from "./examples.ts";

const session = await sampleSession({ run: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
const { catalog, environment } = session;

const PIECES: readonly string[] = [
  ...EXAMPLES,
  "-- a comment\n-- of two lines",
  "events | where (size > 3",
  "leaks | top 3 by sise",
  'assert leaks | count == 0 : "none"',
  "events\n  | where size > 4K\n  | by func",
  'func ~ "open',
  "leaks | count\nevents | count; live @ 5 | count",
  "événements | where a",
];

/** A text of many parts in which each name is defined once. */
function someText(random: Random, parts: number): string[] {
  return Array.from({ length: parts }, (_, at) => {
    if (random.oneIn(4)) {
      return `let name${at} = ${random.pick(["size > 4K", "leaks | take 3", `name${at - 1}`, "events |"])}`;
    }
    if (random.oneIn(4)) return `events | where name${random.below(parts)} | count`;
    return random.pick(PIECES.filter((each) => !/\b(?:let|as|use|_)\b/.test(each)));
  });
}

Deno.test("colours, outline, folds and positions of a text are the same when it is analysed in parts", () => {
  for (let seed = 1; seed <= seeds(200); seed++) {
    const random = new Random(seed);
    const blank = (): string => random.pick(["\n\n", "\r\n\r\n", "\n \t\n", "\n\n\n\n"]);
    const text = Array.from({ length: 8 }, () => random.pick(PIECES) + blank()).join("");
    const parts = splitIntoParts(text);
    assertEquals(
      parseScript(text).script.statements.map(({ span, kind }) => [span.start, span.end, kind]),
      parts.flatMap(({ start, text }) =>
        parseScript(text).script.statements.map((
          { span, kind },
        ) => [span.start + start, span.end + start, kind])
      ),
      text,
    );
    const tokens = parseScript(text).tokens.filter(({ kind }) => kind !== "space");
    assertEquals(colorTokens(text).map(({ span }) => span), tokens.map(({ span }) => span), text);
    for (const each of scriptSymbols(text)) assert(text.slice(each.span.start, each.span.end).trim() !== "");
    for (const { span } of folding(text)) assert(/[\r\n]/.test(text.slice(span.start, span.end)), text);
    const runnable = runnableStatements(text);
    assertEquals(runnablePlaces(text), runnable.map(({ span, kind }) => ({ span, kind })), text);
    for (const { at, query } of countableStages(text)) {
      assert(query.endsWith("\n) | count") && at <= text.length);
    }
  }
});

Deno.test("diagnostics of a long text after any edits equal those of a fresh analysis", () => {
  const patient = deferringCatalog(catalog);
  for (let seed = 1; seed <= seeds(60); seed++) {
    const random = new Random(seed);
    const pieces = someText(random, 12);
    for (let edit = 0; edit < 6; edit++) {
      pieces[random.below(pieces.length)] = random.pick(someText(random, 3));
      const text = pieces.join("\n\n");
      const again = diagnoseLong(text, patient, environment, Infinity);
      forgetAnalysis(catalog);
      const anew = diagnoseLong(text, patient, environment, Infinity);
      assertEquals(again, anew, text);
      if (anew === null) continue;
      // An error of the whole text is also found in its part; short texts get more suggestions, which may
      // hide others.
      const partAt = (offset: number): number =>
        splitIntoParts(text).findLastIndex(({ start }) => start <= offset);
      const errors = diagnose(text, catalog, environment).filter(({ severity }) => severity === "error");
      const told = new Set(anew.diagnostics.map(({ span }) => partAt(span.start)));
      assertEquals(
        errors.filter(({ span }) => !told.has(partAt(span.start)) && !isInDefinition(text, span.start)),
        [],
        text,
      );
    }
  }
});

/** Errors in a definition that is not a pipeline are reported where it is used. */
function isInDefinition(text: string, at: number): boolean {
  return parseScript(text).script.statements.some(({ kind, span }) =>
    kind === "let" && span.start <= at && at <= span.end
  );
}

Deno.test("a key press causes only the edited part to be analysed again, and the parts that use its definitions", () => {
  let made = 0;
  const count = cachedPerPart((text) => {
    made++;
    return text.length;
  });
  const pieces = Array.from({ length: 3000 }, (_, at) => `events | where size > ${at} | count`);
  count(pieces.join("\n\n"));
  assertEquals(made, 3000);
  pieces[1500] += " ";
  count(pieces.join("\n\n"));
  assertEquals(made, 3001);
  // Also without blank lines, where semicolons end the lines.
  count(pieces.map((piece) => `${piece};`).join("\n"));
  assertEquals(made, 6001);
  pieces[700] += " ";
  count(pieces.map((piece) => `${piece};`).join("\n"));
  assertEquals(made, 6002);
});

Deno.test("a semicolon in a comment, a text or a pattern does not end a part", () => {
  for (const line of ["leaks -- all;", "leaks # all;", 'where func == "a;', "func ~ /a;", "`a;"]) {
    assertEquals(splitIntoParts(`${line}\n| count`).length, 1, line);
  }
  assertEquals(splitIntoParts("leaks | count;\nlet a = 1;  \nevents").length, 3);
});

Deno.test("a long text is analysed in slices, and a changed definition changes the parts that use it", () => {
  const pieces = Array.from(
    { length: 3000 },
    (_, at) => `events | where big${at % 3} and size > ${at} | count`,
  );
  const text = (value: string): string =>
    ["let big0 = size > 1", "let big1 = big0", `let big2 = ${value}`, ...pieces].join("\n\n");
  let asked = 0;
  const counting = counted(catalog, () => asked++);
  const whole = (given: string): ReturnType<typeof diagnoseFor> =>
    diagnoseFor(given, counting, environment, Infinity);
  assertEquals(diagnoseFor(text("size > 3"), counting, environment, 0).isWhole, false);
  const first = whole(text("size > 3"));
  assertEquals([first.isWhole, first.diagnostics.filter(({ severity }) => severity === "error")], [true, []]);
  // Binding a part looks up its table.
  assert(asked >= 3000, String(asked));
  asked = 0;
  whole(text("size > 3") + " ");
  assert(asked < 100, `${asked} tables for a key`);
  const broken = whole(text("sise > 3")).diagnostics;
  assertEquals(broken.filter(({ code }) => code === "Q203").length, 1000);
});

/** A catalog that calls `tell` for each table that is looked up. */
function counted(catalog: Catalog, tell: () => void): Catalog {
  return new Proxy(catalog, {
    get(target, key): unknown {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        if (key === "table") tell();
        return Reflect.apply(value, target, given);
      };
    },
  });
}

Deno.test("names of a long text are found in all its parts, and renamed there", () => {
  const pieces = Array.from(
    { length: 3000 },
    (_, at) => `events | where ${at % 3 === 0 ? "big" : "big2"} and size > ${at}`,
  );
  const text = ["let big = size > 1", "let big2 = big", "let f(big) = size > big", ...pieces].join("\n\n");
  const found = occurrences(text, text.indexOf("big "), catalog, environment)!;
  assertEquals([found.name, found.declaration?.start, found.spans.length], ["big", 4, 1002]);
  for (const { start, end } of found.spans) assertEquals(text.slice(start, end), "big");
  const parameter = occurrences(text, text.lastIndexOf("big)") + 1, catalog, environment)!;
  assertEquals(parameter.spans.length, 2);
  assertEquals(hover(text, text.lastIndexOf("big"), catalog, environment)?.title.includes("big"), true);
  const middle = text.lastIndexOf("big2");
  assertEquals(
    complete(text, middle + 3, catalog, environment).items.some(({ label }) => label === "big2"),
    true,
  );
  assertEquals("edits" in renameName(text, middle, "large", catalog, environment), true);
});

Deno.test("a part of a long text that uses a file is analysed again when the file changes", () => {
  const text = ['use "defs"', "leaks | where sise > 1", "leaks | count"].join("\n\n");
  const said = (problem: string): string[] => {
    const library = (): never => ({ problem }) as never;
    return diagnoseLong(text, catalog, { ...environment, library }, Infinity)!.diagnostics.map((
      { message },
    ) => message);
  };
  const [first, second] = [said("it is empty"), said("it is too long")];
  assertEquals(first.map((message) => message.replace("it is empty", "it is too long")), second);
  assert(first.some((message) => message.includes("it is empty")), first.join("\n"));
});
