/**
 * A column that tells whether another column is null; for whole blocks, this is known without reading their
 * values.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { blockKernels, NullMode, withBlock } from "./block.ts";
import { Column, type ColumnInfo } from "./column.ts";

/** True in rows where the other column is null. */
export class MissingColumn extends Column {
  readonly #arena: Arena;
  readonly #of: Column;

  constructor(info: ColumnInfo, arena: Arena, of: Column) {
    super(info);
    [this.#arena, this.#of] = [arena, of];
  }

  /** The other column. */
  get of(): Column {
    return this.#of;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const someMissing = this.#of.gather(rows, count, values, nulls) > 0;
    this.#write(someMissing ? nulls : 0, count, values);
    this.#arena.u8.fill(0, nulls, nulls + count);
    return 0;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    const stored = this.#of.stored(block);
    if (stored?.nullMode === NullMode.None) this.#write(0, count, values);
    else if (stored?.nullMode === NullMode.Zero) {
      withBlock(stored, (pointer) => {
        blockKernels(this.#arena).nullsOfZeros(pointer, stored.width, count, nulls);
      });
      this.#write(nulls, count, values);
    } else this.#write(this.#of.decode(block, count, values, nulls) ? nulls : 0, count, values);
    return false;
  }

  /** Writes the null bytes as words. If `nulls` is 0, no row is null, and all words become 0. */
  #write(nulls: number, count: number, values: number): void {
    blockKernels(this.#arena).unpack64(nulls, nulls ? 1 : 0, count, 0n, 0, values);
  }
}
