/**
 * The distinct texts of a row group, numbered as they come.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";
import type { Pools } from "../tables/pools.ts";
import type { CellPlace, PageMemory } from "./page_memory.ts";
import { type Bounds, TextBounds } from "./parquet_bounds.ts";

/** Texts of one row group. */
interface NumberedTexts {
  /** Each with its length before it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
  readonly bounds: Bounds | null;
}

/** Texts by code of the pool; made once per file and used for every row group. */
export class TextNumbers {
  readonly #strings: Pools["strings"];
  readonly #memory: PageMemory;
  readonly #encoder = new TextEncoder();
  /** Eight bytes for each text of the pool: its number, and the round in which it got it. */
  #known = 0;
  #room = 0;
  #round = 0;

  /** Texts of this pool. */
  constructor(strings: Pools["strings"], memory: PageMemory) {
    this.#strings = strings;
    this.#memory = memory;
  }

  /** The distinct texts of some cells; the memory's `numbers` get the number of each cell's text. */
  number(
    { words, nulls }: CellPlace,
    { rows, nullCount }: { readonly rows: number; readonly nullCount: number },
  ): NumberedTexts {
    this.#reserve();
    const { kernels, arena, present, numbers } = this.#memory;
    const count = kernels.numberCodes(
      words,
      nullCount > 0 ? nulls : 0,
      rows,
      this.#known,
      ++this.#round,
      present,
      numbers,
    );
    const out = new ByteWriter(1 << 12);
    const bounds = new TextBounds();
    const codes = arena.u32.subarray(present >>> 2, (present >>> 2) + count);
    for (const code of codes) {
      const text = this.#encoder.encode(this.#strings.text(code));
      out.u32(text.length);
      out.raw(text);
      bounds.add(text);
    }
    return { bytes: out.bytes, count, bounds: bounds.bounds };
  }

  #reserve(): void {
    const { size } = this.#strings;
    if (size <= this.#room) return;
    const { arena } = this.#memory;
    arena.free(this.#known);
    this.#known = arena.allocZeroed(size * 8);
    this.#room = size;
  }
}
