/**
 * Generates code that computes an expression for the current row, or for four rows.
 * @module
 */

import type { LoopColumns } from "./loop_columns.ts";
import type { LoopFrame, Result } from "./loop_frame.ts";
import type { LoweredNode } from "./lowered.ts";
import { NumberCode } from "./number_code.ts";
import { type FunctionCode, Op, Vector } from "./wasm_code.ts";

/** Whether four rows can be computed at once. */
export function isVector(node: LoweredNode): boolean {
  if (node.canFail || (node.lane !== "i32" && node.lane !== "truth")) return false;
  switch (node.op) {
    case "column":
    case "constant":
      return true;
    case "arithmetic": {
      const byConstant = node.right.op === "constant";
      const isShift = node.fn === "<<" || node.fn === ">>";
      const isDivision = node.fn === "/" || node.fn === "%";
      if (isShift && !byConstant) return false;
      if (isDivision && (node.right.op !== "constant" || !node.right.value)) return false;
      return node.in === "i32" && isVector(node.left) && isVector(node.right);
    }
    case "compare":
      return node.in === "i32" && isVector(node.left) && isVector(node.right);
    case "convert":
    case "lookup":
      return false;
    case "isNull":
    case "isTrue":
    case "number":
    case "not":
      return isVector(node.operand);
    case "logical":
      return node.operands.every(isVector);
    case "choose":
      return [node.condition, node.yes, node.no].every(isVector);
  }
}

/**
 * Generates the instructions of an expression: each node leaves its value, and whether it is null, in local
 * variables.
 */
export class ExpressionCode {
  readonly #frame: LoopFrame;
  readonly #code: FunctionCode;
  readonly #columns: LoopColumns;
  readonly #numbers: NumberCode;

  constructor(frame: LoopFrame, columns: LoopColumns) {
    this.#frame = frame;
    this.#code = frame.code;
    this.#columns = columns;
    this.#numbers = new NumberCode(frame);
  }

  /** Generates code for a node. */
  emit(node: LoweredNode): Result {
    switch (node.op) {
      case "column":
        return this.#columns.column(node);
      case "constant":
        return this.#columns.constant(node);
      case "arithmetic":
        return this.#numbers.arithmetic(node, this.emit(node.left), this.emit(node.right));
      case "lookup":
        return this.#columns.lookup(node, this.emit(node.operand));
      case "convert": {
        const { value, isNull } = this.emit(node.operand);
        this.#frame.as(node.operand.lane, "i64", value);
        this.#code.op(node.isSigned ? Op.F64ConvertI64S : Op.F64ConvertI64U);
        return { value: this.#frame.keep("f64"), isNull };
      }
      case "compare":
        return this.#numbers.compare(node, this.emit(node.left), this.emit(node.right));
      case "isNull": {
        const { isNull } = this.emit(node.operand);
        if (isNull !== undefined) return { value: isNull, isNull: undefined };
        if (this.#frame.vectors) this.#frame.splat(0);
        else this.#code.i32(0);
        return { value: this.#frame.keep("truth"), isNull: undefined };
      }
      case "isTrue":
        return this.#isTrue(node.operand);
      case "number": {
        const result = this.emit(node.operand);
        if (!this.#frame.vectors) return result;
        this.#code.get(result.value);
        this.#code.i32(31);
        this.#code.vector(Vector.ShrU32);
        return { value: this.#frame.keep("i32"), isNull: result.isNull };
      }
      case "not": {
        const { value } = this.emit(node.operand);
        this.#code.get(value);
        if (this.#frame.vectors) this.#code.vector(Vector.Not);
        else this.#code.op(Op.I32Eqz);
        return { value: this.#frame.keep("truth"), isNull: undefined };
      }
      case "logical":
        return this.#logical(node);
      case "choose":
        return this.#choose(node);
    }
  }

  #isTrue(operand: LoweredNode): Result {
    const code = this.#code;
    const { value, isNull } = this.emit(operand);
    code.get(value);
    if (this.#frame.vectors) {
      this.#frame.splat(0);
      code.vector(Vector.Ne32);
    } else if (operand.lane === "i64") code.op(Op.I64Eqz, Op.I32Eqz);
    else code.op(Op.I32Eqz, Op.I32Eqz);
    return { value: this.#frame.unless(isNull), isNull: undefined };
  }

  /** Later operands that may fail are computed only if the earlier ones do not determine the result. */
  #logical({ fn, operands }: LoweredNode & { readonly op: "logical" }): Result {
    const code = this.#code;
    if (operands.length === 0) {
      if (this.#frame.vectors) this.#frame.splat(fn === "and" ? -1 : 0);
      else code.i32(fn === "and" ? 1 : 0);
    }
    const truth = this.#frame.local("truth");
    operands.forEach((operand, at) => {
      const both = (): void => {
        const { value } = this.emit(operand);
        if (at > 0) code.get(truth);
        code.get(value);
        if (at > 0 && this.#frame.vectors) code.vector(fn === "and" ? Vector.And : Vector.Or);
        else if (at > 0) code.op(fn === "and" ? Op.I32And : Op.I32Or);
        code.set(truth);
      };
      if (at === 0 || !operand.canFail) return both();
      code.get(truth);
      if (fn === "or") code.op(Op.I32Eqz);
      code.when(both);
    });
    if (operands.length === 0) code.set(truth);
    return { value: truth, isNull: undefined };
  }

  #choose({ condition, yes, no, lane, nullable }: LoweredNode & { readonly op: "choose" }): Result {
    const code = this.#code;
    const { value: truth } = this.emit(condition);
    const value = this.#frame.local(lane),
      isNull = nullable ? this.#frame.local("truth") : undefined;
    const branch = (node: LoweredNode): void => {
      const result = this.emit(node);
      this.#frame.as(node.lane, lane, result.value);
      code.set(value);
      if (isNull === undefined) return;
      if (result.isNull === undefined) code.i32(0);
      else code.get(result.isNull);
      code.set(isNull);
    };
    if (!this.#frame.vectors && (yes.canFail || no.canFail)) {
      code.get(truth);
      code.when(() => branch(yes));
      code.get(truth);
      code.op(Op.I32Eqz);
      code.when(() => branch(no));
      return { value, isNull };
    }
    const a = this.emit(yes), b = this.emit(no);
    const pick = (first: () => void, second: () => void): void => {
      first();
      second();
      code.get(truth);
      if (this.#frame.vectors) code.vector(Vector.Select);
      else code.op(Op.Select);
    };
    pick(() => this.#frame.as(yes.lane, lane, a.value), () => this.#frame.as(no.lane, lane, b.value));
    code.set(value);
    if (isNull === undefined) return { value, isNull };
    const flag = (local: number | undefined): void => {
      if (local !== undefined) code.get(local);
      else if (this.#frame.vectors) this.#frame.splat(0);
      else code.i32(0);
    };
    pick(() => flag(a.isNull), () => flag(b.isNull));
    code.set(isNull);
    return { value, isNull };
  }
}
