// Writes text to the output buffer, byte for byte like the original tool.

import * as S from "./state";
import { mode, options, outEnd, outPtr, readUint, statePtr, stateWord } from "./cursor.part.as";
import { drain } from "./imports.part.as";

// Set if the text of a cell has reached its maximum length; further text is dropped.
export let isCellFull: bool = false;
let cellEnd: usize = 0; // end of the text written before the cell was full

/** Makes room for `bytes` (at most 4096). */
@inline
export function makeOutputRoom(bytes: usize): void {
  if (outPtr + bytes > outEnd) makeRoom();
}

function makeRoom(): void {
  if (mode & S.MODE_TEXT) {
    store<u32>(statePtr + S.OUTPUT_NEXT, <u32> outPtr);
    drain();
    outPtr = stateWord(S.OUTPUT_NEXT);
    outEnd = stateWord(S.OUTPUT_END);
    return;
  }
  dropRest();
  // Further text goes into the spare bytes past the end and is never read.
  outPtr = outEnd;
}

/** Begins the text of a cell for a value of this many bytes in the stream. */
export function beginCell(bytes: usize): void {
  const most: u64 = <u64> S.CELL_LEAST + <u64> bytes * S.CELL_PER_BYTE;
  isCellFull = false;
  outPtr = stateWord(S.OUTPUT_START);
  outEnd = outPtr + (most < <u64> S.CELL_MOST ? <usize> most : <usize> S.CELL_MOST);
}

/** Ends the text of a cell and marks it if something was dropped; returns the end of the text. */
export function endCell(): usize {
  if (isCellFull) {
    outPtr = cellEnd;
    store<u64>(outPtr, 0x2e2e2e20); // " ..."
    outPtr += 4;
  }
  const end = outPtr;
  outPtr = 0;
  return end;
}

/** Discards the rest of the text. */
export function dropRest(): void {
  if (!isCellFull) cellEnd = outPtr;
  isCellFull = true;
}

@inline
export function putByte(value: u32): void {
  store<u8>(outPtr++, <u8> value);
}

/**
 * Writes up to eight characters, the first one in the lowest byte of `text`; the buffer has spare bytes after
 * its end.
 */
@inline
export function putCharacters(text: u64, bytes: usize): void {
  makeOutputRoom(bytes);
  store<u64>(outPtr, text);
  outPtr += bytes;
}

/** Copies bytes in pieces; the buffer and the source have 16 spare bytes after their ends. */
export function copyBytes(from: usize, bytes: usize): void {
  if (bytes > 2048) {
    while (bytes > 0 && !isCellFull) {
      makeOutputRoom(2048);
      const piece: usize = bytes < 2048 ? bytes : 2048;
      memory.copy(outPtr, from, piece);
      outPtr += piece;
      from += piece;
      bytes -= piece;
    }
    return;
  }
  makeOutputRoom(bytes);
  for (let i: usize = 0; i < bytes; i += 16) v128.store(outPtr + i, v128.load(from + i));
  outPtr += bytes;
}

/** Copies a text; `pair` is where its address and length are stored. */
@inline
export function copyPair(pair: usize): void {
  copyBytes(load<u32>(pair), load<u32>(pair, S.PAIR_LENGTH));
}

@inline
export function putStyle(number: usize): void {
  const pair = statePtr + S.STYLES + (number << 3);
  if (load<u32>(pair, S.PAIR_LENGTH) != 0) copyPair(pair);
}

export function putDecimal(value: u64): void {
  makeOutputRoom(32);
  if (value < 10) {
    putByte(48 + <u32> value);
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
  let at = outPtr + digits;
  outPtr = at;
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

export function putSigned(value: i64): void {
  if (value < 0) {
    putCharacters(45, 1);
    putDecimal(<u64> (-value));
  } else putDecimal(<u64> value);
}

export function putHex(value: u64): void {
  makeOutputRoom(32);
  let shift: u64 = 60;
  while (shift > 0 && value >> shift == 0) shift -= 4;
  while (true) {
    const digit = <u32> (value >> shift) & 15;
    putByte(digit < 10 ? 48 + digit : 87 + digit);
    if (shift == 0) break;
    shift -= 4;
  }
}

export function putPrefixedHex(value: u64): void {
  putCharacters(0x7830, 2); // 0x
  putHex(value);
}

export function putScratchText(length: u32): void {
  copyBytes(stateWord(S.SCRATCH), length);
}

/** Writes one character of a quoted string. */
@inline
export function putQuoted(c: u32): void {
  if (c == 34 || c == 92) {
    putByte(92);
    putByte(c);
  } else if ((c >= 0x20 && c <= 0x7e) || c == 9) putByte(c);
  else if (c == 10) {
    if (options & S.TEXT_LINES) {
      putStyle(S.STYLE_NORMAL);
      makeOutputRoom(64);
      putByte(10);
      putStyle(S.STYLE_LITERAL);
      makeOutputRoom(64);
    } else {
      putByte(92);
      putByte(110);
    }
  } else if (c != 13) {
    // Not correct octal: the original repeats the middle digit, and so does this code.
    const low = c & 7, middle = (c >> 3) & 7;
    putByte(92);
    if (middle != 0) {
      putByte(48 + middle);
      putByte(48 + middle);
    }
    putByte(48 + low);
  }
}

export function putText(at: usize, bytes: usize): void {
  putStyle(S.STYLE_LITERAL);
  putCharacters(34, 1);
  const end = at + bytes;
  while (at < end && !isCellFull) {
    makeOutputRoom(64);
    const piece = end - at < 8 ? end : at + 8;
    for (; at < piece; at++) {
      const c = load<u8>(at);
      if (c == 0) {
        at = end;
        break;
      }
      putQuoted(c);
    }
  }
  putCharacters(34, 1);
  putStyle(S.STYLE_NORMAL);
}

export function putWideText(count: u64): void {
  putStyle(S.STYLE_LITERAL);
  putCharacters(76, 1); // L
  putStyle(S.STYLE_LITERAL);
  putCharacters(34, 1);
  let over = false;
  for (; count > 0 && !isCellFull; count--) {
    const c = <u32> readUint();
    if (c == 0) over = true;
    if (over) continue;
    makeOutputRoom(64);
    putQuoted(c);
  }
  putCharacters(34, 1);
  putStyle(S.STYLE_NORMAL);
}
