/**
 * Expressions as columns: whoever asks for rows gets them computed, a piece at a time, by kernels.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import { BLOCK_ROWS, blockKernels } from "../../tables/block.ts";
import { Column, ConstantColumn } from "../../tables/column.ts";
import type {
  ArithmeticExpr,
  BetweenExpr,
  CallExpr,
  CastExpr,
  CompareExpr,
  Constant,
  Expr,
  OneOfExpr,
  OverlapsExpr,
  TextMatchExpr,
  UnaryExpr,
} from "../plan/plan.ts";
import { failAt, type RunContext } from "./context.ts";
import { kernelsOf, NO_FAILURE } from "./kernels.ts";
import { relationRows } from "./relation.ts";
import { readFirstColumn, readSingle } from "./single_values.ts";
import { TextTest, textTest } from "./text_memo.ts";
import { joinZeros, toConstant, toWord } from "./words.ts";

/** Reads a child for the rows at hand: values to `values`; address of null bytes, 0 when none is null. */
export type Read = (column: Column, values: number, nulls: number) => number;

/** Computes one piece; whether any value is null (then null bytes are written). */
export type Compute = (read: Read, count: number, values: number, nulls: number) => boolean;

/** A column that is computed for the rows at hand, and forgotten. */
export class ExpressionColumn extends Column {
  readonly #context: RunContext;
  readonly #rowCount: number;
  readonly #compute: Compute;

  /** `rowCount` is that of the table behind the children. */
  constructor(type: ColumnType, context: RunContext, rowCount: number, compute: Compute) {
    super({ name: "", type });
    this.#context = context;
    this.#rowCount = rowCount;
    this.#compute = compute;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const { arena } = this.#context.work;
    const read: Read = (column, to, none) => column.gather(rows, count, to, none) > 0 ? none : 0;
    if (!this.#compute(read, count, values, nulls)) {
      arena.u8.fill(0, nulls, nulls + count);
      return 0;
    }
    let empty = 0;
    const { u8 } = arena;
    for (let at = 0; at < count; at++) empty += u8[nulls + at]!;
    return empty;
  }

  decode(block: number, values: number, nulls: number): boolean {
    const count = Math.min(BLOCK_ROWS, this.#rowCount - block * BLOCK_ROWS);
    const read: Read = (column, to, none) => column.decode(block, to, none) ? none : 0;
    return this.#compute(read, count, values, nulls);
  }
}

/** Builds columns for expressions over the columns of one part. */
export class ExpressionCompiler {
  readonly #context: RunContext;
  readonly #columns: readonly Column[];
  readonly #rowCount: number;

  /** `columns` are those of the part, in order. */
  constructor(context: RunContext, columns: readonly Column[], rowCount: number) {
    this.#context = context;
    this.#columns = columns;
    this.#rowCount = rowCount;
  }

  /** The input column of a plain column expression. */
  input(index: number): Column {
    return this.#columns[index]!;
  }

  /** The column that an expression computes. */
  compile(expr: Expr): Column {
    switch (expr.op) {
      case "column":
        return this.#columns[expr.index]!;
      case "constant":
        return this.#constant(expr.value, expr.type);
      case "arithmetic":
        return this.#arithmetic(expr);
      case "unary":
        return this.#unary(expr);
      case "cast":
        return this.#cast(expr);
      case "compare":
        return this.#compare(expr);
      case "between":
        return this.#between(expr);
      case "overlaps":
        return this.compile(overlapsAsLogic(expr));
      case "oneOf":
        return this.#oneOf(expr);
      case "match":
        return this.#match(expr);
      case "isNull":
        return this.#isNull(this.compile(expr.operand));
      case "and":
      case "or":
        return this.#logical(expr.op, expr.operands);
      case "not": {
        const operand = this.compile(expr.operand);
        return this.#make("bool", (read, count, values, nulls) => {
          const none = read(operand, values, nulls);
          this.#kernels.compute.invertTruth(values, none, count, values);
          return false;
        });
      }
      case "call":
        return this.#call(expr);
      case "family":
        return this.#context.family(expr, this.#columns);
      case "inPlan": {
        const values = readFirstColumn(this.#context, expr.plan);
        return this.#oneOf({ operand: expr.operand, values });
      }
      case "scalarPlan": {
        const relation = this.#context.run(expr.plan);
        if (relationRows(relation) > 1) {
          failAt(this.#context, "Q404", "The query in parentheses gives more than one row", expr.span);
        }
        return this.#constant(readSingle(this.#context, relation), expr.type);
      }
    }
  }

