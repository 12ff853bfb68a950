// Writes text to the output buffer, byte for byte like the original tool.

import * as S from "./state";
import { mode, o, oEnd, options, s, uint, word } from "./cursor.part.as";
import { drain } from "./imports.part.as";

// Set if the text of a cell has reached its maximum length; further text is dropped.
export let full: bool = false;
let cellEnd: usize = 0; // end of the text written before it was full

/** Makes room for `bytes` (at most 4096). */
@inline
export function room(bytes: usize): void {
  if (o + bytes > oEnd) makeRoom();
}

function makeRoom(): void {
  if (mode & S.MODE_TEXT) {
    store<u32>(s + S.OUT, <u32> o);
    drain();
    o = word(S.OUT);
    oEnd = word(S.OUT_END);
    return;
  }
  overflow();
  // Further text is written after the end, where there is room, and never read.
  o = oEnd;
}

/** Begins the text of a cell for a value of this many bytes in the stream. */
export function beginCell(bytes: usize): void {
  const most: u64 = <u64> S.CELL_LEAST + <u64> bytes * S.CELL_PER_BYTE;
  full = false;
  o = word(S.OUT_START);
  oEnd = o + (most < <u64> S.CELL_MOST ? <usize> most : <usize> S.CELL_MOST);
}

/** Ends the text of a cell and marks it if something was dropped; returns the end of the text. */
export function endCell(): usize {
  if (full) {
    o = cellEnd;
    store<u64>(o, 0x2e2e2e20); // " ..."
    o += 4;
  }
  const end = o;
  o = 0;
  return end;
}

/** Drops the rest of the text. */
export function overflow(): void {
  if (!full) cellEnd = o;
  full = true;
}

@inline
export function byte(value: u32): void {
  store<u8>(o++, <u8> value);
}

/**
 * Writes up to eight characters, the first in the lowest byte of `text`; the buffer has spare bytes after its
 * end.
 */
@inline
export function put(text: u64, bytes: usize): void {
  room(bytes);
  store<u64>(o, text);
  o += bytes;
}

/** Copies bytes in pieces; the buffer and the source have 16 spare bytes after their ends. */
export function copy(from: usize, bytes: usize): void {
  if (bytes > 2048) {
    while (bytes > 0 && !full) {
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

/** Copies a text, given the address of a pair of its address and length. */
@inline
export function copyPair(pair: usize): void {
  copy(load<u32>(pair), load<u32>(pair, S.PAIR_LENGTH));
}

@inline
export function style(number: usize): void {
  const pair = s + S.STYLES + (number << 3);
  if (load<u32>(pair, S.PAIR_LENGTH) != 0) copyPair(pair);
}

export function decimal(value: u64): void {
  room(32);
  if (value < 10) {
    byte(48 + <u32> value);
    return;
  }
  // Digits are written from last to first.
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

export function signed(value: i64): void {
  if (value < 0) {
    put(45, 1);
    decimal(<u64> (-value));
  } else decimal(<u64> value);
}

export function hexadecimal(value: u64): void {
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

export function hexWithPrefix(value: u64): void {
  put(0x7830, 2); // 0x
  hexadecimal(value);
}

export function scratchText(length: u32): void {
  copy(word(S.SCRATCH), length);
}

/** Writes one character of a quoted string. */
@inline
export function quoted(c: u32): void {
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

export function text(at: usize, bytes: usize): void {
  style(S.STYLE_LITERAL);
  put(34, 1);
  const end = at + bytes;
  while (at < end && !full) {
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
  put(34, 1);
  style(S.STYLE_NORMAL);
}

export function wideText(count: u64): void {
  style(S.STYLE_LITERAL);
  put(76, 1); // L
  style(S.STYLE_LITERAL);
  put(34, 1);
  let over = false;
  for (; count > 0 && !full; count--) {
    const c = <u32> uint();
    if (c == 0) over = true;
    if (over) continue;
    room(64);
    quoted(c);
  }
  put(34, 1);
  style(S.STYLE_NORMAL);
}
