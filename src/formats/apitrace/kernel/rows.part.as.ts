// Rows of `calls` and `events`.

import * as S from "./state";
import {
  cBytes,
  cDepth,
  cEnter,
  cLeave,
  cLeft,
  cNo,
  cSlot,
  cStack,
  describeCall,
  listArgs,
} from "./complete.part.as";
import { s, word } from "./cursor.part.as";
import { placeEvent, watchCall } from "./imports.part.as";
import { slotAt } from "./open_calls.part.as";

@inline
export function column4(column: usize, row: usize): usize {
  return <usize> word(<usize> S.STAGING + (column << 2)) + (row << 2);
}

@inline
export function column8(column: usize, row: usize): usize {
  return <usize> word(<usize> S.STAGING + (column << 2)) + (row << 3);
}

@inline
export function setNull(column: usize, row: usize): void {
  store<u8>(<usize> word(<usize> S.STAGING + (column << 2)) + row, 1);
}

export function stageRows(fn: usize, cls: u32): void {
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
