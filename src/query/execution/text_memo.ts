/**
 * Tests each distinct text once, since rows contain codes.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import type { Column } from "../../tables/column.ts";
import type { Expr, TextMatchExpr } from "../plan/expressions.ts";
import type { RunContext } from "./context.ts";
import { ByteTest } from "./byte_test.ts";
import { TextVerdict } from "./kernels/texts_layout.ts";
import { matchTest, type TextPattern } from "./match_test.ts";
import { presentCodes } from "./present_codes.ts";
import type { Workspace } from "./relation.ts";
import { TextBatch } from "./text_batch.ts";
import { cachedPassing, cachePassing, keyOfMatch } from "./tested_texts.ts";

/** Steps between two yields to the event loop: 10 to 50 milliseconds. */
const SLICE = 1_000_000;

/**
 * Number of texts of the first batch, from which an automaton learns its first transitions; later batches are
 * twice as large.
 */
const FIRST_BATCH = 1 << 6;
/** Lists with fewer texts than this are tested one by one. */
const FEW_TEXTS = 16;

/** State of a code in the cache. */
enum CachedVerdict {
  Unknown = 0,
  Fails = 1,
  Passes = 2,
}

/** Caches by code whether a text satisfies a test. */
class TextTest {
  readonly #strings: StringPool;
  readonly #test: (text: string) => boolean;
  #known = new Uint8Array(1024);

