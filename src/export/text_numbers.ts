/**
 * The distinct texts of a row group, numbered as they come.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";
import type { Cells } from "../engine/row_batches.ts";
import type { Pools } from "../tables/pools.ts";
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
  readonly #encoder = new TextEncoder();
  #numbers = new Uint32Array(0);
  #group = new Uint32Array(0);
  #round = 0;

  /** Texts of this pool. */
  constructor(strings: Pools["strings"]) {
    this.#strings = strings;
  }

  /** The distinct texts of some cells, and the number of each cell's text in `numbers`. */
  number(cells: Cells, numbers: Uint32Array): NumberedTexts {
    this.#round++;
    this.#reserve();
    const [known, group, round] = [this.#numbers, this.#group, this.#round];
    const { halves, nulls, nullCount } = cells;
    const out = new ByteWriter(1 << 12);
    const bounds = new TextBounds();
    let count = 0;
    let used = 0;
    for (let row = 0; row < nulls.length; row++) {
      if (nullCount > 0 && nulls[row] !== 0) continue;
      const code = halves[2 * row]!;
      if (group[code] !== round) {
        group[code] = round;
        known[code] = count++;
        const text = this.#encoder.encode(this.#strings.text(code));
        out.u32(text.length);
        out.raw(text);
        bounds.add(text);
      }
      numbers[used++] = known[code]!;
    }
    return { bytes: out.bytes, count, bounds: bounds.bounds };
  }

  #reserve(): void {
    const { size } = this.#strings;
    if (size <= this.#numbers.length) return;
    this.#numbers = new Uint32Array(size);
    this.#group = new Uint32Array(size);
  }
}
