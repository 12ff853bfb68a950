// One pass over an apitrace stream: walks the events in the window and joins the enter and leave events of a
// call. Every completed call becomes a row, a line of text, a cell of a column, or a call of `onCall`.
// Nothing is allocated here: when a table is full, a callback provides a larger one. The other files of the
// kernel, next to this one, are compiled into the same module.

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
  leaveEnd,
  leaveOffset,
  leaveStart,
} from "./complete.part.as";
import {
  bytesEnd,
  cursor,
  failAt,
  failWith,
  hasFailed,
  isCut,
  mode,
  options,
  origin,
  outEnd,
  outPtr,
  readUint,
  start,
  statePtr,
  stateWord,
  version,
} from "./cursor.part.as";
import { completeOpen, findOpen, openCall, openRecord, slotAt, slotOf, takeOpen } from "./open_calls.part.as";
import { beginCell, endCell, putText } from "./text.part.as";
import {
  clearDetails,
  detailBits,
  detailBytes,
  detailReturn,
  detailStack,
  keepKinds,
  keepStacks,
  readSignature,
  walkDetails,
  walkedRecord,
  zeroReturnBit,
} from "./walk.part.as";
import { bytesOf, writeValue } from "./write_value.part.as";

/** Sets the address of the kernel's state. */
export function attach(state: usize): void {
  statePtr = state;
}

/** Completes the call in record `index` (from 0) as one that never returned. */
export function completeIncomplete(index: u32): void {
  const record = openRecord(index + 1);
  // The event that ended the stream left these flags set; they would keep the arguments from being walked.
  isCut = false;
  hasFailed = 0;
  leaveStart = leaveEnd = 0;
  leaveOffset = 0;
  store<u32>(statePtr + S.OPEN_LIVE, stateWord(S.OPEN_LIVE) - 1);
  outPtr = stateWord(S.OUTPUT_NEXT);
  completeOpen(record, false);
  store<u32>(statePtr + S.OUTPUT_NEXT, <u32> outPtr);
}

/** Continues until the window ends, a batch is full, an error occurs, or everything requested has been seen. */
export function scan(): u32 {
  cursor = stateWord(S.POSITION);
  bytesEnd = stateWord(S.END);
  origin = load<u64>(statePtr + S.ORIGIN);
  version = stateWord(S.VERSION);
  mode = stateWord(S.MODE);
  options = stateWord(S.TEXT_OPTIONS);
  outPtr = stateWord(S.OUTPUT_NEXT);
  outEnd = stateWord(S.OUTPUT_END);
  keepStacks = (mode & S.MODE_ROWS) != 0;
  keepKinds = keepStacks;
  const status = loop();
  store<u32>(statePtr + S.POSITION, <u32> cursor);
  store<u32>(statePtr + S.OUTPUT_NEXT, <u32> outPtr);
  if (status == S.FAILED) {
    store<u32>(statePtr + S.FAIL_CODE, hasFailed);
    store<u32>(statePtr + S.CALL_FUNCTION, <u32> walkedRecord);
    store<u32>(statePtr + S.FAIL_AT, <u32> failAt);
    store<u32>(statePtr + S.FAIL_BYTE, load<u8>(failAt));
  }
  return status;
}

/** Moves the cursor back to the event that could not be walked, and returns the reason. */
function stop(at: usize): u32 {
  cursor = at;
  return hasFailed ? S.FAILED : S.NEEDS_MORE;
}

