import { assert, assertEquals, assertThrows } from "@std/assert";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { knownCodes, presentCodes } from "../../../src/query/execution/present_codes.ts";
import { cachedPassing, cachePassing } from "../../../src/query/execution/tested_texts.ts";
import { learnTexts, passingTexts, testOf } from "../../../src/query/execution/text_memo.ts";
import type { Expr } from "../../../src/query/plan/expressions.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { generatedSession } from "../../support/generated_session.ts";
import { newPools } from "../../support/pools.ts";
import { rowsOf } from "../../support/rows_of.ts";
import { atFullEffort } from "../../support/effort.ts";

const LONG = "a".repeat(50_000);
const ROWS = 200;
const SPAN = { start: 0, end: 0 };

/** A column of long texts that are all different, in a run that can be cancelled. */
function longTexts(signal?: AbortSignal): {
  readonly work: Workspace;
  readonly context: Parameters<typeof learnTexts>[0];
  readonly columns: Parameters<typeof learnTexts>[2];
} {
  const pools = newPools();
  const specs = [{ name: "func", type: "text" }, { name: "n", type: "u64" }] as const;
  const table = fillTable("t", pools, specs, ROWS, (row) => [`${LONG}${row}`, BigInt(row)]);
  const work = new Workspace(pools, signal);
  const context = { work } as Parameters<typeof learnTexts>[0];
  return { work, context, columns: [...table.columns] };
}

const OPERAND: Expr = { op: "column", index: 0, type: "text", span: SPAN };
const MATCH = {
  op: "match",
  how: "regex",
  operand: OPERAND,
  pattern: "(a+)+b|7$",
  flags: "",
  type: "bool",
  span: SPAN,
} as const;

/** A signal that is aborted at its `look`th check, without an event. */
function abortedAt(look: number): { signal: AbortSignal; looks: () => number } {
  let looks = 0;
  const signal = new AbortController().signal;
  Object.defineProperty(signal, "throwIfAborted", {
    value: (): void => {
      if (++looks >= look) throw new RangeError("cancelled");
    },
  });
  return { signal, looks: () => looks };
}

Deno.test(
  atFullEffort("learnTexts() pauses every million steps, and does not test texts again"),
  () => {
    const { work, context, columns } = longTexts();
    const other = {
      op: "compare",
      fn: "==",
      left: OPERAND,
      right: OPERAND,
      type: "bool",
      span: SPAN,
    } as const;
    const not = { op: "not", operand: MATCH, type: "bool", span: SPAN } as const;
    const condition: Expr = { op: "and", operands: [other, not], type: "bool", span: SPAN };
    let pauses = 0;
    for (const _ of learnTexts(context, condition, columns)) pauses++;
    // Ten million characters.
    assert(pauses >= 8 && pauses <= 11, `${pauses} pauses`);
    let again = 0;
    for (const _ of learnTexts(context, condition, columns)) again++;
    assertEquals(again, 0);
    const test = testOf(work, MATCH);
    const codes = Array.from({ length: work.pools.strings.size - 1 }, (_, at) => at + 1);
    const found = codes.filter((code) => test.passes(code)).map((code) => work.pools.strings.text(code));
    assertEquals(found.length, ROWS / 10);
    assert(found.every((text) => text.endsWith("7")));
  },
);

Deno.test("testOf() stops when the run is cancelled during a test", () => {
  const { signal, looks } = abortedAt(3);
  const { context, columns } = longTexts(signal);
  assertThrows(() => [...learnTexts(context, MATCH, columns)], RangeError, "cancelled");
  assertEquals(looks(), 3);
});

Deno.test("test results for the texts of a column are kept for later runs, by expression, until the column grows", () => {
  const { context, work, columns } = longTexts();
  const codes = presentCodes(context, columns[0]!)!;
  const contains = { ...MATCH, how: "contains", pattern: "a7" } as const;
  const passing = passingTexts(work, contains, codes);
  assertEquals(passing.length, 11);
  const next = new Workspace(work.pools);
  assert(cachedPassing(codes, contains) !== undefined);
  assertEquals(passingTexts(next, contains, codes), passing);
  for (
    const other of [{ ...contains, pattern: "a8" }, { ...contains, flags: "i" }, {
      ...contains,
      how: "startswith",
    }] as const
  ) {
    assert(cachedPassing(codes, other) === undefined, other.pattern);
  }
  assert(cachedPassing([...codes], contains) === undefined, "a column that has grown has another list");
});

Deno.test("matching texts are kept only for the most recently used expressions if there are many", () => {
  const codes = [1, 2];
  const [first, second, third] = ["1", "2", "3"].map((pattern) => ({ ...MATCH, pattern }));
  cachePassing(codes, first!, new Uint32Array(400_000));
  cachePassing(codes, second!, new Uint32Array(400_000));
  assert(cachedPassing(codes, first!));
  cachePassing(codes, third!, new Uint32Array(400_000));
  assertEquals(
    [first, second, third].map((each) => cachedPassing(codes, each!) !== undefined),
    [true, false, true],
  );
  cachePassing(codes, third!, new Uint32Array(1 << 20));
  assertEquals([first, third].map((each) => cachedPassing(codes, each!)), [undefined, undefined]);
});

Deno.test("texts are not tested if another test leaves few rows", async () => {
  const session = await generatedSession(20_000, 4_000);
  const func = session.traces[0]!.trace.tables.get("events")!.column("func")!;
  const isSearched = (): boolean => knownCodes(func) !== undefined;
  for (
    const condition of [
      "func ~ /7$/ and size is null",
      'func contains "7" and (func ~ /1/ and (size is null or size > 1 << 60))',
      'size is null and (func contains "7" or line > 3)',
    ]
  ) {
    assertEquals(await rowsOf(session, `events | where ${condition} | count`), [[0n]], condition);
    assert(!isSearched(), condition);
  }
  const [[many]] = await rowsOf(session, `events | where func ~ /7$/ or size is null | count`) as [[bigint]];
  assert(many > 100n && isSearched());
  assertEquals(await rowsOf(session, `events | where func ~ /7$/ | count`), [[many]]);
  session.closeAll();
});
