/** Generated traces as files. */

/** Writes a file of pieces; one that is there is replaced. */
export function writePieces(path: string, pieces: Iterable<Uint8Array>): void {
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  for (const piece of pieces) for (let at = 0; at < piece.length;) at += file.writeSync(piece.subarray(at));
}
