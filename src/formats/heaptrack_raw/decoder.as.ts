// Decodes allocations, frees and traces of raw heaptrack data from a window directly into staging columns.
// The loop stops before any other or unusual line, which the TypeScript reader handles.

import { KindCode } from "../../events/kind_code";
import { cell32At, cell64At } from "../../memory/cells.part.as";
import { Tree, UNKNOWN_NODE } from "../address_layout";
import { addTreeNode, fillAddressSlots, listTreeFrames, storedValueOf } from "../address_tree.part.as";
import { State, Stop, SUM_ALLOCATIONS, SUM_HIGH, SUM_LOW, TracePlace } from "./decoder_layout";

/**
 * Bytes for a letter, three numbers of sixteen digits, spaces, the line end, and the bytes that the last load
 * reads past it.
 */
const SAFE_LINE: usize = 72;
const PLUS: u32 = 43;
const MINUS: u32 = 45;
const TRACE: u32 = 116;
const SPACE: u32 = 32;
const NEWLINE: u32 = 10;

const TOPS: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;
/** The value of `numberEnd` for an invalid number. */
const ODD: usize = 0;

/** End of the number that was read last; `ODD` if it was invalid. */
let numberEnd: usize = 0;

/** The values of the leading hexadecimal digits of a word; the digits end at `bits`. */
@inline
function digitsOf(word: u64): u64 {
  return (word & 0x0f0f_0f0f_0f0f_0f0f) + 9 * ((word >> 6) & ONES);
}

/** The top bits of those bytes that are not hexadecimal digits (in either case). */
@inline
function oddOf(word: u64): u64 {
  const lower = word | 0x2020_2020_2020_2020;
  const low = lower & ~TOPS;
  const aboveNine = low + 0x4646_4646_4646_4646;
  const fromA = low + 0x1f1f_1f1f_1f1f_1f1f;
  const aboveF = low + 0x1919_1919_1919_1919;
  return (((aboveNine & ~fromA) | aboveF) | word) & TOPS;
}

/** Combines eight 4-bit values in pairs; the first byte is the most significant. */
@inline
function joined(values: u64): u64 {
  let v = values;
  v = ((v << 4) | (v >> 8)) & 0x00ff_00ff_00ff_00ff;
  v = ((v << 8) | (v >> 16)) & 0x0000_ffff_0000_ffff;
  return ((v << 16) | (v >> 32)) & 0xffff_ffff;
}

/** Reads a number of at most sixteen digits at p; sets `numberEnd`. A byte below the digits ends it. */
@inline
function numberAt(p: usize): u64 {
  let value: u64 = 0;
  let at = p;
  for (let half = 0; half < 2; half++) {
    const word = load<u64>(at);
    // The top bits of bytes below "0". Only the first such byte matters, and the bits are exact up to there.
    const ends = (word - 0x3030_3030_3030_3030) & ~word & TOPS;
    const odd = oddOf(word);
    if (ends == 0) {
      if (odd != 0) {
        numberEnd = ODD;
        return 0;
      }
      value = (value << 32) | joined(digitsOf(word));
      at += 8;
      continue;
    }
    const bits = ctz(ends) & ~7;
    const mask = ((<u64> 1) << bits) - 1;
    if ((odd & mask) != 0 || (bits == 0 && half == 0)) {
      numberEnd = ODD;
      return 0;
    }
    numberEnd = at + <usize> (bits >> 3);
    if (bits == 0) return value;
    return (value << (bits >> 1)) | joined(digitsOf(word & mask) << (64 - bits));
  }
  numberEnd = at;
  return value;
}

/**
 * Adds the size of an allocation to the totals. Interpreted data of the same allocations must have the same
 * totals.
 */
@inline
function sumSize(s: usize, size: u64): void {
  let sum = ((load<u32>(s, State.SizeSum) ^ <u32> size) + <u32> (size >> 32) * <u32> SUM_HIGH) *
    <u32> SUM_LOW;
  sum ^= sum >> 15;
  store<u32>(s, sum, State.SizeSum);
  const count = load<u32>(s, State.Allocations) + 1;
  store<u32>(s, count, State.Allocations);
  if (count % SUM_ALLOCATIONS != 0) return;
  const sums = load<u32>(s, State.SumCount);
  store<u32>(cell32At(load<u32>(s, State.Sums), sums), sum);
  store<u32>(s, sums + 1, State.SumCount);
}

@inline
function writeFree(s: usize, row: u32, addr: u64): void {
  if (load<u32>(s, State.LastIsAlloc) != 0 && load<u64>(s, State.LastAddr) == addr) {
    store<u64>(s, load<u64>(s, State.Temporary) + 1, State.Temporary);
  }
  store<u32>(s, 0, State.LastIsAlloc);
  store<u32>(cell32At(load<u32>(s, State.Kinds), row), KindCode.Free);
  store<u64>(cell64At(load<u32>(s, State.Addrs), row), addr);
  store<u8>(<usize> load<u32>(s, State.SizeNulls) + row, 1);
  writePlace(s, row, load<u32>(s, State.Places));
}

