/**
 * Tests each distinct text once: rows carry codes.
 * @module
 */

import { noText } from "../../base/ascii_text.ts";
import type { StringPool } from "../../events/string_pool.ts";
import type { AsciiTest } from "../../patterns/ascii_tests.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import type { Column } from "../../tables/column.ts";
import type { Expr, TextMatchExpr } from "../plan/expressions.ts";
import type { RunContext } from "./context.ts";
import { asciiMatchTest, matchTest, type TextPattern } from "./match_test.ts";
import { presentCodes } from "./present_codes.ts";
import type { Workspace } from "./relation.ts";

/** Steps between two yields to the event loop: 10 to 50 milliseconds. */
const SLICE = 1_000_000;

/** Caches by code whether a text passes a test. */
class TextTest {
  readonly #strings: StringPool;
  readonly #test: (text: string) => boolean;
  readonly #asciiTest: AsciiTest | undefined;
  readonly #ascii = noText();
  #known = new Uint8Array(1024);

  /** Runs one of the two tests at most once per distinct text. */
  constructor(strings: StringPool, test: (text: string) => boolean, asciiTest: AsciiTest | undefined) {
    [this.#strings, this.#test, this.#asciiTest] = [strings, test, asciiTest];
  }

  /** Whether the text of a code passes; code 0 (null) never does. */
  passes(code: number): boolean {
    if (code === 0) return false;
    if (code >= this.#known.length) {
      const larger = new Uint8Array(Math.max(code + 1, this.#known.length * 2));
      larger.set(this.#known);
      this.#known = larger;
    }
    const known = this.#known[code]!;
    if (known !== 0) return known === 2;
    const passes = this.#testBytes(code) ?? this.#test(this.#strings.text(code));
    this.#known[code] = passes ? 2 : 1;
    return passes;
  }

  #testBytes(code: number): boolean | undefined {
    return this.#asciiTest && this.#strings.ascii(code, this.#ascii)
      ? this.#asciiTest(this.#ascii)
      : undefined;
  }

  /** Whether a text without a code passes; an empty one never does. */
  passesText(text: string): boolean {
    return text !== "" && this.#test(text);
  }

  /** Tests texts ahead, and yields after each slice of work counted by the meter. */
  *learn(codes: Iterable<number>, meter: WorkMeter): Generator<void, void> {
    let pause = meter.spent + SLICE;
    for (const code of codes) {
      this.passes(code);
      // Each text counts as a step, even if its test counts none.
      meter.spend(1);
      if (meter.spent < pause) continue;
      yield;
      pause = meter.spent + SLICE;
    }
  }
}

/** The test of a match expression over the texts of a trace, by their codes. */
export function textTestOf(strings: StringPool, match: TextPattern, meter?: WorkMeter): TextTest {
  return new TextTest(strings, matchTest(match, meter), asciiMatchTest(match));
}

/** A test of a match expression, with the meter that counts its steps. */
interface CountedTest {
  readonly test: TextTest;
  readonly meter: WorkMeter;
}

/** The tests of each run, by a key of the expression. */
const testsOfRuns = new WeakMap<Workspace, Map<string, CountedTest>>();

/** The test of a match expression in a run; equal expressions share it. It throws if the run is cancelled. */
export function testOf(work: Workspace, match: TextPattern): TextTest {
  return countedTest(work, match).test;
}

function countedTest(
  work: Workspace,
  match: TextPattern,
): CountedTest {
  let tests = testsOfRuns.get(work);
  if (tests === undefined) testsOfRuns.set(work, tests = new Map());
  const key = `${match.ofNames ? "name " : ""}${match.how} ${match.flags} ${match.pattern}`;
  let found = tests.get(key);
  if (found === undefined) {
    const meter = new WorkMeter({ check: () => work.check(), every: SLICE });
    const test = textTestOf(work.pools.strings, match, meter);
    tests.set(key, found = { test, meter });
  }
  return found;
}

/**
 * Tests the texts of columns before a condition uses them, yielding to the event loop: a million long texts
 * take seconds, and the condition itself runs without pauses.
 */
export function* learnTexts(
  context: RunContext,
  condition: Expr,
  columns: readonly Column[],
): Generator<void, void> {
  for (const match of matchesIn(condition)) {
    const column = match.operand.op === "column" ? columns[match.operand.index] : undefined;
    const codes = column && !column.dictionary ? presentCodes(context, column) : undefined;
    if (codes === undefined) continue;
    const { test, meter } = countedTest(context.work, match);
    yield* test.learn(codes, meter);
  }
}

/** The match expressions in a condition. */
function matchesIn(condition: Expr): TextMatchExpr[] {
  switch (condition.op) {
    case "match":
      return [condition];
    case "and":
    case "or":
      return condition.operands.flatMap(matchesIn);
    case "not":
      return matchesIn(condition.operand);
    default:
      return [];
  }
}
