/**
 * `join`: the result sees both sides through row numbers.
 * @module
 */

import type { Arena } from "../../../memory/arena.ts";
import { type Column, LookupColumn } from "../../../tables/column.ts";
import { differentValues } from "../../execution/estimates.ts";
import { type KeyPacking, measuredPacking, packingForFewer, packingOf } from "../../execution/key_packing.ts";
import { roomFor } from "../../execution/room.ts";
import { type Part, type Relation, selectedRows } from "../../execution/relation.ts";
import { mayTake, type Way } from "../../execution/ways.ts";
import { isPlainWord } from "../../execution/word_set.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { FilterPlan } from "../../plan/steps.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { runFilter } from "../scan/filter.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import { hasRoom, joinedPairs, type JoinPlan, mostPairs, refuseMany } from "./join_pairs.ts";
import { bytesOfRight, type JoinSide, KeyedRight, keysOfLeft } from "./hash_join.ts";
import { flatten, writeRowNumbers } from "../columns/materialize.ts";
import {
  type Chosen,
  type Expected,
  type Forecast,
  type OperatorContext,
  runChosen,
  type Steps,
  UNKNOWN_WAY,
} from "../operator.ts";

/**
 * Where fewer than one in this many rows of the left are selected, a list of them is shorter than what all blocks have.
 */
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
  for (const part of left.parts) {
    parts.push(yield* runChosen(chooseJoin(plan, part, rightPart, context), work));
  }
  return { columns: plan.columns, parts };
}

/** How rows will be joined, and how many there will be: as many as there are where each key is there as often as any other. */
export function foreseeJoin(
  plan: JoinPlan,
  left: Expected,
  right: Expected,
  context: OperatorContext,
): Forecast {
  const rights = right.relation?.parts ?? [];
  const names = left.relation && rights.length === 1
    ? left.relation.parts.flatMap((part) => chooseJoin(plan, part, rights[0], context).names)
    : [UNKNOWN_WAY];
  return { rows: expectedRows(plan, left, right), names: [...new Set(names)] };
}

function expectedRows({ kind, on, ...plan }: JoinPlan, left: Expected, right: Expected): number | undefined {
  if (left.rows === undefined) return undefined;
  if (kind === "semi" || kind === "anti") return left.rows;
  if (right.rows === undefined) return undefined;
  const valuesIn = (
    { rows, relation }: Expected,
    indexes: readonly number[],
    columns: readonly PlanColumn[],
  ) =>
    relation
      ? indexes.reduce((all, index) => {
        const { type } = columns[index]!;
        return all * differentValues({ op: "column", index, type, span: plan.span }, relation);
      }, 1)
      : rows!;
  const lefts = valuesIn(left, on.map((each) => each.left), plan.left.columns);
  const rights = valuesIn(right, on.map((each) => each.right), plan.right.columns);
  const pairs = Math.ceil(
    left.rows * right.rows / Math.max(1, Math.min(lefts, left.rows), Math.min(rights, right.rows)),
  );
  return kind === "left" ? Math.max(left.rows, pairs) : pairs;
}

/** The operators but the last, the quickest first; each is taken where it answers the question. */
const OPERATORS: readonly ((question: Question) => Chosen<Part> | undefined)[] = [rowsInSet, keyedJoin];

/**
 * The operator for a part of the left: the first one that answers the question, or a hash table of the right, which answers every
 * question, in partitions where there is no room for all of it.
 */
function chooseJoin(
  plan: JoinPlan,
  left: Part,
  right: Part | undefined,
  context: OperatorContext,
): Chosen<Part> {
  if (right) {
    for (const choose of OPERATORS) {
      const found = choose({ plan, left, right, context });
      if (found) return found;
    }
  }
  return hashJoin(plan, left, right, context);
}

/** What is joined. */
interface Question {
  readonly plan: JoinPlan;
  readonly left: Part;
  readonly right: Part;
  readonly context: OperatorContext;
}

