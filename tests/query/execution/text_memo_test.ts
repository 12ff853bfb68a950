import { assert, assertEquals, assertThrows } from "@std/assert";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { learnTexts, testOf } from "../../../src/query/execution/text_memo.ts";
import type { Expr } from "../../../src/query/plan/expressions.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { newPools } from "../../support/pools.ts";
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

/** A signal that is aborted when it has been looked at so often: only the one who looks hears of it. */
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
  atFullEffort("learnTexts() pauses every million steps, and what it has learned is not tested again"),
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

Deno.test("testOf() hears that the run is cancelled while it tests", () => {
  const { signal, looks } = abortedAt(3);
  const { context, columns } = longTexts(signal);
  assertThrows(() => [...learnTexts(context, MATCH, columns)], RangeError, "cancelled");
  assertEquals(looks(), 3);
});
