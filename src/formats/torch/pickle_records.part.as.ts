// Entries of traces, frames, and lists of frames: stores the values of their dictionaries in records.

import { cell32At } from "../../memory/cells.part.as";
import {
  CHUNK_SHIFT,
  EMPTY_STACK,
  Entry,
  Frame,
  FRAME_SLOTS,
  FRAMES_PER_STACK,
  FrameSlot,
  INVALID_VALUE,
  Key,
  Kind,
  List,
  Role,
  STACK_IDS,
  STACK_SLOTS,
  StackSlot,
  State,
} from "./pickle_layout";

const FIRST_FACTOR: u32 = 0x9e37_79b1;
const SECOND_FACTOR: u32 = 0xc2b2_ae35;

/** Returns the address of a record in a list of chunks. */
@inline
export function recordAt(chunks: usize, number: u32, bytes: usize): usize {
  return <usize> load<u32>(cell32At(chunks, number >> CHUNK_SHIFT)) +
    (<usize> (number & ((1 << CHUNK_SHIFT) - 1))) * bytes;
}

@inline
function mark(record: usize, field: u32): void {
  store<u32>(record, load<u32>(record, Entry.Has) | (1 << (field >> 2)), Entry.Has);
}

/** Stores a number if it is valid for the field; otherwise the field stays empty. */
@inline
function put64(record: usize, field: u32, fits: bool, kind: u32, low: u32, high: u32): void {
  if (fits) {
    mark(record, field);
    store<u64>(record + field, <u64> high << 32 | <u64> low);
  } else if (kind != Kind.None) mark(record, INVALID_VALUE);
}

@inline
function put32(record: usize, field: u32, word: u32): void {
  mark(record, field);
  store<u32>(record + field, word);
}

/** Sets the value of a key in an entry; returns false if the reader has to do that. */
export function setEntry(s: usize, entry: u32, key: u32, kind: u32, low: u32, high: u32): bool {
  const record = recordAt(load<u32>(s, State.Entries), entry, Entry.Bytes);
  switch (key) {
    // The C++ writer writes addresses and pointers of 2^63 or more as negative numbers.
    case Key.addr:
      put64(record, Entry.Addr, kind == Kind.Number || kind == Kind.Negative, kind, low, high);
      return true;
    case Key.stream:
      put64(record, Entry.Stream, kind == Kind.Number || kind == Kind.Negative, kind, low, high);
      return true;
    case Key.size:
      put64(record, Entry.Size, kind == Kind.Number, kind, low, high);
      return true;
    case Key.time_us:
      put64(record, Entry.Time, kind == Kind.Number, kind, low, high);
      return true;
    case Key.action:
      if (kind == Kind.Text && low != 0) put32(record, Entry.Action, low);
      return true;
    case Key.user_metadata:
      if (kind == Kind.Text) put32(record, Entry.Metadata, low);
      return true;
    case Key.compile_context:
      if (kind == Kind.Text && low != load<u32>(s, State.NotAvailable)) put32(record, Entry.Compile, low);
      return true;
    case Key.pool_id:
      if (kind != Kind.Pair) return true;
      if (
        load<u32>(s, State.PoolName) == 0 || load<u32>(s, State.PoolFirst) != low ||
        load<u32>(s, State.PoolSecond) != high
      ) return false;
      put32(record, Entry.Pool, load<u32>(s, State.PoolName));
      return true;
    case Key.device_free:
      return kind != Kind.Number;
    case Key.frames: {
      if (kind != Kind.List || high != Role.Frames) return true;
      const stack = stackOf(s, low);
      if (stack != 0) put32(record, Entry.Stack, stack);
      return stack != 0;
    }
    default:
      return true;
  }
}

/** Sets the value of a key in a frame. */
@inline
export function setFrame(s: usize, frame: u32, key: u32, kind: u32, low: u32): bool {
  const record = recordAt(load<u32>(s, State.Frames), frame, Frame.Bytes);
  if (key == Key.name) {
    if (kind == Kind.Text) store<u32>(record, low, Frame.Name);
  } else if (key == Key.filename) {
    if (kind == Kind.Text) store<u32>(record, low, Frame.File);
  } else if (key == Key.line) {
    if (kind == Kind.Number) store<u32>(record, low, Frame.Line);
  }
  return true;
}

/** Returns the only slot that may contain this frame. */
@inline
function frameSlot(s: usize, frame: usize): usize {
  let hash = load<u32>(frame, Frame.Name) * FIRST_FACTOR ^ load<u32>(frame, Frame.File) * SECOND_FACTOR ^
    load<u32>(frame, Frame.Line);
  hash *= load<u32>(s, State.Factor);
  return <usize> load<u32>(s, State.FrameSlots) +
    (<usize> ((hash ^ hash >> 15) & (FRAME_SLOTS - 1))) * FrameSlot.Bytes;
}

