// Calls that have been entered but not left, and the threads that made them.

import * as S from "./state";
import {
  callBits,
  callBytes,
  callDepth,
  callFunction,
  callNo,
  callSlot,
  callStack,
  completeCall,
  enterEnd,
  enterOffset,
  enterOrigin,
  enterStart,
  hasReturned,
} from "./complete.part.as";
import { failWith, mode, origin, start, statePtr, stateWord } from "./cursor.part.as";
import { addThread, findThread, growOpen, growThreads, keep, release } from "./imports.part.as";
import { detailBits, detailBytes, detailReturn, detailStack, zeroReturnBit } from "./walk.part.as";

@inline
export function bucketOf(no: u32): usize {
  return <usize> stateWord(S.OPEN_BUCKETS) + (<usize> (no & stateWord(S.OPEN_MASK)) << 2);
}

/** Stores a call whose leave event has not been read yet; returns false if there are too many of them. */
export function openCall(fn: usize, slot: usize, from: usize, to: usize): bool {
  let index = stateWord(S.OPEN_FREE);
  if (index == 0) {
    if (stateWord(S.OPEN_USED) == stateWord(S.OPEN_CAPACITY) && growOpen() == 0) return false;
    index = stateWord(S.OPEN_USED) + 1;
    store<u32>(statePtr + S.OPEN_USED, index);
  } else {
    store<u32>(statePtr + S.OPEN_FREE, load<u32>(openRecord(index), S.OPEN_CALL_NEXT));
  }
  const record = openRecord(index);
  const no = callNo;
  store<u32>(record, no, S.OPEN_CALL_NO);
  store<u32>(record, <u32> fn, S.OPEN_CALL_FUNCTION);
  store<u32>(record, <u32> slot, S.OPEN_CALL_SLOT);
  store<u32>(record, detailBits, S.OPEN_CALL_BITS);
  store<u64>(record, enterOffset, S.OPEN_CALL_ENTER);
  store<u64>(record, detailBytes, S.OPEN_CALL_BYTES);
  const depth = load<u32>(slotAt(slot), S.THREAD_SLOT_DEPTH);
  store<u32>(record, depth, S.OPEN_CALL_DEPTH);
  store<u32>(slotAt(slot), depth + 1, S.THREAD_SLOT_DEPTH);
  store<u32>(record, detailStack, S.OPEN_CALL_STACK);
  let copy: usize = 0;
  const bytes = <u32> (to - from);
  if (wantsArgs(fn)) {
    copy = keep(bytes, from);
    // A large record is used in place instead of being copied.
    if (copy != from) memory.copy(copy, from, bytes);
  }
  store<u32>(record, <u32> copy, S.OPEN_CALL_COPY);
  store<u32>(record, bytes, S.OPEN_CALL_COPY + 4);
  store<u64>(record, origin + <u64> from - <u64> copy, S.OPEN_CALL_ORIGIN);
  const bucket = bucketOf(no);
  store<u32>(record, load<u32>(bucket), S.OPEN_CALL_NEXT);
  store<u32>(bucket, index);
  store<u32>(statePtr + S.OPEN_LIVE, stateWord(S.OPEN_LIVE) + 1);
  if (no <= stateWord(S.LAST_SELECTED)) {
    store<u32>(statePtr + S.OPEN_SELECTED, stateWord(S.OPEN_SELECTED) + 1);
  }
  return true;
}

@inline
export function openRecord(index: u32): usize {
  return <usize> stateWord(S.OPEN_RECORDS) + <usize> (index - 1) * S.OPEN_CALL_SIZE;
}

@inline
export function slotAt(slot: usize): usize {
  return <usize> stateWord(S.THREAD_SLOTS) + slot * S.THREAD_SLOT_SIZE;
}

/** Returns the record of an open call, or 0. */
export function findOpen(no: u32): usize {
  let index = load<u32>(bucketOf(no));
  while (index != 0) {
    const record = openRecord(index);
    if (load<u32>(record, S.OPEN_CALL_NO) == no) return record;
    index = load<u32>(record, S.OPEN_CALL_NEXT);
  }
  return 0;
}

/**
 * Removes a call from the open ones; returns its record, which stays readable, or 0 if no call has this
 * number.
 */