  /** Runs the test at most once per distinct text. */
  constructor(strings: StringPool, test: (text: string) => boolean) {
    [this.#strings, this.#test] = [strings, test];
  }

  /** Whether the text of a code passes; code 0 (null) never does. */
  passes(code: number): boolean {
    const known = this.#known[code];
    if (known !== undefined && known !== CachedVerdict.Unknown) return known === CachedVerdict.Passes;
    if (code === 0) return false;
    const passes = this.#test(this.#strings.text(code));
    this.#learned(code, passes);
    return passes;
  }

  /** Whether a text without a code passes; an empty one never does. */
  passesText(text: string): boolean {
    return text !== "" && this.#test(text);
  }

  /**
   * Tests texts ahead of their use, by their bytes if these decide, and yields after each slice of work that
   * the meter counts.
   */
  *learn(codes: ArrayLike<number>, { work, meter, bytes }: CountedTest): Generator<void, void> {
    let pause = meter.spent + SLICE;
    const isLate = (steps: number): boolean => {
      meter.spend(steps);
      if (meter.spent < pause) return false;
      pause = meter.spent + SLICE;
      return true;
    };
    const open = this.#unknownOf(codes);
    let left: ArrayLike<number> = open;
    if (open.length >= FEW_TEXTS) {
      const batch = new TextBatch(work);
      try {
        for (let next = 0, most = FIRST_BATCH; next < open.length; most = FIRST_BATCH + 2 * batch.count) {
          next = batch.fill(open, next, most);
          bytes().test(batch);
          this.#take(batch, work);
          // Each text counts as a step, even if its test counts none.
          if (isLate(batch.count + batch.byteLength)) yield;
        }
      } finally {
        batch.close();
      }
      left = batch.tooLong;
    }
    for (let at = 0; at < left.length; at++) {
      this.passes(left[at]!);
      if (isLate(1)) yield;
    }
  }

  /** Returns the codes of a list whose texts have passed the test. */
  passing(codes: ArrayLike<number>): Uint32Array {
    const found = new Uint32Array(codes.length), known = this.#known;
    let count = 0;
    for (let at = 0; at < codes.length; at++) {
      if (known[codes[at]!] === CachedVerdict.Passes) found[count++] = codes[at]!;
    }
    return found.subarray(0, count);
  }

  #unknownOf(codes: ArrayLike<number>): Uint32Array {
    const found = new Uint32Array(codes.length), known = this.#known;
    let count = 0;
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at]!;
      if (code !== 0 && (known[code] ?? CachedVerdict.Unknown) === CachedVerdict.Unknown) {
        found[count++] = code;
      }
    }
    return found.subarray(0, count);
  }

  /** Stores the results of byte tests; the remaining texts are tested now. */
  #take({ codes, count, results }: TextBatch, { arena }: Workspace): void {
    const { u8 } = arena;
    let largest = 0;
    for (let at = 0; at < count; at++) largest = Math.max(largest, codes[at]!);
    this.#makeRoom(largest);
    const known = this.#known;
    for (let at = 0; at < count; at++) {
      const verdict = u8[results + at]!;
      if (verdict === TextVerdict.Undecided) this.passes(codes[at]!);
      else known[codes[at]!] = verdict === TextVerdict.Passes ? CachedVerdict.Passes : CachedVerdict.Fails;
    }
  }

  #learned(code: number, passes: boolean): void {
    this.#makeRoom(code);
    this.#known[code] = passes ? CachedVerdict.Passes : CachedVerdict.Fails;
  }

  #makeRoom(code: number): void {
    if (code < this.#known.length) return;
    const larger = new Uint8Array(Math.max(code + 1, this.#known.length * 2));
    larger.set(this.#known);
    this.#known = larger;
  }
}

/** The test of a match expression over the texts of a trace, by their codes. */
export function textTestOf(strings: StringPool, match: TextPattern, meter?: WorkMeter): TextTest {
  return new TextTest(strings, matchTest(match, meter));
}

/** A test of a match expression, with the meter that counts its steps. */
interface CountedTest {
  readonly test: TextTest;
  readonly meter: WorkMeter;
  readonly work: Workspace;
  /** The test of bytes, made when it is first needed. */
  readonly bytes: () => ByteTest;
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
  const key = keyOfMatch(match);
  let found = tests.get(key);
  if (found === undefined) {
    const meter = new WorkMeter({ check: () => work.check(), every: SLICE });
    const test = textTestOf(work.pools.strings, match, meter);
    let bytes: ByteTest | undefined;
    const ofBytes = (): ByteTest => bytes ??= new ByteTest(work, match);
    tests.set(key, found = { test, meter, work, bytes: ofBytes });
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
    if (codes === undefined || cachedPassing(codes, match)) continue;
    const counted = countedTest(context.work, match);
    yield* counted.test.learn(codes, counted);
    cachePassing(codes, match, counted.test.passing(codes));
  }
}

/** Returns the codes whose texts pass; texts with an unknown result are tested now. */
export function passingTexts(work: Workspace, match: TextPattern, codes: ArrayLike<number>): Uint32Array {
  const known = cachedPassing(codes, match);
  if (known) return known;
  const passing = learnedTest(work, match, codes).passing(codes);
  cachePassing(codes, match, passing);
  return passing;
}

/** The test of a match expression, after it was run on some codes. */
function learnedTest(work: Workspace, match: TextPattern, codes: ArrayLike<number>): TextTest {
  const counted = countedTest(work, match);
  const steps = counted.test.learn(codes, counted);
  while (!steps.next().done) work.check();
  return counted.test;
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

/** Replaces each text code by 1 if its text passes the test, otherwise by 0; null becomes 0. */
export function testWords(
  work: Workspace,
  match: TextPattern,
  { words, nulls }: { readonly words: number; readonly nulls: number },
  count: number,
): void {
  const { u32, u8 } = work.arena;
  const codes = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    codes[at] = nulls !== 0 && u8[nulls + at] ? 0 : u32[(words >>> 2) + 2 * at]!;
  }
  const test = learnedTest(work, match, codes);
  const truths = work.arena.u32;
  for (let at = 0; at < count; at++) {
    truths[(words >>> 2) + 2 * at] = test.passes(codes[at]!) ? 1 : 0;
    truths[(words >>> 2) + 2 * at + 1] = 0;
  }
}
