/**
 * Generates code that reads packed columns and constants.
 * @module
 */

import { NullMode } from "../../../tables/block.ts";
import type { LoopFrame, Result } from "./loop_frame.ts";
import { LoopInput, Parameter } from "./loop_interface.ts";
import type { ColumnShape, Lane, LoweredNode } from "./lowered.ts";
import { type FunctionCode, Memory, Op, ValueType, Vector } from "./wasm_code.ts";

/** The columns and constants of a loop. */
export class LoopColumns {
  readonly #frame: LoopFrame;
  readonly #code: FunctionCode;
  readonly #shapes: readonly ColumnShape[];
  readonly #columns = new Map<string, Result>();

  constructor(frame: LoopFrame, shapes: readonly ColumnShape[]) {
    this.#frame = frame;
    this.#code = frame.code;
    this.#shapes = shapes;
  }

  /** Loads what is constant for all rows: addresses, origins, constants. */
  prepare(node: LoweredNode): void {
    switch (node.op) {
      case "column":
        return this.#prepareColumn(node);
      case "constant":
        return this.#prepareConstant(node.at, node.lane);
      case "lookup":
        this.#prepareConstant(node.at, "i32");
        this.#prepareConstant(node.at + 1, node.lane);
        this.#prepareConstant(node.at + 2, "i32");
        return this.prepare(node.operand);
      case "arithmetic":
      case "compare":
        this.prepare(node.left);
        return this.prepare(node.right);
      case "logical":
        return node.operands.forEach((each) => this.prepare(each));
      case "choose":
        return [node.condition, node.yes, node.no].forEach((each) => this.prepare(each));
      default:
        return this.prepare(node.operand);
    }
  }

