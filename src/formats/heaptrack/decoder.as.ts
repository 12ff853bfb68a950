// Decodes allocations, frees, kinds and backtraces of interpreted heaptrack data from a window; rows go
// directly to staging columns. The loop stops before every other line and anything unusual, which the
// TypeScript reader handles.
//
// A free names only the size and backtrace of its block. It ends the latest such block, as heaptrack counts
// temporary allocations: the live blocks of a kind are a chain of slots, the latest first.
//
// A new kind has no stack yet. Stacks are found or added in batches of thousands; until then a row contains
// the entry of its kind.

import { KindCode } from "../../events/kind_code";
import { cell32At, cell64At } from "../../memory/cells.part.as";
import { addTrace, assignStacks, kindAt, listBacktraces, writePlaces } from "./backtraces.part.as";
import { Kind, KINDS_AT_ONCE, Slot, State, Stop } from "./decoder_layout";
import { BacktraceTree } from "./path_layout";

/**
 * Bytes of the longest line that is read here: a letter, a space, seven digits, a space, and the eight bytes that are
 * loaded for the second number.
 */
const SAFE_LINE: usize = 18;
/** The last possible position of the space between two numbers. */
const LAST_BLANK: u32 = 9;
const PLUS: u32 = 43;
const MINUS: u32 = 45;
const KIND: u32 = 97;
const TRACE: u32 = 116;
const SPACE: u32 = 32;
const NEWLINE: u32 = 10;

/** Returns the slot with a number; slots are stored as number plus one. */
@inline
function slotAt(s: usize, slot: u32): usize {
  return <usize> load<u32>(s, State.Slots) + (<usize> (slot - 1)) * Slot.Bytes;
}

/** A free slot plus one; 0 if there is none and no room for another. */
@inline
function freeSlot(s: usize): u32 {
  const free = load<u32>(s, State.Free);
  if (free != 0) return free;
  const count = load<u32>(s, State.SlotCount);
  return count < load<u32>(s, State.SlotRoom) ? count + 1 : 0;
}

/** Writes a row with the entry of a kind instead of its stack; 0 is the entry for frees. */
@inline
function writeRow(s: usize, row: u32, code: u32, number: u32, size: u64, entry: u32, offset: u64): void {
  store<u32>(cell32At(load<u32>(s, State.Codes), row), code);
  store<u64>(cell64At(load<u32>(s, State.Indexes), row), <u64> number);
  store<u64>(cell64At(load<u32>(s, State.Sizes), row), size);
  store<u64>(cell64At(load<u32>(s, State.Times), row), load<u64>(s, State.Time));
  store<u64>(cell64At(load<u32>(s, State.Offsets), row), offset);
  store<u32>(cell32At(load<u32>(s, State.Stacks), row), entry);
}

/** Writes an allocation of a kind into a free slot. */
@inline
function writeAlloc(s: usize, row: u32, number: u32, slot: u32, offset: u64): void {
  const kind = kindAt(s, number + 1);
  const block = slotAt(s, slot);
  if (slot > load<u32>(s, State.SlotCount)) store<u32>(s, slot, State.SlotCount);
  else store<u32>(s, load<u32>(block, Slot.Before), State.Free);
  const allocation = load<u32>(s, State.Allocations) + 1;
  store<u32>(s, allocation, State.Allocations);
  store<u32>(block, allocation, Slot.Number);
  store<u32>(block, load<u32>(kind, Kind.Latest), Slot.Before);
  store<u32>(kind, slot, Kind.Latest);
  store<u32>(s, number + 1, State.Last);
  writeRow(s, row, KindCode.Alloc, allocation, load<u64>(kind, Kind.Size), number + 1, offset);
}

/**
 * Writes a free of a kind. No allocation has the number 0, so pairing reports that a free with it has no
 * allocation.
 */
@inline
function writeFree(s: usize, row: u32, number: u32, offset: u64): void {
  if (load<u32>(s, State.Last) == number + 1) {
    store<u32>(s, load<u32>(s, State.Temporary) + 1, State.Temporary);
  }
  store<u32>(s, 0, State.Last);
  const kind = kindAt(s, number + 1);
  const slot = load<u32>(kind, Kind.Latest);
  let allocation: u32 = 0;
  if (slot != 0) {
    const block = slotAt(s, slot);
    allocation = load<u32>(block, Slot.Number);
    store<u32>(kind, load<u32>(block, Slot.Before), Kind.Latest);
    store<u32>(block, load<u32>(s, State.Free), Slot.Before);
    store<u32>(s, slot, State.Free);
  } else store<u8>(<usize> load<u32>(s, State.SizeNulls) + row, 1);
  // Frees have no place.
  const size = slot != 0 ? load<u64>(kind, Kind.Size) : 0;
  writeRow(s, row, KindCode.Free, allocation, size, 0, offset);
}

const ONES: u64 = 0x0101_0101_0101_0101;

/** Marks an invalid number. */
const NO_NUMBER: u64 = u64.MAX_VALUE;

/**
 * Reads one to seven hexadecimal digits at the beginning of a word; `NO_NUMBER` for another count or invalid digits.
 */
