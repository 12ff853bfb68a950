/** Generated traces as files. */

/** Writes pieces into a file, texts as UTF-8; an existing file is replaced. */
export function writePieces(path: string, pieces: Iterable<Uint8Array | string>): void {
  const encoder = new TextEncoder();
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  for (const piece of pieces) {
    const bytes = typeof piece === "string" ? encoder.encode(piece) : piece;
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  }
}
