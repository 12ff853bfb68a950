/**
 * Generates the loop that computes an expression for the rows of a block: row by row, or four at a time with
 * SIMD if all numbers have 32 bits.
 * @module
 */

import { ExpressionCode } from "./expression_code.ts";
import { beginFold, forEachSetBit } from "./fold_code.ts";
import { LoopColumns } from "./loop_columns.ts";
import { LoopFrame, type Result, TYPES } from "./loop_frame.ts";
import {
  type FoldUse,
  LoopInput,
  type LoopUse,
  Packed,
  type PackedWidth,
  Parameter,
} from "./loop_interface.ts";
import type { ColumnShape, LoweredNode } from "./lowered.ts";
import { type FunctionCode, Memory, Op, ValueType, Vector } from "./wasm_code.ts";

/** Generates one function. */
class LoopWriter {
  readonly #frame: LoopFrame;
  readonly #code: FunctionCode;
  readonly #columns: LoopColumns;
  readonly #expressions: ExpressionCode;
  /** Offset of the origin of packed results in the inputs. */
  readonly #originAt: number;

  constructor(shapes: readonly ColumnShape[], constants: number, vectors: boolean) {
    this.#frame = new LoopFrame(vectors);
    this.#code = this.#frame.code;
    this.#columns = new LoopColumns(this.#frame, shapes);
    this.#expressions = new ExpressionCode(this.#frame, this.#columns);
    this.#originAt = shapes.length * LoopInput.Bytes + 8 * constants;
  }

  write(root: LoweredNode, use: LoopUse): Uint8Array<ArrayBuffer> {
    this.#columns.prepare(root);
    if (use === "test") this.#test(root);
    else if (use === "values") this.#values(root, (result) => this.#store(root, result));
    else if (typeof use === "object") this.#fold(root, use);
    else this.#pack(root, use);
    this.#code.i32(-1);
    return this.#code.module();
  }

  /**
   * For 32 rows at a time: if any bit is set, computes the rows and clears the bits of those that do not pass
   * the test.
   */
  #test(root: LoweredNode): void {
    const code = this.#code;
    const found = code.local(ValueType.I32),
      end = code.local(ValueType.I32),
      bits = code.local(ValueType.I32);
    code.block(() =>
      code.loop(() => {
        this.#frame.push(this.#frame.row, Parameter.Rows, Op.I32GeU);
        code.branchIf(1);
        // for each 32 rows with a bit
        this.#bitsAt();
        code.memory(Memory.I32Load);
        code.set(bits);
        code.get(this.#frame.row);
        code.i32(32);
        code.op(Op.I32Add);
        code.set(end);
        code.get(bits);
        code.op(Op.I32Eqz);
        code.when(() => {
          code.get(end);
          code.set(this.#frame.row);
          code.branch(1);
        });
        this.#smaller(end, Parameter.Rows);
        code.i32(0);
        code.set(found);
        code.loop(() => {
          if (root.canFail) {
            // Only selected rows are computed, since another row could fail.
            this.#frame.push(bits, this.#frame.row, Op.I32ShrU);
            code.i32(1);
            code.op(Op.I32And);
            code.when(() => this.#find(root, found));
          } else this.#find(root, found);
          this.#step();
          this.#frame.push(this.#frame.row, end, Op.I32LtU);
          code.branchIf(0);
        });
        // bits &= found
        code.get(end);
        code.i32(1);
        code.op(Op.I32Sub);
        code.i32(5);
        code.op(Op.I32ShrU);
        code.i32(2);
        code.op(Op.I32Shl);
        this.#frame.push(Parameter.Out, undefined, Op.I32Add);
        this.#frame.push(bits, found, Op.I32And);
        code.memory(Memory.I32Store);
        code.get(end);
        code.set(this.#frame.row);
        code.branch(0);
      })
    );
  }

  /** Pushes the address of the bits of 32 rows. */
  #bitsAt(): void {
    this.#code.get(this.#frame.row);
    this.#code.i32(3);
    this.#code.op(Op.I32ShrU);
    this.#frame.push(Parameter.Out, undefined, Op.I32Add);
  }

  #smaller(local: number, other: number): void {
    const code = this.#code;
    code.get(local);
    code.get(other);
    this.#frame.push(local, other, Op.I32LtU);
    code.op(Op.Select);
    code.set(local);
  }

  /** found |= result << row */
  #find(root: LoweredNode, found: number): void {
    const code = this.#code;
    this.#columns.load();
    const { value } = this.#expressions.emit(root);
    code.get(found);
    code.get(value);
    if (this.#frame.vectors) code.vector(Vector.Bits32);
    this.#frame.push(this.#frame.row, undefined, Op.I32Shl);
    code.op(Op.I32Or);
    code.set(found);
  }

  #step(): void {
    this.#code.get(this.#frame.row);
    this.#code.i32(this.#frame.vectors ? 4 : 1);
    this.#code.op(Op.I32Add);
    this.#code.set(this.#frame.row);
  }

