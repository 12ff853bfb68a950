/** The questions of `deno task bench wide`, and how their answers are judged. */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { Temporary } from "../support/temporary.ts";
import { between } from "./document.ts";
import { loadFile } from "./load_bench.ts";
import { digestOf } from "./peers/asked.ts";
import { behindList, behindOf, type WideResult, type WideRun, wideSection } from "./wide_document.ts";
import { wideQuestions } from "./wide_questions.ts";
import { WIDE_SHAPES } from "./wide_shapes.ts";

const VALUES = { THREAD: "5", LINE: "10", FILE: "a.c", MIDDLE: "100", LOW: "4096" };
const COUNT = 160;

function questionsOf(at: number, seed: number): ReturnType<typeof wideQuestions> {
  const { leaves, columns } = WIDE_SHAPES[at]!;
  return wideQuestions({
    seed,
    count: COUNT,
    leaves,
    values: VALUES,
    columns: Object.values(columns).flat(),
  });
}

Deno.test("wideQuestions() returns the requested number of questions, equal ones for equal seeds", () => {
  for (const at of WIDE_SHAPES.keys()) {
    const questions = questionsOf(at, 3);
    assertEquals(questions.length, COUNT);
    assertEquals(questionsOf(at, 3), questions);
    assertNotEquals(questionsOf(at, 4), questions);
  }
});

for (const [at, { name, write }] of WIDE_SHAPES.entries()) {
  Deno.test(`wideQuestions() gives queries that run on a trace: ${name}`, async () => {
    using folder = Temporary.folder();
    const path = `${folder.path}/trace`;
    write(path, 500, 7);
    const { session } = await loadFile(path);
    try {
      for (const { query } of questionsOf(at, 11)) {
        for await (const outcome of session.run(session.prepare(query))) {
          if (outcome.kind === "query") outcome.release();
        }
      }
    } finally {
      session.closeAll();
    }
  });
}

Deno.test("digestOf() is the same for equal rows in any order, and for nearly equal fractions", () => {
  const digest = digestOf([[1n, "a"], [2, null], [0.1 + 0.2, true]]);
  assertEquals(digestOf([[0.3, true], [1, "a"], [2n, undefined]]), digest);
  assertNotEquals(digestOf([[0.3, true], [1, "a"], [2n, "null"]]), digest);
});

const RUN: WideRun = {
  shape: "usual",
  threads: 1,
  questions: [
    { query: "a | count", sql: "A", first: { quarry: 9, duckdb: 1 }, later: { quarry: 1, duckdb: 2 } },
    { query: "b", sql: "B", first: { quarry: 1, duckdb: 3 }, later: { quarry: 3, duckdb: 2 }, differs: true },
    { query: "c", sql: "C", first: { duckdb: 3 }, later: { duckdb: 2 } },
    { query: "d", sql: "D", first: { quarry: 3 }, later: { quarry: 2 } },
  ],
};

Deno.test("behindOf() sorts the worst first, and missing answers before all others", () => {
  assertEquals(behindOf(RUN, "later").map(({ query }) => query), ["c", "b"]);
  assertEquals(behindOf(RUN, "first").map(({ query }) => query), ["c", "a | count"]);
  assertStringIncludes(behindList(RUN), "behind in 2 of 4 later");
  assertStringIncludes(behindList(RUN), "OTHER ANSWERS: b -- B");
});

Deno.test("wideSection() fits between the markers of the document", () => {
  const machine = { processor: "some", cores: 2, deno: "2" };
  const result: WideResult = { machine, clock: "cpu", seed: 5, events: 1e6, runs: [RUN] };
  const section = wideSection(result);
  assertStringIncludes(section, "| usual | 1 | 4 | 2 | 2 |");
  assert(section.includes("`a \\| count`") === false);
  const page = new URL("../../docs/dev/speed-wide.md", import.meta.url);
  assertStringIncludes(between(Deno.readTextFileSync(page), "wide", section), section);
});
