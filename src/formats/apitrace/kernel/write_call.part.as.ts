// Calls and backtraces as text.

import * as S from "./state";
import { c0Origin, cFunction, cNo, cSlot } from "./complete.part.as";
import { e, o, options, origin, p, uint, word } from "./cursor.part.as";
import { slotAt } from "./open_calls.part.as";
import { byte, copyPair, decimal, full, hexadecimal, room, style } from "./text.part.as";
import { signature } from "./walk.part.as";
import { writeValue } from "./write_value.part.as";

/** Arguments, separated and named as the function record says. */
export function writeArgs(): void {
  const declared = load<u32>(cFunction, S.COUNT);
  const count = word(S.ARGS_COUNT);
  const texts = <usize> load<u32>(cFunction, S.F_ARGS);
  for (let i: u32 = 0; i < count && !full; i++) {
    if (i < declared) copyPair(texts + ((<usize> i) << 3));
    else if (i > 0) {
      room(2);
      byte(44);
      byte(32);
    }
    const entry = <usize> word(S.ARGS) + (<usize> i) * S.A_SIZE;
    const at = load<u32>(entry);
    if (at == 0) {
      room(1);
      byte(63);
    } else writeValue(at, load<u32>(entry, S.A_SIDE));
  }
}

export function writeCall(cls: u32): void {
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

export function writeBacktrace(): void {
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
