/**
 * Concatenates byte arrays.
 * @module
 */

/** A new array with all bytes of the pieces, in order. */
export function joinBytes(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const all = [...pieces];
  const joined = new Uint8Array(all.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of all) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
