// Completes a call: counts it and turns it into a row, a line of text, a cell of a column, or a call of
// `onCall`.

import * as S from "./state";
import { stageCell } from "./cells.part.as";
import { cut, e, mode, options, origin, p, s, uint, word } from "./cursor.part.as";
import { endFrame, growArgs, onCall } from "./imports.part.as";
import { slotAt } from "./open_calls.part.as";
import { stageRows } from "./rows.part.as";
import { dBytes, keepStacks, skipValue, walkBacktrace } from "./walk.part.as";
import { writeCall } from "./write_call.part.as";

// The call that is being completed.
export let cNo: u32 = 0;
export let cFunction: usize = 0;
export let cSlot: usize = 0;
export let cBits: u32 = 0;
export let cBytes: u64 = 0;
export let cDepth: u32 = 0;
export let cStack: u32 = 0;
export let cEnter: u64 = 0;
export let cLeave: u64 = 0;
export let cLeft: bool = false;

// The details of its two events: bytes and stream offset.
export let c0: usize = 0;
export let c0End: usize = 0;
export let c0Origin: u64 = 0;
export let c1: usize = 0;
export let c1End: usize = 0;
export let c1Origin: u64 = 0;

export function complete(): void {
  // The following code may move the cursor, so save it.
  const backP = p, backE = e, backBytes = dBytes;
  c1Origin = origin;
  const fn = cFunction;
  let cls = load<u32>(fn, S.F_CLASS) | (cBits & 1);
  if (cBits & 2) cls |= S.CLASS_VERBOSE;
  if (!cLeft) cls |= S.CLASS_INCOMPLETE;
  store<u32>(s + S.COMPLETED, word(S.COMPLETED) + 1);
  store<u64>(fn, load<u64>(fn, S.F_CALLS) + 1, S.F_CALLS);
  const calls = word(S.FRAME_CALLS);
  if (calls == 0) store<u32>(s + S.FRAME_FIRST, cNo);
  store<u32>(s + S.FRAME_LAST, cNo);
  store<u32>(s + S.FRAME_CALLS, calls + 1);
  if (mode & S.MODE_ROWS) {
    store<u64>(fn, load<u64>(fn, S.F_BYTES) + cBytes, S.F_BYTES);
    store<u64>(s + S.FRAME_BYTES, load<u64>(s + S.FRAME_BYTES) + cBytes);
    if (cBytes) store<u32>(s + S.FRAME_UPLOADS, word(S.FRAME_UPLOADS) + 1);
    if (cls & S.CLASS_RENDER) store<u32>(s + S.FRAME_DRAWS, word(S.FRAME_DRAWS) + 1);
    countThread();
    stageRows(fn, cls);
  } else if (mode & S.MODE_COLUMN) {
    if (inSet(cNo, cls)) stageCell(fn);
  } else if (!(mode & S.MODE_COUNT)) selected(fn, cls);
  p = backP;
  e = backE;
  origin = c1Origin;
  dBytes = backBytes;
  cut = false;
  if (cls & S.CLASS_END_FRAME) {
    store<u64>(s + S.FRAME_END, origin + <u64> p);
    endFrame();
  }
}

/** Moves the cursor to data that has been walked already, in the enter event (side 0) or the leave event. */
export function goTo(at: usize, side: u32): void {
  p = at;
  e = usize.MAX_VALUE;
  origin = side ? c1Origin : c0Origin;
}

export function countThread(): void {
  const slot = slotAt(cSlot);
  const calls = load<u32>(slot, S.T_CALLS);
  if (calls == 0) store<u32>(slot, cNo, S.T_FIRST);
  store<u32>(slot, calls + 1, S.T_CALLS);
  store<u32>(slot, cNo, S.T_LAST);
  store<u64>(slot, load<u64>(slot, S.T_BYTES) + cBytes, S.T_BYTES);
  const frame = word(S.FRAME_NO) + 1;
  if (load<u32>(slot, S.T_FRAME) != frame) {
    store<u32>(slot, frame, S.T_FRAME);
    store<u32>(s + S.FRAME_THREADS, word(S.FRAME_THREADS) + 1);
  }
}

/** Writes the properties of the call to the state, for callbacks. */
export function describeCall(cls: u32): void {
  store<u32>(s + S.CALL_NO, cNo);
  store<u32>(s + S.CALL_FUNCTION, <u32> cFunction);
  store<u32>(s + S.CALL_THREAD, load<u32>(slotAt(cSlot), S.T_NO));
  store<u32>(s + S.CALL_CLASS, cls);
  store<u64>(s + S.CALL_BYTES, cBytes);
}

/**
 * Fills the table of the call's arguments with the address and side of each, 0 for a missing one. All have
 * been walked already.
 */
export function listArgs(): void {
  const count = load<u32>(cFunction, S.COUNT);
  if (count > word(S.ARGS_CAPACITY)) growArgs(count);
  memory.fill(word(S.ARGS), 0, <usize> count << 3);
  store<u32>(s + S.ARGS_COUNT, count);
  store<u32>(s + S.RET, 0);
  store<u32>(s + S.TRACE, 0);
  store<f64>(s + S.SIDE_ORIGINS, <f64> (<i64> c0Origin));
  store<f64>(s + S.SIDE_ORIGINS + 8, <f64> (<i64> c1Origin));
  const stacks = keepStacks;
  keepStacks = false;
  listSide(0, c0, c0End, count);
  listSide(1, c1, c1End, count);
  keepStacks = stacks;
}

export function listSide(side: u32, from: usize, to: usize, declared: u32): void {
  goTo(from, side);
  while (p < to) {
    const detail = load<u8>(p++);
    if (detail == 0) break;
    if (detail == 1) {
      const no = uint();
      let place = <usize> no;
      if (no >= <u64> declared) {
        // Arguments beyond those of the signature are kept after the others.
        const count = word(S.ARGS_COUNT);
        if (count == word(S.ARGS_CAPACITY)) growArgs(count + 1);
        store<u32>(s + S.ARGS_COUNT, count + 1);
        place = count;
      }
      const entry = <usize> word(S.ARGS) + place * S.A_SIZE;
      store<u32>(entry, <u32> p);
      store<u32>(entry, side, S.A_SIDE);
      // A value that has been walked once cannot fail; if it did, everything after it would be misplaced.
      if (!skipValue()) unreachable();
    } else if (detail == 2) {
      store<u32>(s + S.RET, <u32> p);
      store<u32>(s + S.RET_SIDE, side);
      if (!skipValue()) unreachable();
    } else if (detail == 4) {
      store<u32>(s + S.TRACE, <u32> p);
      store<u32>(s + S.TRACE_SIDE, side);
      if (!walkBacktrace()) unreachable();
    } else uint();
  }
}

export function inSet(no: u32, cls: u32): bool {
  const count = word(S.SET_COUNT);
  if (count == 0) return true;
  let range = <usize> word(S.SET);
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

export function selected(fn: usize, cls: u32): void {
  if (load<u32>(fn, S.F_BITS) & S.HIDDEN) return;
  if (!inSet(cNo, cls)) return;
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
