// Completes a call: counts it and outputs it as a row, a line of text, a cell of a column, or a call of
// `onCall`.

import * as S from "./state";
import { stageCell } from "./cells.part.as";
import {
  bytesEnd,
  cursor,
  isCut,
  mode,
  options,
  origin,
  readUint,
  statePtr,
  stateWord,
} from "./cursor.part.as";
import { endFrame, growArgs, onCall } from "./imports.part.as";
import { slotAt } from "./open_calls.part.as";
import { stageRows } from "./rows.part.as";
import { detailBytes, keepStacks, skipValue, walkBacktrace } from "./walk.part.as";
import { writeCall } from "./write_call.part.as";

// The call that is being completed.
export let callNo: u32 = 0;
export let callFunction: usize = 0;
export let callSlot: usize = 0;
export let callBits: u32 = 0;
export let callBytes: u64 = 0;
export let callDepth: u32 = 0;
export let callStack: u32 = 0;
export let enterOffset: u64 = 0;
export let leaveOffset: u64 = 0;
export let hasReturned: bool = false;

// Where the details of its enter and leave events are: bytes and stream offset.
export let enterStart: usize = 0;
export let enterEnd: usize = 0;
export let enterOrigin: u64 = 0;
export let leaveStart: usize = 0;
export let leaveEnd: usize = 0;
export let leaveOrigin: u64 = 0;

export function completeCall(): void {
  // Save the cursor, which the following code may move.
  const backP = cursor, backE = bytesEnd, backBytes = detailBytes;
  leaveOrigin = origin;
  const fn = callFunction;
  let cls = load<u32>(fn, S.FUNCTION_CLASS) | (callBits & 1);
  if (callBits & 2) cls |= S.CLASS_VERBOSE;
  if (!hasReturned) cls |= S.CLASS_INCOMPLETE;
  store<u32>(statePtr + S.COMPLETED, stateWord(S.COMPLETED) + 1);
  store<u64>(fn, load<u64>(fn, S.FUNCTION_CALLS) + 1, S.FUNCTION_CALLS);
  const calls = stateWord(S.FRAME_CALLS);
  if (calls == 0) store<u32>(statePtr + S.FRAME_FIRST, callNo);
  store<u32>(statePtr + S.FRAME_LAST, callNo);
  store<u32>(statePtr + S.FRAME_CALLS, calls + 1);
  if (mode & S.MODE_ROWS) {
    store<u64>(fn, load<u64>(fn, S.FUNCTION_BYTES) + callBytes, S.FUNCTION_BYTES);
    store<u64>(statePtr + S.FRAME_BYTES, load<u64>(statePtr + S.FRAME_BYTES) + callBytes);
    if (callBytes) store<u32>(statePtr + S.FRAME_UPLOADS, stateWord(S.FRAME_UPLOADS) + 1);
    if (cls & S.CLASS_RENDER) store<u32>(statePtr + S.FRAME_DRAWS, stateWord(S.FRAME_DRAWS) + 1);
    countThread();
    stageRows(fn, cls);
  } else if (mode & S.MODE_COLUMN) {
    if (isSelectedNumber(callNo, cls)) stageCell(fn);
  } else if (!(mode & S.MODE_COUNT)) handleSelected(fn, cls);
  cursor = backP;
  bytesEnd = backE;
  origin = leaveOrigin;
  detailBytes = backBytes;
  isCut = false;
  if (cls & S.CLASS_END_FRAME) {
    store<u64>(statePtr + S.FRAME_END, origin + <u64> cursor);
    endFrame();
  }
}

/**
 * Moves the cursor to data that has already been walked: in the enter event (side 0) or the leave event (side
 * 1).
 */
export function moveCursor(at: usize, side: u32): void {
  cursor = at;
  bytesEnd = usize.MAX_VALUE;
  origin = side ? leaveOrigin : enterOrigin;
}

export function countThread(): void {
  const slot = slotAt(callSlot);
  const calls = load<u32>(slot, S.THREAD_SLOT_CALLS);
  if (calls == 0) store<u32>(slot, callNo, S.THREAD_SLOT_FIRST);
  store<u32>(slot, calls + 1, S.THREAD_SLOT_CALLS);
  store<u32>(slot, callNo, S.THREAD_SLOT_LAST);
  store<u64>(slot, load<u64>(slot, S.THREAD_SLOT_BYTES) + callBytes, S.THREAD_SLOT_BYTES);
  const frame = stateWord(S.FRAME_NO) + 1;
  if (load<u32>(slot, S.THREAD_SLOT_FRAME) != frame) {
    store<u32>(slot, frame, S.THREAD_SLOT_FRAME);
    store<u32>(statePtr + S.FRAME_THREADS, stateWord(S.FRAME_THREADS) + 1);
  }
}

