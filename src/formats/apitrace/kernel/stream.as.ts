// One pass over an apitrace stream: events are walked in the window, joined to calls, and every completed call becomes
// a row, a line of text, a cell of a column, or a call of `onCall`. An event that the window cuts is walked again
// from its start when more bytes are there; a signature is defined where its record says, so that walking twice is
// harmless. Nothing is allocated here: when a table is full, a callback makes a larger one.

import * as S from "./state";

// A signature's definition has been walked; makes its record and puts it into the table. Returns the record.
@external("env", "define")
declare function define(kind: u32, low: u32, high: u32, from: usize, to: usize): usize;

// The record of a signature whose id is too high for the plain table, or 0.
@external("env", "findHigh")
declare function findHigh(kind: u32, low: u32, high: u32): usize;
@external("env", "growOpen")
declare function growOpen(): void;
@external("env", "growThreads")
declare function growThreads(): void;
@external("env", "growArgs")
declare function growArgs(count: u32): void;
@external("env", "growNesting")
declare function growNesting(): void;
@external("env", "growStackList")
declare function growStackList(count: u32): void;

// The slot + 1 of a thread whose number is too high for the plain map, or 0; `add` makes it.
@external("env", "findThread")
declare function findThread(thread: u32): u32;
@external("env", "addThread")
declare function addThread(thread: u32, slot: u32): void;
@external("env", "keep")
declare function keep(bytes: u32): usize;
@external("env", "release")
declare function release(at: usize, bytes: u32): void;
@external("env", "internStack")
declare function internStack(count: u32): u32;

// Source position of a staged event from its stack.
@external("env", "placeEvent")
declare function placeEvent(row: u32, stack: u32): void;

// A watched call has been staged in `events` at `row`; may change that row and add others.
@external("env", "watchCall")
declare function watchCall(row: u32): void;
@external("env", "onCall")
declare function onCall(): void;
@external("env", "endFrame")
declare function endFrame(): void;

// Writes out everything in the output buffer.
@external("env", "drain")
declare function drain(): void;

// These leave a text at SCRATCH and return its length.
@external("env", "floatText")
declare function floatText(value: f64, digits: u32): u32;
@external("env", "guidText")
declare function guidText(at: usize, side: u32): u32;
@external("env", "blobText")
declare function blobText(at: usize, bytes: u32): u32;
@external("env", "internText")
declare function internText(from: usize, to: usize): u32;

let s: usize = 0; // state
let p: usize = 0; // next byte
let e: usize = 0; // end of bytes
let origin: u64 = 0;
let cut: bool = false;
let failed: u32 = 0;
let failAt: usize = 0;
let version: u32 = 0;
let mode: u32 = 0;
let start: usize = 0; // of the event at hand

// What the details of the event at hand said.
let dBits: u32 = 0;
let dBytes: u64 = 0;
let dStack: u32 = 0;
let dReturn: usize = 0;
let keepStacks: bool = false;
let keepTags: bool = false;
let walked: usize = 0; // function record of the event at hand

// The call that is being completed.
let cNo: u32 = 0;
let cFunction: usize = 0;
let cSlot: usize = 0;
let cBits: u32 = 0;
let cBytes: u64 = 0;
let cDepth: u32 = 0;
let cStack: u32 = 0;
let cEnter: u64 = 0;
let cLeave: u64 = 0;
let cLeft: bool = false;
// Details of its two events: bytes and origin.
let c0: usize = 0;
let c0End: usize = 0;
let c0Origin: u64 = 0;
let c1: usize = 0;
let c1End: usize = 0;

// Output.
let o: usize = 0;
let oEnd: usize = 0;
let options: u32 = 0;

@inline
function word(place: usize): u32 {
  return load<u32>(s + place);
}

/** Tells the kernel where its state is. */
export function attach(state: usize): void {
  s = state;
}

// ---------------------------------------------------------------- reading

function cutHere(bytes: u64): bool {
  cut = true;
  const need = <u64> (p - start) + bytes;
  store<u32>(s + S.NEED, need > 0xffff_ffff ? 0xffff_ffff : <u32> need);
  return false;
}

function fail(code: u32, at: usize): bool {
  failed = code;
  failAt = at;
  return false;
}

function longUint(first: u32): u64 {
  let value: u64 = first & 0x7f;
  let shift: u64 = 7;
  while (true) {
    if (p >= e) {
      cutHere(1);
      return 0;
    }
    const byte = <u64> load<u8>(p++);
    if (shift < 64) value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
    shift = shift < 64 ? shift + 7 : shift;
  }
}

@inline
function uint(): u64 {
  if (p >= e) {
    cutHere(1);
    return 0;
  }
  const byte = <u32> load<u8>(p++);
  return byte < 0x80 ? <u64> byte : longUint(byte);
}

/** Steps over a length and that many bytes; returns the length. */
@inline
function skipString(): u64 {
  const length = uint();
  if (cut) return 0;
  if (length > <u64> (e - p)) {
    cutHere(length);
    return 0;
  }
  p += <usize> length;
  return length;
}

function walkDefinition(kind: u32): bool {
  if (kind == S.FRAME) {
    while (true) {
      if (p >= e) return cutHere(1);
      const at = p;
      const part = load<u8>(p++);
      if (part == 0) return true;
      if (part <= 3) skipString();
      else if (part <= 5) uint();
      else return fail(S.BAD_FRAME, at);
      if (cut) return false;
    }
  }
  let count: u64 = 1;
  if (kind == S.FUNCTION || kind == S.STRUCT) skipString();
  if (cut) return false;
  if (kind != S.ENUM || version >= 3) count = uint();
  if (cut) return false;
  if (count > <u64> (e - p)) return cutHere(count);
  for (; count > 0; count--) {
    skipString();
    if (cut) return false;
    if (kind == S.ENUM && !walkInteger()) return false;
    if (kind == S.MASK) uint();
    if (cut) return false;
  }
  return true;
}

