// Reads the plain lines of mtrace's text: `@ CALLER + 0xADDRESS 0xSIZE`, the same form with `>`, and forms
// with `-` or `<` without a size. The loop stops before every other line and anything unusual, which the
// TypeScript reader handles.

import { Call, Caller, CALLERS, CALLS, LONGEST_CALLER, State, Stop } from "./decoder_layout";

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
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

/** The hash of the caller that was read last. */
let hash: u64 = 0;
/** The last bytes of this caller, from the last complete word on, padded with zeros. */
let tail: u64 = 0;
/** End of the number that was read last; 0 if it was invalid. */
let numberEnd: usize = 0;

/** The first space from `p` on, or 0 if there is none before `end`. */
@inline
function blankFrom(p: usize, end: usize): usize {
  hash = 0;
  for (; p + 8 <= end; p += 8) {
    const word = load<u64>(p);
    const others = word ^ (ONES * <u64> BLANK);
    const blanks = (others - ONES) & ~others & HIGH_BITS;
    if (blanks == 0) {
      hash = (hash ^ word) * FACTOR;
      hash ^= hash >> 32;
      continue;
    }
    const bits = ctz(blanks) - 7;
    tail = word & ((<u64> 1 << bits) - 1);
    hash = (hash ^ tail) * FACTOR;
    hash ^= hash >> 32;
    return p + <usize> (bits >> 3);
  }
  return 0;
}

/** Reads a number of at most sixteen lower-case digits after `0x`. */
@inline
function number(p: usize): u64 {
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

/** Whether the caller at `p`, whose last bytes are `tail`, is the one in a cache entry. */
@inline
function isCaller(place: usize, p: usize, length: u32): bool {
  if (load<u32>(place, Caller.Length) != length) return false;
  const whole = <usize> (length & ~7);
  for (let at: usize = 0; at < whole; at += 8) {
    if (load<u64>(place + at, Caller.Text) != load<u64>(p + at)) return false;
  }
  return (length & 7) == 0 || load<u64>(place + whole, Caller.Text) == tail;
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
    const blank = blankFrom(caller, end);
    if (blank == 0 || blank + SAFE_REST > end) {
      reason = Stop.NearEnd;
      break;
    }
    const length = <u32> (blank - caller);
    if (length == 0 || length > <u32> LONGEST_CALLER || <u32> load<u8>(blank, 2) != BLANK) break;
    const mark = <u32> load<u8>(blank, 1);
    const hasSize = mark == PLUS || mark == GREATER;
    if (!hasSize && mark != MINUS && mark != LESS) break;
    const addr = number(blank + 3);
    if (numberEnd == 0) break;
    let size: u64 = 0;
    if (hasSize) {
      if (<u32> load<u8>(numberEnd) != BLANK) break;
      size = number(numberEnd + 1);
      if (numberEnd == 0) break;
    }
    if (<u32> load<u8>(numberEnd) != NEWLINE) break;
    // Each hash has two cache entries.
    let place = callers + (<usize> (hash & (CALLERS - 2))) * Caller.Bytes;
    if (!isCaller(place, caller, length)) {
      if (load<u32>(place, Caller.Length) != 0) place += Caller.Bytes;
    }
    if (!isCaller(place, caller, length)) {
      store<u32>(s, <u32> caller, State.Unknown);
      store<u32>(s, length, State.UnknownBytes);
      store<u32>(s, <u32> place, State.UnknownPlace);
      reason = Stop.Caller;
      break;
    }
    store<u32>(out, <u32> (p - from), Call.Offset);
    store<u32>(out, mark, Call.Mark);
    store<u32>(out, load<u32>(place, Caller.Number), Call.Caller);
    store<u64>(out, addr, Call.Addr);
    store<u64>(out, size, Call.Size);
    out += Call.Bytes;
    p = numberEnd + 1;
    reason = Stop.Full;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, count, State.Count);
  return reason;
}

/** Stores the number of the caller that stopped the loop; it may replace another one. */
export function storeCaller(s: usize, numbered: u32): void {
  const p: usize = load<u32>(s, State.Unknown);
  const length = load<u32>(s, State.UnknownBytes);
  const place: usize = load<u32>(s, State.UnknownPlace);
  store<u32>(place, numbered, Caller.Number);
  store<u32>(place, length, Caller.Length);
  const whole = <usize> (length & ~7);
  for (let at: usize = 0; at < whole; at += 8) store<u64>(place + at, load<u64>(p + at), Caller.Text);
  if ((length & 7) != 0) store<u64>(place + whole, tail, Caller.Text);
}