export function takeOpen(no: u32): usize {
  let link = bucketOf(no);
  let index = load<u32>(link);
  while (index != 0) {
    const record = openRecord(index);
    if (load<u32>(record, S.OPEN_CALL_NO) == no) {
      store<u32>(link, load<u32>(record, S.OPEN_CALL_NEXT));
      store<u32>(record, stateWord(S.OPEN_FREE), S.OPEN_CALL_NEXT);
      store<u32>(statePtr + S.OPEN_FREE, index);
      store<u32>(statePtr + S.OPEN_LIVE, stateWord(S.OPEN_LIVE) - 1);
      if (no <= stateWord(S.LAST_SELECTED)) {
        store<u32>(statePtr + S.OPEN_SELECTED, stateWord(S.OPEN_SELECTED) - 1);
      }
      return record;
    }
    link = record + S.OPEN_CALL_NEXT;
    index = load<u32>(link);
  }
  return 0;
}

/** Completes a call from its record. Its leave event, if there is one, has been walked already. */
export function completeOpen(record: usize, left: bool): void {
  callNo = load<u32>(record, S.OPEN_CALL_NO);
  callFunction = load<u32>(record, S.OPEN_CALL_FUNCTION);
  callSlot = load<u32>(record, S.OPEN_CALL_SLOT);
  callBits = load<u32>(record, S.OPEN_CALL_BITS);
  callBytes = load<u64>(record, S.OPEN_CALL_BYTES);
  callDepth = load<u32>(record, S.OPEN_CALL_DEPTH);
  callStack = load<u32>(record, S.OPEN_CALL_STACK);
  enterOffset = load<u64>(record, S.OPEN_CALL_ENTER);
  enterStart = load<u32>(record, S.OPEN_CALL_COPY);
  enterEnd = enterStart + load<u32>(record, S.OPEN_CALL_COPY + 4);
  enterOrigin = load<u64>(record, S.OPEN_CALL_ORIGIN);
  hasReturned = left;
  const slot = slotAt(callSlot);
  const depth = load<u32>(slot, S.THREAD_SLOT_DEPTH);
  if (depth > 0) store<u32>(slot, depth - 1, S.THREAD_SLOT_DEPTH);
  const copy = enterStart;
  const bytes = <u32> (enterEnd - enterStart);
  if (left) {
    callBits |= detailBits;
    callBytes += detailBytes;
    if (detailStack != 0) callStack = detailStack;
    if (detailReturn != 0) callBits = (callBits & ~2) | zeroReturnBit(callFunction);
  }
  completeCall();
  if (copy != 0) release(copy, bytes);
}

@inline
export function wantsArgs(fn: usize): bool {
  const bits = load<u32>(fn, S.FUNCTION_BITS);
  if (mode & S.MODE_ROWS) return (bits & S.WATCHED) != 0;
  if (mode & S.MODE_COUNT) return false;
  if (mode & S.MODE_COLUMN) {
    return load<u32>(fn, S.FUNCTION_WANTED) != <u32> S.WANT_NOTHING;
  }
  return (bits & S.HIDDEN) == 0;
}

/** Returns the slot of a thread. If there are too many threads, the pass fails. */
export function slotOf(thread: u32): usize {
  let slot: u32;
  if (thread < <u32> S.THREAD_DENSE) {
    slot = load<u32>(<usize> stateWord(S.THREAD_MAP) + ((<usize> thread) << 2));
  } else slot = findThread(thread);
  if (slot != 0) return slot - 1;
  const count = stateWord(S.THREAD_COUNT);
  if (count == stateWord(S.THREAD_CAPACITY) && growThreads() == 0) {
    failWith(S.MANY_THREADS, start);
    return 0;
  }
  store<u32>(statePtr + S.THREAD_COUNT, count + 1);
  const at = slotAt(count);
  memory.fill(at, 0, S.THREAD_SLOT_SIZE);
  store<u32>(at, thread, S.THREAD_SLOT_NO);
  if (thread < <u32> S.THREAD_DENSE) {
    store<u32>(<usize> stateWord(S.THREAD_MAP) + ((<usize> thread) << 2), count + 1);
  } else addThread(thread, count);
  return count;
}
