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
  makeCurrent,
  moveNodes,
} from "./call_stacks.part.as";
import { NEW_ADDRESS, State, Stop } from "./decoder_layout";

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
/** Type of a record that makes another thread current, and its size in bytes. */
const THREAD: u32 = 12, THREAD_BYTES: usize = 9;
/** Bits of an address that records omit. */
const ADDRESS_SHIFT: u64 = 3;

/** End of the number that was read last. 0 if it has more than ten bytes, and then for all numbers after it. */
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

/** Reads a variable-length number of more than one byte. */
function longVarint(p: usize): u64 {
  const word = load<u64>(p);
  const ends = ~word & HIGH_BITS;
  let value = word & ~HIGH_BITS;
  // Keep the bytes up to the last one of the number, or all if it is longer.
  if (ends != 0) value &= ends ^ (ends - 1);
  value = (value & 0x007f_007f_007f_007f) | ((value & 0x7f00_7f00_7f00_7f00) >> 1);
  value = (value & 0x0000_3fff_0000_3fff) | ((value & 0x3fff_0000_3fff_0000) >> 2);
  value = (value & 0x0fff_ffff) | ((value & 0x0fff_ffff_0000_0000) >> 4);
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

@inline
function writeHead(s: usize, row: u32, pairing: u32, allocator: u32, addr: u64, key: u64, offset: u64): void {
  const name = load<u32>(cell32At(load<u32>(s, State.AllocatorNames), allocator));
  const text = pairing == KindCode.Alloc ? load<u32>(s, State.AllocText) : load<u32>(s, State.FreeText);
  store<u32>(cell32At(load<u32>(s, State.Kinds), row), text);
  store<u32>(cell32At(load<u32>(s, State.Pairings), row), pairing);
  store<u64>(cell64At(load<u32>(s, State.Keys), row), key);
  store<u32>(cell32At(load<u32>(s, State.Names), row), name);
  store<u64>(cell64At(load<u32>(s, State.Addrs), row), addr);
  store<u64>(cell64At(load<u32>(s, State.Threads), row), load<u64>(s, State.Thread));
  store<u64>(cell64At(load<u32>(s, State.Times), row), load<u64>(s, State.Time));
  store<u8>(<usize> load<u32>(s, State.TimeNulls) + row, <u8> load<u32>(s, State.NoTime));
  store<u64>(cell64At(load<u32>(s, State.Offsets), row), offset);
}

/** Writes the place of an allocation: the current frame of the thread, and its stack. */
@inline
function writePlace(s: usize, row: u32, stack: u32, native: u32): void {
  const c: usize = load<u32>(s, State.Calls);
  const number = load<u32>(c, Calls.Depth) == 0 ? NO_FRAME : load<u32>(innermost(c), Level.Frame);
  const frame = <usize> load<u32>(c, Calls.Frames) + (<usize> number) * Frame.Bytes;
  store<u32>(cell32At(load<u32>(s, State.Stacks), row), stack);
  store<u32>(cell32At(load<u32>(s, State.Funcs), row), load<u32>(frame, Frame.Func));
  store<u32>(cell32At(load<u32>(s, State.Files), row), load<u32>(frame, Frame.File));
  store<u32>(cell32At(load<u32>(s, State.Lines), row), load<u32>(frame, Frame.Line));
  store<u32>(cell32At(load<u32>(s, State.Natives), row), native);
}

/** The stack of a node. */
@inline
function stackOf(c: usize, node: u32): u32 {
  return load<u32>(cell32At(load<u32>(c, Calls.Nodes), node), Node.Stack);
}

/** Writes that a row has no place, as for frees. */
@inline
function writeNoPlace(s: usize, row: u32): void {
  store<u32>(cell32At(load<u32>(s, State.Stacks), row), 0);
  store<u32>(cell32At(load<u32>(s, State.Funcs), row), 0);
  store<u32>(cell32At(load<u32>(s, State.Files), row), 0);
  store<u32>(cell32At(load<u32>(s, State.Lines), row), 0);
  store<u32>(cell32At(load<u32>(s, State.Natives), row), 0);
}

function writeFree(s: usize, row: u32, allocator: u32, addr: u64, p: usize): void {
  writeHead(s, row, KindCode.Free, allocator, addr, addr, load<u64>(s, State.Bias) + <u64> p);
  store<u8>(<usize> load<u32>(s, State.SizeNulls) + row, 1);
  writeNoPlace(s, row);
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
    store<u32>(s, allocator, State.Allocator);
    store<u64>(s, addr, State.Addr);
    store<u64>(s, size, State.Size);
    store<u32>(s, frame, State.NativeFrame);
    store<u64>(s, load<u64>(s, State.Bias) + <u64> p, State.Offset);
    return Stop.Mapping;
  }
  const c: usize = load<u32>(s, State.Calls);
  const node = currentNode(c);
  if (node == UNKNOWN) return Stop.Room;
  const stack = stackOf(c, node);
  if (stack == UNKNOWN) return Stop.Stack;
  const native = nativeStack(s, frame);
  if (native == UNKNOWN) {
    store<u32>(s, frame, State.NativeFrame);
    return Stop.Native;
  }
  writeHead(s, row, KindCode.Alloc, allocator, addr, addr, load<u64>(s, State.Bias) + <u64> p);
  store<u64>(cell64At(load<u32>(s, State.Sizes), row), size);
  writePlace(s, row, stack, native);
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
  const simple: u32 = load<u32>(s, State.Simple);
  const hasNative = load<u32>(s, State.HasNative) != 0;
  let data = load<u64>(s, State.Data);
  let native = load<u64>(s, State.NativeNumber);
  let newest: u32 = load<u32>(s, State.Newest);
  const c: usize = load<u32>(s, State.Calls);
  let lastIsEvent: u32 = load<u32>(s, State.LastIsEvent);
  let reason: u32 = Stop.Limit;
  while (p < limit) {
    const type = <u32> load<u8>(p);
    numberEnd = p + 1;
    if (type >= 0x80 || (type & 0xe0) == 0x20) {
      const isEvent = type >= 0x80;
      if (isEvent && row == rows) {
        reason = Stop.Full;
        break;
      }
      const place: u32 = (isEvent ? type >> 3 : type >> 1) & NEW_ADDRESS;
      let nextData = data;
      let addr: u64 = 0;
      if (place == NEW_ADDRESS) {
        nextData = data + signed(varint());
        if (numberEnd == 0) {
          reason = Stop.Other;
          break;
        }
        addr = nextData << ADDRESS_SHIFT;
      } else addr = load<u64>(cell64At(recent, (newest + place) & NEW_ADDRESS));
      let nextNative = native;
      let taken: u32 = UNKNOWN;
      if (!isEvent) {
        if (hasNative && (type & 1) != 0) nextNative = native + signed(varint());
        if (numberEnd == 0 || numberEnd > end) {
          reason = numberEnd == 0 ? Stop.Other : Stop.Cut;
          break;
        }
        lastIsEvent = 0;
      } else {
        let allocator = type & 7;
        if (allocator == 0) {
          allocator = <u32> load<u8>(numberEnd);
          numberEnd++;
          if (numberEnd > end || allocator == 0 || allocator > 15) {
            reason = numberEnd > end ? Stop.Cut : Stop.Other;
            break;
          }
        }
        if (((simple >> allocator) & 1) != 0) {
          if (numberEnd > end) {
            reason = Stop.Cut;
            break;
          }
          writeFree(s, row, allocator, addr, p);
        } else {
          if (hasNative) {
            nextNative = native + signed(varint());
            if (numberEnd == 0) {
              reason = Stop.Other;
              break;
            }
          }
          const size = varint();
          if (numberEnd == 0 || numberEnd > end) {
            reason = numberEnd == 0 ? Stop.Other : Stop.Cut;
            break;
          }
          const frame: u32 = hasNative && nextNative >> 32 == 0 ? <u32> nextNative : 0;
          taken = takeAllocation(s, row, allocator, addr, size, frame, p);
          if (taken == Stop.Stack || taken == Stop.Native || taken == Stop.Room) {
            reason = taken;
            break;
          }
        }
        lastIsEvent = 1;
        // The reader writes the row of a mapping.
        if (taken == UNKNOWN) row++;
      }
      if (place == NEW_ADDRESS) {
        data = nextData;
        newest = (newest - 1) & NEW_ADDRESS;
        store<u64>(cell64At(recent, newest), addr);
      }
      native = nextNative;
      p = numberEnd;
      if (taken == Stop.Mapping) {
        reason = Stop.Mapping;
        break;
      }
      reason = Stop.Limit;
      continue;
    }
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
      if (isFree) writeFree(s, row, flags, nextData, p);
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
 * Writes the row of the mapping that was read last; with `hasPlace`, it gets the place of the thread, whose
 * stack is known.
 */
export function writeMapping(s: usize, pairing: u32, size: u64, key: u64, native: u32, hasPlace: u32): void {
  const row = load<u32>(s, State.Row);
  const allocator = load<u32>(s, State.Allocator);
  writeHead(s, row, pairing, allocator, load<u64>(s, State.Addr), key, load<u64>(s, State.Offset));
  store<u64>(cell64At(load<u32>(s, State.Sizes), row), size);
  if (hasPlace != 0) {
    const c: usize = load<u32>(s, State.Calls);
    writePlace(s, row, stackOf(c, currentNode(c)), native);
  } else writeNoPlace(s, row);
  store<u32>(s, row + 1, State.Row);
}
