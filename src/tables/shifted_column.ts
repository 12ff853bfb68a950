/**
 * A stored column with a constant added: its blocks are shared, and only their origins differ.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { type Block, NullMode } from "./block.ts";
import { Column, type ColumnInfo } from "./column.ts";
import { StoredColumn } from "./stored_column.ts";

/** The values of another column plus a constant. */
export class ShiftedColumn extends Column {
  readonly #shown: StoredColumn;

  /** The source must have all its blocks. It owns them: this column frees nothing. */
  constructor(info: ColumnInfo, arena: Arena, source: StoredColumn, by: bigint) {
    super(info);
    this.#shown = new StoredColumn(info, arena);
    const count = source.blockCount;
    // Blocks of a saved index are created on demand.
    this.#shown.fillLater({
      count,
      bytes: 0,
      *blocks() {
        for (let block = 0; block < count; block++) yield shifted(source.stored(block)!, by);
      },
    });
  }

  override stored(block: number): Block | undefined {
    return this.#shown.stored(block);
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    return this.#shown.gather(rows, count, values, nulls);
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    return this.#shown.decode(block, count, values, nulls);
  }

  override get acceptsNoRow(): boolean {
    return true;
  }
}

function shifted(block: Block, by: bigint): Block {
  if (block.nullMode === NullMode.All) return block;
  return {
    ...block,
    origin: BigInt.asUintN(64, block.origin + by),
    min: block.min + by,
    max: block.max + by,
  };
}
