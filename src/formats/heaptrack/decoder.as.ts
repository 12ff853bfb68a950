// Decodes allocations, frees and backtraces of interpreted heaptrack data from a window, rows straight into staging columns. Every
// other line, and whatever is odd about these, stops the loop before it: the TypeScript reader takes it over.
//
// A free says only of which size and backtrace the block was. It ends the latest such block, as heaptrack counts temporary
// allocations: live blocks of a kind are a chain of slots, the latest first.

import { KindCode } from "../../events/kind_code";
import { at4, at8 } from "../../memory/cells.part.as";
import { addTrace, listFrames } from "./backtraces.part.as";
import { Kind, Slot, State, Stop } from "./decoder_layout";

/** A letter, a blank, and eight bytes. */
const SAFE_LINE: usize = 10;
/** A letter, a blank, seven digits, a blank and eight bytes. */
const SAFE_TRACE: usize = 18;
const PLUS: u32 = 43;
const MINUS: u32 = 45;
const TRACE: u32 = 116;
const SPACE: u32 = 32;
const NEWLINE: u32 = 10;

/** A slot by its number plus one. */
@inline
function slotAt(s: usize, slot: u32): usize {
  return <usize> load<u32>(s, State.Slots) + (<usize> (slot - 1)) * Slot.Bytes;
}

/** A free slot plus one; 0 where there is none and no room for another. */
@inline
function freeSlot(s: usize): u32 {
  const free = load<u32>(s, State.Free);
  if (free != 0) return free;
  const count = load<u32>(s, State.SlotCount);
  return count < load<u32>(s, State.SlotRoom) ? count + 1 : 0;
}

/** The place of a row: its code, number and time, and what the kind at `place` says. */
@inline
function writeRow(
  s: usize,
  row: u32,
  code: u32,
  number: u32,
  size: u64,
  place: usize,
  offset: u64,
): void {
  store<u32>(at4(load<u32>(s, State.Codes), row), code);
  store<u64>(at8(load<u32>(s, State.Indexes), row), <u64> number);
  store<u64>(at8(load<u32>(s, State.Sizes), row), size);
  store<u64>(at8(load<u32>(s, State.Times), row), load<u64>(s, State.Time));
  store<u64>(at8(load<u32>(s, State.Offsets), row), offset);
  store<u32>(at4(load<u32>(s, State.Stacks), row), load<u32>(place, Kind.Stack));
  store<u32>(at4(load<u32>(s, State.Funcs), row), load<u32>(place, Kind.Func));
  store<u32>(at4(load<u32>(s, State.Files), row), load<u32>(place, Kind.File));
  store<u32>(at4(load<u32>(s, State.Lines), row), load<u32>(place, Kind.Line));
  store<u32>(at4(load<u32>(s, State.Modules), row), load<u32>(place, Kind.Module));
}

/** Writes an allocation of a kind into a slot that is free. */
@inline
function writeAlloc(s: usize, row: u32, number: u32, slot: u32, offset: u64): void {
  const kind = <usize> load<u32>(s, State.Kinds) + (<usize> number) * Kind.Bytes;
  const block = slotAt(s, slot);
  if (slot > load<u32>(s, State.SlotCount)) store<u32>(s, slot, State.SlotCount);
  else store<u32>(s, load<u32>(block, Slot.Before), State.Free);
  const allocation = load<u32>(s, State.Allocations) + 1;
  store<u32>(s, allocation, State.Allocations);
  store<u32>(block, allocation, Slot.Number);
  store<u32>(block, load<u32>(kind, Kind.Latest), Slot.Before);
  store<u32>(kind, slot, Kind.Latest);
  store<u32>(s, number + 1, State.Last);
  writeRow(s, row, KindCode.Alloc, allocation, load<u64>(kind, Kind.Size), kind, offset);
}