function loop(): u32 {
  hasFailed = 0;
  const ended = stateWord(S.IS_LAST_WINDOW) != 0;
  while (true) {
    isCut = false;
    start = cursor;
    if (cursor >= bytesEnd) {
      store<u32>(statePtr + S.BYTES_NEEDED, 1);
      return S.NEEDS_MORE;
    }
    if (mode & (S.MODE_ROWS | S.MODE_COLUMN)) {
      if (
        stateWord(S.CALL_ROWS) >= 65536 || stateWord(S.EVENT_ROWS) >= 65536 ||
        stateWord(S.COLUMN_ROWS) >= 65536
      ) {
        return S.BATCH_FULL;
      }
      if (stateWord(S.COLUMN_LIMIT) != 0 && stateWord(S.COLUMN_ROWS) >= stateWord(S.COLUMN_LIMIT)) {
        return S.DONE;
      }
    }
    const event = load<u8>(cursor++);
    if (event == 0) {
      const thread = version >= 4 ? <u32> readUint() : 0;
      if (isCut) return stop(start);
      const fn = readSignature(S.FUNCTION);
      if (fn == 0) return stop(start);
      clearDetails();
      const from = cursor;
      if (!walkDetails(fn)) return stop(start);
      const to = cursor;
      callNo = stateWord(S.NEXT_CALL_NO);
      enterOffset = origin + <u64> start;
      // Usually the next event is the leave event of the same call; then no record is needed.
      if (cursor >= bytesEnd) {
        if (!ended) return stop(start);
      } else if (load<u8>(cursor) == 1) {
        const entered = start;
        const bits = detailBits, bytes = detailBytes, stack = detailStack;
        const returned = detailReturn;
        cursor++;
        const no = <u32> readUint();
        if (!isCut && no == callNo) {
          const leave = cursor;
          walkDetails(fn);
          if (!isCut && !hasFailed) {
            callFunction = fn;
            callSlot = slotOf(thread);
            if (hasFailed) return stop(entered);
            store<u32>(statePtr + S.NEXT_CALL_NO, callNo + 1);
            callBits = detailBits | zeroReturnBit(fn);
            callBytes = detailBytes;
            callStack = detailStack;
            callDepth = load<u32>(slotAt(callSlot), S.THREAD_SLOT_DEPTH);
            leaveOffset = origin + <u64> to;
            hasReturned = true;
            enterStart = from;
            enterEnd = to;
            enterOrigin = origin;
            leaveStart = leave;
            leaveEnd = cursor;
            completeCall();
            if (callNo > stateWord(S.STOP_AFTER)) return S.DONE;
            if (callNo >= stateWord(S.LAST_SELECTED) && stateWord(S.OPEN_SELECTED) == 0) return S.DONE;
            if (outPtr != 0 && outPtr + 65536 > outEnd) return S.OUTPUT_FULL;
            continue;
          }
        }
        if (isCut && !ended) return stop(entered);
        // The leave event belongs to another call or is damaged; the loop handles both.
        isCut = false;
        hasFailed = 0;
        cursor = to;
        detailBits = bits;
        detailBytes = bytes;
        detailStack = stack;
        detailReturn = returned;
      }
      detailBits |= zeroReturnBit(fn);
      const slot = slotOf(thread);
      if (hasFailed) return stop(start);
      if (!openCall(fn, slot, from, to)) {
        failWith(S.MANY_OPEN, start);
        return stop(start);
      }
      store<u32>(statePtr + S.NEXT_CALL_NO, callNo + 1);
    } else if (event == 1) {
      const no = <u32> readUint();
      if (isCut) return stop(start);
      clearDetails();
      leaveStart = cursor;
      const known = findOpen(no);
      if (!walkDetails(known == 0 ? 0 : load<u32>(known, S.OPEN_CALL_FUNCTION))) return stop(start);
      leaveEnd = cursor;
      leaveOffset = origin + <u64> start;
      const record = takeOpen(no);
      if (record == 0) {
        store<u32>(statePtr + S.STRAY_LEAVES, stateWord(S.STRAY_LEAVES) + 1);
        continue;
      }
      completeOpen(record, true);
      if (no > stateWord(S.STOP_AFTER)) return S.DONE;
      if (stateWord(S.NEXT_CALL_NO) > stateWord(S.LAST_SELECTED) && stateWord(S.OPEN_SELECTED) == 0) {
        return S.DONE;
      }
      if (outPtr != 0 && outPtr + 65536 > outEnd) return S.OUTPUT_FULL;
    } else {
      failWith(S.BAD_EVENT, cursor - 1);
      return stop(start);
    }
  }
}

/** Writes the text of the value at an address to the start of the output buffer; returns its end. */
export function valueText(at: usize, side: u32): usize {
  beginCell(bytesOf(at, side));
  writeValue(at, side);
  return endCell();
}

/** Appends a quoted string to the output, as in a dump. */
export function quote(at: usize, bytes: usize): void {
  outPtr = stateWord(S.OUTPUT_NEXT);
  outEnd = stateWord(S.OUTPUT_END);
  options = stateWord(S.TEXT_OPTIONS);
  putText(at, bytes);
  store<u32>(statePtr + S.OUTPUT_NEXT, <u32> outPtr);
}
