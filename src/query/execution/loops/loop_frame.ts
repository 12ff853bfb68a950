/**
 * Local variables of a loop, and instructions shared by all parts of the generator.
 * @module
 */

import type { Lane } from "./lowered.ts";
import { Parameter } from "./loop_interface.ts";
import { FunctionCode, Memory, Op, ValueType, Vector } from "./wasm_code.ts";

/** Local variables that hold a result. */
export interface Result {
  readonly value: number;
  /** Whether it is null; undefined if it never is. */
  readonly isNull: number | undefined;
}

/** WebAssembly types of the lanes. */
export const TYPES: Readonly<Record<Lane, ValueType>> = {
  i32: ValueType.I32,
  i64: ValueType.I64,
  f64: ValueType.F64,
  truth: ValueType.I32,
};

/** A loop that is being generated. */
export class LoopFrame {
  readonly code: FunctionCode = new FunctionCode(Parameter.Count);
  /** Whether four rows are computed at once. */
  readonly vectors: boolean;
  /** The current row, or the first of four. */
  readonly row: number;
  /** Local variables that hold inputs, by key. */
  readonly inputs: Map<string, number> = new Map();

  constructor(vectors: boolean) {
    this.vectors = vectors;
    this.row = this.code.local(ValueType.I32);
  }

  /** Pushes a constant. */
  constant(lane: "i32" | "i64", value: bigint): void {
    if (this.vectors) this.splat(Number(value));
    else if (lane === "i64") this.code.i64(value);
    else this.code.i32(Number(value));
  }

  /** Loads an input at an offset, once. */
  input(name: string, lane: Lane, offset: number): void {
    if (this.inputs.has(name)) return;
    const code = this.code;
    const local = this.local(lane);
    this.inputs.set(name, local);
    code.get(Parameter.Inputs);
    code.memory(lane === "f64" ? Memory.F64Load : lane === "i64" ? Memory.I64Load : Memory.I32Load, offset);
    if (this.vectors) code.vector(Vector.Splat32);
    code.set(local);
  }

  /** A new local variable for a value, or for a vector of four. */
  local(lane: Lane): number {
    return this.code.local(this.vectors ? ValueType.V128 : TYPES[lane]);
  }

  /** Pushes a vector of four equal numbers. */
  splat(value: number): void {
    this.code.i32(value);
    this.code.vector(Vector.Splat32);
  }

  /** Pushes one or two local variables, and an instruction on them. */
  push(first: number, second: number | undefined, op: Op): void {
    this.code.get(first);
    if (second !== undefined) this.code.get(second);
    this.code.op(op);
  }

  /** Pushes the address of the current row's entry in a list of numbers of this width. */
  addressOfRow(base: number, width: number): void {
    this.code.get(base);
    this.code.get(this.row);
    if (width > 1) {
      this.code.i32(Math.log2(width));
      this.code.op(Op.I32Shl);
    }
    this.code.op(Op.I32Add);
  }

  /** Pops the stack into a new local variable. */
  keep(lane: Lane): number {
    const local = this.local(lane);
    this.code.set(local);
    return local;
  }

  /** A boolean that is true for every row. */
  always(): number {
    if (this.vectors) this.splat(-1);
    else this.code.i32(1);
    return this.keep("truth");
  }

  /** Pushes a number in another lane; a number that fits 32 bits drops its upper half. */
  as(from: Lane, to: Lane, local: number): void {
    this.code.get(local);
    if (from === "i32" && to === "i64") this.code.op(Op.I64ExtendI32U);
    if (from === "i64" && to === "i32") this.code.op(Op.I32WrapI64);
  }

  /** Null if either of two is null. */
  either(a: number | undefined, b: number | undefined): number | undefined {
    if (a === undefined || b === undefined) return a ?? b;
    this.code.get(a);
    this.code.get(b);
    if (this.vectors) this.code.vector(Vector.Or);
    else this.code.op(Op.I32Or);
    return this.keep("truth");
  }

  /** The boolean on the stack, but false if null. */
  unless(isNull: number | undefined): number {
    const code = this.code;
    if (isNull !== undefined) {
      code.get(isNull);
      if (this.vectors) code.vector(Vector.AndNot);
      else code.op(Op.I32Eqz, Op.I32And);
    }
    return this.keep("truth");
  }
}
