/**
 * The smallest and largest value of a column in a row group. Readers use them to skip row groups.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";

/** Bounds in Parquet's plain encoding, without a length. */
export interface Bounds {
  readonly least: Uint8Array;
  readonly most: Uint8Array;
}

/**
 * Longer texts get no bounds: a shortened upper bound would have to be the next larger text, which some
 * readers reject.
 */
const LONGEST_TEXT = 256;

/** Bounds of integers and booleans, encoded in this many bytes. */
export function wordBounds(least: bigint, most: bigint, bytes: number): Bounds {
  return { least: littleEndianBytes(least, bytes), most: littleEndianBytes(most, bytes) };
}

/** Bounds of doubles; null if one of them is NaN. */
export function doubleBounds(values: Float64Array): Bounds | null {
  let [least, most] = [values[0]!, values[0]!];
  for (const value of values) {
    if (Number.isNaN(value)) return null;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  // Readers may distinguish -0 from 0, so the bounds include both.
  const bits = new BigUint64Array(Float64Array.of(least === 0 ? -0 : least, most === 0 ? 0 : most).buffer);
  return { least: littleEndianBytes(bits[0]!, 8), most: littleEndianBytes(bits[1]!, 8) };
}

/** Finds the bounds of texts in byte order. */
export class TextBounds {
  #least: Uint8Array | undefined;
  #most: Uint8Array | undefined;

  /** Adds a text. */
  add(text: Uint8Array): void {
    if (this.#least === undefined || isBefore(text, this.#least)) this.#least = text;
    if (this.#most === undefined || isBefore(this.#most, text)) this.#most = text;
  }

  /** The bounds of the texts added. */
  get bounds(): Bounds | null {
    const [least, most] = [this.#least, this.#most];
    if (!least || !most || least.length > LONGEST_TEXT || most.length > LONGEST_TEXT) return null;
    return { least, most };
  }
}

function isBefore(one: Uint8Array, other: Uint8Array): boolean {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return one[at]! < other[at]!;
  return one.length < other.length;
}

function littleEndianBytes(value: bigint, bytes: number): Uint8Array {
  const out = new ByteWriter(8);
  out.u64(value);
  return out.bytes.subarray(0, bytes);
}
