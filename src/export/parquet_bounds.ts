/**
 * The smallest and the largest value of a column in a row group, by which readers leave row groups out.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";

/** Values as Parquet spells them without a length. */
export interface Bounds {
  readonly least: Uint8Array;
  readonly most: Uint8Array;
}

/** Longer texts bound nothing: a shortened one would have to be the next larger text, which not every reader takes. */
const LONGEST_TEXT = 256;

/** Bounds of whole numbers and of truth values, in this many bytes. */
export function wordBounds(least: bigint, most: bigint, bytes: number): Bounds {
  return { least: bytesOf(least, bytes), most: bytesOf(most, bytes) };
}

/** Bounds of some doubles; null where one has no place in the order. */
export function doubleBounds(values: Float64Array): Bounds | null {
  let [least, most] = [values[0]!, values[0]!];
  for (const value of values) {
    if (Number.isNaN(value)) return null;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  // Readers may take -0 and 0 for different values: the bounds have room for both.
  const bits = new BigUint64Array(Float64Array.of(least === 0 ? -0 : least, most === 0 ? 0 : most).buffer);
  return { least: bytesOf(bits[0]!, 8), most: bytesOf(bits[1]!, 8) };
}

/** Finds the bounds of texts in the order of their bytes. */
export class TextBounds {
  #least: Uint8Array | undefined;
  #most: Uint8Array | undefined;

  /** Takes a text. */
  add(text: Uint8Array): void {
    if (this.#least === undefined || isBefore(text, this.#least)) this.#least = text;
    if (this.#most === undefined || isBefore(this.#most, text)) this.#most = text;
  }

  /** The bounds of what was added. */
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

function bytesOf(value: bigint, bytes: number): Uint8Array {
  const out = new ByteWriter(8);
  out.u64(value);
  return out.bytes.subarray(0, bytes);
}