/** An integer with its tag, as in enumerations. */
function walkInteger(): bool {
  if (p >= e) return cutHere(1);
  const tag = load<u8>(p);
  if (tag != 3 && tag != 4) return fail(S.BAD_ENUM, p);
  p++;
  uint();
  return !cut;
}

/** The record of the signature at hand; steps over its definition where it stands. 0 = cut or failed. */
function signature(kind: u32): usize {
  const id = uint();
  if (cut) return 0;
  let record: usize = 0;
  if (id < <u64> S.SIGNATURE_DENSE) {
    const table = s + S.TABLES + ((<usize> kind) << 3);
    if (<u32> id < load<u32>(table, 4)) record = load<u32>(<usize> load<u32>(table) + ((<usize> id) << 2));
  } else record = findHigh(kind, <u32> id, <u32> (id >> 32));
  if (record != 0) {
    if (load<u64>(record) == origin + <u64> p) {
      const bytes = load<u32>(record, S.DEFINED_BYTES);
      if (<usize> bytes > e - p) {
        cutHere(bytes);
        return 0;
      }
      p += bytes;
    }
    return record;
  }
  const from = p;
  if (!walkDefinition(kind)) return 0;
  return define(kind, <u32> id, <u32> (id >> 32), from, p);
}

/** Steps over one value, however deep. */
function skipValue(): bool {
  let left: u64 = 1;
  while (left > 0) {
    left--;
    if (p >= e) return cutHere(1);
    const tag = load<u8>(p++);
    switch (tag) {
      case 0:
      case 1:
      case 2:
        break;
      case 3:
      case 4:
      case 13:
        uint();
        break;
      case 5:
        if (e - p < 4) return cutHere(4);
        p += 4;
        break;
      case 6:
        if (e - p < 8) return cutHere(8);
        p += 8;
        break;
      case 7:
        skipString();
        break;
      case 8:
        dBytes += skipString();
        break;
      case 9:
        if (signature(S.ENUM) == 0) return false;
        if (version >= 3 && !walkInteger()) return false;
        break;
      case 10:
        if (signature(S.MASK) == 0) return false;
        uint();
        break;
      case 11: {
        const count = uint();
        if (cut) return false;
        if (count > <u64> (e - p)) return cutHere(count);
        left += count;
        break;
      }
      case 12: {
        const record = signature(S.STRUCT);
        if (record == 0) return false;
        left += load<u32>(record, S.COUNT);
        break;
      }
      case 14:
        left += 2;
        break;
      case 15: {
        let count = uint();
        if (cut) return false;
        if (count > <u64> (e - p)) return cutHere(count);
        for (; count > 0; count--) {
          uint();
          if (cut) return false;
        }
        break;
      }
      default:
        return fail(S.BAD_VALUE, p - 1);
    }
    if (cut) return false;
  }
  return true;
}

function walkBacktrace(): bool {
  const count = uint();
  if (cut) return false;
  if (count > <u64> (e - p)) return cutHere(count);
  const frames = <u32> count;
  if (keepStacks && frames > word(S.STACK_LIST + 4)) growStackList(frames);
  for (let i: u32 = 0; i < frames; i++) {
    const record = signature(S.FRAME);
    if (record == 0) return false;
    if (keepStacks) {
      store<u32>(<usize> word(S.STACK_LIST) + ((<usize> i) << 2), load<u32>(record, S.COUNT));
    }
  }
  if (keepStacks) dStack = internStack(frames);
  return true;
}

/** Notes which kind of value an argument has had, so that its column gets the right type. */
@inline
function noteTag(fn: usize, no: usize): void {
  if (!keepTags || p >= e) return;
  const at = <usize> load<u32>(fn, S.F_TAGS) + (no << 2);
  store<u32>(at, load<u32>(at) | (1 << (load<u8>(p) & 31)));
}

/** Steps over the details of an event and notes what they say. */
function walkDetails(fn: usize): bool {
  walked = fn;
  while (true) {
    if (p >= e) return cutHere(1);
    const detail = load<u8>(p++);
    if (detail == 1) {
      const no = uint();
      if (cut) return false;
      if (fn != 0 && no < <u64> load<u32>(fn, S.COUNT)) noteTag(fn, <usize> no);
      if (!skipValue()) return false;
    } else if (detail == 0) return true;
    else if (detail == 2) {
      dReturn = p;
      if (fn != 0) noteTag(fn, load<u32>(fn, S.COUNT));
      if (!skipValue()) return false;
    } else if (detail == 4) {
      if (!walkBacktrace()) return false;
    } else if (detail == 5) {
      dBits |= <u32> uint() & 1;
      if (cut) return false;
    } else return fail(S.BAD_DETAIL, p - 1);
  }
}

// ---------------------------------------------------------------- open calls

@inline
function bucketOf(no: u32): usize {
  return <usize> word(S.OPEN_BUCKETS) + (<usize> (no & word(S.OPEN_MASK)) << 2);
}

/** Keeps a call whose leave event is not there yet. */
function openCall(fn: usize, slot: usize, from: usize, to: usize): void {
  let index = word(S.OPEN_FREE);
  if (index == 0) {
    if (word(S.OPEN_USED) == word(S.OPEN_CAPACITY)) growOpen();
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
    copy = keep(bytes);
    memory.copy(copy, from, bytes);
  }
  store<u32>(record, <u32> copy, S.O_COPY);
  store<u32>(record, bytes, S.O_COPY + 4);
  store<u64>(record, origin + <u64> from - <u64> copy, S.O_ORIGIN);
  const bucket = bucketOf(no);
  store<u32>(record, load<u32>(bucket), S.O_NEXT);
  store<u32>(bucket, index);
  store<u32>(s + S.OPEN_LIVE, word(S.OPEN_LIVE) + 1);
  if (no <= word(S.SET_LAST)) store<u32>(s + S.OPEN_WANTED, word(S.OPEN_WANTED) + 1);
}

