/**
 * Key packing: several keys as one word, if zone maps show that their values fit.
 * @module
 */

import { BLOCK_ROWS, blockKernels, NullMode } from "../../tables/block.ts";
import { CachedColumn } from "../../tables/cached_column.ts";
import { type Column, ConstantColumn, LookupColumn, SequenceColumn } from "../../tables/column.ts";
import { StoredColumn } from "../../tables/stored_column.ts";
import { Extent } from "../../tables/kernels/block_layout.ts";
import { kernelsOf } from "./kernels.ts";
import type { DirectKeys } from "./key_table.ts";
import { type Part, type Piece, pieces, readPiece, selectedRows, type Workspace } from "./relation.ts";

/** Maximum number of slots of a direct table, which has one per possible key. */
const MOST_SLOTS = 1 << 27;
/** From this many rows on, the range of keys is measured. */
const MANY_ROWS = 1 << 16;
/** A direct table up to this size is worth its cost for any number of rows. */
const FEW_SLOTS = 1 << 14;

/** Rows with their keys. */
interface KeyedPart {
  readonly part: Part;
  readonly keys: readonly Column[];
}

/** The place of a key in the word. */
interface PackedKey {
  /** Subtracted from each value; null becomes 0. */
  readonly origin: bigint;
  readonly shift: bigint;
  readonly mask: bigint;
  readonly someNull: boolean;
}

/** How keys are packed into a word. */
export interface KeyPacking {
  /** One entry per key; undefined if the only key is a plain word, with separate nulls. */
  readonly packed: readonly PackedKey[] | undefined;
  /** Set if the packed words are few enough for a direct table. */
  readonly direct: DirectKeys | undefined;
}

/** The range of values of a column. */
export interface ValueRange {
  readonly low: bigint;
  readonly high: bigint;
  readonly someNull: boolean;
}

/** Facts about the rows besides their zone maps. */
interface PackingFacts {
  /** Number of rows whose keys are looked up but not added. */
  readonly others?: number;
  /** The range of one key, given by its index, if the rows are a range partition by that key. */
  readonly range?: { readonly key: number; readonly values: ValueRange } | undefined;
}

/**
 * How to pack the keys of some rows; undefined if they do not fit into a word, or are doubles, which have two
 * zeros.
 */
export function packingOf(
  parts: readonly KeyedPart[],
  room: number,
  { others = 0, range }: PackingFacts = {},
): KeyPacking | undefined {
  const [first] = parts;
  if (!first || first.keys.length === 0 || parts.some(({ keys }) => keys.some(isDouble))) return undefined;
  const rows = parts.reduce((sum, { part }) => sum + selectedRows(part), others);
  const extents = first.keys.map((_, at) => range?.key === at ? range.values : extentOfKey(parts, at));
  if (extents.length === 1) {
    const [only] = extents;
    return { packed: undefined, direct: only && direct(only.low, only.high - only.low + 1n, rows, room) };
  }
  const packed: PackedKey[] = [];
  let shift = 0n;
  for (const [at, extent] of extents.entries()) {
    if (!extent || parts.some(({ keys }) => keys[at]!.type === "i64")) return undefined;
    const { low, high, someNull } = extent;
    const most = high - low + (someNull ? 1n : 0n);
    const bits = BigInt(most.toString(2).length);
    packed.push({
      origin: BigInt.asUintN(64, low - (someNull ? 1n : 0n)),
      shift,
      mask: (1n << bits) - 1n,
      someNull,
    });
    shift += bits;
    if (shift > 64n) return undefined;
  }
  return { packed, direct: direct(0n, 1n << shift, rows, room) };
}

/**
 * Packing for a key without zone maps, from the range of all its values: keys that are close together need no
 * hash table.
 */
export function* measuredPacking(
  work: Workspace,
  { part, keys: [key] }: KeyedPart,
  packing: KeyPacking,
  room: number,
  others: number,
): Generator<void, KeyPacking> {
  const rows = selectedRows(part);
  if (packing.packed || packing.direct || !key || key.type === "i64" || rows < MANY_ROWS) return packing;
  const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS), out = work.take(Extent.Bytes);
  let low: bigint | undefined, high = 0n;
  for (const piece of pieces(work, part)) {
    yield;
    blockKernels(work.arena).minMax64(values, piece.count, readPiece(key, piece, values, nulls), out);
    const { u32, u64 } = work.arena;
    if (u32[(out + Extent.Nulls) >>> 2] === piece.count) continue;
    const least = u64[(out + Extent.Least) >>> 3]!, largest = u64[(out + Extent.Largest) >>> 3]!;
    if (low === undefined || least < low) low = least;
    if (largest > high) high = largest;
  }
  work.give(values, nulls, out);
  return low === undefined
    ? packing
    : { ...packing, direct: direct(low, high - low + 1n, rows + others, room) };
}

/** Adapts a packing to fewer rows, for which a direct table may not pay. */
export function packingForFewer(packing: KeyPacking, rows: number): KeyPacking {
  const { direct } = packing;
  return !direct || direct.size <= slotsWorth(rows) ? packing : { ...packing, direct: undefined };
}

