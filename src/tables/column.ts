/**
 * Columns that a query can read. Some are stored, some are views through another column, some are computed on
 * demand. Each of them can return the values of a whole block, and the values of some rows.
 * @module
 */

import type { Display } from "../base/result_table.ts";
import type { Arena } from "../memory/arena.ts";
import type { DeferredNames } from "./deferred_names.ts";
import type { ColumnType } from "../events/trace_sink.ts";
import { type Block, BLOCK_ROWS, blockKernels, constantBlock, NO_ROW, NullMode } from "./block.ts";

/** What is known about a column without reading it. */
export interface ColumnInfo {
  /** Name as in queries. */
  readonly name: string;
  /** Type of its values. */
  readonly type: ColumnType;
  /** How the column's numbers are shown; `plain` by default. */
  readonly display?: Display;
}

/**
 * A column of one table. Values are passed as u64 words in arena memory: u64 and u32 as they are, i64 in
 * two's complement, f64 as bits, bool as 0 and 1, text as a string pool code. In addition, there is one null
 * byte per row.
 */
export abstract class Column {
  /** Name as in queries. */
  readonly name: string;
  /** Type of its values. */
  readonly type: ColumnType;
  /** How the column's numbers are shown. */
  readonly display: Display;

  /** Sets the name, the type and the display. */
  constructor(info: ColumnInfo) {
    this.name = info.name;
    this.type = info.type;
    this.display = info.display ?? "plain";
  }

  /**
   * Writes the values of `count` rows, whose numbers are u32 at `rows`, to `values` (8 bytes each) and
   * `nulls` (1 byte each). Returns the number of nulls; the words of null rows are undefined. If
   * `acceptsNoRow` is true, rows may include `NO_ROW`, which gives null; otherwise the caller must not pass
   * it.
   */
  abstract gather(rows: number, count: number, values: number, nulls: number): number;

  /**
   * Writes the values of a whole block of `count` rows; the caller allocates `values` and `nulls`. Returns whether any
   * value is null; if none is, the null bytes are undefined.
   */
  abstract decode(block: number, count: number, values: number, nulls: number): boolean;

  /** Whether `gather` gives null for `NO_ROW`. Computed columns never see such rows. */
  get acceptsNoRow(): boolean {
    return false;
  }

  /** Returns the packed block, if the column is stored; scans test it without unpacking. */
  stored(_block: number): Block | undefined {
    return undefined;
  }

  /**
   * Builds a block ahead of use, in a column that builds blocks on demand. Returns whether there was
   * something to do.
   */
  prepare(_block: number): boolean {
    return false;
  }

  /** The dictionary of a column with few distinct values: predicates run once per value. */
  get dictionary(): ColumnDictionary | undefined {
    return undefined;
  }

  /** The column that the values are finally read from. */
  get origin(): Column {
    return this;
  }

  /**
   * Names that the values depend on and that have not all been looked up; reading a row looks up its names.
   */
  get later(): DeferredNames | undefined {
    return undefined;
  }

  /** Bytes that the column occupies in memory. */
  get bytes(): number {
    return 0;
  }

  /** Frees the memory of the column. */
  free(): void {}
}

/** The few distinct values of a column, with codes 0 .. count - 1. */
export interface ColumnDictionary {
  /** The codes, one per row. */
  readonly codes: Column;
  /** The values by code: a column with `count` rows. */
  readonly values: Column;
  /** Number of codes. */
  readonly count: number;
}

/** A column with the same value, or null, in every row, whatever the number of rows. */
export class ConstantColumn extends Column {
  readonly #arena: Arena;
  readonly #block: Block;

  /** A `value` of null makes a column without values. */
  constructor(info: ColumnInfo, arena: Arena, value: bigint | null) {
    super(info);
    this.#arena = arena;
    // Zone maps contain signed numbers.
    const number = value !== null && info.type === "i64" ? BigInt.asIntN(64, value) : value;
    this.#block = constantBlock(BLOCK_ROWS, number);
  }

  /** Whether no row has a value. */
  get isNull(): boolean {
    return this.#block.nullMode === NullMode.All;
  }

  override get acceptsNoRow(): boolean {
    return true;
  }

  override stored(): Block {
    return this.#block;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    let nullCount = this.#fill(count, values, nulls);
    if (nullCount > 0) return nullCount;
    const { u32, u8 } = this.#arena;
    for (let at = 0; at < count; at++) {
      if (u32[(rows >>> 2) + at] !== NO_ROW) continue;
      u8[nulls + at] = 1;
      nullCount++;
    }
    return nullCount;
  }

  decode(_block: number, count: number, values: number, nulls: number): boolean {
    return this.#fill(count, values, nulls) > 0;
  }

  #fill(count: number, values: number, nulls: number): number {
    this.#arena.u64.fill(this.#block.origin, values >>> 3, (values >>> 3) + count);
    this.#arena.u8.fill(this.isNull ? 1 : 0, nulls, nulls + count);
    return this.isNull ? count : 0;
  }
}

/** A column of consecutive numbers, from `first`. */
export class SequenceColumn extends Column {
  readonly #arena: Arena;
  readonly #first: number;

  /** Row 0 has the value `first`. */
  constructor(info: ColumnInfo, arena: Arena, first: number) {
    super(info);
    this.#arena = arena;
    this.#first = first;
  }

  /** The value of row 0. */
  get first(): number {
    return this.#first;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const words = this.#arena.u32;
    const bytes = this.#arena.u8;
    let nullCount = 0;
    for (let at = 0; at < count; at++) {
      const row = words[(rows >>> 2) + at]!;
      const isNull = row === NO_ROW;
      const value = isNull ? 0 : row + this.#first;
      words[(values >>> 2) + 2 * at] = value;
      words[(values >>> 2) + 2 * at + 1] = value > 0xffff_ffff ? 1 : 0;
      bytes[nulls + at] = isNull ? 1 : 0;
      if (isNull) nullCount++;
    }
    return nullCount;
  }