@inline
function openRecord(index: u32): usize {
  return <usize> word(S.OPEN_RECORDS) + <usize> (index - 1) * S.O_SIZE;
}

@inline
function slotAt(slot: usize): usize {
  return <usize> word(S.THREAD_SLOTS) + slot * S.T_SIZE;
}

/** The record of an open call, or 0. */
function findOpen(no: u32): usize {
  let index = load<u32>(bucketOf(no));
  while (index != 0) {
    const record = openRecord(index);
    if (load<u32>(record, S.O_NO) == no) return record;
    index = load<u32>(record, S.O_NEXT);
  }
  return 0;
}

/** Takes a call out of the open ones; 0 when there is none of that number. Its record stays readable. */
function takeOpen(no: u32): usize {
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

/** Completes a call from its record; its leave event, if any, has been walked before. */
function completeOpen(record: usize, left: bool): void {
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

/** Completes the call in the record with this number (index from 0), as one that never returned. */
export function completeIncomplete(index: u32): void {
  const record = openRecord(index + 1);
  c1 = c1End = 0;
  cLeave = 0;
  store<u32>(s + S.OPEN_LIVE, word(S.OPEN_LIVE) - 1);
  o = word(S.OUT);
  completeOpen(record, false);
  store<u32>(s + S.OUT, <u32> o);
}

@inline
function wantsArgs(fn: usize): bool {
  const bits = load<u32>(fn, S.F_BITS);
  if (mode & S.MODE_ROWS) return (bits & S.WATCHED) != 0;
  if (mode & S.MODE_COUNT) return false;
  if (mode & S.MODE_COLUMN) {
    return load<u32>(fn, S.F_WANTED) != <u32> S.WANT_NOTHING;
  }
  return (bits & S.HIDDEN) == 0;
}

/** 2 when the return value at `dReturn` is zero and that matters. */
function zeroBit(fn: usize): u32 {
  if (!(load<u32>(fn, S.F_BITS) & S.GET_ERROR) || dReturn == 0) return 0;
  return integerAt(dReturn) == 0 && integral ? 2 : 0;
}

let integral: bool = false;

/** The number that a value stands for, as 64 bits; `integral` says whether it is one. */
function integerAt(at: usize): i64 {
  const back = p;
  p = at;
  const result = readInteger();
  p = back;
  return result;
}

function readInteger(): i64 {
  integral = true;
  const tag = load<u8>(p++);
  switch (tag) {
    case 0:
    case 1:
      return 0;
    case 2:
      return 1;
    case 3:
      return -(<i64> uint());
    case 4:
    case 13:
      return <i64> uint();
    case 9: {
      const record = signature(S.ENUM);
      if (version < 3) return load<i64>(<usize> load<u32>(record, S.E_ENTRIES));
      const negative = load<u8>(p++) == 3;
      const value = <i64> uint();
      return negative ? -value : value;
    }
    case 10:
      signature(S.MASK);
      return <i64> uint();
    case 14:
      skipValue();
      return readInteger();
    default:
      integral = false;
      return 0;
  }
}

// ---------------------------------------------------------------- the loop

function slotOf(thread: u32): usize {
  let slot: u32;
  if (thread < <u32> S.THREAD_DENSE) slot = load<u32>(<usize> word(S.THREAD_MAP) + ((<usize> thread) << 2));
  else slot = findThread(thread);
  if (slot != 0) return slot - 1;
  const count = word(S.THREAD_COUNT);
  if (count == word(S.THREAD_CAPACITY)) growThreads();
  store<u32>(s + S.THREAD_COUNT, count + 1);
  const at = slotAt(count);
  memory.fill(at, 0, S.T_SIZE);
  store<u32>(at, thread, S.T_NO);
  if (thread < <u32> S.THREAD_DENSE) {
    store<u32>(<usize> word(S.THREAD_MAP) + ((<usize> thread) << 2), count + 1);
  } else addThread(thread, count);
  return count;
}

@inline
function clearDetails(): void {
  dBits = 0;
  dBytes = 0;
  dStack = 0;
  dReturn = 0;
}

/** Goes on until the window ends, a batch is full, something is wrong, or all is seen that was asked for. */
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
  keepTags = keepStacks;
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

/** Puts the cursor back to the event that could not be walked, and says why. */
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
      // Nearly always the next event is the leave of the same call: then nothing needs to be kept.
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
            store<u32>(s + S.NEXT_NO, cNo + 1);
            cFunction = fn;
            cSlot = slotOf(thread);
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
        // The leave event is another call's, or broken: the loop will see.
        cut = false;
        failed = 0;
        p = to;
        dBits = bits;
        dBytes = bytes;
        dStack = stack;
        dReturn = returned;
      }
      store<u32>(s + S.NEXT_NO, cNo + 1);
      dBits |= zeroBit(fn);
      openCall(fn, slotOf(thread), from, to);
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

// ---------------------------------------------------------------- completed calls

function complete(): void {
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
  } else if (mode & S.MODE_COLUMN) stageCell(fn);
  else if (!(mode & S.MODE_COUNT)) selected(fn, cls);
  if (cls & S.CLASS_END_FRAME) {
    store<u64>(s + S.FRAME_END, origin + <u64> p);
    endFrame();
  }
}

