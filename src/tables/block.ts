/**
 * A block: up to 65536 rows of one column, packed. A block stores its smallest and largest value, so that a
 * scan can skip the block, and for each row only (value - smallest) in as few bytes as possible.
 * @module
 */

import { U32_MAX } from "../base/u64.ts";
import type { Arena } from "../memory/arena.ts";
import type { PackedBytes } from "../memory/block_store.ts";
import { sharedKernels } from "../memory/wasm_module.ts";
import { Descriptor, Extent, NullMode } from "./kernels/block_layout.ts";
import { type Exports as BlockKernels, WASM_BASE64 } from "./kernels/block.wasm.ts";

/** Rows of a full block. A row number is block << 16 | offset. */
export const BLOCK_ROWS = 65536;
/** Row number that means "no row". */
export const NO_ROW = 0xffff_ffff;
export { NullMode };

/**
 * Number of rows to allocate for packed values, values and null bytes: predicates read up to 16 rows at once,
 * even at the end of a block, and ignore results after the last row.
 */
export function rowsToAllocate(rows: number): number {
  return (rows + 15) & ~15;
}

/** The block kernels for this arena. */
export const blockKernels: (arena: Arena) => BlockKernels = sharedKernels<BlockKernels>(WASM_BASE64);

/**
 * One packed block. `value = stored + origin`, except where the row is null. Its bytes may be in memory or
 * spilled; `withBlock` gives their address.
 */
export interface Block {
  /** Rows in the block. */
  readonly rows: number;
  /** Bytes per stored number; 0 if every row has the value `origin`. */
  readonly width: 0 | 1 | 2 | 4 | 8;
  /** The stored numbers, followed by the null bytes (mode `Bytes`); undefined if the block stores nothing. */
  readonly packed: PackedBytes | undefined;
  /** Added to each stored number, modulo 2^64. */
  readonly origin: bigint;
  /** How nulls are stored. */
  readonly nullMode: NullMode;
  /** Number of null rows. */
  readonly nullCount: number;
  /** Smallest value, in the order of the column's type; undefined if all rows are null. */
  readonly min: bigint;
  /** Largest value of the block. */
  readonly max: bigint;
}

/** Describes the staged values of a block that is to be sealed. */
export interface SealOptions {
  /** Arena address of the staged values. */
  readonly pointer: number;
  /** Number of rows staged. */
  readonly rows: number;
  /** Arena address of null bytes, 0 if there are none. */
  readonly nulls: number;
  /** `u32` and `text` are staged in 4 bytes, the other types in 8. */
  readonly form: "u32" | "text" | "u64" | "i64" | "f64";
  /** The values are in an allocation of their own, which may become the block. */
  readonly isPage?: boolean;
}

/**
 * Packs an allocation that holds the values of a block, and takes ownership of it. If the packed values also
 * need four bytes each, the allocation itself becomes the block.
 */
export function sealPage(arena: Arena, page: Omit<SealOptions, "nulls" | "isPage">): Block {
  const block = sealBlock(arena, { ...page, nulls: 0, isPage: page.rows === BLOCK_ROWS });
  if (block.packed?.pointer !== page.pointer) arena.free(page.pointer);
  return block;
}

/** Bytes needed to store numbers up to `top`. */
export function widthOf(top: bigint): 1 | 2 | 4 | 8 {
  return top <= 0xffn ? 1 : top <= 0xffffn ? 2 : top <= U32_MAX ? 4 : 8;
}

