/**
 * `diff A, B by keys`: compares two sets of rows by group.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import { type Column, ConstantColumn } from "../../../tables/column.ts";
import { findAggregate } from "../../aggregates/registry.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import { type Part, pieces, readPiece, type Relation, type Workspace } from "../../execution/relation.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { runAggregate } from "../group/aggregate.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { flatten } from "../columns/materialize.ts";
import type { OperatorContext, Steps } from "../operator.ts";
import { sortedRows } from "../sort/external_sort.ts";

const SIZE: PlanColumn = { name: "", type: "u64", display: "plain" };

/** Columns of the groups after the keys: row counts and bytes of each side. */
enum After {
  CountBefore = 0,
  CountAfter = 1,
  BytesBefore = 2,
  BytesAfter = 3,
}

/**
 * Columns: keys, then `count_before count_after count_delta bytes_before bytes_after bytes_delta` (i64
 * deltas); largest |bytes_delta| first. The bytes columns exist only if both sides have `size`.
 */
export interface DiffPlan extends Plan {
  readonly op: "diff";
  /** Set for `changes`: columns `hunk change before after`, then the keys. */
  readonly inOrder?: true;
  readonly before: Plan;
  readonly after: Plan;
  /** Over the columns of `before`; `after` has columns of the same names. */
  readonly keys: readonly NamedExpr[];
  readonly afterKeys: readonly NamedExpr[];
}

/** Compares count and bytes per key on both sides, largest change first. */
export function* runDiff(
  plan: DiffPlan,
  before: Relation,
  after: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const groups = flatten(work, yield* groupsOfBoth(plan, before, after, context)).parts[0]!;
  const { made, sizes } = changesOf(plan, groups, context);
  const columns = plan.columns.map(({ name }) =>
    made.get(name) ?? groups.columns[plan.keys.findIndex((key) => key.name === name)]!
  );
  const list = yield* sortedRows(work, groups, sizes.map((column) => ({ column, descending: true })));
  for (const each of sizes) each.free();
  return { columns: plan.columns, parts: [{ ...groups, columns, selection: { kind: "list", ...list } }] };
}

/** Groups the rows of both sides by key; rows of one side are null in the columns of the other. */
function* groupsOfBoth(
  plan: DiffPlan,
  before: Relation,
  after: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { arena } = context.work;
  // Bytes that only one side has are not shown, and do not affect the order.
  const withBytes = plan.columns.some((each) => each.name === "bytes_delta");
  const sizeOf = (input: Plan): number => input.columns.findIndex(({ name }) => name === "size");
  const sides = [
    { relation: before, keys: plan.keys, size: sizeOf(plan.before), input: plan.before },
    { relation: after, keys: plan.afterKeys, size: sizeOf(plan.after), input: plan.after },
  ];
  const { span } = plan;
  const keys = plan.keys.map(({ name, expr, display }, index): NamedExpr => ({
    name,
    display,
    expr: { op: "column", index, type: expr.type, span },
  }));
  const values: PlanColumn[] = [
    ...sides.map((): PlanColumn => ({ name: "", type: "u64", display: "plain" })),
    ...(withBytes ? sides.map(({ input, size }) => input.columns[size]!) : []),
  ];
  const parts = sides.flatMap(({ relation, keys, size }, side) =>
    relation.parts.map((part): Part => {
      const compiler = new ExpressionCompiler(context, part);
      const own = [new ConstantColumn(values[side]!, arena, 1n), part.columns[size]!];
      return {
        ...part,
        columns: [
          ...keys.map(({ expr }) => compiler.compile(expr)),
          ...values.map((info, at) =>
            at % 2 === side ? own[at >> 1]! : new ConstantColumn(info, arena, null)
          ),
        ],
      };
    })
  );
  const aggregates = values.map(({ type }, at): BoundAggregate => {
    const name = at < After.BytesBefore ? "count" : "sum";
    const fn = findAggregate(name)!;
    const arg: Expr = { op: "column", index: keys.length + at, type, span };
    return { name, fn, arg, parameter: null, condition: null, type: fn.result(type), display: "plain", span };
  });
  const columns: PlanColumn[] = [
    ...keys.map(({ name, expr, display }) => ({ name, type: expr.type, display })),
    ...aggregates.map(({ name, type, display }) => ({ name, type, display })),
  ];
  const inputs = [
    ...keys.map(({ name, expr }) => ({ name, type: expr.type, display: "plain" as const })),
    ...values,
  ];
  const groups: AggregatePlan = { op: "aggregate", input: plan.before, keys, aggregates, columns, span };
  return yield* runAggregate(groups, { columns: inputs, parts }, context);
}

/**
 * The result columns other than keys, and the sizes of the changes in bytes (if any) and rows, to sort by.
 */
function changesOf(
  { keys, columns }: DiffPlan,
  groups: Part,
  { work }: OperatorContext,
): { made: ReadonlyMap<string, Column>; sizes: readonly Column[] } {
  const made = new Map<string, Column>();
  const sizes: Column[] = [];
  for (const [first, name] of [[After.BytesBefore, "bytes"], [After.CountBefore, "count"]] as const) {
    const infos = ["before", "after", "delta"].map((side) =>
      columns.find((each) => each.name === `${name}_${side}`)
    );
    if (infos.includes(undefined)) continue;
    const fillers = [...infos.map((info) => new ColumnFiller(work, info!)), new ColumnFiller(work, SIZE)];
    const sides = [first, first + 1].map((at) => readPart(work, groups, groups.columns[keys.length + at]!));
    while (true) {
      const [before, after] = sides.map((side) => side.next().value);
      if (before === undefined || after === undefined) break;
      const delta = after - before;
      [before, after, delta, delta < 0n ? -delta : delta].forEach((word, at) => fillers[at]!.put(word));
    }
    const filled = fillers.map((each) => each.finish());
    infos.forEach((info, at) => made.set(info!.name, filled[at]!));
    sizes.push(filled.at(-1)!);
  }
  return { made, sizes };
}

/** Whole numbers of a column; null reads as 0. */
function* readPart(work: Workspace, part: Part, column: Column): Generator<bigint, undefined> {
  const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  const isSigned = column.type === "i64";
  for (const piece of pieces(work, part)) {
    const nullsAt = readPiece(column, piece, values, nulls);
    for (let at = 0; at < piece.count; at++) {
      work.tick(4);
      const { u8, u64 } = work.arena;
      const word = nullsAt && u8[nullsAt + at] ? 0n : u64[(values >>> 3) + at]!;
      yield isSigned ? BigInt.asIntN(64, word) : word;
    }
  }
  work.give(values, nulls);
}
