/**
 * The first bytes of a binary log:
 *
 *     0      1   0xF0
 *     1      1   size of the handshake minus 2
 *     2      2   version, major and minor
 *     4      1   length n of the machine name
 *     5      n   machine name
 *     5+n    1   0 little endian, 1 big endian
 *     6+n    1   pointer size, 4 or 8
 *     7+n    …   padding to a multiple of 4
 *
 * @module
 */

/** Name of the format. */
export const FORMAT_NAME = "sp-rtrace-bin";
/** First byte of a log. */
export const HANDSHAKE = 0xf0;
/** Longest possible handshake: the largest size byte, plus 2. */
export const MAX_HANDSHAKE = 257;

/** The fields of the handshake. */
export interface Handshake {
  /** Length of the handshake in bytes. */
  readonly length: number;
  /** Major version of the protocol. */
  readonly major: number;
  /** Minor version of the protocol. */
  readonly minor: number;
  /** Name of the machine. */
  readonly arch: string;
  /** Byte order of everything after the handshake. */
  readonly littleEndian: boolean;
  /** Bytes per pointer. */
  readonly pointerSize: 4 | 8;
}

/** Reads a handshake; undefined if it is missing, invalid or truncated. */
export function readHandshake(bytes: Uint8Array, at: number, end: number): Handshake | undefined {
  if (at + 8 > end || bytes[at] !== HANDSHAKE) return undefined;
  const length = bytes[at + 1]! + 2;
  const nameLength = bytes[at + 4]!;
  const behind = at + 5 + nameLength;
  const order = bytes[behind];
  const pointerSize = bytes[behind + 1];
  if (length < nameLength + 7 || at + length > end) return undefined;
  if ((order !== 0 && order !== 1) || (pointerSize !== 4 && pointerSize !== 8)) return undefined;
  let arch = "";
  for (let each = at + 5; each < behind; each++) {
    if (bytes[each]! < 33 || bytes[each]! > 126) return undefined;
    arch += String.fromCharCode(bytes[each]!);
  }
  return {
    length,
    major: bytes[at + 2]!,
    minor: bytes[at + 3]!,
    arch,
    littleEndian: order === 0,
    pointerSize,
  };
}