/** Returns the id of a frame plus one; 0 if only the reader can determine it. */
@inline
function idOf(s: usize, frame: usize): u32 {
  const known = load<u32>(frame, Frame.Id);
  if (known != 0) return known;
  const slot = frameSlot(s, frame);
  if (
    load<u32>(slot, FrameSlot.Name) != load<u32>(frame, Frame.Name) ||
    load<u32>(slot, FrameSlot.File) != load<u32>(frame, Frame.File) ||
    load<u32>(slot, FrameSlot.Line) != load<u32>(frame, Frame.Line)
  ) return 0;
  return load<u32>(slot, FrameSlot.Id);
}

/**
 * Writes the ids of the frames of a list to `Ids`, and returns the slot that may contain the list's
 * backtrace; 0 if an id is unknown.
 */
function stackSlot(s: usize, list: usize): usize {
  const length = load<u32>(list, List.Length);
  if (length > <u32> FRAMES_PER_STACK) return 0;
  const frames: usize = load<u32>(s, State.Frames);
  const from = cell32At(load<u32>(s, State.Pool), load<u32>(list, List.Start));
  const ids: usize = load<u32>(s, State.Ids);
  let hash = length;
  for (let at: u32 = 0; at < length; at++) {
    const frame = recordAt(frames, load<u32>(cell32At(from, at)), Frame.Bytes);
    const id = idOf(s, frame);
    if (id == 0) return 0;
    store<u32>(frame, id, Frame.Id);
    store<u32>(cell32At(ids, at), id);
    hash = (hash ^ id) * load<u32>(s, State.Factor);
    hash ^= hash >> 15;
  }
  const slot = <usize> load<u32>(s, State.StackSlots) +
    (<usize> (hash & (STACK_SLOTS - 1))) * StackSlot.Bytes;
  // If the list has changed, the slot needs a new hash.
  store<u32>(s, hash, State.IdsHash);
  return slot;
}

/** Whether the backtrace in a slot has the ids that are in `Ids`. */
@inline
function isStack(s: usize, slot: usize, length: u32): bool {
  if (
    load<u32>(slot, StackSlot.Stack) == 0 || load<u32>(slot, StackSlot.Hash) != load<u32>(s, State.IdsHash) ||
    load<u32>(slot, StackSlot.Depth) != length
  ) return false;
  const ids: usize = load<u32>(s, State.Ids), known: usize = load<u32>(slot, StackSlot.Ids);
  for (let at: u32 = 0; at < length; at++) {
    if (load<u32>(cell32At(ids, at)) != load<u32>(cell32At(known, at))) return false;
  }
  return true;
}

/** Returns the number of the backtrace of a list; 0 if only the reader can determine it. */
@inline
function stackOf(s: usize, number: u32): u32 {
  const list = recordAt(load<u32>(s, State.Lists), number, List.Bytes);
  const known = load<u32>(list, List.Stack);
  return known != 0 ? known : lookUp(s, number, list);
}

function lookUp(s: usize, number: u32, list: usize): u32 {
  const length = load<u32>(list, List.Length), start = load<u32>(list, List.Start);
  let stack: u32 = EMPTY_STACK;
  if (length > 0) {
    const slot = stackSlot(s, list);
    if (slot == 0 || !isStack(s, slot, length)) return 0;
    stack = load<u32>(slot, StackSlot.Stack);
  }
  store<u32>(list, stack, List.Stack);
  // The frames are no longer needed, so release them.
  if (start + length == load<u32>(s, State.PoolLength)) store<u32>(s, start, State.PoolLength);
  // The list is not needed either, unless a value was put into the memo since the list began.
  if (number + 1 == load<u32>(s, State.ListCount) && load<u32>(list, List.Kept) == load<u32>(s, State.Kept)) {
    store<u32>(s, number, State.ListCount);
    store<u32>(s, load<u32>(list, List.First), State.FrameCount);
  }
  return stack;
}

/** Caches the backtrace of a list whose frame ids are known. */
export function noteStack(s: usize, number: u32): void {
  const list = recordAt(load<u32>(s, State.Lists), number, List.Bytes);
  const length = load<u32>(list, List.Length);
  const frames: usize = load<u32>(s, State.Frames);
  const from = cell32At(load<u32>(s, State.Pool), load<u32>(list, List.Start));
  for (let at: u32 = 0; at < length; at++) {
    const frame = recordAt(frames, load<u32>(cell32At(from, at)), Frame.Bytes);
    memory.copy(frameSlot(s, frame), frame, Frame.Bytes);
  }
  const slot = stackSlot(s, list);
  if (slot == 0) return;
  let count = load<u32>(s, State.StackIdCount);
  if (count + length > <u32> STACK_IDS) {
    memory.fill(load<u32>(s, State.StackSlots), 0, STACK_SLOTS * StackSlot.Bytes);
    count = 0;
  }
  const ids = cell32At(load<u32>(s, State.StackIds), count);
  memory.copy(ids, load<u32>(s, State.Ids), <usize> length << 2);
  store<u32>(s, count + length, State.StackIdCount);
  store<u32>(slot, load<u32>(s, State.IdsHash), StackSlot.Hash);
  store<u32>(slot, length, StackSlot.Depth);
  store<u32>(slot, <u32> ids, StackSlot.Ids);
  store<u32>(slot, load<u32>(list, List.Stack), StackSlot.Stack);
}
