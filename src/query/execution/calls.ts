/**
 * Calls of functions: as the function computes whole pieces, else once per distinct value or row by row.
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
import { KeyTable } from "./key_table.ts";
import { kernelsOf } from "./kernels.ts";
import { KnownTexts } from "./known_texts.ts";
import type { Workspace } from "./relation.ts";
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

/** Results by two varying arguments. */
class Memo {
  readonly #results = new Map<bigint, Map<bigint, bigint | null>>();
  #count = 0;

  get(first: bigint, second: bigint): bigint | null | undefined {
    return this.#results.get(second)?.get(first);
  }

  set(first: bigint, second: bigint, result: bigint | null): void {
    if (++this.#count > MOST_KNOWN) return;
    let known = this.#results.get(second);
    if (known === undefined) this.#results.set(second, known = new Map());
    known.set(first, result);
  }
}

/** What functions may ask, and what counts their work in long texts. */
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

/** Results by one varying argument: each value of it has a number, and the result stands under that. */
class KnownValues {
  readonly #work: Workspace;
  readonly #expr: CallExpr;
  readonly #varying: number;
  readonly #evaluate: (given: readonly Constant[]) => bigint | null;
  #table: KeyTable | undefined;
  #words = 0;
  #nulls = 0;
  /** Results that there are; fewer than keys after a failure. */
  #done = 0;

  constructor(
    work: Workspace,
    expr: CallExpr,
    varying: number,
    evaluate: (given: readonly Constant[]) => bigint | null,
  ) {
    [this.#work, this.#expr, this.#varying, this.#evaluate] = [work, expr, varying, evaluate];
  }

  /** Writes the results for some words, of which null bytes are at `nullsAt`; false where there are too many. */
  put(words: number, nullsAt: number, count: number, values: number, nulls: number): boolean {
    const work = this.#work;
    if (!this.#table) {
      this.#table = new KeyTable(work);
      [this.#words, this.#nulls] = [work.take(MOST_KNOWN * 8), work.take(MOST_KNOWN)];
    }
    if (this.#table.count > MOST_KNOWN) return false;
    const ids = work.take(count * 4);
    this.#table.assign(words, nullsAt, count, ids, { rows: 0, base: 0, add: true });
    const isEnough = this.#table.count <= MOST_KNOWN;
    if (isEnough) {
      this.#learn(this.#table);
      kernelsOf(work.arena).keyed.valuesOfIds(this.#words, this.#nulls, ids, count, values, nulls);
    }
    work.give(ids);
    return isEnough;
  }

  #learn(table: KeyTable): void {
    const { pools, arena } = this.#work;
    const { args, fn } = this.#expr;
    const given = args.map((each): Constant => each.op === "constant" ? constantOf(each, pools) : null);
    const { type } = args[this.#varying]!;
    const isMissing = given.some((value, at) => value === null && at !== this.#varying);
    for (; this.#done < table.count; this.#done++) {
      this.#work.tick(8);
      const isNull = this.#done === table.nullNumber;
      const word = arena.u64[(table.keys >>> 3) + this.#done]!;
      given[this.#varying] = isNull ? null : toConstant(word, type, pools);
      const result = (isNull || isMissing) && !fn.handlesNull ? null : this.#evaluate(given);
      arena.u64[(this.#words >>> 3) + this.#done] = result ?? 0n;
      arena.u8[this.#nulls + this.#done] = result === null ? 1 : 0;
    }
  }
}

/** A constant as a row of its column would give it. */
function constantOf({ value, type }: Expr & { readonly op: "constant" }, pools: Pools): Constant {
  const word = toWord(value, type, pools);
  return word === null ? null : toConstant(word, type, pools);
}

/** Once for each text, which is the only argument that varies. */
function byText(
  maker: ExpressionMaker,
  expr: CallExpr,
  text: Column,
  varying: number,
  context: FunctionContext,
): Column {
  const { fn, args, type } = expr;
  const { pools } = maker.context.work;
  const given = args.map((each): Constant => each.op === "constant" ? constantOf(each, pools) : null);
  const isMissing = given.some((value, at) => value === null && at !== varying);
  const known = new KnownTexts(maker.context.work, (code) => {
    if ((isMissing || code === 0) && !fn.handlesNull) return null;
    given[varying] = code === 0 ? null : pools.strings.text(code);
    return evaluate(maker, expr, given, context);
  });
  return maker.make(type, (read, count, values, nulls) => {
    known.put(values, read(text, values, nulls), count, values, nulls);
    return true;
  });
}

/** Once per distinct value, or pair of them, where all that varies is that; else row by row. */
function rowByRow(maker: ExpressionMaker, expr: CallExpr, args: readonly Column[]): Column {
  const { fn } = expr;
  const { work } = maker.context;
  const { pools, arena } = work;
  const context = contextOf(maker);
  const varying = expr.args.flatMap((each, at) => each.op === "constant" ? [] : [at]);
  // One or two values decide the result: remember it.
  const memo = varying.length === 2 && !fn.forgets ? new Memo() : undefined;
  const [one = 0, other] = varying;
  if (varying.length === 1 && !fn.forgets && expr.args[one]!.type === "text") {
    return byText(maker, expr, args[one]!, one, context);
  }
  const known = varying.length === 1 && !fn.forgets
    ? new KnownValues(work, expr, one, (given) => evaluate(maker, expr, given, context))
    : undefined;
  return maker.make(expr.type, (read, count, values, nulls) => {
    if (known) {
      const nullsAt = read(args[one]!, values, nulls);
      if (known.put(values, nullsAt, count, values, nulls)) return true;
    }
    const words = args.map(() => arena.alloc(count * 8));
    const bytes = args.map(() => arena.alloc(count));
    const nullsAt = args.map((arg, at) => read(arg, words[at]!, bytes[at]!));
    const given: Constant[] = new Array(args.length);
    const isMissing = (at: number, row: number): boolean =>
      nullsAt[at] !== 0 && arena.u8[nullsAt[at]! + row] !== 0;
    const wordAt = (at: number, row: number): bigint => arena.u64[(words[at]! >>> 3) + row]!;
    for (let row = 0; row < count; row++) {
      let result: bigint | null;
      const second = memo && !isMissing(one, row) && !isMissing(other!, row) ? wordAt(other!, row) : null;
      const found = second === null ? undefined : memo!.get(wordAt(one, row), second);
      if (found !== undefined) result = found;
      else {
        work.tick(8);
        let missing = false;
        for (let at = 0; at < args.length; at++) {
          const isNull = isMissing(at, row);
          missing ||= isNull;
          given[at] = isNull ? null : toConstant(wordAt(at, row), args[at]!.type, pools);
        }
        result = missing && !fn.handlesNull ? null : evaluate(maker, expr, given, context);
        if (second !== null) memo!.set(wordAt(one, row), second, result);
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
