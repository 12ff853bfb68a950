/**
 * Writes text made of several values, one after the other, as bytes. If there are a million different texts,
 * creating a JavaScript string for each takes longer than everything else.
 * @module
 */

import { emptyAsciiText } from "../../base/ascii_text.ts";
import { DECIMAL_BYTES, putDecimal } from "../../base/decimal.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { Pools } from "../../tables/pools.ts";
import type { Constant } from "../plan/values.ts";

const MINUS = 0x2d;
const FIRST_ROOM = 1 << 10;

/**
 * Writes values one after the other as ASCII bytes. The caller uses strings for a row with other types of values or
 * other characters.
 */
export class TextConcatenator {
  readonly #pools: Pools;
  #bytes = new Uint8Array(FIRST_ROOM);
  #length = 0;
  readonly #text = emptyAsciiText();

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  /** Begins the text of a row. */
  begin(): void {
    this.#length = 0;
  }

  /** Appends a constant; returns false if it is neither an integer nor ASCII text. */
  addConstant(value: Constant): boolean {
    if (typeof value !== "string" && typeof value !== "bigint") return false;
    const text = String(value);
    this.#need(text.length);
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f) return false;
      this.#bytes[this.#length++] = unit;
    }
    return true;
  }

  /**
   * Appends the value of a 64-bit word, given as two halves; returns false if it is neither an integer nor ASCII text.
   */
  addWord(low: number, high: number, type: ColumnType): boolean {
    if (type === "text") return this.#addText(low);
    if (type !== "u64" && type !== "i64") return false;
    this.#need(DECIMAL_BYTES + 1);
    const isBelowZero = type === "i64" && high >>> 31 === 1;
    if (isBelowZero) this.#bytes[this.#length++] = MINUS;
    // Two's complement: the lower half carries into the upper one only if it is 0.
    const [lower, upper] = isBelowZero ? [-low >>> 0, (~high + (low === 0 ? 1 : 0)) >>> 0] : [low, high];
    this.#length = putDecimal(this.#bytes, this.#length, lower, upper);
    return true;
  }

  /** Adds the text of the row to the pool, and returns its code. */
  intern(): number {
    return this.#pools.strings.intern(this.#bytes, 0, this.#length);
  }

  #addText(code: number): boolean {
    const text = this.#text;
    if (!this.#pools.strings.ascii(code, text)) return false;
    const { bytes, start, end } = text;
    this.#need(end - start);
    const to = this.#bytes;
    let length = this.#length;
    for (let at = start; at < end; at++) to[length++] = bytes[at]!;
    this.#length = length;
    return true;
  }

  #need(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
