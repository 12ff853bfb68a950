/**
 * The error for invalid brotli streams.
 * @module
 */

/** The bytes are not a valid brotli stream. */
export class BrotliError extends Error {
  /** The error class's name, for checks without `instanceof`. */
  override readonly name: string = "BrotliError";
}
