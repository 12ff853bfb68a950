/**
 * Generates arithmetic and comparisons of two numbers, or of two vectors of four.
 * @module
 */

import type { CompareExpr } from "../../plan/expressions.ts";
import type { LoopFrame, Result } from "./loop_frame.ts";
import type { LoweredNode } from "./lowered.ts";
import { type FunctionCode, Op, Vector } from "./wasm_code.ts";

const NARROW = {
  ...{ "+": Op.I32Add, "-": Op.I32Sub, "*": Op.I32Mul, "/": Op.I32DivU, "%": Op.I32RemU },
  ...{ "&": Op.I32And, "|": Op.I32Or, "^": Op.I32Xor, "<<": Op.I32Shl, ">>": Op.I32ShrU },
} as const;
const WIDE = {
  ...{ "+": Op.I64Add, "-": Op.I64Sub, "*": Op.I64Mul, "/": Op.I64DivU, "%": Op.I64RemU },
  ...{ "&": Op.I64And, "|": Op.I64Or, "^": Op.I64Xor, "<<": Op.I64Shl, ">>": Op.I64ShrU },
} as const;
const DOUBLE = { "+": Op.F64Add, "-": Op.F64Sub, "*": Op.F64Mul, "/": Op.F64Div } as const;
const VECTORS = {
  ...{ "+": Vector.Add32, "-": Vector.Sub32, "*": Vector.Mul32, "&": Vector.And, "|": Vector.Or },
  ...{ "^": Vector.Xor, "<<": Vector.Shl32, ">>": Vector.ShrU32 },
} as const;

type Comparisons = Readonly<Record<CompareExpr["fn"], Op>>;
const COMPARE_NARROW: Comparisons = {
  ...{ "==": Op.I32Eq, "!=": Op.I32Ne, "<": Op.I32LtU, "<=": Op.I32LeU, ">": Op.I32GtU, ">=": Op.I32GeU },
};
const COMPARE_WIDE: Comparisons = {
  ...{ "==": Op.I64Eq, "!=": Op.I64Ne, "<": Op.I64LtU, "<=": Op.I64LeU, ">": Op.I64GtU, ">=": Op.I64GeU },
};
const COMPARE_SIGNED: Comparisons = {
  ...{ "==": Op.I64Eq, "!=": Op.I64Ne, "<": Op.I64LtS, "<=": Op.I64LeS, ">": Op.I64GtS, ">=": Op.I64GeS },
};
const COMPARE_DOUBLE: Comparisons = {
  ...{ "==": Op.F64Eq, "!=": Op.F64Ne, "<": Op.F64Lt, "<=": Op.F64Le, ">": Op.F64Gt, ">=": Op.F64Ge },
};
const COMPARE_VECTORS: Readonly<Record<CompareExpr["fn"], Vector>> = {
  ...{ "==": Vector.Eq32, "!=": Vector.Ne32, "<": Vector.LtU32 },
  ...{ "<=": Vector.LeU32, ">": Vector.GtU32, ">=": Vector.GeU32 },
};

type Arithmetic = LoweredNode & { readonly op: "arithmetic" };

/** Generates operations on two operands. */
export class NumberCode {
  readonly #frame: LoopFrame;
  readonly #code: FunctionCode;

  constructor(frame: LoopFrame) {
    this.#frame = frame;
    this.#code = frame.code;
  }

  arithmetic(node: Arithmetic, a: Result, b: Result): Result {
    return this.#frame.vectors ? this.#fourRows(node, a, b) : this.#rowByRow(node, a, b);
  }