  /** for each row: word = result */
  #values(root: LoweredNode, store: (result: Result) => void): void {
    const code = this.#code;
    code.block(() =>
      code.loop(() => {
        this.#frame.push(this.#frame.row, Parameter.Rows, Op.I32GeU);
        code.branchIf(1);
        this.#columns.load();
        store(this.#expressions.emit(root));
        this.#step();
        code.branch(0);
      })
    );
  }

  #fold(root: LoweredNode, use: FoldUse): void {
    const frame = this.#frame;
    const addRow = beginFold({
      ...{ frame, use, keysAt: this.#originAt + 8 },
      pushWord: (value) => frame.as(root.lane, "i64", value),
    });
    if (!use.hasBits) return this.#values(root, addRow);
    forEachSetBit(frame, () => {
      this.#columns.load();
      addRow(this.#expressions.emit(root));
    });
  }

  /** for each row: packed = result - origin; update least, largest, nulls */
  #pack(root: LoweredNode, width: PackedWidth): void {
    const code = this.#code;
    const isWide = root.lane === "i64";
    const lane = isWide ? "i64" : "i32";
    this.#frame.input("origin", lane, this.#originAt);
    const origin = this.#frame.inputs.get("origin")!;
    const least = this.#frame.local(lane),
      largest = this.#frame.local(lane),
      nulls = code.local(ValueType.I32);
    this.#frame.constant(lane, -1n);
    code.set(least);
    const packed = this.#frame.local(lane);
    this.#values(root, ({ value, isNull }) => {
      code.get(value);
      if (root.lane === "truth" && this.#frame.vectors) {
        code.i32(31);
        code.vector(Vector.ShrU32);
      }
      code.get(origin);
      if (this.#frame.vectors) code.vector(Vector.Sub32);
      else code.op(isWide ? Op.I64Sub : Op.I32Sub);
      code.set(packed);
      if (isNull !== undefined) {
        // packed = 0 for null; all ones for least, so that null does not count
        code.get(packed);
        if (this.#frame.vectors) {
          code.get(isNull);
          code.vector(Vector.AndNot);
        } else {
          this.#frame.constant(lane, 0n);
          code.get(isNull);
          code.op(Op.I32Eqz, Op.Select);
        }
        code.set(packed);
        code.get(nulls);
        code.get(isNull);
        if (this.#frame.vectors) {
          code.vector(Vector.Bits32);
          code.op(Op.I32Popcount);
        }
        code.op(Op.I32Add);
        code.set(nulls);
      }
      this.#extreme(lane, largest, () => code.get(packed), false);
      this.#extreme(lane, least, () => {
        code.get(packed);
        if (isNull === undefined) return;
        if (this.#frame.vectors) {
          code.get(isNull);
          code.vector(Vector.Or);
          return;
        }
        this.#frame.constant(lane, -1n);
        code.get(isNull);
        code.op(Op.I32Eqz, Op.Select);
      }, true);
      this.#storePacked(packed, width, isWide);
    });
    [[least, Packed.Least] as const, [largest, Packed.Largest] as const].forEach(([local, field]) => {
      code.get(Parameter.Nulls);
      code.get(local);
      if (this.#frame.vectors) code.vectorMemory(Vector.Store, field);
      else {
        if (!isWide) code.op(Op.I64ExtendI32U);
        code.memory(Memory.I64Store, field);
      }
    });
    code.get(Parameter.Nulls);
    code.get(nulls);
    code.memory(Memory.I32Store, Packed.Nulls);
  }

  /** extreme = min or max of it and another number */
  #extreme(lane: "i32" | "i64", extreme: number, other: () => void, isLeast: boolean): void {
    const code = this.#code;
    code.get(extreme);
    other();
    if (this.#frame.vectors) code.vector(isLeast ? Vector.Least32 : Vector.Largest32);
    else {
      const next = code.local(TYPES[lane]);
      code.set(next);
      code.get(next);
      this.#frame.push(extreme, next, lane === "i64" ? Op.I64LtU : Op.I32LtU);
      if (!isLeast) code.op(Op.I32Eqz);
      code.op(Op.Select);
    }
    code.set(extreme);
  }

  #storePacked(packed: number, width: PackedWidth, isWide: boolean): void {
    const code = this.#code;
    this.#frame.addressOfRow(Parameter.Out, width);
    code.get(packed);
    if (!this.#frame.vectors) {
      if (width === 8) return code.memory(Memory.I64Store);
      if (isWide) code.op(Op.I32WrapI64);
      code.memory({ 1: Memory.I32Store8, 2: Memory.I32Store16, 4: Memory.I32Store }[width]);
      return;
    }
    if (width === 4) return code.vectorMemory(Vector.Store);
    code.get(packed);
    code.vector(Vector.Narrow32To16);
    if (width === 1) {
      const narrow = this.#frame.keep("i32");
      code.get(narrow);
      code.get(narrow);
      code.vector(Vector.Narrow16To8);
    }
    code.storeFirst(width === 1 ? 4 : 8);
  }

  #store(root: LoweredNode, { value, isNull }: Result): void {
    const code = this.#code;
    const address = (shift: number, base: number): void => {
      code.get(this.#frame.row);
      if (shift > 0) {
        code.i32(shift);
        code.op(Op.I32Shl);
      }
      this.#frame.push(base, undefined, Op.I32Add);
    };
    if (this.#frame.vectors) {
      const words = code.local(ValueType.V128);
      code.get(value);
      if (root.lane === "truth") {
        code.i32(31);
        code.vector(Vector.ShrU32);
      }
      code.set(words);
      [Vector.ExtendLow32To64, Vector.ExtendHigh32To64].forEach((half, at) => {
        address(3, Parameter.Out);
        code.get(words);
        code.vector(half);
        code.vectorMemory(Vector.Store, 16 * at);
      });
      if (isNull === undefined) return;
      const bits = code.local(ValueType.I32);
      code.get(isNull);
      code.vector(Vector.Bits32);
      code.set(bits);
      for (let at = 0; at < 4; at++) {
        address(0, Parameter.Nulls);
        code.get(bits);
        code.i32(at);
        code.op(Op.I32ShrU);
        code.i32(1);
        code.op(Op.I32And);
        code.memory(Memory.I32Store8, at);
      }
      return;
    }
    address(3, Parameter.Out);
    code.get(value);
    if (root.lane === "i32" || root.lane === "truth") code.op(Op.I64ExtendI32U);
    code.memory(root.lane === "f64" ? Memory.F64Store : Memory.I64Store);
    if (isNull === undefined) return;
    address(0, Parameter.Nulls);
    code.get(isNull);
    code.memory(Memory.I32Store8);
  }
}

/** Generates the module of a loop over columns with this layout. */
export function loopModule(
  root: LoweredNode,
  use: LoopUse,
  shapes: readonly ColumnShape[],
  constants: number,
  vectors: boolean,
): Uint8Array<ArrayBuffer> {
  return new LoopWriter(shapes, constants, vectors).write(root, use);
}