  get #kernels(): ReturnType<typeof kernelsOf> {
    return kernelsOf(this.#context.work.arena);
  }

  #make(type: ColumnType, compute: Compute): Column {
    return new ExpressionColumn(type, this.#context, this.#rowCount, compute);
  }

  #constant(value: Constant, type: ColumnType): Column {
    const { pools } = this.#context.work;
    const rows = (block: number): number => Math.min(BLOCK_ROWS, this.#rowCount - block * BLOCK_ROWS);
    return new ConstantColumn({ name: "", type }, pools.arena, toWord(value, type, pools), rows);
  }

  /** Two children read side by side. */
  #binary(
    type: ColumnType,
    left: Column,
    right: Column,
    run: (
      a: number,
      an: number,
      b: number,
      bn: number,
      count: number,
      values: number,
      nulls: number,
    ) => boolean,
  ): Column {
    const { arena } = this.#context.work;
    return this.#make(type, (read, count, values, nulls) => {
      const a = arena.alloc(count * 8);
      const an = arena.alloc(count);
      const b = arena.alloc(count * 8);
      const bn = arena.alloc(count);
      try {
        return run(a, read(left, a, an), b, read(right, b, bn), count, values, nulls);
      } finally {
        arena.free(a, count * 8);
        arena.free(an, count);
        arena.free(b, count * 8);
        arena.free(bn, count);
      }
    });
  }

  #arithmetic(expr: ArithmeticExpr): Column {
    const { compute } = this.#kernels;
    const op = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"].indexOf(expr.fn);
    const kernel = expr.type === "f64"
      ? compute.arithmeticDouble
      : expr.type === "i64"
      ? compute.arithmeticSigned
      : compute.arithmetic;
    const left = this.compile(expr.left);
    const right = this.compile(expr.right);
    return this.#binary(expr.type, left, right, (a, an, b, bn, count, values, nulls) => {
      const failed = kernel(op, a, an, b, bn, count, values, nulls);
      if (failed !== NO_FAILURE) this.#overflow(expr, a + 8 * failed, b + 8 * failed);
      return an !== 0 || bn !== 0 || op === 3 || op === 4;
    });
  }

  #overflow(expr: ArithmeticExpr, a: number, b: number): never {
    const { pools } = this.#context.work;
    const left = toConstant(pools.arena.u64[a >>> 3]!, expr.type, pools);
    const right = toConstant(pools.arena.u64[b >>> 3]!, expr.type, pools);
    const range = expr.type === "i64" ? "signed 64-bit numbers" : "0 to 18446744073709551615";
    const below = expr.fn === "-" && expr.type === "u64";
    failAt(
      this.#context,
      "Q401",
      `Result does not fit: ${left} ${expr.fn} ${right} is outside of ${range}`,
      expr.span,
      below
        ? "differences below zero need a signed operand, such as `-1 * b + a`, or a test before"
        : undefined,
    );
  }

  #unary(expr: UnaryExpr): Column {
    const operand = this.compile(expr.operand);
    const { arena } = this.#context.work;
    if (expr.fn === "~") {
      return this.#make(expr.type, (read, count, values, nulls) => {
        const none = read(operand, values, nulls);
        this.#kernels.compute.mapValues(1, 0n, values, count, values);
        return none !== 0;
      });
    }
    return this.#make(expr.type, (read, count, values, nulls) => {
      const none = read(operand, values, nulls);
      const { f64, u64, u8 } = arena;
      const from = values >>> 3;
      if (expr.type === "f64") {
        for (let at = from; at < from + count; at++) f64[at] = -f64[at]!;
        return none !== 0;
      }
      for (let at = 0; at < count; at++) {
        const word = u64[from + at]!;
        // The smallest number has no opposite.
        if (word === 1n << 63n && !(none !== 0 && u8[none + at] !== 0)) {
          failAt(
            this.#context,
            "Q401",
            `Result does not fit: -(-${word}) is no signed 64-bit number`,
            expr.span,
          );
        }
        u64[from + at] = BigInt.asUintN(64, -word);
      }
      return none !== 0;
    });
  }

  #cast(expr: CastExpr): Column {
    const operand = this.compile(expr.operand);
    const from = operand.type;
    const to = expr.type;
    const unsigned = (type: ColumnType): boolean => type !== "i64" && type !== "f64";
    if (from === to || (unsigned(from) && unsigned(to))) return operand;
    const how = to === "i64"
      ? from === "f64" ? 5 : 0
      : to === "f64"
      ? from === "i64" ? 3 : 2
      : from === "f64"
      ? 4
      : 1;
    return this.#make(to, (read, count, values, nulls) => {
      const none = read(operand, values, nulls);
      const failed = this.#kernels.compute.convert(how, values, none, count, values);
      if (failed !== NO_FAILURE) {
        const { pools } = this.#context.work;
        const value = toConstant(pools.arena.u64[(values + 8 * failed) >>> 3]!, from, pools);
        failAt(this.#context, "Q401", `Result does not fit: ${value} is no ${to}`, expr.span);
      }
      return none !== 0;
    });
  }

  #compare(expr: CompareExpr): Column {
    const left = this.compile(expr.left);
    const right = this.compile(expr.right);
    const op = ["==", "!=", "<", "<=", ">", ">="].indexOf(expr.fn);
    if (left.type === "text") return this.#compareTexts(expr, left, right);
    const kind = left.type === "f64"
      ? 2
      : left.type === "i64"
      ? right.type === "i64" ? 1 : 4
      : right.type === "i64"
      ? 3
      : 0;
    const { compute } = this.#kernels;
    return this.#binary("bool", left, right, (a, an, b, bn, count, values) => {
      compute.compare(op, kind, a, an, b, bn, count, values);
      return false;
    });
  }

  /** Equal texts have equal codes; order needs the texts. */
  #compareTexts(expr: CompareExpr, left: Column, right: Column): Column {
    const { arena, pools } = this.#context.work;
    const equality = expr.fn === "==" || expr.fn === "!=";
    const holds: Record<string, (order: number) => boolean> = {
      "<": (order) => order < 0,
      "<=": (order) => order <= 0,
      ">": (order) => order > 0,
      ">=": (order) => order >= 0,
    };
    return this.#binary("bool", left, right, (a, an, b, bn, count, values) => {
      if (equality) {
        this.#kernels.compute.compare(expr.fn === "==" ? 0 : 1, 0, a, an, b, bn, count, values);
        return false;
      }
      const { u8, u32, u64 } = arena;
      for (let at = 0; at < count; at++) {
        const none = (an && u8[an + at]) || (bn && u8[bn + at]);
        const x = pools.strings.text(u32[(a >>> 2) + 2 * at]!);
        const y = pools.strings.text(u32[(b >>> 2) + 2 * at]!);
        u64[(values >>> 3) + at] = !none && holds[expr.fn]!(compareText(x, y)) ? 1n : 0n;
      }
      return false;
    });
  }

  #between(expr: BetweenExpr): Column {
    const { span } = expr;
    const parts: Expr[] = [];
    const { operand, low, high } = expr;
    if (low) parts.push({ op: "compare", fn: ">=", left: operand, right: low, type: "bool", span });
    if (high) {
      parts.push({
        op: "compare",
        fn: expr.closed ? "<=" : "<",
        left: operand,
        right: high,
        type: "bool",
        span,
      });
    }
    if (parts.length === 0) {
      return this.compile({
        op: "not",
        operand: { op: "isNull", operand, type: "bool", span },
        type: "bool",
        span,
      });
    }
    return parts.length === 1 ? this.compile(parts[0]!) : this.#logical("and", parts);
  }

  #oneOf(expr: Pick<OneOfExpr, "operand" | "values">): Column {
    const operand = this.compile(expr.operand);
    const { pools, arena } = this.#context.work;
    const words = new Set<bigint>();
    for (const value of expr.values) {
      if (value === null) continue;
      const word = operand.type === "text"
        ? BigInt(pools.strings.find(String(value)))
        : toWord(value, operand.type, pools);
      if (word !== null && !(operand.type === "text" && word === 0n)) words.add(word);
    }
    return this.#make("bool", (read, count, values, nulls) => {
      const none = read(operand, values, nulls);
      if (operand.type === "f64") joinZeros(pools, values, count);
      const { u64, u8 } = arena;
      const from = values >>> 3;
      for (let at = 0; at < count; at++) {
        u64[from + at] = !(none && u8[none + at]) && words.has(u64[from + at]!) ? 1n : 0n;
      }
      return false;
    });
  }

  #match(expr: TextMatchExpr): Column {
    const operand = this.compile(expr.operand);
    const { pools, arena } = this.#context.work;
    const test = new TextTest(pools.strings, textTest(expr.how, expr.pattern, expr.flags));
    return this.#make("bool", (read, count, values, nulls) => {
      const none = read(operand, values, nulls);
      const { u32, u64, u8 } = arena;
      for (let at = 0; at < count; at++) {
        const code = u32[(values >>> 2) + 2 * at]!;
        u64[(values >>> 3) + at] = !(none && u8[none + at]) && test.passes(code) ? 1n : 0n;
      }
      return false;
    });
  }

  #isNull(operand: Column): Column {
    const { arena } = this.#context.work;
    return this.#make("bool", (read, count, values, nulls) => {
      const none = read(operand, values, nulls);
      const { u64, u8 } = arena;
      for (let at = 0; at < count; at++) u64[(values >>> 3) + at] = none && u8[none + at] ? 1n : 0n;
      return false;
    });
  }

  /** Later operands see only rows that are still open: what is ruled out cannot fail. */
  #logical(op: "and" | "or", operands: readonly Expr[]): Column {
    const columns = operands.map((operand) => this.compile(operand));
    return new MaskedColumn("bool", this.#context, this.#rowCount, (rows, count, values, nulls) => {
      const { arena } = this.#context.work;
      const open = arena.alloc(count * 4);
      const some = arena.alloc(count * 8);
      const none = arena.alloc(count);
      arena.u32.copyWithin(open >>> 2, rows >>> 2, (rows >>> 2) + count);
      const undecided = op === "and" ? 1n : 0n;
      const { u64, u32, u8 } = arena;
      u64.fill(undecided, values >>> 3, (values >>> 3) + count);
      for (const column of columns) {
        column.gather(open, count, some, none);
        for (let at = 0; at < count; at++) {
          if (u32[(open >>> 2) + at] === 0xffff_ffff) continue;
          const truth = !u8[none + at] && u64[(some >>> 3) + at] !== 0n ? 1n : 0n;
          if (truth === undecided) continue;
          u64[(values >>> 3) + at] = truth;
          u32[(open >>> 2) + at] = 0xffff_ffff;
        }
      }
      arena.free(open, count * 4);
      arena.free(some, count * 8);
      arena.free(none, count);
      arena.u8.fill(0, nulls, nulls + count);
      return 0;
    });
  }

  #call(expr: CallExpr): Column {
    const { fn } = expr;
    const args = expr.args.map((each) => this.compile(each));
    if (fn.kernel === "bucket") return this.#mapped(args[0]!, expr.type, 0, 0n);
    if (fn.kernel === "if") return this.#choose(args, expr.type);
    if (fn.kernel === "coalesce") return this.#coalesce(args, expr.type);
    const second = expr.args[1];
    if (
      fn.kernel === "bin" && args[0]!.type !== "f64" && args[0]!.type !== "i64" &&
      second?.op === "constant" &&
      typeof second.value === "bigint" && second.value > 0n
    ) {
      return this.#mapped(args[0]!, expr.type, 2, second.value);
    }
    return this.#rowByRow(expr, args);
  }

  #mapped(operand: Column, type: ColumnType, how: number, argument: bigint): Column {
    return this.#make(type, (read, count, values, nulls) => {
      const none = read(operand, values, nulls);
      this.#kernels.compute.mapValues(how, argument, values, count, values);
      return none !== 0;
    });
  }

  /** `if(c, a, b)`: each branch is computed only for the rows that take it. */
  #choose([condition, yes, no]: readonly Column[], type: ColumnType): Column {
    return new MaskedColumn(type, this.#context, this.#rowCount, (rows, count, values, nulls) => {
      const { arena } = this.#context.work;
      const taken = arena.alloc(count * 4);
      const some = arena.alloc(count * 8);
      const none = arena.alloc(count);
      const truth = arena.alloc(count);
      condition!.gather(rows, count, some, none);
      for (let at = 0; at < count; at++) {
        arena.u8[truth + at] = !arena.u8[none + at] && arena.u64[(some >>> 3) + at] !== 0n ? 1 : 0;
      }
      for (const [branch, wanted] of [[yes!, 1], [no, 0]] as const) {
        for (let at = 0; at < count; at++) {
          arena.u32[(taken >>> 2) + at] = arena.u8[truth + at] === wanted
            ? arena.u32[(rows >>> 2) + at]!
            : 0xffff_ffff;
        }
        if (branch) branch.gather(taken, count, some, none);
        else arena.u8.fill(1, none, none + count);
        for (let at = 0; at < count; at++) {
          if (arena.u8[truth + at] !== wanted) continue;
          arena.u64[(values >>> 3) + at] = arena.u64[(some >>> 3) + at]!;
          arena.u8[nulls + at] = arena.u8[none + at]!;
        }
      }
      arena.free(taken, count * 4);
      arena.free(some, count * 8);
      arena.free(none, count);
      arena.free(truth, count);
      return countNulls(arena.u8, nulls, count);
    });
  }

  #coalesce(args: readonly Column[], type: ColumnType): Column {
    return new MaskedColumn(type, this.#context, this.#rowCount, (rows, count, values, nulls) => {
      const { arena } = this.#context.work;
      const open = arena.alloc(count * 4);
      const some = arena.alloc(count * 8);
      const none = arena.alloc(count);
      arena.u32.copyWithin(open >>> 2, rows >>> 2, (rows >>> 2) + count);
      arena.u8.fill(1, nulls, nulls + count);
      for (const column of args) {
        column.gather(open, count, some, none);
        for (let at = 0; at < count; at++) {
          if (arena.u8[none + at] || arena.u32[(open >>> 2) + at] === 0xffff_ffff) continue;
          arena.u64[(values >>> 3) + at] = arena.u64[(some >>> 3) + at]!;
          arena.u8[nulls + at] = 0;
          arena.u32[(open >>> 2) + at] = 0xffff_ffff;
        }
      }
      arena.free(open, count * 4);
      arena.free(some, count * 8);
      arena.free(none, count);
      return countNulls(arena.u8, nulls, count);
    });
  }

  /** Functions without a kernel: once per distinct text where all that varies is text, else row by row. */
  #rowByRow(expr: CallExpr, args: readonly Column[]): Column {
    const { fn } = expr;
    const { pools, arena } = this.#context.work;
    const varying = expr.args.map((each) => each.op !== "constant");
    const only = varying.filter(Boolean).length === 1 ? varying.indexOf(true) : -1;
    // One text or one small number decides the result: remember it.
    const memo = only >= 0 && fn.name !== "symbol" ? new Map<bigint, bigint | null>() : undefined;
    return this.#make(expr.type, (read, count, values, nulls) => {
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
          let missing = false;
          for (let at = 0; at < args.length; at++) {
            const empty = none[at] !== 0 && arena.u8[none[at]! + row] !== 0;
            missing ||= empty;
            given[at] = empty
              ? null
              : toConstant(arena.u64[(words[at]! >>> 3) + row]!, args[at]!.type, pools);
          }
          result = missing && !fn.handlesNull ? null : this.#evaluate(expr, given);
          if (key !== undefined && memo!.size < 65536) memo!.set(key, result);
        }
        arena.u64[(values >>> 3) + row] = result ?? 0n;
        arena.u8[nulls + row] = result === null ? 1 : 0;
      }
      for (let at = 0; at < args.length; at++) {
        arena.free(words[at]!, count * 8);
        arena.free(bytes[at]!, count);
      }
      return true;
    });
  }

  #evaluate(expr: CallExpr, given: readonly Constant[]): bigint | null {
    try {
      return toWord(expr.fn.evaluate(given, this.#context.functions), expr.type, this.#context.work.pools);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      failAt(this.#context, "Q401", `Result does not fit: ${error.message}`, expr.span);
    }
  }
}

