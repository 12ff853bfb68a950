// Decodes allocations, frees, pushes and pops of memray captures from a window directly into staging columns.
// The loop stops before every other record and anything unusual, which the TypeScript reader handles. Nothing
// of a record is stored before all of it is known to be valid.

import { KindCode } from "../../events/kind_code";
import { cell32At, cell64At } from "../../memory/cells.part.as";
import { Tree } from "../address_layout";
import { addTreeNode, fillAddressSlots, listTreeFrames, storedValueOf } from "../address_tree.part.as";
import { Calls, Frame, Level, NO_FRAME, Node, UNKNOWN } from "./call_layout";
import {
  currentNode,
  enterFrame,
  frameOf,
  innermost,
  insertThread,
  leaveFrames,
  listIds,
  makeCurrent,
  moveNodes,
} from "./call_stacks.part.as";
import { NEW_ADDRESS, State, Stop } from "./decoder_layout";

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
/** Type of a record that makes another thread current, and its size in bytes. */
const THREAD: u32 = 12, THREAD_BYTES: usize = 9;
/** Bits of an address that records omit. */
const ADDRESS_SHIFT: u64 = 3;

/** End of the last number read; 0 once a number had more than ten bytes, for all numbers after it as well. */
let numberEnd: usize = 0;

/** Reads a number with 7 bits per byte at `numberEnd`. */
@inline
function varint(): u64 {
  const p = numberEnd;
  const first = <u64> load<u8>(p);
  if (first < 128) {
    numberEnd = p + 1;
    return first;
  }
  return longVarint(p);
}

/** Joins the low 7 bits of eight bytes, whose high bits are 0. */
@inline
function joined(value: u64): u64 {
  value = (value & 0x007f_007f_007f_007f) | ((value & 0x7f00_7f00_7f00_7f00) >> 1);
  value = (value & 0x0000_3fff_0000_3fff) | ((value & 0x3fff_0000_3fff_0000) >> 2);
  return (value & 0x0fff_ffff) | ((value & 0x0fff_ffff_0000_0000) >> 4);
}

/** The number that begins a word; `ends` has the high bit of each byte of the word that ends a number. */
@inline
function shortNumber(word: u64, ends: u64): u64 {
  return joined(word & ~HIGH_BITS & (ends ^ (ends - 1)));
}

/** Reads a variable-length number of more than one byte. */
function longVarint(p: usize): u64 {
  const word = load<u64>(p);
  const ends = ~word & HIGH_BITS;
  // Keep the bytes up to the last one of the number, or all if it is longer.
  let value = ends != 0 ? shortNumber(word, ends) : joined(word & ~HIGH_BITS);
  if (ends != 0) {
    numberEnd = p + 1 + <usize> (ctz(ends) >> 3);
    return value;
  }
  const ninth = <u64> load<u8>(p + 8);
  value |= (ninth & 127) << 56;
  if (ninth < 128) {
    numberEnd = p + 9;
    return value;
  }
  const tenth = <u64> load<u8>(p + 9);
  value |= tenth << 63;
  numberEnd = tenth < 128 ? p + 10 : 0;
  return value;
}

/** Decodes a signed number (zigzag). */
@inline
function signed(value: u64): u64 {
  return (value >> 1) ^ (0 - (value & 1));
}

/** Enters a frame that the reader has parsed; returns false if there is no room. */
export function enter(c: usize, frame: u32): u32 {
  return enterFrame(c, frame) ? 1 : 0;
}

/** Adds a thread to the hash table, which has room for it. */
export function addThread(c: usize, thread: usize): void {
  insertThread(c, thread);
}

/** Makes another thread current; returns false if it is unknown. */
export function switchThread(c: usize, id: u64): u32 {
  return makeCurrent(c, id) ? 1 : 0;
}

/** The node of the current stack of the thread; `UNKNOWN` if there is no room for it. */
export function currentStackNode(c: usize): u32 {
  return currentNode(c);
}

/** Lists the ids of frames of the current stack, innermost first; returns how many are listed, up to one without an id. */
export function listStack(c: usize, list: usize, from: u32, count: u32): u32 {
  return listIds(c, list, from, count);
}

/** Inserts the nodes of a hash table with this many slots into the empty one that replaces it. */
export function moveSlots(c: usize, from: usize, count: u32): void {
  moveNodes(c, from, count);
}

