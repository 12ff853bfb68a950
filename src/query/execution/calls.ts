/**
 * Function calls: evaluated by whole pieces if the function supports that, otherwise once per combination of
 * values, or row by row.
 * @module
 */

import { WorkMeter } from "../../patterns/work_meter.ts";
import type { Column } from "../../tables/column.ts";
import type { Pools } from "../../tables/pools.ts";
import type { CallExpr, Expr } from "../plan/expressions.ts";
import type { FunctionContext } from "../plan/row_function.ts";
import type { Constant } from "../plan/values.ts";
import { failAt } from "./context.ts";
import type { ExpressionMaker } from "./expression_column.ts";
import { TextConcatenator } from "./text_concatenator.ts";
import { TextResultCache } from "./text_result_cache.ts";
import { type ArgumentColumns, ValueResultCache } from "./value_result_cache.ts";
import { toConstant, toWord } from "./column_words.ts";

/** The column with the results of a call. */
export function callColumn(maker: ExpressionMaker, expr: CallExpr): Column {
  const args = expr.args.map((each) => {
    const column = maker.compile(each);
    return each.op === "constant" ? { column, constant: each.value } : { column };
  });
  return expr.fn.column?.(args, expr.type, maker) ??
    rowByRow(maker, expr, args.map(({ column }) => column));
}

/** The data that functions may look up, with a meter that stops work on long texts when the run is cancelled. */
function contextOf({ context: { functions, work } }: ExpressionMaker): FunctionContext {
  return {
    stackFunctions: (stack) => functions.stackFunctions(stack),
    placeOf: (stack, mine) => functions.placeOf(stack, mine),
    suppressedBy: (stack, files) => functions.suppressedBy(stack, files),
    symbol: (address) => functions.symbol(address),
    source: (address) => functions.source(address),
    meter: new WorkMeter({ check: () => work.check() }),
  };
}

/** A constant, converted as if read from its column. */
function convertConstant({ value, type }: Expr & { readonly op: "constant" }, pools: Pools): Constant {
  const word = toWord(value, type, pools);
  return word === null ? null : toConstant(word, type, pools);
}

/** Evaluates once per distinct text, if a text is the only varying argument. */
function byText(
  maker: ExpressionMaker,
  expr: CallExpr,
  text: Column,
  varying: number,
  context: FunctionContext,
): Column {
  const { fn, args, type } = expr;
  const { pools } = maker.context.work;
  const given = args.map((each): Constant => each.op === "constant" ? convertConstant(each, pools) : null);
  const isMissing = given.some((value, at) => value === null && at !== varying);
  const evaluateCode = (code: number): bigint | null => {
    if ((isMissing || code === 0) && !fn.handlesNull) return null;
    given[varying] = code === 0 ? null : pools.strings.text(code);
    return evaluate(maker, expr, given, context);
  };
  const rule = isMissing || varying !== 0 ? undefined : fn.asciiRule?.(given.slice(1));
  const known = new TextResultCache(maker.context.work, evaluateCode, rule);
  return maker.make(type, (read, count, values, nulls) => {
    known.put(values, read(text, values, nulls), count, values, nulls);
    return true;
  });
}

/** Evaluates once per combination of varying values, unless there are too many; then row by row. */
function rowByRow(maker: ExpressionMaker, expr: CallExpr, args: readonly Column[]): Column {
  const { fn } = expr;
  const { work } = maker.context;
  const { pools, arena } = work;
  const context = contextOf(maker);
  const varying = expr.args.flatMap((each, at) => each.op === "constant" ? [] : [at]);
  const [one] = varying;
  if (one !== undefined && varying.length === 1 && !fn.forgets && expr.args[one]!.type === "text") {
    return byText(maker, expr, args[one]!, one, context);
  }
  const given = expr.args.map((each): Constant =>
    each.op === "constant" ? convertConstant(each, pools) : null
  );
  const lacksConstant = given.some((value, at) => value === null && !varying.includes(at));
  // Arguments of the current rows.
  let places: readonly ArgumentColumns[] = [];
  const joined = fn.joins ? new TextConcatenator(pools) : undefined;
  /** The joined text of a row without nulls; undefined if it cannot be found by bytes. */
  const joinedOf = (row: number): bigint | undefined => {
    if (!joined || lacksConstant) return undefined;
    joined.begin();
    let place = 0;
    for (let at = 0; at < args.length; at++) {
      if (at !== varying[place]) {
        if (!joined.addConstant(given[at]!)) return undefined;
        continue;
      }
      const { words, nulls } = places[place++]!;
      if (nulls !== 0 && arena.u8[nulls + row] !== 0) return undefined;
      const word = (words >>> 2) + 2 * row;
      if (!joined.addWord(arena.u32[word]!, arena.u32[word + 1]!, args[at]!.type)) return undefined;
    }
    return BigInt(joined.intern());
  };
  const resultOf = (row: number): bigint | null => {
    const quick = joinedOf(row);
    if (quick !== undefined) return quick;
    let isMissing = lacksConstant;
    varying.forEach((at, place) => {
      const { words, nulls } = places[place]!;
      const isNull = nulls !== 0 && arena.u8[nulls + row] !== 0;
      isMissing ||= isNull;
      given[at] = isNull ? null : toConstant(arena.u64[(words >>> 3) + row]!, args[at]!.type, pools);
    });
    return isMissing && !fn.handlesNull ? null : evaluate(maker, expr, given, context);
  };
  const known = varying.length > 0 && !fn.forgets ? new ValueResultCache(work, resultOf) : undefined;
  return maker.make(expr.type, (read, count, values, nulls) => {
    const memory = varying.map(() => ({ words: arena.alloc(count * 8), bytes: arena.alloc(count) }));
    places = varying.map((at, place) => {
      const { words, bytes } = memory[place]!;
      return { words, nulls: read(args[at]!, words, bytes) };
    });
    if (!known?.put(places, count, values, nulls)) {
      for (let row = 0; row < count; row++) {
        work.tick(8);
        const result = resultOf(row);
        arena.u64[(values >>> 3) + row] = result ?? 0n;
        arena.u8[nulls + row] = result === null ? 1 : 0;
      }
    }
    for (const { words, bytes } of memory) {
      arena.free(words);
      arena.free(bytes);
    }
    return true;
  });
}

function evaluate(
  maker: ExpressionMaker,
  expr: CallExpr,
  given: readonly Constant[],
  context: FunctionContext,
): bigint | null {
  try {
    return toWord(expr.fn.evaluate(given, context), expr.type, maker.context.work.pools);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    failAt(maker.context, "Q401", `Result does not fit: ${error.message}`, expr.span);
  }
}