  override get acceptsNoRow(): boolean {
    return true;
  }

  decode(block: number, count: number, values: number, _nulls: number): boolean {
    const words = this.#arena.u32;
    const first = block * BLOCK_ROWS + this.#first;
    for (let at = 0; at < count; at++) {
      words[(values >>> 2) + 2 * at] = first + at;
      words[(values >>> 2) + 2 * at + 1] = 0;
    }
    return false;
  }
}

/** A column of another table, seen through a column of row numbers. */
export class LookupColumn extends Column {
  readonly #arena: Arena;
  readonly #keys: Column;
  readonly #target: Column;
  readonly #distinct: number | undefined;
  readonly #owned: boolean;

  /**
   * `keys` contains row numbers of the target's table; a null key gives null. `distinct` is the length of
   * that table if it is a dictionary that is short enough for predicates to run on it first. With `owned`,
   * codes and values belong to this column.
   */
  constructor(
    info: ColumnInfo,
    arena: Arena,
    keys: Column,
    target: Column,
    distinct?: number,
    owned = false,
  ) {
    super(info);
    this.#owned = owned;
    this.#arena = arena;
    this.#keys = keys;
    this.#target = target;
    this.#distinct = distinct;
  }

  override get bytes(): number {
    return this.#owned ? this.#keys.bytes + this.#target.bytes : 0;
  }

  override free(): void {
    if (!this.#owned) return;
    this.#keys.free();
    this.#target.free();
  }

  /** Codes and values that belong to this column. */
  get ownDictionary(): ColumnDictionary | undefined {
    return this.#owned ? this.dictionary : undefined;
  }

  /** The row numbers. */
  get keys(): Column {
    return this.#keys;
  }

  /** The column of the other table, which has the values. */
  get target(): Column {
    return this.#target;
  }

  override get dictionary(): ColumnDictionary | undefined {
    if (this.#distinct === undefined) return undefined;
    return { codes: this.#keys, values: this.#target, count: this.#distinct };
  }

  override get acceptsNoRow(): boolean {
    return this.#keys.acceptsNoRow;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const missing = this.#keys.gather(rows, count, values, nulls);
    return this.#see(count, values, nulls, missing > 0);
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    return this.#see(count, values, nulls, this.#keys.decode(block, count, values, nulls)) > 0;
  }

  override get origin(): Column {
    return this.#target.origin;
  }

  override get later(): DeferredNames | undefined {
    return this.#target.later;
  }

  /** Replaces the keys at `values` by the values they refer to. */
  #see(count: number, values: number, nulls: number, someMissing: boolean): number {
    const keys = this.#arena.alloc(count * 4);
    blockKernels(this.#arena).toRows(values, someMissing ? nulls : 0, count, keys);
    const nullCount = someMissing
      ? gatherOrNull(this.#arena, this.#target, keys, count, values, nulls)
      : this.#target.gather(keys, count, values, nulls);
    this.#arena.free(keys);
    return nullCount;
  }
}

/** A column computed from others on demand. */
export class ComputedColumn extends Column {
  readonly #gather: Column["gather"];
  readonly #decode: Column["decode"] | undefined;
  readonly #arena: Arena;

  /** `gather` computes some rows; `decode` computes a block, for columns that have a faster way to do so. */
  constructor(info: ColumnInfo, arena: Arena, gather: Column["gather"], decode?: Column["decode"]) {
    super(info);
    this.#arena = arena;
    this.#gather = gather;
    this.#decode = decode;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    return this.#gather(rows, count, values, nulls);
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    if (this.#decode) return this.#decode(block, count, values, nulls);
    const rows = this.#arena.alloc(count * 4);
    blockKernels(this.#arena).fillSequence(block * BLOCK_ROWS, count, rows);
    const nullCount = this.#gather(rows, count, values, nulls);
    this.#arena.free(rows);
    return nullCount > 0;
  }
}

/**
 * Returns the values of rows that may include `NO_ROW`, which gives null. A computed column never receives
 * `NO_ROW`, so nothing is computed, and nothing can fail, for missing rows.
 */
export function gatherOrNull(
  arena: Arena,
  column: Column,
  rows: number,
  count: number,
  values: number,
  nulls: number,
): number {
  let { u32 } = arena;
  // Usually no row is missing.
  if (column.acceptsNoRow || !u32.subarray(rows >>> 2, (rows >>> 2) + count).includes(NO_ROW)) {
    return column.gather(rows, count, values, nulls);
  }
  const known = arena.alloc(count * 4);
  u32 = arena.u32;
  let found = 0;
  for (let at = 0; at < count; at++) {
    const row = u32[(rows >>> 2) + at]!;
    if (row !== NO_ROW) u32[(known >>> 2) + found++] = row;
  }
  let nullCount = 0;
  if (found > 0) {
    nullCount = column.gather(known, found, values, nulls);
    if (nullCount === 0) arena.u8.fill(0, nulls, nulls + found);
  }
  arena.free(known);
  nullCount += count - found;
  // Move from the end, so that no value is overwritten before it is moved.
  const { u8, u64 } = arena;
  ({ u32 } = arena);
  for (let at = count - 1, from = found; at >= 0 && from <= at; at--) {
    const isNull = u32[(rows >>> 2) + at] === NO_ROW;
    if (!isNull) from--;
    u64[(values >>> 3) + at] = isNull ? 0n : u64[(values >>> 3) + from]!;
    u8[nulls + at] = isNull ? 1 : u8[nulls + from]!;
  }
  return nullCount;
}
