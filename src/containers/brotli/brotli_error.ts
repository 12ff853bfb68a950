/**
 * The error for invalid brotli streams.
 * @module
 */

/** The bytes are not a valid brotli stream. */
export class BrotliError extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "BrotliError";
}
