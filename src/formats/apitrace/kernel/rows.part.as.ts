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
  return <usize> word(<usize> S.STAGING + (column << 3)) + (row << 2);
}

@inline
export function column8(column: usize, row: usize): usize {
  return <usize> word(<usize> S.STAGING + (column << 3)) + (row << 3);
}

@inline
export function setNull(column: usize, row: usize): void {
  store<u8>(<usize> word(<usize> S.STAGING + (column << 3) + 4) + row, 1);
}

export function stageRows(fn: usize, cls: u32): void {
  const row = <usize> word(S.CALL_ROWS);
  const functionRow = load<u32>(fn, S.F_ROW);
  const thread = <u64> load<u32>(slotAt(cSlot), S.T_NO);
  const frame = word(S.FRAME_NO);
  store<u64>(column8(S.CallColumn.no, row), cNo);
  store<u64>(column8(S.CallColumn.thread, row), thread);
  store<u32>(column4(S.CallColumn.entry, row), functionRow);
  store<u32>(column4(S.CallColumn.frame, row), frame);
  store<u32>(column4(S.CallColumn.fake, row), cls & 1);
  store<u32>(column4(S.CallColumn.incomplete, row), cLeft ? 0 : 1);
  store<u64>(column8(S.CallColumn.blob_bytes, row), cBytes);
  store<u32>(column4(S.CallColumn.depth, row), cDepth);
  store<u64>(column8(S.CallColumn.enter, row), cEnter);
  store<u64>(column8(S.CallColumn.leave, row), cLeave);
  if (!cLeft) setNull(S.CallColumn.leave, row);
  store<u32>(column4(S.CallColumn.stack, row), cStack);
  if (cStack == 0) setNull(S.CallColumn.stack, row);
  store<u32>(s + S.CALL_ROWS, <u32> row + 1);

  const event = <usize> word(S.EVENT_ROWS);
  store<u64>(column8(S.EventColumn.no, event), cNo);
  store<u32>(column4(S.EventColumn.kind, event), word(S.KIND_CALL));
  store<u64>(column8(S.EventColumn.thread, event), thread);
  store<u32>(column4(S.EventColumn.entry, event), functionRow);
  store<u64>(column8(S.EventColumn.size, event), cBytes);
  setNull(S.EventColumn.addr, event);
  store<u64>(column8(S.EventColumn.addr, event), 0);
  store<u32>(column4(S.EventColumn.type, event), load<u32>(fn, S.F_TYPE));
  store<u32>(column4(S.EventColumn.frame, event), frame);
  store<u32>(column4(S.EventColumn.stack, event), cStack);
  store<u32>(column4(S.EventColumn.func, event), load<u32>(fn, S.F_NAME));
  store<u32>(column4(S.EventColumn.file, event), 0);
  store<u32>(column4(S.EventColumn.module, event), 0);
  store<u32>(column4(S.EventColumn.line, event), 0);
  if (cStack == 0) {
    setNull(S.EventColumn.stack, event);
    setNull(S.EventColumn.line, event);
  } else placeEvent(<u32> event, cStack);
  store<u32>(s + S.EVENT_ROWS, <u32> event + 1);
  if (load<u32>(fn, S.F_BITS) & S.WATCHED) {
    listArgs();
    describeCall(cls);
    watchCall(<u32> event);
  }
}
