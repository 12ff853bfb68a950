/**
 * What a brotli stream that is none throws.
 * @module
 */

/** Bytes that no encoder writes. */
export class BrotliError extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "BrotliError";
}