/** Left rows without a partner see nulls (left join) or are dropped; of semi and anti joins only left rows are seen. */
function hashJoin(
  plan: JoinPlan,
  left: Part,
  right: Part | undefined,
  context: OperatorContext,
): Chosen<Part> {
  const { work } = context;
  const isWhole = !right || hasRoom(right, context);
  return {
    names: [isWhole ? "hash join" : "hash join, partitioned by hash"],
    *run() {
      const pairs = yield* joinedPairs(plan, left, right, context);
      if (plan.counts) return countedRows(pairs.count);
      const [leftRows, rightRows] = pairs.columns;
      if (!hasPairs(plan)) {
        const pointer = work.take(pairs.count * 4);
        yield* writeRowNumbers(work, leftRows!, pairs.count, pointer);
        for (const each of pairs.columns) each.free();
        return { ...left, selection: { kind: "list", pointer, count: pairs.count } };
      }
      const columns = [
        ...left.columns.map((column) => see(work.arena, column, leftRows!)),
        ...shownOf(plan, right).map((column) => see(work.arena, column, rightRows!)),
      ];
      return { columns, rowCount: pairs.count, selection: { kind: "all" }, source: null };
    },
  };
}

/** Rows of the left with a partner, or without one, where a filter finds them on packed blocks by a set of keys. */
function rowsInSet({ plan, left, right, context }: Question): Chosen<Part> | undefined {
  const name: Way = "rows by a set of keys";
  const [on, ...others] = plan.on;
  if (!mayTake(name) || hasPairs(plan) || !on || others.length > 0 || !hasRoom(right, context)) {
    return undefined;
  }
  const { columns, span } = plan;
  const key = left.columns[on.left]!, found = right.columns[on.right]!;
  if (left.selection.kind === "list" || !isPlainWord(key) || !isPlainWord(found)) return undefined;
  const info = plan.right.columns[on.right]!;
  const keys: Relation = { columns: [info], parts: [{ ...right, columns: [found] }] };
  const operand: Expr = { op: "column", index: on.left, type: key.type, span };
  const among: Expr = { op: "inPlan", operand, plan: plan.right, type: "bool", span };
  const condition: Expr = plan.kind === "semi" ? among : { op: "not", operand: among, type: "bool", span };
  const { work, source, functions, tables, reports, forecasts } = context;
  const inside: OperatorContext = {
    ...{ work, source, functions, tables, reports, forecasts },
    run: () => keys,
    family: (expr, rows) => context.family(expr, rows),
    countBlocks: (looked, skipped) => context.countBlocks(looked, skipped),
    keep: (name, relation) => context.keep(name, relation),
  };
  const filter: FilterPlan = { op: "filter", input: plan.left, condition, columns, span };
  return {
    names: [name],
    *run() {
      const { parts } = yield* runFilter(filter, { columns, parts: [left] }, inside);
      return parts[0]!;
    },
  };
}

/** Whether rows of the right are seen beside those of the left. */
function hasPairs({ kind }: JoinPlan): boolean {
  return kind === "inner" || kind === "left";
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

/** The join where the keys of a row have room in a word. */
function keyedJoin(question: Question): Chosen<Part> | undefined {
  const name: Way = "join by packed keys";
  const { plan: { on }, left, right, context } = question;
  const sides = {
    left: { part: left, keys: on.map((each) => left.columns[each.left]!) },
    right: { part: right, keys: on.map((each) => right.columns[each.right]!) },
  };
  const room = roomFor(context.work.arena);
  const packing = on.length === 1
    ? packingOf([sides.right], room, { others: selectedRows(left) })
    : packingOf([sides.left, sides.right], room);
  // A double has two zeros, on either side.
  if (!packing || sides.left.keys.some(({ type }) => type === "f64") || !mayTake(name)) return undefined;
  return {
    names: [name],
    *run() {
      const joined = yield* joinByKeys(question, sides, packing, room);
      if (joined) return joined;
      // How many keys of the right are met, and how far they lie apart, shows only now.
      return yield* runChosen(hashJoin(question.plan, left, right, context), context.work);
    },
  };
}

/** Both sides with their keys. */
interface Sides {
  readonly left: JoinSide;
  readonly right: JoinSide;
}

/** The joined rows; undefined where those of the right have no room. */
function* joinByKeys(
  { plan, left, context }: Question,
  sides: Sides,
  packing: KeyPacking,
  room: number,
): Steps<Part | undefined> {
  const { kind } = plan;
  const { work } = context;
  const scratch = withScratch(context, "join");
  try {
    const right = yield* keysOfLeft(sides.left, sides.right, packing, scratch.work);
    const fitting = packingForFewer(packing, selectedRows(right.part) + selectedRows(left));
    const measured = yield* measuredPacking(scratch.work, right, fitting, room, selectedRows(left));
    if (bytesOfRight(right, measured) > room) return undefined;
    const known = new KeyedRight(work, scratch.work, measured);
    yield* known.build(right, scratch);
    if (!hasPairs(plan)) {
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
