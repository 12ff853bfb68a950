/**
 * Calls of functions: kernels where there are some, else once per distinct value or row by row.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import type { Column } from "../../tables/column.ts";
import type { CallExpr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import { failAt } from "./context.ts";
import { type ExpressionMaker, MaskedColumn } from "./expression_column.ts";
import { kernelsOf } from "./kernels.ts";
import { OpenRows } from "./open_rows.ts";
import { toConstant, toWord } from "./words.ts";

export function callColumn(maker: ExpressionMaker, expr: CallExpr): Column {
  const { fn } = expr;
  const args = expr.args.map((each) => maker.compile(each));
  if (fn.kernel === "bucket") return mapped(maker, args[0]!, expr.type, 0, 0n);
  if (fn.kernel === "if") return choose(maker, args, expr.type);
  if (fn.kernel === "coalesce") return coalesce(maker, args, expr.type);
  const second = expr.args[1];
  if (
    fn.kernel === "bin" && args[0]!.type !== "f64" && args[0]!.type !== "i64" &&
    second?.op === "constant" &&
    typeof second.value === "bigint" && second.value > 0n
  ) {
    return mapped(maker, args[0]!, expr.type, 2, second.value);
  }
  return rowByRow(maker, expr, args);
}

function mapped(
  maker: ExpressionMaker,
  operand: Column,
  type: ColumnType,
  how: number,
  argument: bigint,
): Column {
  return maker.make(type, (read, count, values, nulls) => {
    const none = read(operand, values, nulls);
    kernelsOf(maker.context.work.arena).compute.mapValues(how, argument, values, count, values);
    return none !== 0;
  });
}

/** `if(c, a, b)`: each branch is computed only for the rows that take it. */
function choose(maker: ExpressionMaker, [condition, yes, no]: readonly Column[], type: ColumnType): Column {
  return new MaskedColumn(type, maker.context, (rows, count, values, nulls) => {
    const { arena } = maker.context.work;
    const open = new OpenRows(arena, count);
    const truth = arena.alloc(count);
    open.all(rows, count);
    open.read(condition!);
    for (let at = 0; at < count; at++) {
      arena.u8[truth + at] = !arena.u8[open.nulls + at] && arena.u64[(open.values >>> 3) + at] !== 0n ? 1 : 0;
    }
    arena.u8.fill(1, nulls, nulls + count);
    for (const [branch, wanted] of [[yes, 1], [no, 0]] as const) {
      if (!branch) continue;
      open.marked(rows, count, truth, wanted);
      open.read(branch);
      moveResults(arena, open, values, nulls);
    }
    arena.free(truth);
    open.close();
    return countNulls(arena.u8, nulls, count);
  });
}

/** The first value that is there: a later argument is computed only for rows that have none so far. */
function coalesce(maker: ExpressionMaker, args: readonly Column[], type: ColumnType): Column {
  return new MaskedColumn(type, maker.context, (rows, count, values, nulls) => {
    const { arena } = maker.context.work;
    const open = new OpenRows(arena, count);
    open.all(rows, count);
    arena.u8.fill(1, nulls, nulls + count);
    for (const column of args) {
      open.read(column);
      moveResults(arena, open, values, nulls);
    }
    open.close();
    return countNulls(arena.u8, nulls, count);
  });
}

/** Values that were read go to their places; rows without one stay open. */
function moveResults(arena: Arena, open: OpenRows, values: number, nulls: number): void {
  const { u8, u64 } = arena;
  open.settle((at, place) => {
    if (u8[open.nulls + at]) return false;
    u64[(values >>> 3) + place] = u64[(open.values >>> 3) + at]!;
    u8[nulls + place] = 0;
    return true;
  });
}

/** Functions without a kernel: once per distinct text where all that varies is text, else row by row. */
function rowByRow(maker: ExpressionMaker, expr: CallExpr, args: readonly Column[]): Column {
  const { fn } = expr;
  const { work } = maker.context;
  const { pools, arena } = work;
  const varying = expr.args.map((each) => each.op !== "constant");
  const only = varying.filter(Boolean).length === 1 ? varying.indexOf(true) : -1;
  // One text or one small number decides the result: remember it.
  const memo = only >= 0 && !fn.forgets ? new Map<bigint, bigint | null>() : undefined;
  return maker.make(expr.type, (read, count, values, nulls) => {
    const words = args.map(() => arena.alloc(count * 8));
    const bytes = args.map(() => arena.alloc(count));
    const none = args.map((arg, at) => read(arg, words[at]!, bytes[at]!));
    const given: Constant[] = new Array(args.length);
    for (let row = 0; row < count; row++) {
      let result: bigint | null;
      const key = memo && !(none[only] && arena.u8[none[only]! + row])
        ? arena.u64[(words[only]! >>> 3) + row]!
        : undefined;
      const known = key === undefined ? undefined : memo!.get(key);
      if (known !== undefined) result = known;
      else {
        work.did(8);
        let missing = false;
        for (let at = 0; at < args.length; at++) {
          const empty = none[at] !== 0 && arena.u8[none[at]! + row] !== 0;
          missing ||= empty;
          given[at] = empty ? null : toConstant(arena.u64[(words[at]! >>> 3) + row]!, args[at]!.type, pools);
        }
        result = missing && !fn.handlesNull ? null : evaluate(maker, expr, given);
        if (key !== undefined && memo!.size < 65536) memo!.set(key, result);
      }
      arena.u64[(values >>> 3) + row] = result ?? 0n;
      arena.u8[nulls + row] = result === null ? 1 : 0;
    }
    for (let at = 0; at < args.length; at++) {
      arena.free(words[at]!);
      arena.free(bytes[at]!);
    }
    return true;
  });
}

function evaluate(maker: ExpressionMaker, expr: CallExpr, given: readonly Constant[]): bigint | null {
  try {
    return toWord(expr.fn.evaluate(given, maker.context.functions), expr.type, maker.context.work.pools);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    failAt(maker.context, "Q401", `Result does not fit: ${error.message}`, expr.span);
  }
}

function countNulls(bytes: Uint8Array, nulls: number, count: number): number {
  let empty = 0;
  for (let at = 0; at < count; at++) empty += bytes[nulls + at]!;
  return empty;
}
