/**
 * Generates the loop that folds an expression into group cells: the minimum or maximum of each group.
 * @module
 */

import type { LoopFrame, Result } from "./loop_frame.ts";
import { FoldCell, FoldInput, type FoldUse, Parameter } from "./loop_interface.ts";
import { Memory, Op, ValueType } from "./wasm_code.ts";

/** The parts of a fold being generated. */
interface Fold {
  readonly frame: LoopFrame;
  readonly use: FoldUse;
  /** Offset of the keys in the inputs. */
  readonly keysAt: number;
  /**
   * Pushes the value as a word.
   */
  readonly pushWord: (value: number) => void;
}

/**
 * Begins a fold; returns a function that generates, for a row: cell of its group = min or max of the cell and
 * the result.
 */
export function beginFold(fold: Fold): (result: Result) => void {
  const { frame, keysAt } = fold;
  const { code } = frame;
  const [keys, offset, none] = [FoldInput.Keys, FoldInput.Offset, FoldInput.None].map((field) => {
    code.get(Parameter.Inputs);
    code.memory(Memory.I32Load, keysAt + field);
    return frame.keep("i32");
  });
  const cells = { keys: keys!, offset: offset!, none: none! };
  return ({ value, isNull }) => {
    if (isNull === undefined) return writeCell(fold, cells, value);
    code.get(isNull);
    code.op(Op.I32Eqz);
    code.when(() => writeCell(fold, cells, value));
  };
}

/** Generates a loop over 32 rows at a time, and over their set bits, lowest first. */
export function forEachSetBit({ code, row }: LoopFrame, body: () => void): void {
  const from = code.local(ValueType.I32), bits = code.local(ValueType.I32);
  code.block(() =>
    code.loop(() => {
      code.get(from);
      code.get(Parameter.Rows);
      code.op(Op.I32GeU);
      code.branchIf(1);
      code.get(from);
      code.i32(3);
      code.op(Op.I32ShrU);
      code.get(Parameter.Nulls);
      code.op(Op.I32Add);
      code.memory(Memory.I32Load);
      code.set(bits);
      code.block(() =>
        code.loop(() => {
          code.get(bits);
          code.op(Op.I32Eqz);
          code.branchIf(1);
          code.get(from);
          code.get(bits);
          code.op(Op.I32Ctz, Op.I32Add);
          code.set(row);
          body();
          // bits &= bits - 1, which clears the lowest bit
          code.get(bits);
          code.get(bits);
          code.i32(1);
          code.op(Op.I32Sub, Op.I32And);
          code.set(bits);
          code.branch(0);
        })
      );
      code.get(from);
      code.i32(32);
      code.op(Op.I32Add);
      code.set(from);
      code.branch(0);
    })
  );
}

/** Local variables with the address of the keys. */
interface KeyLocals {
  readonly keys: number;
  readonly offset: number;
  readonly none: number;
}

/** cell = cells + slot of the row; if it is empty, or the value is better: cell = value */
function writeCell(
  { frame, use, pushWord }: Fold,
  { keys, offset, none }: KeyLocals,
  value: number,
): void {
  const { code } = frame;
  const key = code.local(ValueType.I32), cell = code.local(ValueType.I32), word = code.local(ValueType.I64);
  frame.addressOfRow(keys, use.keyWidth);
  code.memory({ 1: Memory.I32Load8U, 2: Memory.I32Load16U, 4: Memory.I32Load }[use.keyWidth]);
  code.set(key);
  if (use.hasNullKeys) code.get(none);
  code.get(key);
  code.get(offset);
  code.op(Op.I32Add);
  if (use.hasNullKeys) {
    code.get(key);
    code.op(Op.I32Eqz, Op.Select);
  }
  code.i32(Math.log2(FoldCell.Bytes));
  code.op(Op.I32Shl);
  code.get(Parameter.Out);
  code.op(Op.I32Add);
  code.set(cell);
  pushWord(value);
  code.set(word);
  code.get(cell);
  code.memory(Memory.I32Load, FoldCell.HasValue);
  code.op(Op.I32Eqz);
  code.get(word);
  code.get(cell);
  code.memory(Memory.I64Load, FoldCell.Value);
  if (use.fold === "least") code.op(use.isSigned ? Op.I64LtS : Op.I64LtU);
  else code.op(use.isSigned ? Op.I64GtS : Op.I64GtU);
  code.op(Op.I32Or);
  code.when(() => {
    code.get(cell);
    code.get(word);
    code.memory(Memory.I64Store, FoldCell.Value);
    code.get(cell);
    code.i32(1);
    code.memory(Memory.I32Store, FoldCell.HasValue);
  });
}