@inline
function shortNumber(word: u64, digitCount: u32): u64 {
  // Also true if the space comes after the end, in which case the count would be negative.
  if (digitCount - 1 > 6) return NO_NUMBER;
  const length = (<u64> digitCount) << 3;
  // Pad with leading zeros, so that the last digit is in the highest byte.
  const text = (word << (64 - length)) | ((ONES * 48) >> length);
  const letters = (text >> 6) & ONES;
  const digits = (text & (ONES * 15)) + letters * 9;
  // Letters have values from ten on, no value exceeds fifteen, and formatting the values must give the same
  // text.
  const isNumber = ((((digits + ONES * 6) >> 4) & ONES) ^ letters) == 0 && (digits & (ONES * 16)) == 0 &&
    digits + ONES * 48 + letters * 39 == text;
  if (!isNumber) return NO_NUMBER;
  let number = ((digits << 4) | (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
  number = ((number << 8) | (number >> 16)) & 0x0000_ffff_0000_ffff;
  return ((number << 16) | (number >> 32)) & 0xffff_ffff;
}

/** A bit for each of the first sixteen bytes that equals this one. */
@inline
function where(line: v128, byte: u32): u32 {
  return <u32> i8x16.bitmask(i8x16.eq(line, i8x16.splat(<i8> byte)));
}

/** The length of the line at p, given its first sixteen bytes; 0 if it is too long to be read here. */
@inline
function lengthOf(p: usize, line: v128): u32 {
  const ends = where(line, NEWLINE);
  if (ends != 0) return <u32> ctz(ends);
  if (load<u8>(p, 16) == NEWLINE) return 16;
  return load<u8>(p, 17) == NEWLINE ? 17 : 0;
}

/** Adds a kind with a size and the number of an existing backtrace; there must be room for it. */
@inline
function pushKind(s: usize, size: u64, trace: u32): void {
  const count = load<u32>(s, State.KindCount) + 1;
  const kind = kindAt(s, count);
  store<u64>(kind, size, Kind.Size);
  store<u32>(kind, 0, Kind.Latest);
  store<u32>(kind, trace, Kind.Stack);
  store<u32>(kind, 0, Kind.Func);
  store<u32>(kind, 0, Kind.File);
  store<u32>(kind, 0, Kind.Line);
  store<u32>(kind, 0, Kind.Module);
  store<u32>(s, count, State.KindCount);
}

/** Decodes lines until something stops it; returns the reason. `s` is a `State`. */
export function decode(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let row: u32 = load<u32>(s, State.Row);
  const rows: u32 = load<u32>(s, State.Rows);
  const mostKinds = min<u32>(load<u32>(s, State.KindRoom) - 1, load<u32>(s, State.Placed) + KINDS_AT_ONCE);
  const bias = load<u64>(s, State.Bias);
  const paths: usize = load<u32>(s, State.Paths);
  let reason: u32 = Stop.Full;
  while (row < rows) {
    if (p + SAFE_LINE > end) {
      reason = Stop.NearEnd;
      break;
    }
    reason = Stop.Other;
    // The end of the line and its spaces are searched in all bytes at once, since lengths of numbers are hard
    // to predict.
    const line = v128.load(p);
    const length = lengthOf(p, line);
    const letter = <u32> load<u8>(p);
    if (length == 0 || load<u8>(p, 1) != SPACE) break;
    if (letter == PLUS || letter == MINUS) {
      const found = shortNumber(load<u64>(p + 2), length - 2);
      if (found >= <u64> load<u32>(s, State.KindCount)) break;
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
      row++;
    } else if (letter == TRACE || letter == KIND) {
      const blank = <u32> ctz(where(line, SPACE) & ~3);
      if (blank >= length || blank > LAST_BLANK) break;
      const first = shortNumber(load<u64>(p + 2), blank - 2);
      const second = shortNumber(load<u64>(p + <usize> blank + 1), length - blank - 1);
      if (((first | second) >> 32) != 0) break;
      if (letter == TRACE) {
        if (!addTrace(paths, <u32> first, <u32> second)) break;
      } else {
        if (<u32> second > load<u32>(paths, BacktraceTree.TraceCount)) break;
        if (load<u32>(s, State.KindCount) >= mostKinds) {
          reason = Stop.Kinds;
          break;
        }
        pushKind(s, first, <u32> second);
      }
    } else break;
    reason = Stop.Full;
    p += <usize> length + 1;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, row, State.Row);
  return reason;
}

/** Writes one row for a caller that has parsed the line itself; there must be room for another live block. */
export function write(s: usize, kind: u32, offset: u64, isAlloc: u32): void {
  const row = load<u32>(s, State.Row);
  if (isAlloc) writeAlloc(s, row, kind, freeSlot(s), offset);
  else writeFree(s, row, kind, offset);
  store<u32>(s, row + 1, State.Row);
}

/** Adds a kind for a caller that has parsed the line itself; there must be room for it. */
export function addKind(s: usize, size: u64, trace: u32): void {
  pushKind(s, size, trace);
}

/** Lists the backtraces of new kinds as long as there is room. */
export function listKinds(s: usize): void {
  listBacktraces(s);
}

/** Assigns stacks to the kinds whose backtraces were listed. */
export function placeKinds(s: usize): void {
  assignStacks(s);
}

/** Writes the places of the rows so far; their kinds must have places. */
export function placeRows(s: usize): void {
  writePlaces(s);
}
