// Reads the plain lines of mtrace's text: `@ CALLER + 0xADDRESS 0xSIZE`, the same form with `>`, and forms
// with `-` or `<` without a size. The loop stops before every other line and anything unusual, which the
// TypeScript reader handles.

import { hashText, hashUpToBlank, keepHash, moveCallers, numberOfCaller, useHash } from "./callers.part.as";
import { Call, CALLS, State, Stop } from "./decoder_layout";

/** The characters that begin a line: an at sign and a space. */
const BEGIN: u32 = 0x2040;
/** The characters that begin a number: `0x`. */
const PREFIX: u32 = 0x7830;
const BLANK: u32 = 32;
const NEWLINE: u32 = 10;
const PLUS: u32 = 43;
const MINUS: u32 = 45;
const LESS: u32 = 60;
const GREATER: u32 = 62;
/** Maximum bytes of a mark between spaces and two numbers with their prefixes and terminators. */
const SAFE_REST: usize = 3 + 2 * (2 + 16 + 1);

/** End of the number that was read last; 0 if it was invalid. */
let numberEnd: usize = 0;

/** Reads a number of at most sixteen lower-case digits after `0x`. */
@inline
function hexNumber(p: usize): u64 {
  numberEnd = 0;
  if (<u32> load<u16>(p) != PREFIX) return 0;
  const first = p + 2;
  let value: u64 = 0, at = first;
  for (; at < first + 17; at++) {
    const byte = <u32> load<u8>(at);
    let digit = byte - 48;
    if (digit > 9) {
      digit = byte - 87;
      if (digit < 10 || digit > 15) break;
    }
    value = (value << 4) | <u64> digit;
  }
  if (at > first && at <= first + 16) numberEnd = at;
  return value;
}

/** Decodes lines until something stops it; returns the reason. `s` is a `State`. */
export function decode(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  const from: usize = load<u32>(s, State.From);
  const callers: usize = load<u32>(s, State.Callers);
  let out: usize = load<u32>(s, State.Calls);
  let count: u32 = 0;
  let reason: u32 = Stop.Full;
  for (; count < <u32> CALLS; count++) {
    reason = Stop.NearEnd;
    if (p + 2 > end) break;
    reason = Stop.Other;
    if (<u32> load<u16>(p) != BEGIN) break;
    const caller = p + 2;
    const blank = hashUpToBlank(callers, caller, end);
    if (blank == 0 || blank + SAFE_REST > end) {
      reason = Stop.NearEnd;
      break;
    }
    const length = <u32> (blank - caller);
    if (length == 0 || <u32> load<u8>(blank, 2) != BLANK) break;
    const mark = <u32> load<u8>(blank, 1);
    const hasSize = mark == PLUS || mark == GREATER;
    if (!hasSize && mark != MINUS && mark != LESS) break;
    const addr = hexNumber(blank + 3);
    if (numberEnd == 0) break;
    let size: u64 = 0;
    if (hasSize) {
      if (<u32> load<u8>(numberEnd) != BLANK) break;
      size = hexNumber(numberEnd + 1);
      if (numberEnd == 0) break;
    }
    if (<u32> load<u8>(numberEnd) != NEWLINE) break;
    store<u32>(out, <u32> (p - from), Call.Offset);
    store<u32>(out, mark, Call.Mark);
    store<u64>(out, addr, Call.Addr);
    store<u64>(out, size, Call.Size);
    store<u32>(out, length, Call.Length);
    keepHash(out);
    out += Call.Bytes;
    p = numberEnd + 1;
    reason = Stop.Full;
  }
  const numbered = numberCallers(s, count);
  if (numbered < count) {
    out = <usize> load<u32>(s, State.Calls) + (<usize> numbered) * Call.Bytes;
    p = from + <usize> load<u32>(out, Call.Offset);
    store<u32>(s, load<u32>(out, Call.Length), State.CallerBytes);
    reason = Stop.CallerRoom;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, numbered, State.Count);
  return reason;
}

/**
 * Numbers the callers of the calls that were read, up to the first one that does not fit in the table; returns how
 * many. A separate loop takes half the time with 200,000 callers: while a processor waits for the memory of one caller
 * it can look ahead to the next ones.
 */
function numberCallers(s: usize, count: u32): u32 {
  const from: usize = load<u32>(s, State.From), callers: usize = load<u32>(s, State.Callers);
  let call: usize = load<u32>(s, State.Calls);
  for (let done: u32 = 0; done < count; done++, call += Call.Bytes) {
    useHash(call);
    const text = from + <usize> load<u32>(call, Call.Offset) + 2;
    const number = numberOfCaller(callers, text, load<u32>(call, Call.Length));
    if (number == 0) return done;
    store<u32>(call, number, Call.Caller);
  }
  return count;
}

/** The number of the caller with a text; 0 if it is new and table `t` has no room for it. */
export function numberOf(t: usize, p: usize, length: u32): u32 {
  hashText(t, p, length);
  return numberOfCaller(t, p, length);
}

/** Puts the slots of a smaller hash table into the one that replaces it. */
export function moveSlots(t: usize, from: usize, count: u32): void {
  moveCallers(t, from, count);
}
