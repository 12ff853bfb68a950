/**
 * Calls of functions: as the function computes whole pieces, else once per distinct value or row by row.
 * @module
 */

import { WorkMeter } from "../../patterns/work_meter.ts";
import type { Column } from "../../tables/column.ts";
import type { CallExpr } from "../plan/expressions.ts";
import type { FunctionContext } from "../plan/row_function.ts";
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

/** Results that are remembered. */
const MOST_KNOWN = 65_536;

/** Results by one varying argument, or by two. */
class Memo {
  readonly #byFirst = new Map<bigint, bigint | null>();
  readonly #byBoth = new Map<bigint, Map<bigint, bigint | null>>();
  #count = 0;

  get(first: bigint, second: bigint | null): bigint | null | undefined {
    return second === null ? this.#byFirst.get(first) : this.#byBoth.get(second)?.get(first);
  }

  set(first: bigint, second: bigint | null, result: bigint | null): void {
    if (++this.#count > MOST_KNOWN) return;
    let known = second === null ? this.#byFirst : this.#byBoth.get(second);
    if (known === undefined) this.#byBoth.set(second!, known = new Map());
    known.set(first, result);
  }
}

/** What functions may ask, and what counts their work in long texts. */
function contextOf({ context: { functions, work } }: ExpressionMaker): FunctionContext {
  return {
    stackFunctions: (stack) => functions.stackFunctions(stack),
    symbol: (address) => functions.symbol(address),
    source: (address) => functions.source(address),
    meter: new WorkMeter({ check: () => work.check() }),
  };
}

/** Once per distinct text, or pair of them, where all that varies is that; else row by row. */
function rowByRow(maker: ExpressionMaker, expr: CallExpr, args: readonly Column[]): Column {
  const { fn } = expr;
  const { work } = maker.context;
  const { pools, arena } = work;
  const context = contextOf(maker);
  const varying = expr.args.flatMap((each, at) => each.op === "constant" ? [] : [at]);
  // One or two texts or small numbers decide the result: remember it.
  const memo = (varying.length === 1 || varying.length === 2) && !fn.forgets ? new Memo() : undefined;
  const [one = 0, other] = varying;
  return maker.make(expr.type, (read, count, values, nulls) => {
    const words = args.map(() => arena.alloc(count * 8));
    const bytes = args.map(() => arena.alloc(count));
    const nullsAt = args.map((arg, at) => read(arg, words[at]!, bytes[at]!));
    const given: Constant[] = new Array(args.length);
    const isMissing = (at: number, row: number): boolean =>
      nullsAt[at] !== 0 && arena.u8[nullsAt[at]! + row] !== 0;
    const wordAt = (at: number, row: number): bigint => arena.u64[(words[at]! >>> 3) + row]!;
    for (let row = 0; row < count; row++) {
      let result: bigint | null;
      const isKnown = memo && !isMissing(one, row) && (other === undefined || !isMissing(other, row));
      const second = isKnown && other !== undefined ? wordAt(other, row) : null;
      const known = isKnown ? memo.get(wordAt(one, row), second) : undefined;
      if (known !== undefined) result = known;
      else {
        work.did(8);
        let missing = false;
        for (let at = 0; at < args.length; at++) {
          const isNull = isMissing(at, row);
          missing ||= isNull;
          given[at] = isNull ? null : toConstant(wordAt(at, row), args[at]!.type, pools);
        }
        result = missing && !fn.handlesNull ? null : evaluate(maker, expr, given, context);
        if (isKnown) memo.set(wordAt(one, row), second, result);
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