function countThread(): void {
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

@inline
function column4(column: usize, row: usize): usize {
  return <usize> word(<usize> S.STAGING + (column << 2)) + (row << 2);
}

@inline
function column8(column: usize, row: usize): usize {
  return <usize> word(<usize> S.STAGING + (column << 2)) + (row << 3);
}

@inline
function setNull(column: usize, row: usize): void {
  store<u8>(<usize> word(<usize> S.STAGING + (column << 2)) + row, 1);
}

function stageRows(fn: usize, cls: u32): void {
  const row = <usize> word(S.CALL_ROWS);
  const functionRow = load<u32>(fn, S.F_ROW);
  const thread = <u64> load<u32>(slotAt(cSlot), S.T_NO);
  const frame = word(S.FRAME_NO);
  store<u64>(column8(S.C_NO, row), cNo);
  store<u64>(column8(S.C_THREAD, row), thread);
  store<u32>(column4(S.C_FUNCTION, row), functionRow);
  store<u32>(column4(S.C_FRAME, row), frame);
  store<u32>(column4(S.C_FAKE, row), cls & 1);
  store<u32>(column4(S.C_INCOMPLETE, row), cLeft ? 0 : 1);
  store<u64>(column8(S.C_BYTES, row), cBytes);
  store<u32>(column4(S.C_DEPTH, row), cDepth);
  store<u64>(column8(S.C_ENTER, row), cEnter);
  store<u64>(column8(S.C_LEAVE, row), cLeave);
  if (!cLeft) setNull(S.C_LEAVE_NULLS, row);
  store<u32>(column4(S.C_STACK, row), cStack);
  if (cStack == 0) setNull(S.C_STACK_NULLS, row);
  store<u32>(s + S.CALL_ROWS, <u32> row + 1);

  const event = <usize> word(S.EVENT_ROWS);
  store<u64>(column8(S.E_NO, event), cNo);
  store<u32>(column4(S.E_KIND, event), word(S.KIND_CALL));
  store<u64>(column8(S.E_THREAD, event), thread);
  store<u32>(column4(S.E_NAME, event), functionRow);
  store<u64>(column8(S.E_SIZE_COLUMN, event), cBytes);
  setNull(S.E_ADDR_NULLS, event);
  store<u64>(column8(S.E_ADDR, event), 0);
  store<u32>(column4(S.E_TYPE, event), load<u32>(fn, S.F_TYPE));
  store<u32>(column4(S.E_FRAME, event), frame);
  store<u32>(column4(S.E_STACK, event), cStack);
  store<u32>(column4(S.E_FUNC, event), load<u32>(fn, S.F_NAME));
  store<u32>(column4(S.E_FILE, event), 0);
  store<u32>(column4(S.E_MODULE, event), 0);
  store<u32>(column4(S.E_LINE, event), 0);
  if (cStack == 0) {
    setNull(S.E_STACK_NULLS, event);
    setNull(S.E_LINE_NULLS, event);
  } else placeEvent(<u32> event, cStack);
  store<u32>(s + S.EVENT_ROWS, <u32> event + 1);
  if (load<u32>(fn, S.F_BITS) & S.WATCHED) {
    listArgs();
    describeCall(cls);
    watchCall(<u32> event);
  }
}

/** Leaves the call's own facts in the state, for callbacks. */
function describeCall(cls: u32): void {
  store<u32>(s + S.CALL_NO, cNo);
  store<u32>(s + S.CALL_FUNCTION, <u32> cFunction);
  store<u32>(s + S.CALL_THREAD, load<u32>(slotAt(cSlot), S.T_NO));
  store<u32>(s + S.CALL_CLASS, cls);
  store<u64>(s + S.CALL_BYTES, cBytes);
}

/** Makes the table of the call's arguments: address and side of each, 0 = missing. */
function listArgs(): void {
  const count = load<u32>(cFunction, S.COUNT);
  if (count > word(S.ARGS_CAPACITY)) growArgs(count);
  memory.fill(word(S.ARGS), 0, <usize> count << 3);
  store<u32>(s + S.ARGS_COUNT, count);
  store<u32>(s + S.RET, 0);
  store<u32>(s + S.TRACE, 0);
  store<f64>(s + S.SIDE_ORIGINS, <f64> (<i64> c0Origin));
  store<f64>(s + S.SIDE_ORIGINS + 8, <f64> (<i64> origin));
  const stacks = keepStacks;
  keepStacks = false;
  listSide(0, c0, c0End, c0Origin, count);
  listSide(1, c1, c1End, origin, count);
  keepStacks = stacks;
}

function listSide(side: u32, from: usize, to: usize, itsOrigin: u64, declared: u32): void {
  if (from == to) return;
  const backP = p, backE = e, backOrigin = origin, backBytes = dBytes;
  p = from;
  e = to;
  origin = itsOrigin;
  while (p < e) {
    const detail = load<u8>(p++);
    if (detail == 0) break;
    if (detail == 1) {
      const no = uint();
      if (no < <u64> declared) {
        const entry = <usize> word(S.ARGS) + ((<usize> no) << 3);
        store<u32>(entry, <u32> p);
        store<u32>(entry, side, 4);
      } else {
        // More arguments than the signature names: kept behind the others.
        const count = word(S.ARGS_COUNT);
        if (count == word(S.ARGS_CAPACITY)) growArgs(count + 1);
        const entry = <usize> word(S.ARGS) + ((<usize> count) << 3);
        store<u32>(entry, <u32> p);
        store<u32>(entry, side, 4);
        store<u32>(s + S.ARGS_COUNT, count + 1);
      }
      skipValue();
    } else if (detail == 2) {
      store<u32>(s + S.RET, <u32> p);
      store<u32>(s + S.RET_SIDE, side);
      skipValue();
    } else if (detail == 4) {
      store<u32>(s + S.TRACE, <u32> p);
      store<u32>(s + S.TRACE_SIDE, side);
      walkBacktrace();
    } else uint();
  }
  p = backP;
  e = backE;
  origin = backOrigin;
  dBytes = backBytes;
  cut = false;
}

function inSet(no: u32, cls: u32): bool {
  const count = word(S.SET_COUNT);
  if (count == 0) return true;
  let range = <usize> word(S.SET);
  for (let i: u32 = 0; i < count; i++, range += 16) {
    const first = load<u32>(range);
    if (no < first || no > load<u32>(range, 4)) continue;
    const step = load<u32>(range, 8);
    if (step > 1 && (no - first) % step != 0) continue;
    const classes = load<u32>(range, 12);
    if (classes == 0 || (classes & cls) != 0) return true;
  }
  return false;
}

function selected(fn: usize, cls: u32): void {
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

// ---------------------------------------------------------------- text

/** Sees to it that `bytes` (at most 4096) fit. */
@inline
function room(bytes: usize): void {
  if (o + bytes > oEnd) {
    store<u32>(s + S.OUT, <u32> o);
    drain();
    o = word(S.OUT);
    oEnd = word(S.OUT_END);
  }
}

@inline
function byte(value: u32): void {
  store<u8>(o++, <u8> value);
}

/** Copies bytes in pieces; the buffer and what is read have 16 spare bytes behind them. */
function copy(from: usize, bytes: usize): void {
  if (bytes > 2048) {
    while (bytes > 0) {
      room(2048);
      const piece: usize = bytes < 2048 ? bytes : 2048;
      memory.copy(o, from, piece);
      o += piece;
      from += piece;
      bytes -= piece;
    }
    return;
  }
  room(bytes);
  for (let i: usize = 0; i < bytes; i += 16) v128.store(o + i, v128.load(from + i));
  o += bytes;
}

/** Copies a text whose address and length stand at `pair`. */
@inline
function copyPair(pair: usize): void {
  copy(load<u32>(pair), load<u32>(pair, 4));
}

@inline
function style(number: usize): void {
  const pair = s + S.STYLES + (number << 3);
  if (load<u32>(pair, 4) != 0) copyPair(pair);
}

function decimal(value: u64): void {
  room(32);
  if (value < 10) {
    byte(48 + <u32> value);
    return;
  }
  // Digits are made from the back.
  let digits: usize = 1;
  for (let power: u64 = 10; digits < 20 && value >= power; digits++) {
    if (digits == 19) {
      digits = 20;
      break;
    }
    power *= 10;
  }
  let at = o + digits;
  o = at;
  while (value > 0xffff_ffff) {
    const next = value / 10;
    store<u8>(--at, <u8> (48 + <u32> (value - next * 10)));
    value = next;
  }
  let small = <u32> value;
  do {
    const next = small / 10;
    store<u8>(--at, <u8> (48 + (small - next * 10)));
    small = next;
  } while (small != 0);
}

function signed(value: i64): void {
  if (value < 0) {
    room(1);
    byte(45);
    decimal(<u64> (-value));
  } else decimal(<u64> value);
}

function hexadecimal(value: u64): void {
  room(32);
  let shift: u64 = 60;
  while (shift > 0 && value >> shift == 0) shift -= 4;
  while (true) {
    const digit = <u32> (value >> shift) & 15;
    byte(digit < 10 ? 48 + digit : 87 + digit);
    if (shift == 0) break;
    shift -= 4;
  }
}

function hexWithPrefix(value: u64): void {
  room(2);
  byte(48);
  byte(120);
  hexadecimal(value);
}

function scratchText(length: u32): void {
  copy(word(S.SCRATCH), length);
}

/** 10 to the power of 0 to 16. */
function power10(exponent: u32): u64 {
  let power: u64 = 1;
  for (; exponent > 0; exponent--) power *= 10;
  return power;
}

/** A double with `digits` significant digits, as C's %g. Common values here, the others in a callback. */
function float(value: f64, digits: u32): void {
  room(64);
  const bits = reinterpret<u64>(value);
  if (bits >> 63) byte(45);
  const exponent = <i32> ((bits >> 52) & 0x7ff);
  const magnitude = reinterpret<f64>(bits & 0x7fff_ffff_ffff_ffff);
  if (exponent == 0x7ff) {
    if (bits & 0xf_ffff_ffff_ffff) store<u32>(o, 0x6e616e); // nan
    else store<u32>(o, 0x666e69); // inf
    o += 3;
    return;
  }
  const plain: f64 = digits == 7 ? 1e7 : 1e15;
  if (magnitude < plain && magnitude == Math.floor(magnitude)) {
    decimal(<u64> magnitude);
    return;
  }
  if (magnitude < 1e-4 || magnitude >= plain) {
    scratchText(floatText(magnitude, digits));
    return;
  }
  // magnitude = mantissa * 2^-scale, 1e-4 <= magnitude < 1e15; decimals = digits behind the point that count.
  const mantissa = (bits & 0xf_ffff_ffff_ffff) | 0x10_0000_0000_0000;
  const scale = <u32> (1075 - exponent);
  let decimals = digits - 1;
  if (magnitude >= 1) {
    for (let limit: f64 = 10; magnitude >= limit; limit *= 10) decimals--;
  } else {
    decimals++;
    if (magnitude < 0.1) decimals++;
    if (magnitude < 0.01) decimals++;
    if (magnitude < 0.001) decimals++;
  }
  // mantissa * 10^decimals as 128 bits; 10^decimals = 5^decimals * 2^decimals, so shift less instead.
  let five: u64 = 1;
  for (let i: u32 = 0; i < decimals; i++) five *= 5;
  const low = (mantissa & 0xffff_ffff) * (five & 0xffff_ffff);
  const middle1 = (mantissa >> 32) * (five & 0xffff_ffff) + (low >> 32);
  const middle2 = (mantissa & 0xffff_ffff) * (five >> 32) + (middle1 & 0xffff_ffff);
  let high = (mantissa >> 32) * (five >> 32) + (middle1 >> 32) + (middle2 >> 32);
  let lower = (low & 0xffff_ffff) | (middle2 << 32);
  let shift = <i32> scale - <i32> decimals;
  let number: u64;
  if (shift <= 0) number = lower << <u64> (-shift);
  else {
    // Round to nearest, ties to even.
    let above: u64, half: bool, rest: bool;
    if (shift < 64) {
      const sh = <u64> shift;
      above = (lower >> sh) | (sh == 0 ? 0 : high << (64 - sh));
      half = ((lower >> (sh - 1)) & 1) != 0;
      rest = (lower & ((<u64> 1 << (sh - 1)) - 1)) != 0;
    } else if (shift == 64) {
      above = high;
      half = lower >> 63 != 0;
      rest = (lower & 0x7fff_ffff_ffff_ffff) != 0;
    } else {
      const sh = <u64> (shift - 64);
      above = high >> sh;
      half = ((high >> (sh - 1)) & 1) != 0;
      rest = (high & ((<u64> 1 << (sh - 1)) - 1)) != 0 || lower != 0;
    }
    number = above + (half && (rest || (above & 1) != 0) ? 1 : 0);
  }
  // Zeros at the end are not written.
  while (decimals > 0 && number % 10 == 0) {
    number /= 10;
    decimals--;
  }
  const power = power10(decimals);
  const whole = number / power;
  decimal(whole);
  if (decimals == 0) return;
  byte(46);
  let fraction = number - whole * power;
  o += decimals;
  let at = o;
  for (; decimals > 0; decimals--) {
    const next = fraction / 10;
    store<u8>(--at, <u8> (48 + <u32> (fraction - next * 10)));
    fraction = next;
  }
}

/** One character of a string in quotes. */
@inline
function quoted(c: u32): void {
  if (c == 34 || c == 92) {
    byte(92);
    byte(c);
  } else if ((c >= 0x20 && c <= 0x7e) || c == 9) byte(c);
  else if (c == 10) {
    if (options & S.TEXT_LINES) {
      style(S.STYLE_NORMAL);
      room(64);
      byte(10);
      style(S.STYLE_LITERAL);
      room(64);
    } else {
      byte(92);
      byte(110);
    }
  } else if (c != 13) {
    // Not quite octal: the original repeats the middle digit.
    const low = c & 7, middle = (c >> 3) & 7;
    byte(92);
    if (middle != 0) {
      byte(48 + middle);
      byte(48 + middle);
    }
    byte(48 + low);
  }
}

function text(at: usize, bytes: usize): void {
  style(S.STYLE_LITERAL);
  room(1);
  byte(34);
  const end = at + bytes;
  while (at < end) {
    room(64);
    const piece = end - at < 8 ? end : at + 8;
    for (; at < piece; at++) {
      const c = load<u8>(at);
      if (c == 0) {
        at = end;
        break;
      }
      quoted(c);
    }
  }
  room(1);
  byte(34);
  style(S.STYLE_NORMAL);
}

function wideText(count: u64): void {
  style(S.STYLE_LITERAL);
  room(1);
  byte(76);
  style(S.STYLE_LITERAL);
  room(1);
  byte(34);
  let over = false;
  for (; count > 0; count--) {
    const c = <u32> uint();
    if (c == 0) over = true;
    if (over) continue;
    room(64);
    quoted(c);
  }
  room(1);
  byte(34);
  style(S.STYLE_NORMAL);
}

/** The entry of an enumeration that has a value, or 0. */
function entryOf(record: usize, value: u64): usize {
  const entries = <usize> load<u32>(record, S.E_ENTRIES);
  const slots = <usize> load<u32>(record, S.E_SLOTS);
  const mask = load<u32>(record, S.E_MASK);
  let slot = ((<u32> value ^ (<u32> (value >> 32) * 31)) * <u32> 0x9e3779b1) >> 7 & mask;
  while (true) {
    const number = load<u32>(slots + ((<usize> slot) << 2));
    if (number == 0) return 0;
    const entry = entries + <usize> (number - 1) * S.ENTRY_BYTES;
    if (load<u64>(entry) == value) return entry;
    slot = (slot + 1) & mask;
  }
}

/** Reads an enumeration's value; leaves the entry of its name, or 0, in `enumEntry`. */
function readEnum(): i64 {
  const record = signature(S.ENUM);
  if (version < 3) {
    enumEntry = load<u32>(record, S.E_ENTRIES);
    return load<i64>(enumEntry);
  }
  const negative = load<u8>(p++) == 3;
  let value = <i64> uint();
  if (negative) value = -value;
  enumEntry = entryOf(record, <u64> value);
  return value;
}

let enumEntry: usize = 0;

function writeMask(): void {
  const record = signature(S.MASK);
  let rest = uint();
  let entry = <usize> load<u32>(record, S.E_ENTRIES);
  let first = true;
  for (let count = load<u32>(record, S.COUNT); count > 0; count--, entry += S.ENTRY_BYTES) {
    const flag = load<u64>(entry);
    if (flag != 0 ? (rest & flag) == flag : rest == 0) {
      if (!first) separate(32, 124);
      first = false;
      style(S.STYLE_LITERAL);
      copyPair(entry + 8);
      style(S.STYLE_NORMAL);
      rest &= ~flag;
    }
    if (rest == 0) break;
  }
  if (rest != 0 || first) {
    if (!first) separate(32, 124);
    style(S.STYLE_LITERAL);
    hexWithPrefix(rest);
    style(S.STYLE_NORMAL);
  }
}

/** Writes two characters and a blank. */
@inline
function separate(a: u32, b: u32): void {
  room(4);
  byte(a);
  byte(b);
  byte(32);
}

// A value inside others: what is being walked (0 array, 1 structure, 2 anonymous structure), how many parts are left,
// the record, the number of the next part, whether a part has been written, and nothing.
const NEST_SIZE: usize = 24;

/** Writes the value at `at`. */
function writeValue(at: usize, side: u32): void {
  const backP = p, backE = e, backOrigin = origin, backBytes = dBytes;
  p = at;
  e = usize.MAX_VALUE;
  origin = <u64> (side ? backOrigin : c0Origin);
  let depth: u32 = 0;
  while (true) {
    // One value begins here.
    const tag = load<u8>(p++);
    if (tag == 11) {
      const count = uint();
      if (count == 1) {
        room(1);
        byte(38);
        continue;
      }
      room(2);
      byte(123);
      if (count == 0) byte(125);
      else {
        nest(depth++, 0, <u32> count, 0, true);
        continue;
      }
    } else if (tag == 12) {
      const structAt = p - 1;
      const record = signature(S.STRUCT);
      if (load<u32>(record, S.S_GUID)) {
        style(S.STYLE_LITERAL);
        room(64);
        scratchText(guidText(structAt, side));
        style(S.STYLE_NORMAL);
        p = structAt;
        skipValue();
      } else {
        room(1);
        byte(123);
        nest(depth++, 1, load<u32>(record, S.COUNT), record, false);
      }
    } else if (tag == 14) {
      // The view for people; the other one is stepped over when it is done.
      if (options & S.TEXT_BLOBS) skipValue();
      else nest(depth++, 4, 1, 0, false);
      continue;
    } else writePlain(tag);
    // Go up until a part is left, and to the front of that part.
    while (depth > 0) {
      const entry = <usize> word(S.NESTING) + <usize> (depth - 1) * NEST_SIZE;
      const kind = load<u32>(entry);
      const left = load<u32>(entry, 4);
      if (kind == 4) {
        skipValue();
        depth--;
        continue;
      }
      if (kind == 0) {
        if (left > 1) {
          store<u32>(entry, left - 1, 4);
          room(2);
          byte(44);
          byte(32);
          break;
        }
        room(1);
        byte(125);
        depth--;
        continue;
      }
      const next = nextMember(entry, left, depth);
      if (next == 2) {
        depth++;
        continue;
      }
      if (next == 1) {
        break;
      }
      const written = load<u32>(entry, 16);
      depth--;
      if (kind == 1) {
        room(1);
        byte(125);
      } else if (depth > 0) store<u32>(entry - NEST_SIZE, written, 16);
    }
    if (depth == 0) break;
  }
  p = backP;
  e = backE;
  origin = backOrigin;
  dBytes = backBytes;
  cut = false;
}

function nest(depth: u32, kind: u32, left: u32, record: usize, written: bool): void {
  if (depth >= word(S.NESTING + 4)) growNesting();
  const entry = <usize> word(S.NESTING) + <usize> depth * NEST_SIZE;
  store<u32>(entry, kind);
  store<u32>(entry, left, 4);
  store<u32>(entry, <u32> record, 8);
  store<u32>(entry, 0, 12);
  store<u32>(entry, written ? 1 : 0, 16);
}

/** Goes to the next member that is written: 1 = its value follows, 2 = an anonymous structure opened, 0 = none left. */
function nextMember(entry: usize, left: u32, depth: u32): u32 {
  const record = <usize> load<u32>(entry, 8);
  while (left > 0) {
    const number = load<u32>(entry, 12);
    left--;
    store<u32>(entry, left, 4);
    store<u32>(entry, number + 1, 12);
    const pair = <usize> load<u32>(record, S.S_MEMBERS) + ((<usize> number) << 3);
    if (load<u32>(pair, 4) != 0) {
      if (load<u32>(entry, 16)) {
        room(2);
        byte(44);
        byte(32);
      }
      store<u32>(entry, 1, 16);
      copyPair(pair);
      return 1;
    }
    if (load<u8>(p) == 12) {
      p++;
      const inner = signature(S.STRUCT);
      const written = load<u32>(entry, 16);
      nest(depth, 2, load<u32>(inner, S.COUNT), inner, written != 0);
      return 2;
    }
    skipValue();
  }
  return 0;
}

/** Writes a value that holds no others. */
function writePlain(tag: u32): void {
  switch (tag) {
    case 0:
      style(S.STYLE_LITERAL);
      room(8);
      store<u32>(o, 0x4c4c554e); // NULL
      o += 4;
      break;
    case 1:
      style(S.STYLE_LITERAL);
      room(8);
      store<u64>(o, 0x65736c6166); // false
      o += 5;
      break;
    case 2:
      style(S.STYLE_LITERAL);
      room(8);
      store<u32>(o, 0x65757274); // true
      o += 4;
      break;
    case 3:
      style(S.STYLE_LITERAL);
      signed(-(<i64> uint()));
      break;
    case 4:
      style(S.STYLE_LITERAL);
      decimal(uint());
      break;
    case 5:
      style(S.STYLE_LITERAL);
      float(<f64> load<f32>(p), 7);
      p += 4;
      break;
    case 6:
      style(S.STYLE_LITERAL);
      float(load<f64>(p), 16);
      p += 8;
      break;
    case 7: {
      const bytes = <usize> uint();
      text(p, bytes);
      p += bytes;
      return;
    }
    case 8: {
      const bytes = <usize> uint();
      style(S.STYLE_POINTER);
      room(64);
      store<u64>(o, 0x28626f6c62); // blob(
      o += 5;
      if (options & S.TEXT_BLOBS) scratchText(blobText(p, <u32> bytes));
      else decimal(bytes);
      room(1);
      byte(41);
      p += bytes;
      break;
    }
    case 9: {
      const value = readEnum();
      style(S.STYLE_LITERAL);
      if (enumEntry != 0) copyPair(enumEntry + 8);
      else signed(value);
      break;
    }
    case 10:
      writeMask();
      return;
    case 13:
      style(S.STYLE_POINTER);
      hexWithPrefix(uint());
      break;
    default:
      wideText(uint());
      return;
  }
  style(S.STYLE_NORMAL);
}

/** Arguments, separated and named as the function record says. */
function writeArgs(): void {
  const declared = load<u32>(cFunction, S.COUNT);
  const count = word(S.ARGS_COUNT);
  const texts = <usize> load<u32>(cFunction, S.F_ARGS);
  for (let i: u32 = 0; i < count; i++) {
    if (i < declared) copyPair(texts + ((<usize> i) << 3));
    else if (i > 0) {
      room(2);
      byte(44);
      byte(32);
    }
    const entry = <usize> word(S.ARGS) + ((<usize> i) << 3);
    const at = load<u32>(entry);
    if (at == 0) {
      room(1);
      byte(63);
    } else writeValue(at, load<u32>(entry, 4));
  }
}

function writeCall(cls: u32): void {
  room(64);
  if (options & S.TEXT_NUMBERS) {
    decimal(cNo);
    byte(32);
  }
  if (options & S.TEXT_THREADS) {
    byte(64);
    hexadecimal(load<u32>(slotAt(cSlot), S.T_NO));
    byte(32);
  }
  copyPair(cFunction + S.F_HEAD);
  writeArgs();
  room(8);
  byte(41);
  if (word(S.RET) != 0) {
    byte(32);
    byte(61);
    byte(32);
    writeValue(word(S.RET), word(S.RET_SIDE));
  }
  if (cls & (S.CLASS_FAKE | S.CLASS_INCOMPLETE)) {
    room(64);
    store<u32>(o, 0x202f2f20); // " // "
    o += 4;
    if (cls & S.CLASS_FAKE) {
      store<u32>(o, 0x656b6166); // fake
      o += 4;
      if (cls & S.CLASS_INCOMPLETE) byte(32);
    }
    if (cls & S.CLASS_INCOMPLETE) {
      style(S.STYLE_NOTE);
      room(64);
      store<u64>(o, 0x656c706d6f636e69); // incomple
      store<u16>(o, 0x6574, 8); // te
      o += 10;
      style(S.STYLE_NORMAL);
    }
  }
  room(64);
  byte(10);
  if (options & S.TEXT_LINES) {
    if (word(S.TRACE) != 0) writeBacktrace();
    room(1);
    if (cls & S.CLASS_END_FRAME) byte(10);
  }
}

function writeBacktrace(): void {
  style(S.STYLE_TRACE);
  room(64);
  byte(66);
  byte(97);
  byte(99);
  byte(107);
  byte(116);
  byte(114);
  byte(97);
  byte(99);
  byte(101);
  byte(58);
  byte(10);
  style(S.STYLE_NORMAL);
  const backP = p, backE = e, backOrigin = origin;
  p = word(S.TRACE);
  e = usize.MAX_VALUE;
  origin = word(S.TRACE_SIDE) ? backOrigin : c0Origin;
  for (let count = uint(); count > 0; count--) {
    copyPair(signature(S.FRAME) + S.R_TEXT);
    room(1);
    byte(10);
  }
  p = backP;
  e = backE;
  origin = backOrigin;
}

// ---------------------------------------------------------------- columns by argument

/** Stages one cell for the call at hand. */
function stageCell(fn: usize): void {
  const row = <usize> word(S.COLUMN_ROWS);
  store<u32>(s + S.COLUMN_ROWS, <u32> row + 1);
  const form = word(S.COLUMN_FORM);
  const column = <usize> word(S.COLUMN);
  const wide = form == S.COLUMN_U64 || form == S.COLUMN_I64 || form == S.COLUMN_F64;
  const wanted = load<u32>(fn, S.F_WANTED);
  let at: u32 = 0, side: u32 = 0;
  if (wanted != <u32> S.WANT_NOTHING) {
    listArgs();
    if (form == S.COLUMN_ALL_TEXT) {
      o = word(S.OUT_START);
      writeArgs();
      store<u32>(column + (row << 2), internText(word(S.OUT_START), o));
      o = 0;
      return;
    }
    if (wanted == <u32> S.WANT_RETURN) {
      at = word(S.RET);
      side = word(S.RET_SIDE);
    } else {
      const entry = <usize> word(S.ARGS) + ((<usize> wanted) << 3);
      at = load<u32>(entry);
      side = load<u32>(entry, 4);
    }
  }
  if (at == 0) {
    if (wide) {
      store<u64>(column + (row << 3), 0);
      store<u8>(<usize> word(S.COLUMN_NULLS) + row, 1);
    } else store<u32>(column + (row << 2), 0);
    return;
  }
  if (!wide) {
    store<u32>(column + (row << 2), textCode(at, side));
    return;
  }
  const cell = column + (row << 3);
  const tag = load<u8>(at);
  if (form == S.COLUMN_F64 && tag == 5) store<f64>(cell, <f64> load<f32>(at + 1));
  else if (form == S.COLUMN_F64 && tag == 6) store<f64>(cell, load<f64>(at + 1));
  else {
    const back = origin, backE = e;
    if (side == 0) origin = c0Origin;
    e = usize.MAX_VALUE;
    const value = integerAt(at);
    origin = back;
    e = backE;
    cut = false;
    if (!integral) {
      store<u64>(cell, 0);
      store<u8>(<usize> word(S.COLUMN_NULLS) + row, 1);
    } else if (form == S.COLUMN_F64) store<f64>(cell, tag == 3 ? <f64> value : <f64> (<u64> value));
    else store<u64>(cell, <u64> value);
  }
}

/** The code of a value's text; enumerations have theirs ready. */
function textCode(at: usize, side: u32): u32 {
  if (load<u8>(at) == 9) {
    const backP = p, backE = e, backOrigin = origin;
    p = at + 1;
    e = usize.MAX_VALUE;
    if (side == 0) origin = c0Origin;
    readEnum();
    p = backP;
    e = backE;
    origin = backOrigin;
    cut = false;
    if (enumEntry != 0) return load<u32>(enumEntry, 16);
  }
  if (load<u8>(at) == 7) {
    // A text stands for itself, without quotes.
    const backP = p, backE = e;
    p = at + 1;
    e = usize.MAX_VALUE;
    const bytes = <usize> uint();
    const code = internText(p, p + bytes);
    p = backP;
    e = backE;
    return code;
  }
  o = word(S.OUT_START);
  writeValue(at, side);
  const code = internText(word(S.OUT_START), o);
  o = 0;
  return code;
}

/** The text of the value at an address, to the start of the output buffer; returns its end. */
export function valueText(at: usize, side: u32): usize {
  o = word(S.OUT_START);
  writeValue(at, side);
  const end = o;
  o = 0;
  return end;
}

/** Appends a string in quotes to the output, as in a dump. */
export function quote(at: usize, bytes: usize): void {
  o = word(S.OUT);
  oEnd = word(S.OUT_END);
  options = word(S.TEXT_OPTIONS);
  text(at, bytes);
  store<u32>(s + S.OUT, <u32> o);
}
