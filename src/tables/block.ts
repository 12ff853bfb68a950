/**
 * A block: up to 65536 rows of one column, packed. A block remembers its smallest and largest value, so that a scan
 * can skip it, and keeps only (value - smallest) in as few bytes as that needs.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { sharedKernels } from "../memory/wasm_module.ts";
import { WASM_BASE64 } from "./kernels/block.wasm.ts";

/** Rows of a full block. A row address is block << 16 | offset. */
export const BLOCK_ROWS = 65536;
/** Row address that stands for "no row". */
export const NO_ROW = 0xffff_ffff;
/** Bytes of one entry of a column's block list, as kernels read it. */
export const DESCRIPTOR_BYTES = 32;

/** How a block says that a row is null: not at all, stored zero, every row, one byte per row. */
export enum NullMode {
  None = 0,
  Zero = 1,
  All = 2,
  Bytes = 3,
}

/**
 * Rows that packed values, values and null bytes have room for: tests look at up to 16 rows at once, also where fewer are
 * left, and drop what they find behind the last one.
 */
export function roomFor(rows: number): number {
  return (rows + 15) & ~15;
}

/** Loops over blocks; see kernels/block.as.ts. Pointers are arena addresses. */
interface BlockKernels {
  minMax64(p: number, n: number, nulls: number, out: number): void;
  minMaxSigned(p: number, n: number, nulls: number, out: number): void;
  minMax32(p: number, n: number, nulls: number, zeroIsNull: number, out: number): void;
  pack64(p: number, n: number, nulls: number, base: bigint, shift: bigint, width: number, q: number): void;
  pack32(
    p: number,
    n: number,
    nulls: number,
    zeroIsNull: number,
    base: number,
    shift: number,
    width: number,
    q: number,
  ): void;
  unpack64(p: number, width: number, n: number, less: bigint, zeroIsNull: number, q: number): void;
  unpack32(p: number, width: number, n: number, less: number, zeroIsNull: number, q: number): void;
  nullsOfZeros(p: number, width: number, n: number, q: number): void;
  gather(descriptors: number, rows: number, n: number, q: number, nulls: number): number;
  toRows(values: number, nulls: number, n: number, q: number): void;
  countUp(first: number, n: number, q: number): void;
  lookup64(flat: number, codes: number, n: number, q: number): void;
  encode64(
    p: number,
    from: number,
    n: number,
    table: number,
    mask: number,
    flat: number,
    state: number,
    limit: number,
    q: number,
  ): number;
  rebuild64(flat: number, count: number, table: number, mask: number): void;
  subtractColumns(
    to: number,
    tn: number,
    from: number,
    fn: number,
    n: number,
    q: number,
    qn: number,
  ): number;
  addColumns(a: number, an: number, b: number, bn: number, n: number, q: number, qn: number): void;
}

/** The block kernels on this arena. */
export const blockKernels: (arena: Arena) => BlockKernels = sharedKernels<BlockKernels>(WASM_BASE64);

/** One packed block. `value = stored + less`, except where the row is null. */
export interface Block {
  /** Rows in the block. */
  readonly rows: number;
  /** Bytes per stored number; 0 = every row has the value `less`. */
  readonly width: 0 | 1 | 2 | 4 | 8;
  /** Arena address of the stored numbers. */
  readonly pointer: number;
  /** What to add to a stored number, modulo 2^64. */
  readonly less: bigint;
  /** How nulls are kept. */
  readonly nullMode: NullMode;
  /** Arena address of the null bytes (mode `Bytes`). */
  readonly nullsPointer: number;
  /** Null rows. */
  readonly nullCount: number;
  /** Smallest value, in the order of the column's type; meaningless when all rows are null. */
  readonly min: bigint;
  /** Largest value. */
  readonly max: bigint;
}

/** How staged values are to be read while sealing. */
export interface SealOptions {
  /** Arena address of the staged values. */
  readonly pointer: number;
  /** Rows staged. */
  readonly rows: number;
  /** Arena address of null bytes, 0 when there are none. */
  readonly nulls: number;
  /** `u32` and `text` are staged in 4 bytes, the others in 8. */
  readonly form: "u32" | "text" | "u64" | "i64" | "f64";
}

