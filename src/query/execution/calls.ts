/**
 * Calls of functions: as the function computes whole pieces, else once per distinct value or row by row.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import type { CallExpr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import { failAt } from "./context.ts";
import type { ExpressionMaker } from "./expression_column.ts";
import { toConstant, toWord } from "./words.ts";

/** The column of a call. */
export function callColumn(maker: ExpressionMaker, expr: CallExpr): Column {
  const args = expr.args.map((each) => {
    const column = maker.compile(each);
    return each.op === "constant" ? { column, constant: each.value } : { column };
  });
  return expr.fn.column?.(args, expr.type, maker) ??
    rowByRow(maker, expr, args.map(({ column }) => column));
}

/** Once per distinct text where all that varies is text, else row by row. */
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
    const nullsAt = args.map((arg, at) => read(arg, words[at]!, bytes[at]!));
    const given: Constant[] = new Array(args.length);
    for (let row = 0; row < count; row++) {
      let result: bigint | null;
      const key = memo && !(nullsAt[only] && arena.u8[nullsAt[only]! + row])
        ? arena.u64[(words[only]! >>> 3) + row]!
        : undefined;
      const known = key === undefined ? undefined : memo!.get(key);
      if (known !== undefined) result = known;
      else {
        work.did(8);
        let missing = false;
        for (let at = 0; at < args.length; at++) {
          const isNull = nullsAt[at] !== 0 && arena.u8[nullsAt[at]! + row] !== 0;
          missing ||= isNull;
          given[at] = isNull ? null : toConstant(arena.u64[(words[at]! >>> 3) + row]!, args[at]!.type, pools);
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