/** Packs staged values into a new block. The staged values are not changed. */
export function sealBlock(arena: Arena, staged: SealOptions): Block {
  const kernels = blockKernels(arena);
  const { pointer, rows, form } = staged;
  if (form === "f64") return sealDoubles(arena, staged);
  const out = arena.alloc(Extent.Bytes);
  if (form === "i64") kernels.minMaxSigned(pointer, rows, staged.nulls, out);
  else if (form === "u64") kernels.minMax64(pointer, rows, staged.nulls, out);
  else kernels.minMax32(pointer, rows, staged.nulls, form === "text" ? 1 : 0, out);
  const nullCount = arena.u32[(out + Extent.Nulls) >>> 2]!;
  let min = arena.u64[(out + Extent.Least) >>> 3]!;
  let max = arena.u64[(out + Extent.Largest) >>> 3]!;
  // If no null is set, the null bytes need not be read again.
  const nulls = arena.u32[(out + Extent.Marked) >>> 2] === 0 ? 0 : staged.nulls;
  arena.free(out);
  if (nullCount === rows) return { ...EMPTY, rows, nullCount, nullMode: NullMode.All };
  const base = min;
  const range = BigInt.asUintN(64, max - min);
  if (form === "i64") {
    min = BigInt.asIntN(64, min);
    max = BigInt.asIntN(64, max);
  }
  if (nullCount === 0 && range === 0n) return { ...EMPTY, rows, origin: base, min, max };
  const shift = nullCount > 0 ? 1n : 0n;
  const top = range + shift;
  const narrow = form === "u32" || form === "text";
  const width = narrow && top > U32_MAX ? 4 : widthOf(top);
  if (width === 8 || top > U32_MAX) {
    // Numbers of this width may leave no value that can mean null, so null bytes follow the numbers.
    const nullMode = nullCount > 0 ? NullMode.Bytes : NullMode.None;
    const packed = allocateBlock(arena, rows, width, nullMode);
    const at = packed.pointer;
    if (nullCount > 0) arena.u8.copyWithin(at + nullsOffset(rows, width), nulls, nulls + rows);
    if (narrow) kernels.pack32(pointer, rows, nulls, 0, 0, 0, 4, at);
    else kernels.pack64(pointer, rows, nulls, 0n, 0n, 8, at);
    arena.store.unpin(packed);
    return { rows, width, packed, origin: 0n, nullMode, nullCount, min, max };
  }
  const nullMode = nullCount > 0 ? NullMode.Zero : NullMode.None;
  if (staged.isPage && narrow && width === 4) {
    const packed = arena.adoptBlock(pointer, packedBytes(rows, width, nullMode));
    return { rows, width, packed, origin: 0n, nullMode, nullCount, min, max };
  }
  const packed = allocateBlock(arena, rows, width, NullMode.None);
  const at = packed.pointer;
  if (form === "u64" || form === "i64") kernels.pack64(pointer, rows, nulls, base, shift, width, at);
  else kernels.pack32(pointer, rows, nulls, form === "text" ? 1 : 0, Number(base), Number(shift), width, at);
  arena.store.unpin(packed);
  return {
    rows,
    width,
    packed,
    origin: BigInt.asUintN(64, base - shift),
    nullMode,
    nullCount,
    min,
    max,
  };
}

const EMPTY: Block = {
  rows: 0,
  width: 0,
  packed: undefined,
  origin: 0n,
  nullMode: NullMode.None,
  nullCount: 0,
  min: 0n,
  max: 0n,
};

/** Returns a block in which every row has the same value, or null. */
export function constantBlock(rows: number, value: bigint | null): Block {
  if (value === null) return { ...EMPTY, rows, nullCount: rows, nullMode: NullMode.All };
  return { ...EMPTY, rows, origin: BigInt.asUintN(64, value), min: value, max: value };
}

/** Doubles are stored unpacked and without bounds, because scans do not use these. */
function sealDoubles(arena: Arena, { pointer, rows, nulls }: SealOptions): Block {
  let nullCount = 0;
  if (nulls) {
    const at = arena.u8;
    for (let row = 0; row < rows; row++) nullCount += at[nulls + row]!;
  }
  const nullMode = nullCount === 0 ? NullMode.None : NullMode.Bytes;
  const packed = allocateBlock(arena, rows, 8, nullMode);
  const at = packed.pointer;
  arena.u8.copyWithin(at, pointer, pointer + rows * 8);
  if (nullCount > 0) {
    arena.u8.copyWithin(at + nullsOffset(rows, 8), nulls, nulls + rows);
    // The values of null rows may be uninitialized.
    for (let row = 0; row < rows; row++) if (arena.u8[nulls + row]) arena.u64[(at >>> 3) + row] = 0n;
  }
  arena.store.unpin(packed);
  return { ...EMPTY, rows, width: 8, packed, nullMode, nullCount, max: 0xffff_ffff_ffff_ffffn };
}

/**
 * Allocates a block. The bytes after its last row are never read, but they are saved, so they are zeroed:
 * equal rows must give equal bytes.
 */