/** Writes the properties of the call to the state, for callbacks. */
export function describeCall(cls: u32): void {
  store<u32>(statePtr + S.CALL_NO, callNo);
  store<u32>(statePtr + S.CALL_FUNCTION, <u32> callFunction);
  store<u32>(statePtr + S.CALL_THREAD, load<u32>(slotAt(callSlot), S.THREAD_SLOT_NO));
  store<u32>(statePtr + S.CALL_CLASS, cls);
  store<u64>(statePtr + S.CALL_BYTES, callBytes);
}

/**
 * Fills the table of the call's arguments with the address and side of each, or 0 for a missing one. All
 * arguments have been walked already.
 */
export function listArgs(): void {
  const count = load<u32>(callFunction, S.PART_COUNT);
  if (count > stateWord(S.ARGS_CAPACITY)) growArgs(count);
  memory.fill(stateWord(S.ARGS), 0, <usize> count << 3);
  store<u32>(statePtr + S.ARGS_COUNT, count);
  store<u32>(statePtr + S.RETURN_VALUE, 0);
  store<u32>(statePtr + S.BACKTRACE, 0);
  store<f64>(statePtr + S.SIDE_ORIGINS, <f64> (<i64> enterOrigin));
  store<f64>(statePtr + S.SIDE_ORIGINS + 8, <f64> (<i64> leaveOrigin));
  const stacks = keepStacks;
  keepStacks = false;
  listSide(0, enterStart, enterEnd, count);
  listSide(1, leaveStart, leaveEnd, count);
  keepStacks = stacks;
}

export function listSide(side: u32, from: usize, to: usize, declared: u32): void {
  moveCursor(from, side);
  while (cursor < to) {
    const detail = load<u8>(cursor++);
    if (detail == 0) break;
    if (detail == 1) {
      const no = readUint();
      let place = <usize> no;
      if (no >= <u64> declared) {
        // Arguments beyond those of the signature are listed after the others.
        const count = stateWord(S.ARGS_COUNT);
        if (count == stateWord(S.ARGS_CAPACITY)) growArgs(count + 1);
        store<u32>(statePtr + S.ARGS_COUNT, count + 1);
        place = count;
      }
      const entry = <usize> stateWord(S.ARGS) + place * S.ARG_PLACE_SIZE;
      store<u32>(entry, <u32> cursor);
      store<u32>(entry, side, S.ARG_PLACE_SIDE);
      // A value that has been walked once cannot fail; if it did, everything after it would be misplaced.
      if (!skipValue()) unreachable();
    } else if (detail == 2) {
      store<u32>(statePtr + S.RETURN_VALUE, <u32> cursor);
      store<u32>(statePtr + S.RETURN_SIDE, side);
      if (!skipValue()) unreachable();
    } else if (detail == 4) {
      store<u32>(statePtr + S.BACKTRACE, <u32> cursor);
      store<u32>(statePtr + S.BACKTRACE_SIDE, side);
      if (!walkBacktrace()) unreachable();
    } else readUint();
  }
}

export function isSelectedNumber(no: u32, cls: u32): bool {
  const count = stateWord(S.SELECTED_RANGE_COUNT);
  if (count == 0) return true;
  let range = <usize> stateWord(S.SELECTED_RANGES);
  for (let i: u32 = 0; i < count; i++, range += S.RANGE_SIZE) {
    const first = load<u32>(range);
    if (no < first || no > load<u32>(range, S.RANGE_LAST)) continue;
    const step = load<u32>(range, S.RANGE_STEP);
    if (step > 1 && (no - first) % step != 0) continue;
    const classes = load<u32>(range, S.RANGE_CLASSES);
    if (classes == 0 || (classes & cls) != 0) return true;
  }
  return false;
}

export function handleSelected(fn: usize, cls: u32): void {
  if (load<u32>(fn, S.FUNCTION_BITS) & S.HIDDEN) return;
  if (!isSelectedNumber(callNo, cls)) return;
  if (mode & S.MODE_TEXT) {
    if ((cls & S.CLASS_VERBOSE) && !(options & S.TEXT_VERBOSE)) return;
    listArgs();
    describeCall(cls);
    writeCall(cls);
    return;
  }
  listArgs();
  describeCall(cls);
  onCall();
}
