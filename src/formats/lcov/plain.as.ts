// Reads the bulk of a coverage file: plain `DA:` and `BRDA:` lines of lcov text, and nested lists of numbers
// in llvm-cov JSON. The loop stops before anything unusual, which the TypeScript reader handles.

import {
  CELLS,
  CountedLine,
  FALSE_CELL,
  LINES,
  Mark,
  NumberRow,
  Outcome,
  State,
  Stop,
  TRUE_CELL,
} from "./plain_layout";

const ZERO: u32 = 48;
const COLON: u32 = 58;
const COMMA: u32 = 44;
const MINUS: u32 = 45;
const NEWLINE: u32 = 10;
const BLANK: u32 = 32;
const LIST: u32 = 91;
const LIST_END: u32 = 93;
const SMALL_E: u32 = 101;
const SMALL_F: u32 = 102;
/** `DA` and `BRDA` as integers in memory order. */
const DA: u32 = 0x4144;
const BRDA: u32 = 0x4144_5242;
/** `true`, and `alse` of `false`, as integers in memory order. */
const TRUE: u32 = 0x6575_7274;
const ALSE: u32 = 0x6573_6c61;
/**
 * Maximum digits of a number that fits in 32 bits, of a number that is exact as a double, and of an outcome
 * number.
 */
const LINE_DIGITS: usize = 9;
const SAFE_DIGITS: usize = 15;
const OUTCOME_DIGITS: usize = 3;

/** End of the number that was read last. */
let numberEnd: usize = 0;

/**
 * Reads the digits at `p` as a number; the caller checks how many there were. A byte that is not a digit must
 * follow.
 */
@inline
function digits(p: usize): u64 {
  let value: u64 = 0;
  let digit = <u32> load<u8>(p) - ZERO;
  while (digit <= 9) {
    value = value * 10 + <u64> digit;
    digit = <u32> load<u8>(++p) - ZERO;
  }
  numberEnd = p;
  return value;
}

/** Reads lines until something stops it; the bytes must end with a complete line. `s` is a `State`. */
export function lines(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let out: usize = load<u32>(s, State.Out);
  let outcome: usize = load<u32>(s, State.Branches);
  let count: u32 = 0, branchCount: u32 = 0;
  let reason: u32 = Stop.Full;
  while (count < <u32> LINES && branchCount < <u32> LINES) {
    reason = Stop.Other;
    if (p + 5 > end) break;
    if (<u32> load<u16>(p) == DA && <u32> load<u8>(p, 2) == COLON) {
      const line = digits(p + 3);
      if (line == 0 || numberEnd - p - 3 > LINE_DIGITS || <u32> load<u8>(numberEnd) != COMMA) break;
      const from = numberEnd + 1;
      const ran = digits(from);
      if (numberEnd == from || numberEnd - from > SAFE_DIGITS || <u32> load<u8>(numberEnd) != NEWLINE) break;
      store<u32>(out, <u32> line, CountedLine.Line);
      store<u32>(out, <u32> ran, CountedLine.Low);
      store<u32>(out, <u32> (ran >> 32), CountedLine.High);
      out += CountedLine.Bytes;
      count++;
    } else if (load<u32>(p) == BRDA && <u32> load<u8>(p, 4) == COLON) {
      const line = digits(p + 5);
      if (line == 0 || numberEnd - p - 5 > LINE_DIGITS || <u32> load<u8>(numberEnd) != COMMA) break;
      let from = numberEnd + 1;
      let marks: u32 = 0;
      const mark = <u32> load<u8>(from);
      if (mark == SMALL_E) marks = Mark.Exception;
      else if (mark == SMALL_F) marks = Mark.FallThrough;
      if (marks != 0) from++;
      const block = digits(from);
      if (numberEnd == from || numberEnd - from > LINE_DIGITS || <u32> load<u8>(numberEnd) != COMMA) break;
      from = numberEnd + 1;
      const number = digits(from);
      const length = numberEnd - from;
      // A number with leading zeros would have a different text.
      const isPlain = length == 1 || (length > 1 && length <= OUTCOME_DIGITS && <u32> load<u8>(from) != ZERO);
      if (!isPlain || <u32> load<u8>(numberEnd) != COMMA) break;
      from = numberEnd + 1;
      let ran: u64 = 0;
      if (<u32> load<u8>(from) == MINUS) {
        marks |= Mark.Unknown;
        numberEnd = from + 1;
      } else {
        ran = digits(from);
        if (numberEnd == from || numberEnd - from > SAFE_DIGITS) break;
      }
      if (<u32> load<u8>(numberEnd) != NEWLINE) break;
      store<u32>(outcome, <u32> line, Outcome.Line);
      store<u32>(outcome, <u32> block, Outcome.Block);
      store<u32>(outcome, <u32> number, Outcome.Number);
      store<u32>(outcome, marks, Outcome.Marks);
      store<u32>(outcome, <u32> ran, Outcome.Low);
      store<u32>(outcome, <u32> (ran >> 32), Outcome.High);
      outcome += Outcome.Bytes;
      branchCount++;
    } else break;
    p = numberEnd + 1;
    reason = Stop.Full;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, count, State.Count);
  store<u32>(s, branchCount, State.BranchCount);
  return reason;
}