@inline
function writeAlloc(s: usize, row: u32, addr: u64, size: u64, place: usize): void {
  store<u32>(s, 1, State.LastIsAlloc);
  store<u64>(s, addr, State.LastAddr);
  store<u32>(cell32At(load<u32>(s, State.Kinds), row), KindCode.Alloc);
  store<u64>(cell64At(load<u32>(s, State.Addrs), row), addr);
  store<u64>(cell64At(load<u32>(s, State.Sizes), row), size);
  writePlace(s, row, place);
  sumSize(s, size);
}

@inline
function writePlace(s: usize, row: u32, place: usize): void {
  store<u64>(cell64At(load<u32>(s, State.Times), row), load<u64>(s, State.Time));
  store<u32>(cell32At(load<u32>(s, State.Stacks), row), load<u32>(place, TracePlace.Stack));
  store<u32>(cell32At(load<u32>(s, State.Funcs), row), load<u32>(place, TracePlace.Func));
  store<u32>(cell32At(load<u32>(s, State.Files), row), load<u32>(place, TracePlace.File));
  store<u32>(cell32At(load<u32>(s, State.Lines), row), load<u32>(place, TracePlace.Line));
  store<u32>(cell32At(load<u32>(s, State.Modules), row), load<u32>(place, TracePlace.Module));
}

/** Adds a trace that the reader has parsed; returns false if there is no room. */
export function addNode(tree: usize, value: u64, parent: u32): u32 {
  return addTreeNode(tree, value, parent) ? 1 : 0;
}

/** Continues the list of a stack's frames; returns what is missing to complete it. */
export function listFrames(tree: usize, most: u32): u32 {
  return listTreeFrames(tree, most);
}

/** Inserts the addresses of traces into a hash table that has replaced a smaller one. */
export function fillSlots(tree: usize): void {
  fillAddressSlots(tree);
}

/**
 * Reads a line of a trace and sets `numberEnd` to its end; returns why the line cannot be used, or
 * `Stop.Full`.
 */
@inline
function readTrace(tree: usize, p: usize): u32 {
  const address = numberAt(p + 2);
  if (numberEnd == ODD || load<u8>(numberEnd) != SPACE) return Stop.Other;
  const parent = numberAt(numberEnd + 1);
  if (numberEnd == ODD || load<u8>(numberEnd) != NEWLINE) return Stop.Other;
  if (parent > <u64> load<u32>(tree, Tree.NodeCount)) return Stop.Other;
  return addTreeNode(tree, address, <u32> parent) ? Stop.Full : Stop.Room;
}

/** Returns the place of an existing trace; 0 if it is unknown. */
@inline
function placeOf(s: usize, trace: u32): usize {
  const places: usize = load<u32>(s, State.Places);
  if (trace == 0) return places;
  const known = storedValueOf(load<u32>(s, State.Tree), trace);
  return known == UNKNOWN_NODE ? 0 : places + (<usize> known) * TracePlace.Bytes;
}

/** Decodes lines until something stops it; returns the reason. `s` is a `State`. */
export function decode(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let row: u32 = load<u32>(s, State.Row);
  const rows: u32 = load<u32>(s, State.Rows);
  const tree: usize = load<u32>(s, State.Tree);
  const offsets: usize = load<u32>(s, State.Offsets);
  const bias = load<u64>(s, State.Bias);
  let reason: u32 = Stop.Full;
  while (row < rows) {
    if (p + SAFE_LINE > end) {
      reason = Stop.NearEnd;
      break;
    }
    const letter = <u32> load<u8>(p);
    if (letter == TRACE && load<u8>(p, 1) == SPACE) {
      reason = readTrace(tree, p);
      if (reason != Stop.Full) break;
      p = numberEnd + 1;
      continue;
    }
    if ((letter != PLUS && letter != MINUS) || load<u8>(p, 1) != SPACE) {
      reason = Stop.Other;
      break;
    }
    reason = Stop.Other;
    const first = numberAt(p + 2);
    if (numberEnd == ODD) break;
    if (letter == MINUS) {
      if (load<u8>(numberEnd) != NEWLINE) break;
      writeFree(s, row, first);
    } else {
      if (load<u8>(numberEnd) != SPACE) break;
      const trace = numberAt(numberEnd + 1);
      if (numberEnd == ODD || load<u8>(numberEnd) != SPACE) break;
      const addr = numberAt(numberEnd + 1);
      if (
        numberEnd == ODD || load<u8>(numberEnd) != NEWLINE || trace > <u64> load<u32>(tree, Tree.NodeCount)
      ) break;
      const place = placeOf(s, <u32> trace);
      if (place == 0) {
        store<u32>(s, <u32> trace, State.Trace);
        reason = Stop.Place;
        break;
      }
      writeAlloc(s, row, addr, first, place);
    }
    store<u64>(cell64At(offsets, row), bias + <u64> p);
    reason = Stop.Full;
    row++;
    p = numberEnd + 1;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, row, State.Row);
  return reason;
}

/** Writes one row for a caller that has parsed the line itself and has looked up the place of its trace. */
export function write(s: usize, trace: u32, addr: u64, size: u64, offset: u64, isAlloc: u32): void {
  const row = load<u32>(s, State.Row);
  if (isAlloc) writeAlloc(s, row, addr, size, placeOf(s, trace));
  else writeFree(s, row, addr);
  store<u64>(cell64At(load<u32>(s, State.Offsets), row), offset);
  store<u32>(s, row + 1, State.Row);
}
