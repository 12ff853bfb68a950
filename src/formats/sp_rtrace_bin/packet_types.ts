/**
 * Packet types: four letters, read as a little-endian 32-bit number.
 * @module
 */

function code(letters: string): number {
  return letters.charCodeAt(0) | letters.charCodeAt(1) << 8 | letters.charCodeAt(2) << 16 |
    letters.charCodeAt(3) << 24;
}

/** Packet with the configuration: output directory, options of the post-processor. */
export const OCFG = code("OCFG");
/** Packet that describes the process. */
export const PINF = code("PINF");
/** Packet that describes a tracing module. */
export const MINF = code("MINF");
/** Packet that registers a resource type. */
export const RESR = code("RESR");
/** Packet that registers a context. */
export const CTXR = code("CTXR");
/** Packet with a mapping of the memory map. */
export const MMAP = code("MMAP");
/** Packet with an allocation or a free. */
export const CALL = code("CALL");
/** Packet with the arguments of the previous call. */
export const ARGS = code("ARGS");
/** Packet with the backtrace of the previous call. */
export const BTRC = code("BTRC");
/** Packet with the state of the heap. */
export const HINF = code("HINF");
/** Packet that names an attached file. */
export const FILE = code("FILE");
/** Packet type for a loaded library; never stored in a log. */
const NLIB = code("NLIB");

/** All known packet types. */
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

/** The letters of a packet type, with dots for bytes that are not printable. */
export function packetName(type: number): string {
  const letters = [type, type >>> 8, type >>> 16, type >>> 24].map((byte) => String.fromCharCode(byte & 255));
  return letters.map((letter) => /[\x21-\x7e]/.test(letter) ? letter : ".").join("");
}

/** Reverses the byte order of a packet type. */
export function swapPacketType(type: number): number {
  return (type << 24) | ((type << 8) & 0xff0000) | ((type >>> 8) & 0xff00) | (type >>> 24);
}
