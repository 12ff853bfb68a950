// Formats calls and backtraces as text.

import * as S from "./state";
import { cFunction, cNo, cSlot, goTo } from "./complete.part.as";
import { options, uint, word } from "./cursor.part.as";
import { slotAt } from "./open_calls.part.as";
import { copyPair, decimal, full, hexadecimal, put, style } from "./text.part.as";
import { signature } from "./walk.part.as";
import { writeValue } from "./write_value.part.as";

/** Writes the arguments with separators, and with their names from the function record. */
export function writeArgs(): void {
  const declared = load<u32>(cFunction, S.COUNT);
  const count = word(S.ARGS_COUNT);
  const texts = <usize> load<u32>(cFunction, S.F_ARGS);
  for (let i: u32 = 0; i < count && !full; i++) {
    if (i < declared) copyPair(texts + ((<usize> i) << 3));
    else if (i > 0) put(0x202c, 2); // ", "
    const entry = <usize> word(S.ARGS) + (<usize> i) * S.A_SIZE;
    const at = load<u32>(entry);
    if (at == 0) put(63, 1); // ?
    else writeValue(at, load<u32>(entry, S.A_SIDE));
  }
}

export function writeCall(cls: u32): void {
  if (options & S.TEXT_NUMBERS) {
    decimal(cNo);
    put(32, 1);
  }
  if (options & S.TEXT_THREADS) {
    put(64, 1); // @
    hexadecimal(load<u32>(slotAt(cSlot), S.T_NO));
    put(32, 1);
  }
  copyPair(cFunction + S.F_HEAD);
  writeArgs();
  put(41, 1); // )
  if (word(S.RET) != 0) {
    put(0x203d20, 3); // " = "
    writeValue(word(S.RET), word(S.RET_SIDE));
  }
  if (cls & (S.CLASS_FAKE | S.CLASS_INCOMPLETE)) {
    put(0x202f2f20, 4); // " // "
    if (cls & S.CLASS_FAKE) put(0x20656b6166, cls & S.CLASS_INCOMPLETE ? 5 : 4); // "fake "
    if (cls & S.CLASS_INCOMPLETE) {
      style(S.STYLE_NOTE);
      put(0x656c706d6f636e69, 8); // incomple
      put(0x6574, 2); // te
      style(S.STYLE_NORMAL);
    }
  }
  put(10, 1);
  if (options & S.TEXT_LINES) {
    if (word(S.TRACE) != 0) writeBacktrace();
    if (cls & S.CLASS_END_FRAME) put(10, 1);
  }
}

export function writeBacktrace(): void {
  style(S.STYLE_TRACE);
  put(0x636172746b636142, 8); // Backtrac
  put(0x0a3a65, 3); // "e:" and a line feed
  style(S.STYLE_NORMAL);
  goTo(word(S.TRACE), word(S.TRACE_SIDE));
  for (let count = uint(); count > 0; count--) {
    copyPair(signature(S.FRAME) + S.R_TEXT);
    put(10, 1);
  }
}
