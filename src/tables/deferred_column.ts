/**
 * Columns with names that are looked up when their rows are read.
 * @module
 */

import type { PlaceColumn } from "../events/code_place.ts";
import type { FrameNaming } from "../events/unnamed_frames.ts";
import type { Arena } from "../memory/arena.ts";
import { Column, type ColumnInfo } from "./column.ts";
import { type DeferredNames, NOT_LOOKED_UP, PlaceField } from "./deferred_names.ts";

/** The columns of a table, by name, whose values are taken from backtraces, and the names they need. */
export interface DeferredPlaces {
  readonly names: DeferredNames;
  readonly columns: Readonly<Record<string, PlaceField>>;
}

/** The field of a source position for each column. */
const FIELD_OF_COLUMN: Readonly<Record<PlaceColumn, PlaceField>> = {
  func: PlaceField.Func,
  file: PlaceField.File,
  line: PlaceField.Line,
  module: PlaceField.Module,
};

/** Returns the columns of a table whose names are looked up when they are read; undefined if it has none. */
export function deferredPlaces(
  table: string,
  names: DeferredNames | undefined,
  { shows }: Pick<FrameNaming, "shows"> = {},
): DeferredPlaces | undefined {
  const columns = names && shows?.[table];
  return columns &&
    { names, columns: Object.fromEntries(columns.map((name) => [name, FIELD_OF_COLUMN[name]])) };
}

/**
 * A column whose values are taken from the backtraces of its rows, and whose names are looked up when they
 * are read.
 */
export class DeferredColumn extends Column {
  readonly #arena: Arena;
  readonly #names: DeferredNames;
  readonly #what: PlaceField;
  readonly #stacks: Column;
  /** The values of rows without a backtrace. */
  readonly others: Column | undefined;

  /** `stacks` contains backtraces without names. */
  constructor(
    info: ColumnInfo,
    arena: Arena,
    names: DeferredNames,
    what: PlaceField,
    { stacks, others }: { readonly stacks: Column; readonly others: Column | undefined },
  ) {
    super(info);
    this.#arena = arena;
    this.#names = names;
    this.#what = what;
    this.#stacks = stacks;
    this.others = others;
  }

  override get later(): DeferredNames | undefined {
    return this.#names.isWhole ? undefined : this.#names;
  }

  /** Whether no backtrace has this value; a few may have to be looked up to determine that. */
  get isEmpty(): boolean {
    return this.#names.isEmpty(this.#what);
  }

  override get acceptsNoRow(): boolean {
    return this.#stacks.acceptsNoRow && (this.others?.acceptsNoRow ?? true);
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const read = (column: Column, to: number, nullBytes: number): boolean =>
      column.gather(rows, count, to, nullBytes) > 0;
    return this.#show(read, count, values, nulls);
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    const read = (column: Column, to: number, nullBytes: number): boolean =>
      column.decode(block, count, to, nullBytes);
    return this.#show(read, count, values, nulls) > 0;
  }

  #show(
    read: (column: Column, values: number, nulls: number) => boolean,
    count: number,
    values: number,
    nulls: number,
  ): number {
    const arena = this.#arena;
    const some = read(this.#stacks, values, nulls);
    if (!some) arena.u8.fill(0, nulls, nulls + count);
    const names = this.#names, what = this.#what;
    const { starts } = names;
    let nullCount = 0, isBare = false;
    let { u32, u8 } = arena, { words } = names;
    const at = values >>> 2;
    for (let row = 0; row < count; row++) {
      const stack = u8[nulls + row] !== 0 ? 0 : u32[at + 2 * row]!;
      let value = 0;
      if (stack === 0) isBare = true;
      else {
        let start = starts[stack]!;
        if (start <= NOT_LOOKED_UP) {
          start = names.lookUp(stack);
          // Memory may have grown while names were looked up.
          ({ u32, u8 } = arena);
          ({ words } = names);
        }
        value = words[start + what]!;
      }
      if (value === 0) nullCount++;
      u32[at + 2 * row] = value;
      u32[at + 2 * row + 1] = 0;
      // Rows without a backtrace are marked; their values are filled in after those of other rows.
      u8[nulls + row] = stack === 0 ? 2 : value === 0 ? 1 : 0;
    }
    return isBare ? this.#showOthers(read, count, values, nulls) : nullCount;
  }

  /** Fills in rows without a backtrace; returns the number of nulls. */
  #showOthers(
    read: (column: Column, values: number, nulls: number) => boolean,
    count: number,
    values: number,
    nulls: number,
  ): number {
    const arena = this.#arena;
    const own = this.others && arena.alloc(9 * count);
    const some = own !== undefined && read(this.others!, own, own + 8 * count);
    const { u8, u64 } = arena;
    let nullCount = 0;
    for (let row = 0; row < count; row++) {
      if (u8[nulls + row] === 2) {
        const isNull = own === undefined || (some && u8[own + 8 * count + row] !== 0);
        u8[nulls + row] = isNull ? 1 : 0;
        if (!isNull) u64[(values >>> 3) + row] = u64[(own >>> 3) + row]!;
      }
      nullCount += u8[nulls + row]!;
    }
    if (own !== undefined) arena.free(own);
    return nullCount;
  }
}
