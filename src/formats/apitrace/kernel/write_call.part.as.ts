// Formats calls and backtraces as text.

import * as S from "./state";
import { callFunction, callNo, callSlot, moveCursor } from "./complete.part.as";
import { options, readUint, stateWord } from "./cursor.part.as";
import { slotAt } from "./open_calls.part.as";
import { copyPair, isCellFull, putCharacters, putDecimal, putHex, putStyle } from "./text.part.as";
import { readSignature } from "./walk.part.as";
import { writeValue } from "./write_value.part.as";

/** Writes the arguments with separators, and with their names from the function record. */
export function writeArgs(): void {
  const declared = load<u32>(callFunction, S.PART_COUNT);
  const count = stateWord(S.ARGS_COUNT);
  const texts = <usize> load<u32>(callFunction, S.FUNCTION_ARGS);
  for (let i: u32 = 0; i < count && !isCellFull; i++) {
    if (i < declared) copyPair(texts + ((<usize> i) << 3));
    else if (i > 0) putCharacters(0x202c, 2); // ", "
    const entry = <usize> stateWord(S.ARGS) + (<usize> i) * S.ARG_PLACE_SIZE;
    const at = load<u32>(entry);
    if (at == 0) putCharacters(63, 1); // ?
    else writeValue(at, load<u32>(entry, S.ARG_PLACE_SIDE));
  }
}

export function writeCall(cls: u32): void {
  if (options & S.TEXT_NUMBERS) {
    putDecimal(callNo);
    putCharacters(32, 1);
  }
  if (options & S.TEXT_THREADS) {
    putCharacters(64, 1); // @
    putHex(load<u32>(slotAt(callSlot), S.THREAD_SLOT_NO));
    putCharacters(32, 1);
  }
  copyPair(callFunction + S.FUNCTION_HEAD);
  writeArgs();
  putCharacters(41, 1); // )
  if (stateWord(S.RETURN_VALUE) != 0) {
    putCharacters(0x203d20, 3); // " = "
    writeValue(stateWord(S.RETURN_VALUE), stateWord(S.RETURN_SIDE));
  }
  if (cls & (S.CLASS_FAKE | S.CLASS_INCOMPLETE)) {
    putCharacters(0x202f2f20, 4); // " // "
    if (cls & S.CLASS_FAKE) putCharacters(0x20656b6166, cls & S.CLASS_INCOMPLETE ? 5 : 4); // "fake "
    if (cls & S.CLASS_INCOMPLETE) {
      putStyle(S.STYLE_REMARK);
      putCharacters(0x656c706d6f636e69, 8); // incomple
      putCharacters(0x6574, 2); // te
      putStyle(S.STYLE_NORMAL);
    }
  }
  putCharacters(10, 1);
  if (options & S.TEXT_LINES) {
    if (stateWord(S.BACKTRACE) != 0) writeBacktrace();
    if (cls & S.CLASS_END_FRAME) putCharacters(10, 1);
  }
}

export function writeBacktrace(): void {
  putStyle(S.STYLE_TRACE);
  putCharacters(0x636172746b636142, 8); // Backtrac
  putCharacters(0x0a3a65, 3); // "e:" and a line feed
  putStyle(S.STYLE_NORMAL);
  moveCursor(stateWord(S.BACKTRACE), stateWord(S.BACKTRACE_SIDE));
  for (let count = readUint(); count > 0; count--) {
    copyPair(readSignature(S.FRAME) + S.FRAME_RECORD_TEXT);
    putCharacters(10, 1);
  }
}
