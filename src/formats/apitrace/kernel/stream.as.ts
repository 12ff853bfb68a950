// One pass over an apitrace stream: walks events in the window and joins them to calls. Every completed call
// becomes a row, a line of text, a cell of a column, or a call of `onCall`. Nothing is allocated here: when a
// table is full, a callback provides a larger one. The other files of the kernel, next to this one, are
// compiled into the same module.

import * as S from "./state";
import {
  c0,
  c0End,
  c0Origin,
  c1,
  c1End,
  cBits,
  cBytes,
  cDepth,
  cEnter,
  cFunction,
  cLeave,
  cLeft,
  cNo,
  complete,
  cSlot,
  cStack,
} from "./complete.part.as";
import {
  cut,
  e,
  fail,
  failAt,
  failed,
  mode,
  o,
  oEnd,
  options,
  origin,
  p,
  s,
  start,
  uint,
  version,
  word,
} from "./cursor.part.as";
import { completeOpen, findOpen, openCall, openRecord, slotAt, slotOf, takeOpen } from "./open_calls.part.as";
import { beginCell, endCell, text } from "./text.part.as";
import {
  clearDetails,
  dBits,
  dBytes,
  dReturn,
  dStack,
  keepKinds,
  keepStacks,
  signature,
  walkDetails,
  walked,
  zeroBit,
} from "./walk.part.as";
import { bytesOf, writeValue } from "./write_value.part.as";

/** Sets the address of the kernel's state. */
export function attach(state: usize): void {
  s = state;
}

/** Completes the call in the record with this index (from 0) as one that never returned. */
export function completeIncomplete(index: u32): void {
  const record = openRecord(index + 1);
  // The event that ended the stream left these flags set; with them, the arguments would not be walked.
  cut = false;
  failed = 0;
  c1 = c1End = 0;
  cLeave = 0;
  store<u32>(s + S.OPEN_LIVE, word(S.OPEN_LIVE) - 1);
  o = word(S.OUT);
  completeOpen(record, false);
  store<u32>(s + S.OUT, <u32> o);
}

/** Continues until the window ends, a batch is full, an error occurs, or everything requested has been seen. */
export function scan(): u32 {
  p = word(S.POSITION);
  e = word(S.END);
  origin = load<u64>(s + S.ORIGIN);
  version = word(S.VERSION);
  mode = word(S.MODE);
  options = word(S.TEXT_OPTIONS);
  o = word(S.OUT);
  oEnd = word(S.OUT_END);
  keepStacks = (mode & S.MODE_ROWS) != 0;
  keepKinds = keepStacks;
  const status = loop();
  store<u32>(s + S.POSITION, <u32> p);
  store<u32>(s + S.OUT, <u32> o);
  if (status == S.FAILED) {
    store<u32>(s + S.FAIL_CODE, failed);
    store<u32>(s + S.CALL_FUNCTION, <u32> walked);
    store<u32>(s + S.FAIL_AT, <u32> failAt);
    store<u32>(s + S.FAIL_BYTE, load<u8>(failAt));
  }
  return status;
}

/** Moves the cursor back to the event that could not be walked, and returns the reason. */
function stop(at: usize): u32 {
  p = at;
  return failed ? S.FAILED : S.MORE;
}

function loop(): u32 {
  failed = 0;
  const ended = word(S.ENDED) != 0;
  while (true) {
    cut = false;
    start = p;
    if (p >= e) {
      store<u32>(s + S.NEED, 1);
      return S.MORE;
    }
    if (mode & (S.MODE_ROWS | S.MODE_COLUMN)) {
      if (word(S.CALL_ROWS) >= 65536 || word(S.EVENT_ROWS) >= 65536 || word(S.COLUMN_ROWS) >= 65536) {
        return S.FULL;
      }
      if (word(S.COLUMN_LIMIT) != 0 && word(S.COLUMN_ROWS) >= word(S.COLUMN_LIMIT)) return S.DONE;
    }
    const event = load<u8>(p++);
    if (event == 0) {
      const thread = version >= 4 ? <u32> uint() : 0;
      if (cut) return stop(start);
      const fn = signature(S.FUNCTION);
      if (fn == 0) return stop(start);
      clearDetails();
      const from = p;
      if (!walkDetails(fn)) return stop(start);
      const to = p;
      cNo = word(S.NEXT_NO);
      cEnter = origin + <u64> start;
      // Usually the next event is the leave of the same call: then no record is needed.
      if (p >= e) {
        if (!ended) return stop(start);
      } else if (load<u8>(p) == 1) {
        const entered = start;
        const bits = dBits, bytes = dBytes, stack = dStack;
        const returned = dReturn;
        p++;
        const no = <u32> uint();
        if (!cut && no == cNo) {
          const leave = p;
          walkDetails(fn);
          if (!cut && !failed) {
            cFunction = fn;
            cSlot = slotOf(thread);
            if (failed) return stop(entered);
            store<u32>(s + S.NEXT_NO, cNo + 1);
            cBits = dBits | zeroBit(fn);
            cBytes = dBytes;
            cStack = dStack;
            cDepth = load<u32>(slotAt(cSlot), S.T_DEPTH);
            cLeave = origin + <u64> to;
            cLeft = true;
            c0 = from;
            c0End = to;
            c0Origin = origin;
            c1 = leave;
            c1End = p;
            complete();
            if (cNo > word(S.STOP_AFTER)) return S.DONE;
            if (cNo >= word(S.SET_LAST) && word(S.OPEN_WANTED) == 0) return S.DONE;
            if (o != 0 && o + 65536 > oEnd) return S.WRITE;
            continue;
          }
        }
        if (cut && !ended) return stop(entered);
        // The leave event belongs to another call or is damaged: the loop will find out.
        cut = false;
        failed = 0;
        p = to;
        dBits = bits;
        dBytes = bytes;
        dStack = stack;
        dReturn = returned;
      }
      dBits |= zeroBit(fn);
      const slot = slotOf(thread);
      if (failed) return stop(start);
      if (!openCall(fn, slot, from, to)) {
        fail(S.MANY_OPEN, start);
        return stop(start);
      }
      store<u32>(s + S.NEXT_NO, cNo + 1);
    } else if (event == 1) {
      const no = <u32> uint();
      if (cut) return stop(start);
      clearDetails();
      c1 = p;
      const known = findOpen(no);
      if (!walkDetails(known == 0 ? 0 : load<u32>(known, S.O_FUNCTION))) return stop(start);
      c1End = p;
      cLeave = origin + <u64> start;
      const record = takeOpen(no);
      if (record == 0) {
        store<u32>(s + S.STRAY, word(S.STRAY) + 1);
        continue;
      }
      completeOpen(record, true);
      if (no > word(S.STOP_AFTER)) return S.DONE;
      if (word(S.NEXT_NO) > word(S.SET_LAST) && word(S.OPEN_WANTED) == 0) return S.DONE;
      if (o != 0 && o + 65536 > oEnd) return S.WRITE;
    } else {
      fail(S.BAD_EVENT, p - 1);
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
  o = word(S.OUT);
  oEnd = word(S.OUT_END);
  options = word(S.TEXT_OPTIONS);
  text(at, bytes);
  store<u32>(s + S.OUT, <u32> o);
}
