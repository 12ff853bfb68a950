// Margins, patterns and the map of guarded memory: all of a piece in one call, because tests take pieces by the million.

/** Where the map begins; `MAP_START` of the guards. */
const MAP: usize = 65536;
const MARGIN: usize = 64;
const MARGIN_BYTE: u8 = 0xfd;
/** Fresh pieces begin and end with this, so that reading before writing gives values that no trace has. */
const FRESH_BYTE: u8 = 0xa5;
/** Freed pieces begin and end with this, and must still do so when they are handed out again. */
const FREED_BYTE: u8 = 0xdd;
/** What is filled and looked at of a piece: all of a small one, and these bytes at both ends of a large one. */
const EDGE: usize = 4096;

/** Bytes of a piece as it is cut. */
function covered(bytes: usize): usize {
  return (max(bytes, 1) + 15) & ~15;
}

/** Fills both ends of a piece. */
function fillEdges(piece: usize, bytes: usize, value: u8): void {
  if (bytes <= 2 * EDGE) memory.fill(piece, value, bytes);
  else {
    memory.fill(piece, value, EDGE);
    memory.fill(piece + bytes - EDGE, value, EDGE);
  }
}

/** The first byte from `from` on, and before `to`, that is another one; 0 where all are the same. */
function firstOther(from: usize, to: usize, value: u8): usize {
  const eight = <u64> value * 0x0101010101010101;
  let at = from;
  while (at + 8 <= to && load<u64>(at) == eight) at += 8;
  while (at < to && load<u8>(at) == value) at++;
  return at < to ? at : 0;
}

/** Sets or clears the bits of the map for `count` times 16 bytes from `piece` on. */
function mark(piece: usize, count: usize, inside: bool): void {
  let bit = piece >> 4;
  const end = bit + count;
  const whole: u8 = inside ? 0xff : 0;
  for (; bit < end && (bit & 7) != 0; bit++) markOne(bit, inside);
  const bytes = (end - bit) >> 3;
  if (bit < end) memory.fill(MAP + (bit >> 3), whole, bytes);
  for (bit += bytes << 3; bit < end; bit++) markOne(bit, inside);
}

function markOne(bit: usize, inside: bool): void {
  const at = MAP + (bit >> 3);
  const one: u8 = 1 << ((<u8> bit) & 7);
  store<u8>(at, inside ? load<u8>(at) | one : load<u8>(at) & ~one);
}

/** Makes a piece after its margin, and says that it may be touched. */
export function open(piece: usize, bytes: usize): void {
  const end = piece + covered(bytes);
  memory.fill(piece - MARGIN, MARGIN_BYTE, MARGIN);
  fillEdges(piece, bytes, FRESH_BYTE);
  // What rounding up has left over belongs to the margin.
  memory.fill(piece + bytes, MARGIN_BYTE, end + MARGIN - (piece + bytes));
  mark(piece, (end - piece) >> 4, true);
}

/** Spoils a piece, and says that it may not be touched. */
export function close(piece: usize, bytes: usize): void {
  const whole = covered(bytes);
  fillEdges(piece, whole, FREED_BYTE);
  mark(piece, whole >> 4, false);
}

/** Where a margin of a piece was written to; 0 where it was not. */
export function brokenMargin(piece: usize, bytes: usize): usize {
  const before = firstOther(piece - MARGIN, piece, MARGIN_BYTE);
  if (before != 0) return before;
  return firstOther(piece + bytes, piece + covered(bytes) + MARGIN, MARGIN_BYTE);
}

/** Where a freed piece was written to; 0 where it was not. */
export function brokenFreed(piece: usize, bytes: usize): usize {
  const whole = covered(bytes);
  if (whole <= 2 * EDGE) return firstOther(piece, piece + whole, FREED_BYTE);
  const first = firstOther(piece, piece + EDGE, FREED_BYTE);
  if (first != 0) return first;
  return firstOther(piece + whole - EDGE, piece + whole, FREED_BYTE);
}