export function allocateBlock(arena: Arena, rows: number, width: number, nullMode: NullMode): PackedBytes {
  const packed = arena.addBlock(packedBytes(rows, width, nullMode));
  const at = packed.pointer;
  const nulls = nullsOffset(rows, width);
  arena.u8.fill(0, at + rows * width, at + nulls);
  if (nullMode === NullMode.Bytes) arena.u8.fill(0, at + nulls + rows, at + nulls + rowsToAllocate(rows));
  return packed;
}

/** Offset of the null bytes of a block, after its numbers. */
function nullsOffset(rows: number, width: number): number {
  return rowsToAllocate(rows) * width;
}

/** Bytes of a block's numbers and nulls, with the padding that predicates need. */
export function packedBytes(rows: number, width: number, nullMode: NullMode): number {
  return nullsOffset(rows, width) + (nullMode === NullMode.Bytes ? rowsToAllocate(rows) : 0);
}

/** Bytes that a block occupies. */
export function blockBytes({ rows, width, nullMode }: Pick<Block, "rows" | "width" | "nullMode">): number {
  return rows * width + (nullMode === NullMode.Bytes ? rows : 0);
}

/** Frees a block's memory. */
export function freeBlock(arena: Arena, { packed }: Block): void {
  if (packed) arena.freeBlock(packed);
}

/**
 * Calls `use` with the addresses of a block's numbers and null bytes (0 if it has none), which are valid until it
 * returns. Both are 0 if the block stores nothing.
 */
export function withBlock<T>(block: Block, use: (pointer: number, nulls: number) => T): T {
  const { packed } = block;
  if (!packed) return use(0, 0);
  const { store } = packed.owner;
  const pointer = store.pin(packed);
  try {
    return use(pointer, nullsOf(block, pointer));
  } finally {
    store.unpin(packed);
  }
}

/** Calls `use` like `withBlock`, but the block keeps its address until the next task of a crew section is done. */
export function withPinnedBlock<T>(
  block: Block,
  tasks: { pin(packed: PackedBytes): number },
  use: (pointer: number, nulls: number) => T,
): T {
  if (!block.packed) return use(0, 0);
  const pointer = tasks.pin(block.packed);
  return use(pointer, nullsOf(block, pointer));
}

/** The address of the null bytes of a block at `pointer`; 0 if it has none. */
function nullsOf({ rows, width, nullMode }: Block, pointer: number): number {
  return nullMode === NullMode.Bytes ? pointer + nullsOffset(rows, width) : 0;
}

/** Unpacks a block into u64 values at `values` and null bytes at `nulls`. Returns whether any row is null. */
export function unpackBlock(arena: Arena, block: Block, values: number, nulls: number): boolean {
  const kernels = blockKernels(arena);
  const { rows, width, origin, nullMode } = block;
  return withBlock(block, (pointer, bytes) => {
    kernels.unpack64(pointer, width, rows, origin, nullMode === NullMode.Zero ? 1 : 0, values);
    if (nullMode === NullMode.None) return false;
    if (nullMode === NullMode.All) arena.u8.fill(1, nulls, nulls + rows);
    else if (nullMode === NullMode.Zero) kernels.nullsOfZeros(pointer, width, rows, nulls);
    else arena.u8.copyWithin(nulls, bytes, bytes + rows);
    return true;
  });
}

/** Writes the descriptor of a block at `pointer` into a block list for kernels. */
export function writeDescriptor(arena: Arena, at: number, block: Block, pointer: number): void {
  const { u32 } = arena;
  u32[(at + Descriptor.Numbers) >>> 2] = pointer;
  u32[(at + Descriptor.Width) >>> 2] = block.width;
  arena.u64[(at + Descriptor.Origin) >>> 3] = block.origin;
  u32[(at + Descriptor.Nulls) >>> 2] = block.nullMode;
  u32[(at + Descriptor.NullBytes) >>> 2] = nullsOf(block, pointer);
  u32[(at + Descriptor.Rows) >>> 2] = block.rows;
}

/** Marks the descriptor of a block that is not in memory: `gather` skips its rows. */
export function markAbsent(arena: Arena, at: number): void {
  arena.u32[(at + Descriptor.Width) >>> 2] = 0;
  arena.u32[(at + Descriptor.Nulls) >>> 2] = NullMode.NotThere;
}