/** Adds a native frame that the reader has parsed; returns false if there is no room. */
export function addNode(tree: usize, value: u64, parent: u32): u32 {
  return addTreeNode(tree, value, parent) ? 1 : 0;
}

/** Continues the list of a native stack; returns what is missing. */
export function listFrames(tree: usize, most: u32): u32 {
  return listTreeFrames(tree, most);
}

/** Inserts the addresses of native frames into a hash table that replaces a smaller one. */
export function fillSlots(tree: usize): void {
  fillAddressSlots(tree);
}

/** The native stack for the frame of an allocation; `UNKNOWN` if it has to be built first. */
@inline
function nativeStack(s: usize, frame: u32): u32 {
  const tree: usize = load<u32>(s, State.NativeTree);
  return frame == 0 || frame > load<u32>(tree, Tree.NodeCount) ? 0 : storedValueOf(tree, frame);
}

/**
 * Reads a native frame after its type and sets `numberEnd` to its end; returns `UNKNOWN`, or why it was not
 * stored.
 */
@inline
function takeNative(s: usize, end: usize): u32 {
  const address = load<u64>(s, State.Instruction) + signed(varint());
  if (numberEnd == 0) return Stop.Other;
  const number = load<u64>(s, State.NativeNumber) + signed(varint());
  if (numberEnd == 0) return Stop.Other;
  if (numberEnd > end) return Stop.Cut;
  const parent: u32 = number >> 32 == 0 ? <u32> number : 0;
  if (!addTreeNode(load<u32>(s, State.NativeTree), address, parent)) return Stop.NativeRoom;
  store<u64>(s, address, State.Instruction);
  store<u64>(s, number, State.NativeNumber);
  return UNKNOWN;
}

/** Fills threads and times up to the current row; they are the same for many rows. */
export function fillHead(s: usize): void {
  const end = load<u32>(s, State.Row);
  const threads = <usize> load<u32>(s, State.Threads), times = <usize> load<u32>(s, State.Times);
  const thread = load<u64>(s, State.Thread), time = load<u64>(s, State.Time);
  let row = load<u32>(s, State.HeadDone);
  if (load<u32>(s, State.NoTime) != 0) {
    const nulls = <usize> load<u32>(s, State.TimeNulls);
    for (let i = row; i < end; i++) store<u8>(nulls + i, 1);
  }
  const twoThreads = i64x2.splat(thread), twoTimes = i64x2.splat(time);
  for (; row + 2 <= end; row += 2) {
    v128.store(cell64At(threads, row), twoThreads);
    v128.store(cell64At(times, row), twoTimes);
  }
  for (; row < end; row++) {
    store<u64>(cell64At(threads, row), thread);
    store<u64>(cell64At(times, row), time);
  }
  store<u32>(s, end, State.HeadDone);
}

