/**
 * Groups that do not fit in memory, by ranges of the key with the most values: zone maps and packed blocks
 * find the rows of a range, and nothing is written. Keys in a range lie closer together, so that direct
 * tables apply more often.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import { CachedColumn } from "../../../tables/cached_column.ts";
import { type Column, type ColumnInfo, SequenceColumn } from "../../../tables/column.ts";
import { nullTest, numbersTest, type Predicate, rangeTest } from "../../execution/block_tests.ts";
import type { RunContext } from "../../execution/context.ts";
import { extentOfKey, type ValueRange } from "../../execution/key_packing.ts";
import { type Part, type Relation, selectedBlocks, selectedRows } from "../../execution/relation.ts";
import { stepBudget } from "../../execution/step_budget.ts";
import { testBlocks } from "../../execution/test_blocks.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import type { GroupPart, GroupsDoNotFit } from "../partition/group_part.ts";
import { compileParts, fitInMemory, type HashGroups, hashGroups, withScratch } from "./hash_groups.ts";
import type { OperatorContext, Steps } from "../operator.ts";

/** Rows sampled to choose the ends of ranges. */
const SAMPLE = 4096;
/** A range has room for this many times its estimated groups. */
const RESERVE = 2;
/**
 * Maximum number of ranges: with more, reading blocks repeatedly takes longer than writing hash partitions.
 */
const MOST_RANGES = 16;

const PLACE: ColumnInfo = { name: "", type: "u64" };

/** The key that divides the rows. */
interface DividingKey {
  /** Index of the key. */
  readonly at: number;
  readonly extent: ValueRange;
}

/** The rows of one range, or those with null. */
interface KeyValues {
  readonly values: ValueRange;
  readonly test: (column: Column) => Predicate;
}

/** Groups range by range; undefined if rows must be divided another way. */
export function* rangeGroups(
  plan: AggregatePlan,
  input: Relation,
  { expected }: GroupsDoNotFit,
  context: OperatorContext,
): Steps<HashGroups[] | undefined> {
  const most = stepBudget(context.work.arena);
  const count = Math.max(2, Math.ceil(RESERVE * expected / most));
  if (count > MOST_RANGES || input.parts.some(({ selection }) => selection.kind === "list")) return undefined;
  const compiled = compileParts(plan, input, context);
  const key = widestKey(compiled);
  if (!key) return undefined;
  const ends = endsOf(compiled, key, count, context);
  const runs: HashGroups[] = [];
  for (const each of keyRanges(key, ends)) {
    const run = yield* groupsOf(plan, compiled, key, each, context, most);
    if (!run) {
      for (const { columns, firsts } of runs) for (const column of [...columns, firsts]) column.free();
      return undefined;
    }
    runs.push(run);
  }
  return runs;
}

/** The key with the widest range, if zone maps know the ranges. */
function widestKey(parts: readonly GroupPart[]): DividingKey | undefined {
  let widest: DividingKey | undefined;
  for (const [at] of parts[0]?.keys.entries() ?? []) {
    if (!parts.every(({ keys }) => isPacked(keys[at]!))) continue;
    const extent = extentOfKey(parts, at);
    if (!extent || (widest && widthOf(widest.extent) >= widthOf(extent))) continue;
    widest = { at, extent };
  }
  return widest;
}

/** Whether all blocks are packed, given that their range is known. */
function isPacked(column: Column): boolean {
  if (column.type === "f64" || column instanceof CachedColumn) return false;
  return column instanceof SequenceColumn || column.stored(0) !== undefined;
}

function widthOf({ low, high }: ValueRange): bigint {
  return high - low;
}

/** Upper ends of ranges with about equally many rows. */
function endsOf(
  parts: readonly GroupPart[],
  key: DividingKey,
  count: number,
  { work }: RunContext,
): readonly bigint[] {
  const total = parts.reduce((sum, { part }) => sum + selectedRows(part), 0);
  const rows = work.take(BLOCK_ROWS * 4), values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  const found: bigint[] = [];
  let passed = 0, taken = 0;
  for (const { part, keys } of parts) {
    for (const { block, rows: length, count } of selectedBlocks(part)) {
      passed += count;
      const wanted = Math.min(length, Math.ceil(passed / total * SAMPLE) - taken);
      if (wanted <= 0) continue;
      taken += wanted;
      const { u32 } = work.arena;
      for (let at = 0; at < wanted; at++) {
        u32[(rows >>> 2) + at] = block * BLOCK_ROWS + Math.floor(at * length / wanted);
      }
      keys[key.at]!.gather(rows, wanted, values, nulls);
      const { u8, u64 } = work.arena;
      for (let at = 0; at < wanted; at++) if (!u8[nulls + at]) found.push(u64[(values >>> 3) + at]!);
    }
  }
  work.give(rows, values, nulls);
  found.sort((left, right) => left < right ? -1 : left > right ? 1 : 0);
  const ends = Array.from(
    { length: count - 1 },
    (_, at) => found[Math.floor((at + 1) * found.length / count)],
  );
  return [...new Set(ends)].flatMap((end) => end === undefined || end >= key.extent.high ? [] : [end]);
}

/** The ranges, then null. */
function* keyRanges({ extent }: DividingKey, ends: readonly bigint[]): Generator<KeyValues> {
  let { low } = extent;
  for (const high of [...ends, extent.high]) {
    const range = { low, high, negate: false };
    yield {
      values: { low, high, someNull: false },
      test: (column) =>
        column instanceof SequenceColumn ? numbersTest(column, range) : rangeTest(column, range),
    };
    low = high + 1n;
  }
  if (!extent.someNull) return;
  yield { values: { low: 0n, high: 0n, someNull: true }, test: (column) => nullTest(column)! };
}

/** Groups of the rows in a range of a key; undefined if they do not fit. */
function* groupsOf(
  plan: AggregatePlan,
  parts: readonly GroupPart[],
  { at }: DividingKey,
  { values, test }: KeyValues,
  context: OperatorContext,
  most: number,
): Steps<HashGroups | undefined> {
  const scratch = withScratch(context, "rows of a range");
  try {
    const within: Part[] = [];
    for (const { part, keys } of parts) {
      const { blocks } = yield* testBlocks({ part, predicate: test(keys[at]!), work: scratch.work });
      within.push({ ...part, selection: { kind: "bits", blocks } });
    }
    const partsFor = (run: RunContext): GroupPart[] => {
      let first = 0;
      return compileParts(plan, { parts: within }, run).map((each) => {
        const places = new SequenceColumn(PLACE, run.work.arena, first);
        first += each.part.rowCount;
        return { ...each, places };
      });
    };
    const run = yield* hashGroups(plan, partsFor, context, { most, range: { key: at, values } });
    return fitInMemory(run) ? run : undefined;
  } finally {
    scratch.work.arena.close();
  }
}
