import { crc32 } from "node:zlib";

/** Length of signature and header chunk; a text chunk may follow. */
const HEAD_LENGTH = 8 + 25;

/** A PNG with a line of text in it, which viewers do not show. */
export function withText(png: Uint8Array, keyword: string, text: string): Uint8Array {
  const body = new TextEncoder().encode(`tEXt${keyword}\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  // The length counts neither the name of the chunk nor the checksum after it.
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  const parts = [png.subarray(0, HEAD_LENGTH), chunk, png.subarray(HEAD_LENGTH)];
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** The text written by `withText`; null if there is none. */
export function textIn(png: Uint8Array, keyword: string): string | null {
  const view = new DataView(png.buffer, png.byteOffset + HEAD_LENGTH);
  const length = view.getUint32(0);
  const chunk = new TextDecoder("latin1").decode(png.subarray(HEAD_LENGTH + 4, HEAD_LENGTH + 8 + length));
  const start = `tEXt${keyword}\0`;
  return chunk.startsWith(start) ? chunk.slice(start.length) : null;
}
