/**
 * Kinds of packets: four letters, as a number in the byte order of little-endian machines.
 * @module
 */

function code(letters: string): number {
  return letters.charCodeAt(0) | letters.charCodeAt(1) << 8 | letters.charCodeAt(2) << 16 |
    letters.charCodeAt(3) << 24;
}

/** Configuration: output directory, options of the post-processor. */
export const OCFG = code("OCFG");
/** The process. */
export const PINF = code("PINF");
/** A tracing module. */
export const MINF = code("MINF");
/** A resource type. */
export const RESR = code("RESR");
/** A context. */
export const CTXR = code("CTXR");
/** A piece of the memory map. */
export const MMAP = code("MMAP");
/** An allocation or a free. */
export const CALL = code("CALL");
/** Arguments of the call before. */
export const ARGS = code("ARGS");
/** Backtrace of the call before. */
export const BTRC = code("BTRC");
/** State of the heap. */
export const HINF = code("HINF");
/** An attached file. */
export const FILE = code("FILE");
/** A library was loaded; never stored. */
const NLIB = code("NLIB");

/** Every kind that may appear in a log. */
export const PACKET_TYPES: ReadonlySet<number> = new Set([
  OCFG,
  PINF,
  MINF,
  RESR,
  CTXR,
  MMAP,
  CALL,
  ARGS,
  BTRC,
  HINF,
  FILE,
  NLIB,
]);

/** The letters of a kind, with dots for bytes that are not letters. */
export function packetName(type: number): string {
  const letters = [type, type >>> 8, type >>> 16, type >>> 24].map((byte) => String.fromCharCode(byte & 255));
  return letters.map((letter) => /[\x21-\x7e]/.test(letter) ? letter : ".").join("");
}

/** Swaps the letters of a type, as a machine of the other byte order reads them. */
export function swapped(type: number): number {
  return (type << 24) | ((type << 8) & 0xff0000) | ((type >>> 8) & 0xff00) | (type >>> 24);
}