/** Packs staged values into a new block. The staged values stay as they are. */
export function sealBlock(arena: Arena, staged: SealOptions): Block {
  const kernels = blockKernels(arena);
  const { pointer, rows, nulls, form } = staged;
  if (form === "f64") return sealDoubles(arena, staged);
  const out = arena.alloc(32);
  if (form === "i64") kernels.minMaxSigned(pointer, rows, nulls, out);
  else if (form === "u64") kernels.minMax64(pointer, rows, nulls, out);
  else kernels.minMax32(pointer, rows, nulls, form === "text" ? 1 : 0, out);
  const nullCount = arena.u32[(out + 16) >>> 2]!;
  let min = arena.u64[out >>> 3]!;
  let max = arena.u64[(out + 8) >>> 3]!;
  arena.free(out);
  if (nullCount === rows) return { ...EMPTY, rows, nullCount, nullMode: NullMode.All };
  const base = min;
  const range = BigInt.asUintN(64, max - min);
  if (form === "i64") {
    min = BigInt.asIntN(64, min);
    max = BigInt.asIntN(64, max);
  }
  if (nullCount === 0 && range === 0n) return { ...EMPTY, rows, less: base, min, max };
  const shift = nullCount > 0 ? 1n : 0n;
  const top = range + shift;
  const narrow = form === "u32" || form === "text";
  const width = top <= 0xffn ? 1 : top <= 0xffffn ? 2 : top <= 0xffff_ffffn || narrow ? 4 : 8;
  const packed = arena.alloc(roomFor(rows) * width);
  if (width === 8 || top > 0xffff_ffffn) {
    // Blocks without a number to spare keep their values as they are; nulls go beside them.
    const bytes = nullCount > 0 ? arena.alloc(roomFor(rows)) : 0;
    if (bytes) arena.u8.copyWithin(bytes, nulls, nulls + rows);
    if (narrow) kernels.pack32(pointer, rows, nulls, 0, 0, 0, 4, packed);
    else kernels.pack64(pointer, rows, nulls, 0n, 0n, 8, packed);
    const nullMode = nullCount > 0 ? NullMode.Bytes : NullMode.None;
    return { rows, width, pointer: packed, less: 0n, nullMode, nullsPointer: bytes, nullCount, min, max };
  }
  if (form === "u64" || form === "i64") kernels.pack64(pointer, rows, nulls, base, shift, width, packed);
  else {
    kernels.pack32(pointer, rows, nulls, form === "text" ? 1 : 0, Number(base), Number(shift), width, packed);
  }
  return {
    rows,
    width,
    pointer: packed,
    less: BigInt.asUintN(64, base - shift),
    nullMode: nullCount > 0 ? NullMode.Zero : NullMode.None,
    nullsPointer: 0,
    nullCount,
    min,
    max,
  };
}

const EMPTY: Block = {
  rows: 0,
  width: 0,
  pointer: 0,
  less: 0n,
  nullMode: NullMode.None,
  nullsPointer: 0,
  nullCount: 0,
  min: 0n,
  max: 0n,
};

/** A block in which every row has one value, or none. */
export function constantBlock(rows: number, value: bigint | null): Block {
  if (value === null) return { ...EMPTY, rows, nullCount: rows, nullMode: NullMode.All };
  return { ...EMPTY, rows, less: BigInt.asUintN(64, value), min: value, max: value };
}

/** Doubles are kept whole and carry no order that a scan could use. */
function sealDoubles(arena: Arena, { pointer, rows, nulls }: SealOptions): Block {
  const packed = arena.alloc(roomFor(rows) * 8);
  arena.u8.copyWithin(packed, pointer, pointer + rows * 8);
  let nullCount = 0;
  let bytes = 0;
  if (nulls) {
    const at = arena.u8;
    for (let row = 0; row < rows; row++) nullCount += at[nulls + row]!;
    if (nullCount > 0) {
      bytes = arena.alloc(roomFor(rows));
      arena.u8.copyWithin(bytes, nulls, nulls + rows);
    }
  }
  const nullMode = nullCount === 0 ? NullMode.None : NullMode.Bytes;
  return {
    ...EMPTY,
    rows,
    width: 8,
    pointer: packed,
    nullMode,
    nullsPointer: bytes,
    nullCount,
    max: 0xffff_ffff_ffff_ffffn,
  };
}

/** Bytes that a block occupies. */
export function blockBytes(block: Block): number {
  return block.rows * block.width + (block.nullMode === NullMode.Bytes ? block.rows : 0);
}

/** Gives a block's memory back. */
export function freeBlock(arena: Arena, block: Block): void {
  if (block.width > 0) arena.free(block.pointer);
  if (block.nullMode === NullMode.Bytes) arena.free(block.nullsPointer);
}

/** Unpacks a block into u64 values at `values` and null bytes at `nulls`; whether any row is null. */
export function unpackBlock(arena: Arena, block: Block, values: number, nulls: number): boolean {
  const kernels = blockKernels(arena);
  const zeroIsNull = block.nullMode === NullMode.Zero ? 1 : 0;
  kernels.unpack64(block.pointer, block.width, block.rows, block.less, zeroIsNull, values);
  if (block.nullMode === NullMode.None) return false;
  if (block.nullMode === NullMode.All) arena.u8.fill(1, nulls, nulls + block.rows);
  else if (block.nullMode === NullMode.Zero) {
    kernels.nullsOfZeros(block.pointer, block.width, block.rows, nulls);
  } else arena.u8.copyWithin(nulls, block.nullsPointer, block.nullsPointer + block.rows);
  return true;
}

/** Writes the entry of a block list that kernels read. */
export function writeDescriptor(arena: Arena, at: number, block: Block): void {
  const words = arena.u32;
  words[at >>> 2] = block.pointer;
  words[(at + 4) >>> 2] = block.width;
  arena.u64[(at + 8) >>> 3] = block.less;
  words[(at + 16) >>> 2] = block.nullMode;
  words[(at + 20) >>> 2] = block.nullsPointer;
  words[(at + 24) >>> 2] = block.rows;
}
