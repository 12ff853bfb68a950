// Rows of `calls` and `events`.

import * as S from "./state";
import {
  callBytes,
  callDepth,
  callNo,
  callSlot,
  callStack,
  describeCall,
  enterOffset,
  hasReturned,
  leaveOffset,
  listArgs,
} from "./complete.part.as";
import { statePtr, stateWord } from "./cursor.part.as";
import { placeEvent, watchCall } from "./imports.part.as";
import { slotAt } from "./open_calls.part.as";

@inline
export function column32(column: usize, row: usize): usize {
  return <usize> stateWord(<usize> S.STAGING + (column << 3)) + (row << 2);
}

@inline
export function column64(column: usize, row: usize): usize {
  return <usize> stateWord(<usize> S.STAGING + (column << 3)) + (row << 3);
}

@inline
export function setNull(column: usize, row: usize): void {
  store<u8>(<usize> stateWord(<usize> S.STAGING + (column << 3) + 4) + row, 1);
}

export function stageRows(fn: usize, cls: u32): void {
  const row = <usize> stateWord(S.CALL_ROWS);
  const functionRow = load<u32>(fn, S.FUNCTION_ROW);
  const thread = <u64> load<u32>(slotAt(callSlot), S.THREAD_SLOT_NO);
  const frame = stateWord(S.FRAME_NO);
  store<u64>(column64(S.CallColumn.no, row), callNo);
  store<u64>(column64(S.CallColumn.thread, row), thread);
  store<u32>(column32(S.CallColumn.entry, row), functionRow);
  store<u32>(column32(S.CallColumn.frame, row), frame);
  store<u32>(column32(S.CallColumn.fake, row), cls & 1);
  store<u32>(column32(S.CallColumn.incomplete, row), hasReturned ? 0 : 1);
  store<u64>(column64(S.CallColumn.blob_bytes, row), callBytes);
  store<u32>(column32(S.CallColumn.depth, row), callDepth);
  store<u64>(column64(S.CallColumn.enter, row), enterOffset);
  store<u64>(column64(S.CallColumn.leave, row), leaveOffset);
  if (!hasReturned) setNull(S.CallColumn.leave, row);
  store<u32>(column32(S.CallColumn.stack, row), callStack);
  if (callStack == 0) setNull(S.CallColumn.stack, row);
  store<u32>(statePtr + S.CALL_ROWS, <u32> row + 1);

  const event = <usize> stateWord(S.EVENT_ROWS);
  store<u64>(column64(S.EventColumn.no, event), callNo);
  store<u32>(column32(S.EventColumn.kind, event), stateWord(S.KIND_CALL));
  store<u64>(column64(S.EventColumn.thread, event), thread);
  store<u32>(column32(S.EventColumn.entry, event), functionRow);
  store<u64>(column64(S.EventColumn.size, event), callBytes);
  setNull(S.EventColumn.addr, event);
  store<u64>(column64(S.EventColumn.addr, event), 0);
  store<u32>(column32(S.EventColumn.type, event), load<u32>(fn, S.FUNCTION_TYPE));
  store<u32>(column32(S.EventColumn.frame, event), frame);
  store<u32>(column32(S.EventColumn.stack, event), callStack);
  store<u32>(column32(S.EventColumn.func, event), load<u32>(fn, S.FUNCTION_NAME));
  store<u32>(column32(S.EventColumn.file, event), 0);
  store<u32>(column32(S.EventColumn.module, event), 0);
  store<u32>(column32(S.EventColumn.line, event), 0);
  if (callStack == 0) {
    setNull(S.EventColumn.stack, event);
    setNull(S.EventColumn.line, event);
  } else placeEvent(<u32> event, callStack);
  store<u32>(statePtr + S.EVENT_ROWS, <u32> event + 1);
  if (load<u32>(fn, S.FUNCTION_BITS) & S.WATCHED) {
    listArgs();
    describeCall(cls);
    watchCall(<u32> event);
  }
}