/** Writes sixteen bytes as numbers, four bytes each: byte k of number i is byte i of vector k. */
@inline
function store16(q: usize, a: v128, b: v128, c: v128, d: v128): void {
  const abLow = v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const abHigh = v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const cdLow = v128.shuffle<u8>(c, d, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const cdHigh = v128.shuffle<u8>(c, d, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  v128.store(q, v128.shuffle<u16>(abLow, cdLow, 0, 8, 1, 9, 2, 10, 3, 11));
  v128.store(q, v128.shuffle<u16>(abLow, cdLow, 4, 12, 5, 13, 6, 14, 7, 15), 16);
  v128.store(q, v128.shuffle<u16>(abHigh, cdHigh, 0, 8, 1, 9, 2, 10, 3, 11), 32);
  v128.store(q, v128.shuffle<u16>(abHigh, cdHigh, 4, 12, 5, 13, 6, 14, 7, 15), 48);
}

/** Writes what follows from the allocator of a row: the kind, the name, and whether it has a size. */
function fillKinds(s: usize, from: u32, end: u32): void {
  const allocators = <usize> load<u32>(s, State.Allocators);
  const names = <usize> load<u32>(s, State.AllocatorNames), planes = <usize> load<u32>(s, State.NamePlanes);
  const kinds = <usize> load<u32>(s, State.Kinds), pairings = <usize> load<u32>(s, State.Pairings);
  const nameRows = <usize> load<u32>(s, State.Names), nulls = <usize> load<u32>(s, State.SizeNulls);
  const simple = load<u32>(s, State.Simple);
  const allocText = load<u32>(s, State.AllocText), freeText = load<u32>(s, State.FreeText);
  const first = v128.load(planes), second = v128.load(planes, 16);
  const third = v128.load(planes, 32), fourth = v128.load(planes, 48), isFree = v128.load(planes, 64);
  const allocs = i32x4.splat(allocText),
    frees = i32x4.splat(freeText),
    pairedFree = i32x4.splat(KindCode.Free);
  const one = i8x16.splat(1);
  let i = from;
  for (; i + 16 <= end; i += 16) {
    const codes = v128.load(allocators + i);
    store16(
      cell32At(nameRows, i),
      i8x16.swizzle(first, codes),
      i8x16.swizzle(second, codes),
      i8x16.swizzle(third, codes),
      i8x16.swizzle(fourth, codes),
    );
    const free = i8x16.swizzle(isFree, codes);
    v128.store(nulls + i, v128.and(free, one));
    const a = v128.shuffle<u8>(free, free, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    const b = v128.shuffle<u8>(free, free, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
    const c = v128.shuffle<u8>(free, free, 8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11);
    const d = v128.shuffle<u8>(free, free, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 15);
    const kind = cell32At(kinds, i), pairing = cell32At(pairings, i);
    v128.store(kind, v128.bitselect(frees, allocs, a));
    v128.store(kind, v128.bitselect(frees, allocs, b), 16);
    v128.store(kind, v128.bitselect(frees, allocs, c), 32);
    v128.store(kind, v128.bitselect(frees, allocs, d), 48);
    v128.store(pairing, v128.and(a, pairedFree));
    v128.store(pairing, v128.and(b, pairedFree), 16);
    v128.store(pairing, v128.and(c, pairedFree), 32);
    v128.store(pairing, v128.and(d, pairedFree), 48);
  }
  for (; i < end; i++) {
    const allocator = <u32> load<u8>(allocators + i);
    const free: u32 = (simple >> allocator) & 1;
    store<u32>(cell32At(nameRows, i), load<u32>(cell32At(names, allocator)));
    store<u8>(nulls + i, <u8> free);
    store<u32>(cell32At(kinds, i), free ? freeText : allocText);
    store<u32>(cell32At(pairings, i), free ? KindCode.Free : KindCode.Alloc);
  }
}

/** Writes stacks, functions, files and lines from the stacks and frames of rows. */
function fillPlaces(s: usize, from: u32, end: u32): void {
  const places = <usize> load<u32>(s, State.Places);
  const frames = <usize> load<u32>(load<u32>(s, State.Calls), Calls.Frames);
  const stacks = <usize> load<u32>(s, State.Stacks), funcs = <usize> load<u32>(s, State.Funcs);
  const files = <usize> load<u32>(s, State.Files), lines = <usize> load<u32>(s, State.Lines);
  let i = from;
  for (; i + 4 <= end; i += 4) {
    const ab = v128.load(cell64At(places, i)), cd = v128.load(cell64At(places, i), 16);
    const a = v128.load(frameAt(frames, i32x4.extract_lane(ab, 1)));
    const b = v128.load(frameAt(frames, i32x4.extract_lane(ab, 3)));
    const c = v128.load(frameAt(frames, i32x4.extract_lane(cd, 1)));
    const d = v128.load(frameAt(frames, i32x4.extract_lane(cd, 3)));
    const abLow = v128.shuffle<u32>(a, b, 0, 4, 1, 5), cdLow = v128.shuffle<u32>(c, d, 0, 4, 1, 5);
    const abLines = v128.shuffle<u32>(a, b, 2, 6, 3, 7), cdLines = v128.shuffle<u32>(c, d, 2, 6, 3, 7);
    v128.store(cell32At(stacks, i), v128.shuffle<u32>(ab, cd, 0, 2, 4, 6));
    v128.store(cell32At(funcs, i), v128.shuffle<u32>(abLow, cdLow, 0, 1, 4, 5));
    v128.store(cell32At(files, i), v128.shuffle<u32>(abLow, cdLow, 2, 3, 6, 7));
    v128.store(cell32At(lines, i), v128.shuffle<u32>(abLines, cdLines, 0, 1, 4, 5));
  }
  for (; i < end; i++) {
    const place = load<u64>(cell64At(places, i));
    const frame = frameAt(frames, <u32> (place >> 32));
    store<u32>(cell32At(stacks, i), <u32> place);
    store<u32>(cell32At(funcs, i), load<u32>(frame, Frame.Func));
    store<u32>(cell32At(files, i), load<u32>(frame, Frame.File));
    store<u32>(cell32At(lines, i), load<u32>(frame, Frame.Line));
  }
}

@inline
function frameAt(frames: usize, number: u32): usize {
  return frames + (<usize> number) * Frame.Bytes;
}

/** Fills the columns that `decode` leaves out, up to the current row, in loops over many rows that have no branches. */
export function fillRows(s: usize): void {
  fillHead(s);
  const from = load<u32>(s, State.RowsDone), end = load<u32>(s, State.Row);
  if (from >= end) return;
  const rows = <usize> (end - from);
  memory.copy(
    cell64At(load<u32>(s, State.Keys), from),
    cell64At(load<u32>(s, State.Addrs), from),
    rows << 3,
  );
  if (load<u32>(s, State.HasNative) == 0) {
    memory.fill(cell32At(load<u32>(s, State.Natives), from), 0, rows << 2);
  }
  fillKinds(s, from, end);
  fillPlaces(s, from, end);
  store<u32>(s, end, State.RowsDone);
}

/** The stack of the current thread, with the number of its frame in the high half. */
@inline
function placeOf(c: usize, stack: u32): u64 {
  const frame = load<u32>(c, Calls.Depth) == 0 ? NO_FRAME : load<u32>(innermost(c), Level.Frame);
  return (<u64> frame) << 32 | stack;
}

/** The stack id of a node. */
@inline
function stackOf(c: usize, node: u32): u32 {
  return load<u32>(cell32At(load<u32>(c, Calls.Nodes), node), Node.Stack);
}

/** Writes what all rows have; `fillRows` adds the rest. */
@inline
function writeRow(s: usize, row: u32, allocator: u32, addr: u64, place: u64, native: u32, p: usize): void {
  store<u8>(<usize> load<u32>(s, State.Allocators) + row, <u8> allocator);
  store<u64>(cell64At(load<u32>(s, State.Addrs), row), addr);
  store<u64>(cell64At(load<u32>(s, State.Places), row), place);
  store<u64>(cell64At(load<u32>(s, State.Offsets), row), load<u64>(s, State.Bias) + <u64> p);
  if (load<u32>(s, State.HasNative) != 0) store<u32>(cell32At(load<u32>(s, State.Natives), row), native);
}

/** Stores the mapping that was read, for the reader. */
function noteMapping(s: usize, allocator: u32, addr: u64, size: u64, frame: u32, p: usize): u32 {
  store<u32>(s, allocator, State.Allocator);
  store<u64>(s, addr, State.Addr);
  store<u64>(s, size, State.Size);
  store<u32>(s, frame, State.NativeFrame);
  store<u64>(s, load<u64>(s, State.Bias) + <u64> p, State.Offset);
  return Stop.Mapping;
}

/** Finds `State.StackPlace`; returns `UNKNOWN` if there is one, otherwise the reason why not. */
@inline
function findPlace(s: usize, c: usize): u32 {
  const node = currentNode(c);
  if (node == UNKNOWN) return Stop.Room;
  const stack = stackOf(c, node);
  if (stack == UNKNOWN) return Stop.Stack;
  store<u64>(s, placeOf(c, stack), State.StackPlace);
  return UNKNOWN;
}

/**
 * Stores an allocation or a mapping after its numbers were read; `numberEnd` is its end. Returns `UNKNOWN` if it
 * was stored, otherwise the reason why not.
 */
@inline
function takeAllocation(
  s: usize,
  row: u32,
  allocator: u32,
  addr: u64,
  size: u64,
  frame: u32,
  p: usize,
): u32 {
  if (((load<u32>(s, State.Mapped) >> allocator) & 1) != 0) {
    return noteMapping(s, allocator, addr, size, frame, p);
  }
  const reason = findPlace(s, load<u32>(s, State.Calls));
  if (reason != UNKNOWN) return reason;
  const native = nativeStack(s, frame);
  if (native == UNKNOWN) {
    store<u32>(s, frame, State.NativeFrame);
    return Stop.Native;
  }
  writeRow(s, row, allocator, addr, load<u64>(s, State.StackPlace), native, p);
  store<u64>(cell64At(load<u32>(s, State.Sizes), row), size);
  return UNKNOWN;
}

/** Decodes records of versions 12 and 13 until something stops it; returns the reason. `s` is a `State`. */
export function decode(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const limit: usize = load<u32>(s, State.Limit);
  const end: usize = load<u32>(s, State.End);
  let row: u32 = load<u32>(s, State.Row);
  const rows: u32 = load<u32>(s, State.Rows);
  const recent: usize = load<u32>(s, State.Recent);
  const simple: u32 = load<u32>(s, State.Simple), mapped: u32 = load<u32>(s, State.Mapped);
  const hasNative = load<u32>(s, State.HasNative) != 0;
  const allocators = <usize> load<u32>(s, State.Allocators), addrs = <usize> load<u32>(s, State.Addrs);
  const sizes = <usize> load<u32>(s, State.Sizes), places = <usize> load<u32>(s, State.Places);
  const offsets = <usize> load<u32>(s, State.Offsets), natives = <usize> load<u32>(s, State.Natives);
  const bias = load<u64>(s, State.Bias);
  let data = load<u64>(s, State.Data);
  let native = load<u64>(s, State.NativeNumber);
  let newest: u32 = load<u32>(s, State.Newest);
  const c: usize = load<u32>(s, State.Calls);
  let lastIsEvent: u32 = load<u32>(s, State.LastIsEvent);
  let reason: u32 = Stop.Limit;
  // The place of allocations, until frames change.
  let place: u64 = 0, hasPlace = false;
  while (p < limit) {
    const type = <u32> load<u8>(p);
    if (type >= 0x80 || (type & 0xe0) == 0x20) {
      const isEvent = type >= 0x80;
      if (isEvent && row == rows) {
        reason = Stop.Full;
        break;
      }
      let q = p + 1;
      const known: u32 = (isEvent ? type >> 3 : type >> 1) & NEW_ADDRESS;
      let nextData = data;
      let addr: u64 = 0;
      if (known == NEW_ADDRESS) {
        const word = load<u64>(q), ends = ~word & HIGH_BITS;
        if (ends != 0) {
          nextData = data + signed(shortNumber(word, ends));
          q += 1 + <usize> (ctz(ends) >> 3);
        } else {
          nextData = data + signed(longVarint(q));
          q = numberEnd;
          if (q == 0) {
            reason = Stop.Other;
            break;
          }
        }
        addr = nextData << ADDRESS_SHIFT;
      } else addr = load<u64>(cell64At(recent, (newest + known) & NEW_ADDRESS));
      let nextNative = native;
      let taken: u32 = UNKNOWN;
      if (!isEvent) {
        if (hasNative && (type & 1) != 0) {
          numberEnd = q;
          nextNative = native + signed(varint());
          q = numberEnd;
        }
        if (q == 0 || q > end) {
          reason = q == 0 ? Stop.Other : Stop.Cut;
          break;
        }
        lastIsEvent = 0;
      } else {
        let allocator = type & 7;
        if (allocator == 0) {
          allocator = <u32> load<u8>(q);
          q++;
          if (q > end || allocator == 0 || allocator > 15) {
            reason = q > end ? Stop.Cut : Stop.Other;
            break;
          }
        }
        let rowPlace: u64 = 0;
        if (((simple >> allocator) & 1) == 0) {
          if (hasNative) {
            numberEnd = q;
            nextNative = native + signed(varint());
            q = numberEnd;
            if (q == 0) {
              reason = Stop.Other;
              break;
            }
          }
          let size = <u64> load<u8>(q);
          if (size < 128) q++;
          else {
            const second = <u64> load<u8>(q, 1);
            if (second < 128) {
              size = (size & 127) | second << 7;
              q += 2;
            } else {
              size = longVarint(q);
              q = numberEnd;
            }
          }
          if (q == 0 || q > end) {
            reason = q == 0 ? Stop.Other : Stop.Cut;
            break;
          }
          const frame: u32 = hasNative && nextNative >> 32 == 0 ? <u32> nextNative : 0;
          if (((mapped >> allocator) & 1) != 0) taken = noteMapping(s, allocator, addr, size, frame, p);
          else {
            if (!hasPlace) {
              const why = findPlace(s, c);
              if (why != UNKNOWN) {
                reason = why;
                break;
              }
              place = load<u64>(s, State.StackPlace);
              hasPlace = true;
            }
            if (hasNative) {
              const stack = nativeStack(s, frame);
              if (stack == UNKNOWN) {
                store<u32>(s, frame, State.NativeFrame);
                reason = Stop.Native;
                break;
              }
              store<u32>(cell32At(natives, row), stack);
            }
            rowPlace = place;
            store<u64>(cell64At(sizes, row), size);
          }
        } else {
          if (q > end) {
            reason = Stop.Cut;
            break;
          }
          if (hasNative) store<u32>(cell32At(natives, row), 0);
        }
        lastIsEvent = 1;
        // The reader writes the row of a mapping.
        if (taken == UNKNOWN) {
          store<u8>(allocators + row, <u8> allocator);
          store<u64>(cell64At(addrs, row), addr);
          store<u64>(cell64At(places, row), rowPlace);
          store<u64>(cell64At(offsets, row), bias + <u64> p);
          row++;
        }
      }
      if (known == NEW_ADDRESS) {
        data = nextData;
        newest = (newest - 1) & NEW_ADDRESS;
        store<u64>(cell64At(recent, newest), addr);
      }
      native = nextNative;
      p = q;
      if (taken == Stop.Mapping) {
        reason = Stop.Mapping;
        break;
      }
      reason = Stop.Limit;
      continue;
    }
    numberEnd = p + 1;
    hasPlace = false;
    reason = Stop.Other;
    if ((type & 0xc0) == 0x40) {
      const code = varint();
      if (numberEnd == 0) break;
      const offset = signed(varint());
      if (numberEnd == 0) break;
      if (numberEnd > end) {
        reason = Stop.Cut;
        break;
      }
      if (code >> 32 != 0 || <i64> offset != <i64> (<i32> offset)) break;
      const frame = frameOf(c, <u32> code, <u32> offset);
      if (frame == UNKNOWN) break;
      if (!enterFrame(c, frame)) {
        reason = Stop.Room;
        break;
      }
      p = numberEnd;
    } else if ((type & 0xf0) == 0x10) {
      if (!leaveFrames(c, (type & 15) + 1)) break;
      p++;
    } else if (type == 5) {
      store<u64>(s, native, State.NativeNumber);
      reason = takeNative(s, end);
      if (reason != UNKNOWN) break;
      native = load<u64>(s, State.NativeNumber);
      p = numberEnd;
    } else if (type == THREAD) {
      if (p + THREAD_BYTES > end) {
        reason = Stop.Cut;
        break;
      }
      const thread = load<u64>(p + 1);
      if (!makeCurrent(c, thread)) break;
      store<u32>(s, row, State.Row);
      fillHead(s);
      store<u64>(s, thread, State.Thread);
      p += THREAD_BYTES;
    } else break;
    lastIsEvent = 0;
    reason = Stop.Limit;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, row, State.Row);
  store<u64>(s, data, State.Data);
  store<u64>(s, native, State.NativeNumber);
  store<u32>(s, newest, State.Newest);
  store<u32>(s, lastIsEvent, State.LastIsEvent);
  return reason;
}

/** Decodes records of versions 10 and 11. */
export function decodeOld(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const limit: usize = load<u32>(s, State.Limit);
  const end: usize = load<u32>(s, State.End);
  let row: u32 = load<u32>(s, State.Row);
  const rows: u32 = load<u32>(s, State.Rows);
  const simple: u32 = load<u32>(s, State.Simple);
  let data = load<u64>(s, State.Data);
  let native = load<u64>(s, State.NativeNumber);
  let id = load<u64>(s, State.FrameId);
  const c: usize = load<u32>(s, State.Calls);
  let lastIsEvent: u32 = load<u32>(s, State.LastIsEvent);
  let reason: u32 = Stop.Limit;
  while (p < limit) {
    const byte = <u32> load<u8>(p);
    const type: u32 = byte & 15, flags: u32 = byte >> 4;
    numberEnd = p + 1;
    reason = Stop.Other;
    if (type == 1 || type == 2) {
      if (row == rows) {
        reason = Stop.Full;
        break;
      }
      const nextData = data + signed(varint());
      if (numberEnd == 0 || (flags == 0 && numberEnd <= end)) break;
      const isFree = ((simple >> flags) & 1) != 0;
      let size: u64 = 0;
      if (!isFree || type == 2) {
        size = varint();
        if (numberEnd == 0) break;
      }
      let nextNative = native;
      if (type == 2) {
        nextNative = native + signed(varint());
        if (numberEnd == 0) break;
      }
      if (numberEnd > end) {
        reason = Stop.Cut;
        break;
      }
      let taken: u32 = UNKNOWN;
      if (isFree) writeRow(s, row, flags, nextData, 0, 0, p);
      else {
        const frame: u32 = type == 2 && nextNative >> 32 == 0 ? <u32> nextNative : 0;
        taken = takeAllocation(s, row, flags, nextData, size, frame, p);
        if (taken == Stop.Stack || taken == Stop.Native || taken == Stop.Room) {
          reason = taken;
          break;
        }
      }
      lastIsEvent = 1;
      data = nextData;
      native = nextNative;
      p = numberEnd;
      if (taken == Stop.Mapping) {
        reason = Stop.Mapping;
        break;
      }
      row++;
      reason = Stop.Limit;
      continue;
    }
    if (type == 4) {
      const nextId = id + signed(varint());
      if (numberEnd == 0) break;
      if (numberEnd > end) {
        reason = Stop.Cut;
        break;
      }
      const frame = frameOf(c, <u32> nextId, <u32> (nextId >> 32));
      if (frame == UNKNOWN) break;
      if (!enterFrame(c, frame)) {
        reason = Stop.Room;
        break;
      }
      id = nextId;
      p = numberEnd;
    } else if (type == 9) {
      if (!leaveFrames(c, flags + 1)) break;
      p++;
    } else if (type == 5) {
      store<u64>(s, native, State.NativeNumber);
      reason = takeNative(s, end);
      if (reason != UNKNOWN) break;
      native = load<u64>(s, State.NativeNumber);
      p = numberEnd;
    } else if (type == THREAD) {
      if (p + THREAD_BYTES > end) {
        reason = Stop.Cut;
        break;
      }
      const thread = load<u64>(p + 1);
      if (!makeCurrent(c, thread)) break;
      store<u32>(s, row, State.Row);
      fillHead(s);
      store<u64>(s, thread, State.Thread);
      p += THREAD_BYTES;
    } else break;
    lastIsEvent = 0;
    reason = Stop.Limit;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, row, State.Row);
  store<u64>(s, data, State.Data);
  store<u64>(s, native, State.NativeNumber);
  store<u64>(s, id, State.FrameId);
  store<u32>(s, lastIsEvent, State.LastIsEvent);
  return reason;
}

/**
 * Writes the row of the mapping that was read last; with `hasPlace`, the row gets the current stack of the thread,
 * which must exist.
 */
export function writeMapping(s: usize, pairing: u32, size: u64, key: u64, native: u32, hasPlace: u32): void {
  fillRows(s);
  const row = load<u32>(s, State.Row);
  const c: usize = load<u32>(s, State.Calls);
  const allocator = load<u32>(s, State.Allocator);
  const place = hasPlace != 0 ? placeOf(c, stackOf(c, currentNode(c))) : 0;
  writeRow(s, row, allocator, load<u64>(s, State.Addr), place, native, 0);
  // `writeRow` takes an offset in the window.
  store<u64>(cell64At(load<u32>(s, State.Offsets), row), load<u64>(s, State.Offset));
  store<u64>(cell64At(load<u32>(s, State.Sizes), row), size);
  store<u32>(s, row + 1, State.Row);
  fillRows(s);
  const text = pairing == KindCode.Alloc ? load<u32>(s, State.AllocText) : load<u32>(s, State.FreeText);
  store<u32>(cell32At(load<u32>(s, State.Kinds), row), text);
  store<u32>(cell32At(load<u32>(s, State.Pairings), row), pairing);
  store<u64>(cell64At(load<u32>(s, State.Keys), row), key);
}
