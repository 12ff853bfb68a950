/**
 * Grows arrays of numbers.
 * @module
 */

type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array | BigUint64Array;

/** Returns a longer array that begins with the numbers of another one. */
export function growArray<T extends Numbers>(from: T, length: number): T {
  const larger = new (from.constructor as new (length: number) => T)(length);
  larger.set(from as Uint8Array & BigUint64Array);
  return larger;
}
