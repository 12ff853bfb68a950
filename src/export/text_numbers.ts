/**
 * The distinct texts of a row group, numbered in order of appearance.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";
import type { Pools } from "../tables/pools.ts";
import type { CellAddresses, PageMemory } from "./page_memory.ts";
import { type Bounds, TextBounds } from "./parquet_bounds.ts";

/** Texts of one row group. */
interface NumberedTexts {
  /** The texts, each after its length. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
  readonly bounds: Bounds | null;
}

/** Assigns numbers by string pool code; created once per file and reused for every row group. */
export class TextNumbers {
  readonly #strings: Pools["strings"];
  readonly #memory: PageMemory;
  readonly #encoder = new TextEncoder();
  /** Eight bytes for each text of the pool: its number, and the round in which the number was assigned. */
  #known = 0;
  #room = 0;
  #round = 0;

  /** Numbers texts of this pool. */
  constructor(strings: Pools["strings"], memory: PageMemory) {
    this.#strings = strings;
    this.#memory = memory;
  }

  /**
   * Collects the distinct texts of some cells; writes the number of each cell's text to the memory's
   * `numbers`.
   */
  number(
    { words, nulls }: CellAddresses,
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