/** A column that always works on row numbers, so that it can hide rows from its children. */
class MaskedColumn extends Column {
  readonly #context: RunContext;
  readonly #rowCount: number;
  readonly #gather: (rows: number, count: number, values: number, nulls: number) => number;

  constructor(
    type: ColumnType,
    context: RunContext,
    rowCount: number,
    gather: (rows: number, count: number, values: number, nulls: number) => number,
  ) {
    super({ name: "", type });
    this.#context = context;
    this.#rowCount = rowCount;
    this.#gather = gather;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    return this.#gather(rows, count, values, nulls);
  }

  decode(block: number, values: number, nulls: number): boolean {
    const { arena } = this.#context.work;
    const count = Math.min(BLOCK_ROWS, this.#rowCount - block * BLOCK_ROWS);
    const rows = arena.alloc(count * 4);
    blockKernels(arena).countUp(block * BLOCK_ROWS, count, rows);
    const empty = this.#gather(rows, count, values, nulls);
    arena.free(rows, count * 4);
    return empty > 0;
  }
}

/** Order of texts: by code point, as a byte order of UTF-8 would be. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const x = left.charCodeAt(at);
    const y = right.charCodeAt(at);
    if (x === y) continue;
    // Surrogates stand for code points above all others.
    const surrogateX = x >= 0xd800 && x < 0xe000;
    const surrogateY = y >= 0xd800 && y < 0xe000;
    if (surrogateX !== surrogateY) return surrogateX ? 1 : -1;
    return x - y;
  }
  return left.length - right.length;
}

/** `overlaps` in words of comparisons: start < high and (end > low or start >= low). */
export function overlapsAsLogic(expr: OverlapsExpr): Expr {
  const { span, start, end, low, high } = expr;
  const parts: Expr[] = [];
  const compare = (fn: CompareExpr["fn"], left: Expr, right: Expr): Expr => ({
    op: "compare",
    fn,
    left,
    right,
    type: "bool",
    span,
  });
  if (high) parts.push(compare(expr.closed ? "<=" : "<", start, high));
  if (low) {
    const operands = [compare(">", end, low), compare(">=", start, low)];
    parts.push({ op: "or", operands, type: "bool", span });
  }
  if (parts.length === 0) {
    parts.push({
      op: "not",
      operand: { op: "isNull", operand: start, type: "bool", span },
      type: "bool",
      span,
    });
  }
  return parts.length === 1 ? parts[0]! : { op: "and", operands: parts, type: "bool", span };
}

function countNulls(bytes: Uint8Array, nulls: number, count: number): number {
  let empty = 0;
  for (let at = 0; at < count; at++) empty += bytes[nulls + at]!;
  return empty;
}
