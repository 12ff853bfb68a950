/**
 * Groups by code, a fast path for columns that share one code column (GNATcoverage entries): rows are counted
 * per code, and the few distinct codes are grouped instead of the rows.
 * @module
 */

import { type Column, ConstantColumn } from "../../../tables/column.ts";
import { largeSum } from "../../execution/context.ts";
import { type Part, type Relation, selectedBlocks, type Workspace } from "../../execution/relation.ts";
import { toKey } from "../../execution/column_words.ts";
import type { ValueStatistics } from "../../plan/aggregate.ts";
import type { BoundAggregate } from "../../plan/expressions.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import { type Constant, WORD_TYPES } from "../../plan/values.ts";
import { countCodes, type DenseResult, planCodes } from "../dense_group/dense_groups.ts";
import type { PartPlan } from "../dense_group/dense_plan.ts";
import { keyText } from "../dense_group/key_text.ts";
import type { OperatorContext } from "../operator.ts";

/** Maximum number of codes to group one by one. */
const MOST_CODES = 1 << 16;

/** A group, with the state of its aggregates. */
interface Group {
  readonly keys: readonly Constant[];
  readonly gathered: readonly ValueStatistics[];
}

/** Indexes of the key and argument columns, and the codes of each part. */
interface CodedPlan {
  readonly keys: readonly number[];
  /** Column index that each aggregate reads, or -1. */
  readonly args: readonly number[];
  readonly parts: readonly PartPlan[];
}

/** Plans groups by code; undefined if columns have different or too many codes, or a row has none. */
export function planCodedGroups(plan: AggregatePlan, input: Relation): CodedPlan | undefined {
  const keys = plan.keys.map(({ expr }) => expr.op === "column" ? expr.index : -1);
  const args = plan.aggregates.map(argumentOf);
  if (keys.length === 0 || keys.includes(-1) || args.includes(undefined)) return undefined;
  const used = [...keys, ...args.filter((index) => index !== undefined && index >= 0) as number[]];
  const parts: PartPlan[] = [];
  for (const part of input.parts) {
    const codes = sharedCodes(part, used);
    const made = codes && planCodes(part, codes);
    // A null code has no entry in the dictionary.
    if (!made || !isEachThere(codes, part)) return undefined;
    parts.push(made);
  }
  return { keys, args: args as number[], parts };
}

/** Computes the groups: keys by column and aggregates, in order of first appearance. */
export function codedGroups(
  plan: AggregatePlan,
  coded: CodedPlan,
  input: Relation,
  context: OperatorContext,
): DenseResult {
  const { keys } = coded;
  const groups = new Map<string, Group>();
  input.parts.forEach((part, at) =>
    addGroupsOfPart(part, coded.parts[at]!, { plan, coded }, groups, context)
  );
  const all = [...groups.values()];
  return {
    keys: keys.map((_, at) => all.map((group) => group.keys[at]!)),
    aggregates: plan.aggregates.map((each, at) =>
      all.map(({ gathered }) =>
        each.fn.ofCounts!(gathered[at]!, (total) => largeSum(context, total, each.span))
      )
    ),
    count: all.length,
  };
}

/** Column index that an aggregate reads, or -1; undefined if it needs more than counts of values. */
function argumentOf({ fn, arg, condition }: BoundAggregate): number | undefined {
  if (condition || fn.ofCounts === undefined) return undefined;
  if (!arg) return -1;
  if (arg.op !== "column") return undefined;
  return fn.gives === "count" || WORD_TYPES.has(arg.type) ? arg.index : undefined;
}

/** The code column that all used columns share, if its codes are few. */
function sharedCodes(part: Part, used: readonly number[]): Column | undefined {
  let codes: Column | undefined;
  for (const index of used) {
    const column = part.columns[index]!;
    if (column instanceof ConstantColumn) continue;
    const { dictionary } = column;
    if (!dictionary || dictionary.count > MOST_CODES || (codes && codes !== dictionary.codes)) {
      return undefined;
    }
    codes = dictionary.codes;
  }
  return codes;
}

/** Whether all rows of the blocks that are read have a code. */
function isEachThere(codes: Column, part: Part): boolean {
  for (const { block } of selectedBlocks(part)) if (codes.stored(block)!.nullCount > 0) return false;
  return true;
}

interface CodedAggregation {
  readonly plan: AggregatePlan;
  readonly coded: CodedPlan;
}

function addGroupsOfPart(
  part: Part,
  codes: PartPlan,
  { plan, coded: { keys, args } }: CodedAggregation,
  groups: Map<string, Group>,
  { work }: OperatorContext,
): void {
  const counted = countCodes(work, codes);
  const list = counted.map(({ code }) => Number(code));
  const keyColumns = keys.map((index) => part.columns[index]!);
  const keyWords = keyColumns.map((column) => wordsOfCodes(work, column, list));
  const argWords = args.map((index) =>
    index < 0 ? undefined : wordsOfCodes(work, part.columns[index]!, list)
  );
  counted.forEach(({ rows }, at) => {
    const own = keyColumns.map((column, key) => {
      const word = keyWords[key]![at]!;
      return word === null ? null : toKey(word, column.type, work.pools);
    });
    const name = keyText(own);
    work.tick(8);
    let group = groups.get(name);
    if (!group) groups.set(name, group = { keys: own, gathered: plan.aggregates.map(emptyStatistics) });
    group.gathered.forEach((gathered, each) =>
      addValue(gathered, argWords[each] ? argWords[each][at]! : 0n, rows)
    );
  });
}

function emptyStatistics(): ValueStatistics {
  return { rows: 0n, total: 0n, low: null, high: null, seen: new Set() };
}

function addValue(gathered: ValueStatistics, word: bigint | null, rows: bigint): void {
  if (word === null) return;
  gathered.rows += rows;
  gathered.total += word * rows;
  if (gathered.low === null || word < gathered.low) gathered.low = word;
  if (gathered.high === null || word > gathered.high) gathered.high = word;
  gathered.seen.add(word);
}

/** Words of a column for a list of codes. */
function wordsOfCodes(work: Workspace, column: Column, codes: readonly number[]): (bigint | null)[] {
  const { arena } = work;
  const values = column.dictionary?.values ?? column;
  const count = codes.length;
  const rows = work.take(count * 4), words = work.take(count * 8), nulls = work.takeZeroed(count);
  // A constant has its value in every row.
  codes.forEach((code, at) => arena.u32[(rows >>> 2) + at] = column.dictionary ? code : 0);
  const someNull = values.gather(rows, count, words, nulls) > 0;
  const found = codes.map((_, at) =>
    someNull && arena.u8[nulls + at] ? null : arena.u64[(words >>> 3) + at]!
  );
  work.give(rows, words, nulls);
  return found;
}