/** Returns the first byte at or after `p` that is not white space. */
@inline
function behindBlanks(p: usize, end: usize): usize {
  while (p < end) {
    const byte = <u32> load<u8>(p);
    if (byte > BLANK || (byte != BLANK && byte != NEWLINE && byte != 13 && byte != 9)) break;
    p++;
  }
  return p;
}

/**
 * Reads an integer that is exact as a double, or a boolean; sets `numberEnd` to its end, or to 0 if there is
 * neither.
 */
@inline
function cell(p: usize, end: usize): f64 {
  numberEnd = 0;
  let at = p;
  let value: u64 = 0;
  while (at < end) {
    const digit = <u32> load<u8>(at) - ZERO;
    if (digit > 9) break;
    value = value * 10 + <u64> digit;
    at++;
  }
  if (at > p) {
    if (at - p <= SAFE_DIGITS && (at - p == 1 || <u32> load<u8>(p) != ZERO)) numberEnd = at;
    return <f64> value;
  }
  if (p + 5 > end) return 0;
  if (load<u32>(p) == TRUE) {
    numberEnd = p + 4;
    return TRUE_CELL;
  }
  if (<u32> load<u8>(p) == SMALL_F && load<u32>(p + 1) == ALSE) numberEnd = p + 5;
  return FALSE_CELL;
}

/**
 * Reads rows of a list, beginning at the opening bracket of a row, until the list ends or something stops it.
 * `s` is a `State`.
 */
export function rows(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let out: usize = load<u32>(s, State.Out);
  const room = load<u32>(s, State.Room);
  let count: u32 = 0;
  let reason: u32 = Stop.Full;
  while (count < room) {
    reason = Stop.Other;
    if (p >= end || <u32> load<u8>(p) != LIST) break;
    let cells: usize = 0;
    let at = p;
    let isPlain = true;
    do {
      at = behindBlanks(at + 1, end);
      const value = cell(at, end);
      isPlain = numberEnd != 0;
      if (!isPlain) break;
      at = behindBlanks(numberEnd, end);
      isPlain = at < end;
      if (!isPlain) break;
      if (cells < <usize> CELLS) store<f64>(out + (cells << 3), value, NumberRow.Cells);
      cells++;
    } while (<u32> load<u8>(at) == COMMA);
    if (!isPlain || <u32> load<u8>(at) != LIST_END) break;
    for (; cells < <usize> CELLS; cells++) store<f64>(out + (cells << 3), NaN, NumberRow.Cells);
    at = behindBlanks(at + 1, end);
    if (at >= end) break;
    out += NumberRow.Bytes;
    count++;
    if (<u32> load<u8>(at) == LIST_END) {
      p = at + 1;
      reason = Stop.Done;
      break;
    }
    if (<u32> load<u8>(at) != COMMA) break;
    p = behindBlanks(at + 1, end);
    reason = Stop.Full;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, count, State.Count);
  return reason;
}