  #rowByRow(node: Arithmetic, a: Result, b: Result): Result {
    const code = this.#code;
    const { fn, in: lane, left, right } = node;
    let isNull = this.#frame.either(a.isNull, b.isNull);
    this.#frame.as(left.lane, lane, a.value);
    if (lane === "f64") {
      code.get(b.value);
      code.op(DOUBLE[fn as "+"]);
      if (fn !== "/") return { value: this.#frame.keep("f64"), isNull };
      const value = this.#frame.keep("f64");
      code.get(b.value);
      code.i64(0n);
      code.op(Op.F64ConvertI64S, Op.F64Eq);
      isNull = this.#frame.either(isNull, this.#frame.keep("truth"));
      return { value, isNull };
    }
    const isWide = lane === "i64";
    const x = this.#frame.keep(lane);
    const isDivision = fn === "/" || fn === "%";
    const known = right.op === "constant" && (isDivision || fn === "<<" || fn === ">>") ? right.value : null;
    if (known !== null && (known !== 0n || !isDivision)) {
      if (isWide) code.i64(known);
      else code.i32(Number(known));
    } else this.#frame.as(right.lane, lane, b.value);
    let y = this.#frame.keep(lane);
    if (isDivision && !known) {
      code.get(y);
      code.op(isWide ? Op.I64Eqz : Op.I32Eqz);
      const isZero = this.#frame.keep("truth");
      isNull = this.#frame.either(isNull, isZero);
      // Avoids a division by zero; the result is null anyway.
      if (isWide) code.i64(1n);
      else code.i32(1);
      code.get(y);
      code.get(isZero);
      code.op(Op.Select);
      y = this.#frame.keep(lane);
    }
    code.get(x);
    code.get(y);
    if (node.isSigned && fn === "/") code.op(Op.I64DivS);
    else if (node.isSigned && fn === "%") code.op(Op.I64RemS);
    else code.op((isWide ? WIDE : NARROW)[fn]);
    const result = this.#frame.keep(lane);
    if (node.isChecked) this.#check(fn, x, y, result, isNull);
    if (lane === node.lane) return { value: result, isNull };
    this.#frame.as(lane, node.lane, result);
    return { value: this.#frame.keep(node.lane), isNull };
  }

  /** Ends the loop with the number of a row whose result overflows 64 bits. */
  #check(fn: string, x: number, y: number, result: number, isNull: number | undefined): void {
    const code = this.#code;
    const fail = (): void => {
      const end = (): void => this.#frame.push(this.#frame.row, undefined, Op.Return);
      if (isNull === undefined) return end();
      code.get(isNull);
      code.op(Op.I32Eqz);
      code.when(end);
    };
    if (fn === "+") this.#frame.push(result, x, Op.I64LtU);
    else if (fn === "-") this.#frame.push(y, x, Op.I64GtU);
    else {
      this.#frame.push(x, y, Op.I64Or);
      code.i64(32n);
      code.op(Op.I64ShrU, Op.I64Eqz, Op.I32Eqz);
      code.when(() => {
        code.get(x);
        code.op(Op.I64Eqz, Op.I32Eqz);
        code.when(() => {
          this.#frame.push(result, x, Op.I64DivU);
          this.#frame.push(y, undefined, Op.I64Ne);
          code.when(fail);
        });
      });
      return;
    }
    code.when(fail);
  }

  #fourRows({ fn, right }: Arithmetic, a: Result, b: Result): Result {
    const code = this.#code;
    const isNull = this.#frame.either(a.isNull, b.isNull);
    if (fn === "/" || fn === "%") return { value: this.#divideVector(fn, a.value, right), isNull };
    code.get(a.value);
    if (fn === "<<" || fn === ">>") code.i32(Number((right as LoweredNode & { op: "constant" }).value));
    else code.get(b.value);
    code.vector(VECTORS[fn]);
    return { value: this.#frame.keep("i32"), isNull };
  }

  /**
   * Divides by a constant: by a shift if it is a power of two, otherwise in doubles. That is exact, because the
   * quotient of two 32-bit numbers is further from the next integer than a double's rounding error.
   */
  #divideVector(fn: "/" | "%", dividend: number, right: LoweredNode): number {
    const code = this.#code;
    const by = (right as LoweredNode & { op: "constant" }).value!;
    const isPower = (by & (by - 1n)) === 0n;
    if (isPower && fn === "%") {
      code.get(dividend);
      this.#frame.splat(Number(by - 1n));
      code.vector(Vector.And);
      return this.#frame.keep("i32");
    }
    if (isPower) {
      code.get(dividend);
      code.i32(by.toString(2).length - 1);
      code.vector(Vector.ShrU32);
      return this.#frame.keep("i32");
    }
    this.#frame.splat(Number(by));
    const splat = this.#frame.keep("i32");
    const half = (at: number): void => {
      code.get(dividend);
      code.get(dividend);
      code.halves(at, at);
      code.vector(Vector.ConvertLow32ToDouble);
      code.get(splat);
      code.vector(Vector.ConvertLow32ToDouble);
      code.vector(Vector.DivideDoubles);
      code.vector(Vector.TruncateDoubleTo32);
    };
    half(0);
    half(1);
    code.halves(0, 2);
    const quotient = this.#frame.keep("i32");
    if (fn === "/") return quotient;
    code.get(dividend);
    code.get(quotient);
    code.get(splat);
    code.vector(Vector.Mul32);
    code.vector(Vector.Sub32);
    return this.#frame.keep("i32");
  }

  compare(
    { fn, in: lane, isSigned, left, right }: LoweredNode & { readonly op: "compare" },
    a: Result,
    b: Result,
  ): Result {
    const code = this.#code;
    const isNull = this.#frame.either(a.isNull, b.isNull);
    if (this.#frame.vectors) {
      code.get(a.value);
      code.get(b.value);
      code.vector(COMPARE_VECTORS[fn]);
    } else {
      this.#frame.as(left.lane, lane, a.value);
      this.#frame.as(right.lane, lane, b.value);
      const signs = isSigned ? COMPARE_SIGNED : COMPARE_WIDE;
      code.op((lane === "f64" ? COMPARE_DOUBLE : lane === "i64" ? signs : COMPARE_NARROW)[fn]);
    }
    return { value: this.#frame.unless(isNull), isNull: undefined };
  }
}
