/**
 * Packs the expressions of an aggregation as columns, by generated loops, so that all operators on packed
 * blocks work on computed columns too.
 * @module
 */

import { allocateBlock, type Block, constantBlock, NullMode } from "../../../tables/block.ts";
import type { ColumnType } from "../../../events/trace_sink.ts";
import { CachedColumn } from "../../../tables/cached_column.ts";
import type { Column } from "../../../tables/column.ts";
import { StoredColumn } from "../../../tables/stored_column.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import { eachBlock } from "../../execution/each_block.ts";
import type { LoopCalls } from "../../execution/kernel_calls.ts";
import { canReadOnThread, scratchBytesOf } from "../../execution/deferred_reader.ts";
import type { BlockLoop, LoopPacking } from "../../execution/loops/block_loop.ts";
import { LoopColumn } from "../../execution/loops/loop_column.ts";
import { Packed } from "../../execution/loops/loop_interface.ts";
import {
  type BlockRows,
  blocksOf,
  type Part,
  type Relation,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import { stepOfKey } from "../dense_group/dense_plan.ts";
import type { OperatorContext, Steps } from "../operator.ts";

/**
 * Minimum share of selected rows (one in this many) for which packing is worth it; with fewer, only the
 * selected rows are computed.
 */
const LEAST_SHARE = 4;
/** Estimated nanoseconds per row. */
const COST = 1;

/** An aggregation whose expressions are columns. */
interface PackedQuestion {
  readonly plan: AggregatePlan;
  readonly input: Relation;
}

/** An expression that loops compute, with a loop per part and the packing of each block. */
export interface PackedExpression {
  readonly expr: Expr;
  readonly parts: readonly {
    readonly loop: BlockLoop;
    readonly packings: readonly (LoopPacking | undefined)[];
  }[];
}

/**
 * The expressions that loops can compute as packed columns; undefined if there are none. Only those of `wide`
 * may have 64 bits.
 */
export function planPacking(
  plan: AggregatePlan,
  { parts }: Relation,
  context: OperatorContext,
  wide: ReadonlySet<Expr> = new Set(),
): PackedExpression[] | undefined {
  const wanted = expressionsOf(plan, parts);
  const keys = new Set(plan.keys.map(({ expr }) => expr));
  if (wanted.length === 0 || parts.length === 0 || !parts.every(isWorthIt)) return undefined;
  const planned = (expr: Expr): PackedExpression | undefined => {
    const loops = parts.map((part) => {
      const loop = new ExpressionCompiler(context, part).loop(expr, "values");
      const packings = loop && packingsOf(loop, part);
      // Do not pack 64-bit results that other operators read: they get the words from the loop, which is faster than
      // writing and reading a column.
      if (!wide.has(expr) && packings?.some((packing) => packing?.width === 8)) return undefined;
      return packings && { loop, packings };
    });
    return loops.every((each) => each !== undefined) ? { expr, parts: loops } : undefined;
  };
  const found = wanted.flatMap((expr) => {
    const inner = keys.has(expr) ? innerOfStep(expr) : undefined;
    return (inner && planned(inner)) ?? planned(expr) ?? [];
  });
  return found.length > 0 ? found : undefined;
}

/** The operand of a stepped key if it is computed: slots are found by steps of a column. */
function innerOfStep(expr: Expr): Expr | undefined {
  const operand = stepOfKey(expr)?.operand;
  return operand && operand.op !== "column" && operand.op !== "constant" ? operand : undefined;
}

/** The aggregation with its expressions packed as additional columns. */
export function* packExpressions(
  plan: AggregatePlan,
  packed: readonly PackedExpression[],
  input: Relation,
  { work }: OperatorContext,
): Steps<PackedQuestion> {
  const parts: Part[] = input.parts.map((part) => ({ ...part }));
  const places = new Map<Expr | number, number>();
  for (const { expr, parts: planned } of packed) {
    places.set(nameOf(expr), parts[0]!.columns.length);
    for (const [at, part] of parts.entries()) {
      const { loop, packings } = planned[at]!;
      const column = yield* packColumn(expr.type, part, loop, packings, work);
      parts[at] = { ...part, columns: [...part.columns, column] };
    }
  }
  const seen = <E extends Expr | null>(expr: E): E | Expr => {
    const index = expr ? places.get(nameOf(expr)) : undefined;
    return expr && index !== undefined ? { op: "column", index, type: expr.type, span: expr.span } : expr;
  };
  const keyOf = (expr: Expr): Expr => {
    const inner = innerOfStep(expr), column = inner && seen(inner);
    return column && column !== inner ? withOperand(expr, column) : seen(expr);
  };
  return {
    plan: {
      ...plan,
      keys: plan.keys.map((key) => ({ ...key, expr: keyOf(key.expr) })),
      aggregates: plan.aggregates.map((each) => ({
        ...each,
        arg: seen(each.arg),
        condition: seen(each.condition),
        ...each.order ? { order: seen(each.order) } : {},
      })),
    },
    input: { ...input, parts },
  };
}

/** The stepped expression with another operand. */
function withOperand(expr: Expr, operand: Expr): Expr {
  if (expr.op === "arithmetic") return { ...expr, left: operand };
  return expr.op === "call" ? { ...expr, args: [operand, ...expr.args.slice(1)] } : expr;
}

/** The expressions, without constants, and columns that earlier steps left to be computed. */
function expressionsOf({ keys, aggregates }: AggregatePlan, parts: readonly Part[]): Expr[] {
  const found = new Map<Expr | number, Expr>();
  for (
    const expr of [
      ...keys.map(({ expr }) => expr),
      ...aggregates.flatMap(({ arg, order, condition }) => [arg, order, condition]),
    ]
  ) {
    if (!expr || expr.op === "constant" || expr.type === "f64") continue;
    const isOpen = expr.op !== "column" ||
      parts.every(({ columns }) => columns[expr.index] instanceof LoopColumn);
    if (isOpen && !found.has(nameOf(expr))) found.set(nameOf(expr), expr);
  }
  return [...found.values()];
}

/** The identity of an expression: columns by index. */
function nameOf(expr: Expr): Expr | number {
  return expr.op === "column" ? expr.index : expr;
}

/** Whether packing pays; the rows of a list are spread over many blocks. */
function isWorthIt(part: Part): boolean {
  return part.selection.kind !== "list" && selectedRows(part) * LEAST_SHARE >= part.rowCount;
}

/** Packings of the blocks with selected rows; undefined if a row may have no result. */
function packingsOf(loop: BlockLoop, part: Part): (LoopPacking | undefined)[] | undefined {
  const packings: (LoopPacking | undefined)[] = [];
  for (const { block, count } of blocksOf(part)) {
    if (count > 0) {
      for (const column of loop.columns) if (column instanceof CachedColumn) column.keep(block);
    }
    const packing = count > 0 ? loop.packing(block) : undefined;
    if (count > 0 && !packing) return undefined;
    packings.push(packing);
  }
  return packings;
}

function* packColumn(
  type: ColumnType,
  part: Part,
  loop: BlockLoop,
  packings: readonly (LoopPacking | undefined)[],
  work: Workspace,
): Steps<StoredColumn> {
  const rows = [...blocksOf(part)];
  const blocks: Block[] = rows.map((each) => constantBlock(each.rows, null));
  yield* packBlocks({ type, loop, packings, blocks, work }, rows);
  const column = new StoredColumn({ name: "", type }, work.arena);
  for (const block of blocks) column.push(block);
  return column;
}

/** Packs the blocks of one column. */
interface Packer {
  readonly type: ColumnType;
  readonly loop: BlockLoop;
  readonly packings: readonly (LoopPacking | undefined)[];
  /** Blocks packed so far. */
  readonly blocks: Block[];
  readonly work: Workspace;
}

function packBlocks(packer: Packer, rows: readonly BlockRows[]): Steps<void> {
  const { loop, packings, work } = packer;
  const canDefer = (column: Column): boolean =>
    rows.every(({ block }) => !packings[block] || canReadOnThread(column, block));
  const needs = {
    cost: rows.reduce((sum, each) => sum + (packings[each.block] ? each.rows * COST : 0), 0),
    own: scratchBytesOf(loop.columns),
    pieces: rows.length,
    each: Packed.Bytes,
  };
  return eachBlock(work, needs, loop.columns.every(canDefer), ({ calls }) => ({
    blocks: rows,
    write: (each: BlockRows, found: number) => packBlock(packer, each, found, calls),
    end() {},
  }));
}

/** Packs a block; returns what to do once the call has run. */
function packBlock(
  { type, loop, packings, blocks, work }: Packer,
  { block, rows }: BlockRows,
  found: number,
  calls: LoopCalls,
): (() => void) | undefined {
  const packing = packings[block];
  if (!packing) return undefined;
  const { arena } = work;
  const { width, origin } = packing;
  const packed = allocateBlock(arena, rows, width, NullMode.None);
  const { vectors } = loop.pack(block, rows, packing, [packed.pointer, found], calls);
  return () => {
    arena.store.unpin(packed);
    const nullCount = arena.u32[(found + Packed.Nulls) >>> 2]!;
    const least = numberAt(work, found + Packed.Least, vectors, (a, b) => a < b);
    const largest = numberAt(work, found + Packed.Largest, vectors, (a, b) => a > b);
    const valueOf = (stored: bigint): bigint =>
      type === "i64" ? BigInt.asIntN(64, stored + origin) : BigInt.asUintN(64, stored + origin);
    if (nullCount === rows || (nullCount === 0 && least === largest)) {
      arena.freeBlock(packed);
      if (nullCount === 0) blocks[block] = constantBlock(rows, valueOf(least));
      return;
    }
    const nullMode = nullCount > 0 ? NullMode.Zero : NullMode.None;
    const [min, max] = [valueOf(least), valueOf(largest)];
    blocks[block] = { rows, width, packed, origin, nullMode, nullCount, min, max };
  };
}

/** Reads a number at an address, or with `vectors` the one of four lanes that comes first by `isBefore`. */
function numberAt(
  { arena }: Workspace,
  at: number,
  vectors: boolean,
  isBefore: (a: bigint, b: bigint) => boolean,
): bigint {
  if (!vectors) return arena.u64[at >>> 3]!;
  return [...arena.u32.subarray(at >>> 2, (at >>> 2) + 4)].map(BigInt).reduce((first, each) =>
    isBefore(each, first) ? each : first
  );
}