function slotsWorth(rows: number): number {
  return Math.max(FEW_SLOTS, 2 * rows);
}

function isDouble({ type }: Column): boolean {
  return type === "f64";
}

/** A direct table, if it takes no more memory than a hash table. */
function direct(low: bigint, size: bigint, rows: number, room: number): DirectKeys | undefined {
  const most = Math.min(MOST_SLOTS, slotsWorth(rows), room / 8);
  return size <= BigInt(Math.floor(most)) ? { low: BigInt.asUintN(64, low), size: Number(size) } : undefined;
}

/** The range of a key, from zone maps. */
export function extentOfKey(parts: readonly KeyedPart[], at: number): ValueRange | undefined {
  return join(parts.map(({ part, keys }) => extentOf(keys[at]!, part)));
}

function join(extents: readonly (ValueRange | undefined)[]): ValueRange | undefined {
  let all: ValueRange | undefined;
  for (const each of extents) {
    if (!each) return undefined;
    all = all
      ? {
        low: each.low < all.low ? each.low : all.low,
        high: each.high > all.high ? each.high : all.high,
        someNull: all.someNull || each.someNull,
      }
      : each;
  }
  return all;
}

/** The range of a column, from zone maps. */
function extentOf(column: Column, part: Part): ValueRange | undefined {
  const { rowCount } = part;
  // A cached column has the values of the column behind it.
  if (column instanceof CachedColumn && column.behind) return extentOf(column.behind, part);
  if (column instanceof LookupColumn) {
    const { target } = column;
    const found = target instanceof StoredColumn ? zones(target, target.blockCount) : undefined;
    return found && { ...found, someNull: true };
  }
  if (column instanceof SequenceColumn) {
    return {
      low: BigInt(column.first),
      high: BigInt(column.first + Math.max(0, rowCount - 1)),
      someNull: false,
    };
  }
  return zones(column, column instanceof ConstantColumn ? 1 : Math.ceil(rowCount / BLOCK_ROWS));
}

function zones(column: Column, blocks: number): ValueRange | undefined {
  let low: bigint | undefined, high = 0n;
  let someNull = false;
  // Blocks made on demand are not made just for their zone maps.
  if (column instanceof CachedColumn) return undefined;
  for (let at = 0; at < blocks; at++) {
    const block = column.stored(at);
    if (!block) return undefined;
    someNull ||= block.nullMode !== NullMode.None;
    if (block.nullMode === NullMode.All) continue;
    if (low === undefined || block.min < low) low = block.min;
    if (block.max > high) high = block.max;
  }
  // Signed values are never packed.
  return low !== undefined && low < 0n ? undefined : { low: low ?? 0n, high, someNull };
}

/** Reads the keys of pieces as words. */
export class KeyReader {
  readonly #work: Workspace;
  readonly #packing: KeyPacking;
  readonly #values: number;
  readonly #nulls: number;
  readonly #words: number;
  readonly #anyNull: number;

  /** Takes memory until `release`. */
  constructor(work: Workspace, packing: KeyPacking) {
    [this.#work, this.#packing] = [work, packing];
    this.#values = work.take(BLOCK_ROWS * 8);
    this.#nulls = work.take(BLOCK_ROWS);
    this.#words = packing.packed ? work.take(BLOCK_ROWS * 8) : this.#values;
    this.#anyNull = packing.packed ? work.take(BLOCK_ROWS) : this.#nulls;
  }

  /**
   * Keys of a piece as words, valid until the next piece. Null is part of a packed word; `marksNulls` adds a
   * null byte for each row with a null key.
   */
  read(
    piece: Piece,
    keys: readonly Column[],
    marksNulls = false,
  ): { readonly words: number; readonly nulls: number } {
    const { packed } = this.#packing;
    if (!packed) {
      return { words: this.#values, nulls: readPiece(keys[0]!, piece, this.#values, this.#nulls) };
    }
    const { keyed } = kernelsOf(this.#work.arena);
    const { u8 } = this.#work.arena;
    let someNull = false;
    packed.forEach(({ origin, shift }, at) => {
      const nullsAt = readPiece(keys[at]!, piece, this.#values, this.#nulls);
      keyed.packKeys(this.#values, nullsAt, piece.count, origin, shift, at === 0 ? 1 : 0, this.#words);
      if (!nullsAt || !marksNulls) return;
      if (!someNull) u8.fill(0, this.#anyNull, this.#anyNull + piece.count);
      someNull = true;
      for (let row = 0; row < piece.count; row++) u8[this.#anyNull + row]! |= u8[nullsAt + row]!;
    });
    return { words: this.#words, nulls: someNull ? this.#anyNull : 0 };
  }

  /** Frees the memory. */
  release(): void {
    const { packed } = this.#packing;
    this.#work.give(this.#values, this.#nulls, ...packed ? [this.#words, this.#anyNull] : []);
  }
}
