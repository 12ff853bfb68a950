/**
 * Functions that choose among their arguments: `coalesce`, `if`, `min`, `max`.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import type { Column } from "../../tables/column.ts";
import { OpenRows } from "../execution/open_rows.ts";
import type { ColumnMaker } from "../plan/row_function.ts";
import {
  asFractionIfNeeded,
  castToCommonType,
  type FunctionResult,
  type QueryFunction,
  refuse,
  type ReportArgument,
  requireComparable,
} from "./function.ts";
import type { Expr } from "../plan/expressions.ts";
import { compareText } from "../execution/compare_text.ts";
import type { Constant } from "../plan/values.ts";

/** The first argument that is not null. */
export const coalesce: QueryFunction = {
  name: "coalesce",
  usage: "coalesce(a, b, …)",
  summary: "The first argument that is not null",
  examples: ['by coalesce(file, "unknown")'],
  parameters: ["a", "b…"],
  showsLike: 0,
  handlesNull: true,
  bind: (args, _, report) => castToCommonType(args, report),
  loop: { kind: "firstNotNull" },
  evaluate: (args) => args.find((arg) => arg !== null) ?? null,
  column: (args, type, maker) => firstNotNull(maker, args.map(({ column }) => column), type),
};

/** The function `if`: one of two values, by a condition. */
export const ifElse: QueryFunction = {
  name: "if",
  usage: "if(condition, then, else)",
  summary: "One of two values; the second when the condition is false or null",
  examples: ['by class = if(size > 1K, "large", "small")'],
  parameters: ["condition", "then", "else"],
  showsLike: 1,
  handlesNull: true,
  bind(args, _, report) {
    const [condition, ...choices] = args;
    if (condition!.type !== "bool") {
      return refuse(report, "Q207", "First argument of if() is not a filter", condition!.span);
    }
    const same = castToCommonType(choices, report);
    return same && { type: same.type, args: [condition!, ...same.args] };
  },
  loop: { kind: "choice" },
  evaluate: ([condition, then, otherwise]) => (condition === true ? then : otherwise) ?? null,
  column: (args, type, maker) => choose(maker, args.map(({ column }) => column), type),
};

/**
 * Computes the first argument that is not null; a later argument is computed only for rows without a value so
 * far.
 */
function firstNotNull(maker: ColumnMaker, args: readonly Column[], type: ColumnType): Column {
  const { arena } = maker;
  return maker.makeMasked(type, (rows, count, values, nulls) => {
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

/**
 * Computes `if(c, a, b)`; a branch is computed only for the rows that take it, because it could fail on
 * others.
 */
function choose(maker: ColumnMaker, [condition, yes, no]: readonly Column[], type: ColumnType): Column {
  const { arena } = maker;
  return maker.makeMasked(type, (rows, count, values, nulls) => {
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

/** Moves the values that were just read to their rows; rows with null stay undecided. */
function moveResults(arena: Arena, open: OpenRows, values: number, nulls: number): void {
  const { u8, u64 } = arena;
  open.keepUndecided((at, place) => {
    if (u8[open.nulls + at]) return false;
    u64[(values >>> 3) + place] = u64[(open.values >>> 3) + at]!;
    u8[nulls + place] = 0;
    return true;
  });
}

function countNulls(bytes: Uint8Array, nulls: number, count: number): number {
  let nullCount = 0;
  for (let at = 0; at < count; at++) nullCount += bytes[nulls + at]!;
  return nullCount;
}

/** The smallest of several values; with one argument, `min` is an aggregate. */
export const min: QueryFunction = extreme("min", "smallest", (order) => order < 0, "i64");

/** The largest of several values; with one argument, `max` is an aggregate. */
export const max: QueryFunction = extreme("max", "largest", (order) => order > 0, "u64");

function extreme(
  name: "min" | "max",
  word: string,
  wins: (order: number) => boolean,
  // For a mix of signed and unsigned numbers, the smaller value always fits the signed type, and the larger
  // one the unsigned type.
  mixed: "u64" | "i64",
): QueryFunction {
  return {
    name,
    usage: `${name}(a, b, …)`,
    summary: `The ${word} of the arguments; with one argument an aggregate`,
    examples: [`extend m = ${name}(size, 4K)`],
    parameters: ["a", "b…"],
    showsLike: 0,
    bind(args: readonly Expr[], _, report: ReportArgument): FunctionResult | null {
      const bad = args.find((arg) => arg.type === "bytes");
      if (bad !== undefined) return refuse(report, "Q206", "Bytes cannot be ordered", bad.span);
      return requireComparable(args, report, () => mixed);
    },
    evaluate: (args: readonly Constant[]): Constant =>
      asFractionIfNeeded(args.reduce((best, arg) => wins(orderOf(arg, best)) ? arg : best), args),
  };
}

/** Compares values of one type: texts as they are sorted, by code points. */
function orderOf(value: Constant, other: Constant): number {
  if (typeof value === "string" && typeof other === "string") return compareText(value, other);
  return value! < other! ? -1 : value! > other! ? 1 : 0;
}