/** Writes a free of a kind. No allocation has the number 0: pairing says of a free with it that it has none. */
@inline
function writeFree(s: usize, row: u32, number: u32, offset: u64): void {
  if (load<u32>(s, State.Last) == number + 1) {
    store<u32>(s, load<u32>(s, State.Temporary) + 1, State.Temporary);
  }
  store<u32>(s, 0, State.Last);
  const kind = <usize> load<u32>(s, State.Kinds) + (<usize> number) * Kind.Bytes;
  const slot = load<u32>(kind, Kind.Latest);
  let allocation: u32 = 0;
  if (slot != 0) {
    const block = slotAt(s, slot);
    allocation = load<u32>(block, Slot.Number);
    store<u32>(kind, load<u32>(block, Slot.Before), Kind.Latest);
    store<u32>(block, load<u32>(s, State.Free), Slot.Before);
    store<u32>(s, slot, State.Free);
  } else store<u8>(<usize> load<u32>(s, State.SizeNulls) + row, 1);
  // The place of a free is not written.
  const size = slot != 0 ? load<u64>(kind, Kind.Size) : 0;
  writeRow(s, row, KindCode.Free, allocation, size, s + State.NoPlace, offset);
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/** What stands for a number that is none. */
const NO_NUMBER: u64 = u64.MAX_VALUE;
/** Where the number that was read last ends. */
let numberEnd: usize = 0;

/**
 * A number of at most seven hexadecimal digits before a line end or a blank: eight bytes are looked at together, since the lengths of
 * numbers are hard to guess. `NO_NUMBER` where there is none, or a longer one.
 */
@inline
function shortNumber(p: usize, behind: u64): u64 {
  const word = load<u64>(p);
  const ends = word ^ (ONES * behind);
  const end = (ends - ONES) & ~ends & HIGH_BITS;
  // Eight zeros for a number without digits.
  if (end == 0 || (end & 0x80) != 0) return NO_NUMBER;
  const length = <u64> ctz(end) - 7;
  numberEnd = p + <usize> (length >> 3);
  // Leading zeros: the digits end with the highest byte.
  const text = (word << (64 - length)) | ((ONES * 48) >> length);
  const letters = (text >> 6) & ONES;
  const digits = (text & (ONES * 15)) + letters * 9;
  // Letters are from ten on, nothing is beyond fifteen, and written again they are the same text.
  const isNumber = ((((digits + ONES * 6) >> 4) & ONES) ^ letters) == 0 && (digits & (ONES * 16)) == 0 &&
    digits + ONES * 48 + letters * 39 == text;
  if (!isNumber) return NO_NUMBER;
  let number = ((digits << 4) | (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
  number = ((number << 8) | (number >> 16)) & 0x0000_ffff_0000_ffff;
  return ((number << 16) | (number >> 32)) & 0xffff_ffff;
}

/** Takes a line of a backtrace, whose end is `numberEnd` then; false where the reader must. */
@inline
function readTrace(c: usize, p: usize): bool {
  const instruction = shortNumber(p + 2, SPACE);
  if (instruction == NO_NUMBER) return false;
  const parent = shortNumber(numberEnd + 1, NEWLINE);
  return parent != NO_NUMBER && addTrace(c, <u32> instruction, <u32> parent);
}

/** The frames of a backtrace; see there. */
export function framesOf(c: usize, number: u32, most: u32): u32 {
  return listFrames(c, number, most);
}

/** Decodes lines until something stops it, and says what; `s` is a `State`. */
export function decode(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let row: u32 = load<u32>(s, State.Row);
  const rows: u32 = load<u32>(s, State.Rows);
  const kinds = load<u32>(s, State.KindCount);
  const bias = load<u64>(s, State.Bias);
  const paths: usize = load<u32>(s, State.Paths);
  let reason: u32 = Stop.Full;
  while (row < rows) {
    if (p + SAFE_LINE > end) {
      reason = Stop.NearEnd;
      break;
    }
    reason = Stop.Other;
    const letter = <u32> load<u8>(p);
    if (letter == TRACE) {
      if (p + SAFE_TRACE > end) {
        reason = Stop.NearEnd;
        break;
      }
      if (load<u8>(p, 1) != SPACE || !readTrace(paths, p)) break;
      p = numberEnd + 1;
      reason = Stop.Full;
      continue;
    }
    if ((letter != PLUS && letter != MINUS) || load<u8>(p, 1) != SPACE) break;
    const found = shortNumber(p + 2, NEWLINE);
    if (found >= <u64> kinds) break;
    const number = <u32> found;
    const offset = bias + <u64> p;
    if (letter == PLUS) {
      const slot = freeSlot(s);
      if (slot == 0) {
        reason = Stop.Slots;
        break;
      }
      writeAlloc(s, row, number, slot, offset);
    } else writeFree(s, row, number, offset);
    reason = Stop.Full;
    row++;
    p = numberEnd + 1;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, row, State.Row);
  return reason;
}

/** Writes one row for a caller that has read the line by itself; there is room for another live block. */
export function write(s: usize, kind: u32, offset: u64, isAlloc: u32): void {
  const row = load<u32>(s, State.Row);
  if (isAlloc) writeAlloc(s, row, kind, freeSlot(s), offset);
  else writeFree(s, row, kind, offset);
  store<u32>(s, row + 1, State.Row);
}
