/**
 * `join`: the result sees both sides through row numbers.
 * @module
 */

import type { Arena } from "../../../memory/arena.ts";
import { type Column, LookupColumn } from "../../../tables/column.ts";
import { measuredPacking, packingForFewer, packingOf } from "../../execution/key_packing.ts";
import { roomFor } from "../../execution/room.ts";
import { type Part, type Relation, selectedRows } from "../../execution/relation.ts";
import { isPlainWord } from "../../execution/word_set.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { FilterPlan } from "../../plan/steps.ts";
import { runFilter } from "../scan/filter.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import { hasRoom, joinedPairs, type JoinPlan, mostPairs, refuseMany } from "./join_pairs.ts";
import { bytesOfRight, KeyedRight, keysOfLeft } from "./hash_join.ts";
import { flatten, writeRowNumbers } from "../columns/materialize.ts";
import type { OperatorContext, Steps } from "../operator.ts";

/** Where fewer than one in so many rows of the left are selected, a list of them is shorter than what all blocks have. */
const FEW_SHARE = 1024;

/** Joins two relations on equal columns; null keys match nothing. */
export function* runJoin(
  plan: JoinPlan,
  left: Relation,
  right: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const rightPart = flatten(work, right).parts[0];
  const parts: Part[] = [];
  for (const part of left.parts) parts.push(yield* joinPart(plan, part, rightPart, context));
  return { columns: plan.columns, parts };
}

/** Left rows without a partner see nulls (left join) or are dropped; of semi and anti joins only left rows are seen. */
function* joinPart(
  plan: JoinPlan,
  part: Part,
  right: Part | undefined,
  context: OperatorContext,
): Steps<Part> {
  const { arena } = context.work;
  if (right) {
    const kept = hasRoom(right, context) && (yield* keptRows(plan, part, right, context));
    if (kept) return kept;
    const quick = yield* keyedJoin(plan, part, right, context);
    if (quick) return quick;
  }
  const pairs = yield* joinedPairs(plan, part, right, context);
  if (plan.counts) return countedRows(pairs.count);
  const [leftRows, rightRows] = pairs.columns;
  if (plan.kind === "semi" || plan.kind === "anti") {
    const pointer = context.work.take(pairs.count * 4);
    yield* writeRowNumbers(context.work, leftRows!, pairs.count, pointer);
    for (const each of pairs.columns) each.free();
    return { ...part, selection: { kind: "list", pointer, count: pairs.count } };
  }
  const columns = [
    ...part.columns.map((column) => see(arena, column, leftRows!)),
    ...shownOf(plan, right).map((column) => see(arena, column, rightRows!)),
  ];
  return { columns, rowCount: pairs.count, selection: { kind: "all" }, source: null };
}

/** Rows of the left with a partner, or without one, where a filter finds them on packed blocks; else undefined. */
function* keptRows(
  plan: JoinPlan,
  left: Part,
  right: Part,
  context: OperatorContext,
): Steps<Part | undefined> {
  const [on, ...others] = plan.on;
  if ((plan.kind !== "semi" && plan.kind !== "anti") || !on || others.length > 0) return undefined;
  const { columns, span } = plan;
  const key = left.columns[on.left]!, found = right.columns[on.right]!;
  if (left.selection.kind === "list" || !isPlainWord(key) || !isPlainWord(found)) return undefined;
  const info = plan.right.columns[on.right]!;
  const keys: Relation = { columns: [info], parts: [{ ...right, columns: [found] }] };
  const operand: Expr = { op: "column", index: on.left, type: key.type, span };
  const among: Expr = { op: "inPlan", operand, plan: plan.right, type: "bool", span };
  const condition: Expr = plan.kind === "semi" ? among : { op: "not", operand: among, type: "bool", span };
  const { work, source, functions, tables, reports } = context;
  const inside: OperatorContext = {
    ...{ work, source, functions, tables, reports },
    run: () => keys,
    family: (expr, rows) => context.family(expr, rows),
    countBlocks: (looked, skipped) => context.countBlocks(looked, skipped),
    keep: (name, relation) => context.keep(name, relation),
  };
  const filter: FilterPlan = { op: "filter", input: plan.left, condition, columns, span };
  const { parts } = yield* runFilter(filter, { columns, parts: [left] }, inside);
  return parts[0];
}

/** Rows of which nobody sees anything but their number. */
function countedRows(rowCount: number): Part {
  return { columns: [], rowCount, selection: { kind: "all" }, source: null };
}

/** Columns of the right that the result shows. */
function shownOf(plan: JoinPlan, right: Part | undefined): Column[] {
  const keyed = new Set(plan.on.map((each) => each.right));
  return (right?.columns ?? []).filter((_, at) => !keyed.has(at));
}

function see(arena: Arena, column: Column, rows: Column): Column {
  return new LookupColumn(column, arena, rows, column);
}

/** The join where keys are a word; undefined where they are not, or where those of the right have no room. */
function* keyedJoin(
  plan: JoinPlan,
  left: Part,
  right: Part,
  context: OperatorContext,
): Steps<Part | undefined> {
  const { kind, on } = plan;
  const { work } = context;
  const sides = {
    left: { part: left, keys: on.map((each) => left.columns[each.left]!) },
    right: { part: right, keys: on.map((each) => right.columns[each.right]!) },
  };
  const room = roomFor(work.arena);
  const packing = on.length === 1
    ? packingOf([sides.right], room, { others: selectedRows(left) })
    : packingOf([sides.left, sides.right], room);
  // A double has two zeros, on either side.
  if (!packing || sides.left.keys.some(({ type }) => type === "f64")) return undefined;
  const scratch = withScratch(context, "join");
  try {
    const right = yield* keysOfLeft(sides.left, sides.right, packing, scratch.work);
    const fitting = packingForFewer(packing, selectedRows(right.part) + selectedRows(left));
    const measured = yield* measuredPacking(scratch.work, right, fitting, room, selectedRows(left));
    if (bytesOfRight(right, measured) > room) return undefined;
    const known = new KeyedRight(work, scratch.work, measured);
    yield* known.build(right, scratch);
    if (kind === "semi" || kind === "anti") {
      return yield* known.matching(sides.left, kind === "anti", scratch);
    }
    if (plan.counts) return countedRows(yield* known.count(sides.left, kind === "left", scratch));
    const shown = shownOf(plan, sides.right.part);
    const isFew = left.selection.kind === "list" || selectedRows(left) * FEW_SHARE < left.rowCount;
    if (known.isUnique && !isFew) {
      const { part, partners } = yield* known.beside(sides.left, kind === "left", scratch);
      const seen = shown.map((column) => see(work.arena, column, partners));
      return { ...part, columns: [...part.columns, ...seen], source: null };
    }
    const most = mostPairs(left);
    const check = (pairs: number): void => refuseMany(plan, pairs, most, context);
    const { lefts, rights, count } = yield* known.pairs(sides.left, kind === "left", check);
    const columns = [
      ...left.columns.map((column) => see(work.arena, column, lefts)),
      ...shown.map((column) => see(work.arena, column, rights)),
    ];
    return { columns, rowCount: count, selection: { kind: "all" }, source: null };
  } finally {
    scratch.work.arena.close();
  }
}
