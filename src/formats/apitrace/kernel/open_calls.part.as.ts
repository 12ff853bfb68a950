// Calls that have been entered but not left, and the threads that made them.

import * as S from "./state";
import {
  c0,
  c0End,
  c0Origin,
  cBits,
  cBytes,
  cDepth,
  cEnter,
  cFunction,
  cLeft,
  cNo,
  complete,
  cSlot,
  cStack,
} from "./complete.part.as";
import { fail, mode, origin, s, start, word } from "./cursor.part.as";
import { addThread, findThread, growOpen, growThreads, keep, release } from "./imports.part.as";
import { dBits, dBytes, dReturn, dStack, zeroBit } from "./walk.part.as";

@inline
export function bucketOf(no: u32): usize {
  return <usize> word(S.OPEN_BUCKETS) + (<usize> (no & word(S.OPEN_MASK)) << 2);
}

/** Stores a call whose leave event has not been read yet; returns false if there are too many of them. */
export function openCall(fn: usize, slot: usize, from: usize, to: usize): bool {
  let index = word(S.OPEN_FREE);
  if (index == 0) {
    if (word(S.OPEN_USED) == word(S.OPEN_CAPACITY) && growOpen() == 0) return false;
    index = word(S.OPEN_USED) + 1;
    store<u32>(s + S.OPEN_USED, index);
  } else {
    store<u32>(s + S.OPEN_FREE, load<u32>(openRecord(index), S.O_NEXT));
  }
  const record = openRecord(index);
  const no = cNo;
  store<u32>(record, no, S.O_NO);
  store<u32>(record, <u32> fn, S.O_FUNCTION);
  store<u32>(record, <u32> slot, S.O_SLOT);
  store<u32>(record, dBits, S.O_BITS);
  store<u64>(record, cEnter, S.O_ENTER);
  store<u64>(record, dBytes, S.O_BYTES);
  const depth = load<u32>(slotAt(slot), S.T_DEPTH);
  store<u32>(record, depth, S.O_DEPTH);
  store<u32>(slotAt(slot), depth + 1, S.T_DEPTH);
  store<u32>(record, dStack, S.O_STACK);
  let copy: usize = 0;
  const bytes = <u32> (to - from);
  if (wantsArgs(fn)) {
    copy = keep(bytes, from);
    // A large record stays where it is.
    if (copy != from) memory.copy(copy, from, bytes);
  }
  store<u32>(record, <u32> copy, S.O_COPY);
  store<u32>(record, bytes, S.O_COPY + 4);
  store<u64>(record, origin + <u64> from - <u64> copy, S.O_ORIGIN);
  const bucket = bucketOf(no);
  store<u32>(record, load<u32>(bucket), S.O_NEXT);
  store<u32>(bucket, index);
  store<u32>(s + S.OPEN_LIVE, word(S.OPEN_LIVE) + 1);
  if (no <= word(S.SET_LAST)) store<u32>(s + S.OPEN_WANTED, word(S.OPEN_WANTED) + 1);
  return true;
}

@inline
export function openRecord(index: u32): usize {
  return <usize> word(S.OPEN_RECORDS) + <usize> (index - 1) * S.O_SIZE;
}

@inline
export function slotAt(slot: usize): usize {
  return <usize> word(S.THREAD_SLOTS) + slot * S.T_SIZE;
}

/** The record of an open call, or 0. */
export function findOpen(no: u32): usize {
  let index = load<u32>(bucketOf(no));
  while (index != 0) {
    const record = openRecord(index);
    if (load<u32>(record, S.O_NO) == no) return record;
    index = load<u32>(record, S.O_NEXT);
  }
  return 0;
}

/** Removes a call from the open ones; returns 0 if there is none with this number. Its record stays readable. */
export function takeOpen(no: u32): usize {
  let link = bucketOf(no);
  let index = load<u32>(link);
  while (index != 0) {
    const record = openRecord(index);
    if (load<u32>(record, S.O_NO) == no) {
      store<u32>(link, load<u32>(record, S.O_NEXT));
      store<u32>(record, word(S.OPEN_FREE), S.O_NEXT);
      store<u32>(s + S.OPEN_FREE, index);
      store<u32>(s + S.OPEN_LIVE, word(S.OPEN_LIVE) - 1);
      if (no <= word(S.SET_LAST)) store<u32>(s + S.OPEN_WANTED, word(S.OPEN_WANTED) - 1);
      return record;
    }
    link = record + S.O_NEXT;
    index = load<u32>(link);
  }
  return 0;
}

/** Completes a call from its record. Its leave event, if there is one, has been walked already. */
export function completeOpen(record: usize, left: bool): void {
  cNo = load<u32>(record, S.O_NO);
  cFunction = load<u32>(record, S.O_FUNCTION);
  cSlot = load<u32>(record, S.O_SLOT);
  cBits = load<u32>(record, S.O_BITS);
  cBytes = load<u64>(record, S.O_BYTES);
  cDepth = load<u32>(record, S.O_DEPTH);
  cStack = load<u32>(record, S.O_STACK);
  cEnter = load<u64>(record, S.O_ENTER);
  c0 = load<u32>(record, S.O_COPY);
  c0End = c0 + load<u32>(record, S.O_COPY + 4);
  c0Origin = load<u64>(record, S.O_ORIGIN);
  cLeft = left;
  const slot = slotAt(cSlot);
  const depth = load<u32>(slot, S.T_DEPTH);
  if (depth > 0) store<u32>(slot, depth - 1, S.T_DEPTH);
  const copy = c0;
  const bytes = <u32> (c0End - c0);
  if (left) {
    cBits |= dBits;
    cBytes += dBytes;
    if (dStack != 0) cStack = dStack;
    if (dReturn != 0) cBits = (cBits & ~2) | zeroBit(cFunction);
  }
  complete();
  if (copy != 0) release(copy, bytes);
}

@inline
export function wantsArgs(fn: usize): bool {
  const bits = load<u32>(fn, S.F_BITS);
  if (mode & S.MODE_ROWS) return (bits & S.WATCHED) != 0;
  if (mode & S.MODE_COUNT) return false;
  if (mode & S.MODE_COLUMN) {
    return load<u32>(fn, S.F_WANTED) != <u32> S.WANT_NOTHING;
  }
  return (bits & S.HIDDEN) == 0;
}

/** The slot of a thread. If there are too many threads, the pass fails. */
export function slotOf(thread: u32): usize {
  let slot: u32;
  if (thread < <u32> S.THREAD_DENSE) slot = load<u32>(<usize> word(S.THREAD_MAP) + ((<usize> thread) << 2));
  else slot = findThread(thread);
  if (slot != 0) return slot - 1;
  const count = word(S.THREAD_COUNT);
  if (count == word(S.THREAD_CAPACITY) && growThreads() == 0) {
    fail(S.MANY_THREADS, start);
    return 0;
  }
  store<u32>(s + S.THREAD_COUNT, count + 1);
  const at = slotAt(count);
  memory.fill(at, 0, S.T_SIZE);
  store<u32>(at, thread, S.T_NO);
  if (thread < <u32> S.THREAD_DENSE) {
    store<u32>(<usize> word(S.THREAD_MAP) + ((<usize> thread) << 2), count + 1);
  } else addThread(thread, count);
  return count;
}