  #prepareConstant(at: number, lane: Lane): void {
    this.#frame.input(`k${at}${lane}`, lane, this.#shapes.length * LoopInput.Bytes + 8 * at);
  }

  #prepareColumn({ at, lane }: LoweredNode & { readonly op: "column" }): void {
    const code = this.#code;
    const { width, nullMode } = this.#shapes[at]!;
    const entry = at * LoopInput.Bytes;
    const addressOf = (name: string, field: LoopInput): void => {
      if (this.#frame.inputs.has(name)) return;
      const local = code.local(ValueType.I32);
      this.#frame.inputs.set(name, local);
      code.get(Parameter.Inputs);
      code.memory(Memory.I32Load, entry + field);
      code.set(local);
    };
    if (width > 0) addressOf(`p${at}`, LoopInput.Numbers);
    if (nullMode === NullMode.Bytes) addressOf(`n${at}`, LoopInput.Nulls);
    // Fractions have no origin, unless all rows have the same one.
    if (lane !== "f64" || width === 0) this.#frame.input(`o${at}${lane}`, lane, entry + LoopInput.Origin);
    const key = `${at}${lane}`;
    if (this.#columns.has(key)) return;
    const isNull = nullMode === NullMode.None ? undefined : this.#frame.local("truth");
    this.#columns.set(key, { value: this.#frame.local(lane), isNull });
  }

  /** Loads the value of each column for the current row; each is needed at least once. */
  load(): void {
    for (const [key, result] of this.#columns) {
      const at = Number.parseInt(key);
      const lane = key.slice(String(at).length) as Lane;
      if (this.#frame.vectors) this.#loadVector(at, result);
      else this.#loadNumber(at, lane, result);
    }
  }

  #loadNumber(at: number, lane: Lane, { value, isNull }: Result): void {
    const code = this.#code;
    const { width, nullMode, isSequence } = this.#shapes[at]!;
    const isWide = lane === "i64";
    if (isSequence) this.#frame.as("i32", lane, this.#frame.row);
    else if (width !== 0) {
      this.#frame.addressOfRow(this.#frame.inputs.get(`p${at}`)!, width);
      code.memory(loadOf(width, lane));
    } else if (lane === "f64") code.get(this.#frame.inputs.get(`o${at}${lane}`)!);
    else if (isWide) code.i64(0n);
    else code.i32(0);
    code.set(value);
    if (isNull !== undefined) {
      this.#isNull(at, nullMode, () => {
        code.get(value);
        code.op(isWide ? Op.I64Eqz : Op.I32Eqz);
      });
      code.set(isNull);
    }
    if (lane === "f64") return;
    code.get(value);
    this.#frame.push(this.#frame.inputs.get(`o${at}${lane}`)!, undefined, isWide ? Op.I64Add : Op.I32Add);
    code.set(value);
  }

  #isNull(at: number, mode: NullMode, isZero: () => void): void {
    const code = this.#code;
    if (mode === NullMode.Zero) isZero();
    else if (mode === NullMode.All) code.i32(1);
    else {
      this.#frame.addressOfRow(this.#frame.inputs.get(`n${at}`)!, 1);
      code.memory(Memory.I32Load8U);
      code.i32(0);
      code.op(Op.I32Ne);
    }
  }

  #loadVector(at: number, { value, isNull }: Result): void {
    const code = this.#code;
    const { width, nullMode, isSequence } = this.#shapes[at]!;
    if (isSequence) {
      code.get(this.#frame.row);
      code.vector(Vector.Splat32);
      code.vectorOf([0, 1, 2, 3]);
      code.vector(Vector.Add32);
    } else this.#vectorOf(width, `p${at}`);
    code.set(value);
    if (isNull !== undefined) {
      if (nullMode === NullMode.Zero) {
        code.get(value);
        this.#frame.splat(0);
        code.vector(Vector.Eq32);
      } else if (nullMode === NullMode.All) this.#frame.splat(-1);
      else {
        this.#vectorOf(1, `n${at}`);
        this.#frame.splat(0);
        code.vector(Vector.Ne32);
      }
      code.set(isNull);
    }
    code.get(value);
    code.get(this.#frame.inputs.get(`o${at}i32`)!);
    code.vector(Vector.Add32);
    code.set(value);
  }

  /** Loads four packed numbers of this width. */
  #vectorOf(width: number, input: string): void {
    const code = this.#code;
    if (width === 0) return this.#frame.splat(0);
    this.#frame.addressOfRow(this.#frame.inputs.get(input)!, width);
    if (width === 4) return code.vectorMemory(Vector.Load);
    code.vectorMemory(width === 2 ? Vector.Load64Zero : Vector.Load32Zero);
    if (width === 1) code.vector(Vector.Extend8To16);
    code.vector(Vector.Extend16To32);
  }

  /** The value of a column in the current row, or in four. */
  column({ at, lane }: LoweredNode & { readonly op: "column" }): Result {
    return this.#columns.get(`${at}${lane}`)!;
  }

  /** Looks a code up in a table: address + code * width; null has a code of its own. */
  lookup(node: LoweredNode & { readonly op: "lookup" }, code: Result): Result {
    const { at, width, lane, nullable, operand } = node;
    const write = this.#code;
    const constant = (place: number, lane: Lane): number => this.#frame.inputs.get(`k${place}${lane}`)!;
    this.#frame.as(operand.lane, "i32", code.value);
    if (code.isNull !== undefined) {
      write.get(constant(at + 2, "i32"));
      write.get(code.isNull);
      write.op(Op.I32Eqz, Op.Select);
    }
    if (width > 1) {
      write.i32(Math.log2(width));
      write.op(Op.I32Shl);
    }
    this.#frame.push(constant(at, "i32"), undefined, Op.I32Add);
    write.memory(loadOf(width, lane));
    const stored = this.#frame.keep(lane);
    const isWide = lane === "i64";
    let isNull: number | undefined;
    if (nullable) {
      write.get(stored);
      write.op(isWide ? Op.I64Eqz : Op.I32Eqz);
      isNull = this.#frame.keep("truth");
    }
    write.get(stored);
    this.#frame.push(constant(at + 1, lane), undefined, isWide ? Op.I64Add : Op.I32Add);
    return { value: this.#frame.keep(lane), isNull };
  }

  constant({ at, lane, nullable }: LoweredNode & { readonly op: "constant" }): Result {
    const value = this.#frame.inputs.get(`k${at}${lane}`)!;
    return { value, isNull: nullable ? this.#frame.always() : undefined };
  }
}

function loadOf(width: 1 | 2 | 4 | 8, lane: Lane): Memory {
  if (lane === "f64") return Memory.F64Load;
  if (lane === "i64") {
    return { 1: Memory.I64Load8U, 2: Memory.I64Load16U, 4: Memory.I64Load32U, 8: Memory.I64Load }[width];
  }
  return { 1: Memory.I32Load8U, 2: Memory.I32Load16U, 4: Memory.I32Load, 8: Memory.I32Load }[width];
}
