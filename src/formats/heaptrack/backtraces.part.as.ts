// Backtraces of interpreted data, stored as a tree of instructions. Only those that a kind of blocks refers
// to become lists of frames.

import { cell32At } from "../../memory/cells.part.as";
import { Kind, State } from "./decoder_layout";
import { BacktraceTree, Frame, FRAMES_PER_STACK, HAS_KIND, Instruction, NO_ROOM, Trace } from "./path_layout";

/** Adds a backtrace; returns false if it refers to something unknown or there is no room. */
@inline
export function addTrace(c: usize, instruction: u32, parent: u32): bool {
  const count = load<u32>(c, BacktraceTree.TraceCount);
  if (instruction - 1 >= load<u32>(c, BacktraceTree.InstructionCount) - 1 || parent > count) return false;
  if (count == load<u32>(c, BacktraceTree.TraceRoom)) return false;
  const trace = <usize> load<u32>(c, BacktraceTree.Traces) + (<usize> count) * Trace.Bytes;
  store<u32>(trace, instruction, Trace.Instruction);
  store<u32>(trace, parent, Trace.Parent);
  store<u32>(c, count + 1, BacktraceTree.TraceCount);
  return true;
}

/** The entry of a kind. */
@inline
export function kindAt(s: usize, entry: u32): usize {
  return <usize> load<u32>(s, State.Kinds) + (<usize> entry) * Kind.Bytes;
}

/** Returns an existing backtrace. */
@inline
function traceAt(c: usize, number: u32): usize {
  return <usize> load<u32>(c, BacktraceTree.Traces) + (<usize> (number - 1)) * Trace.Bytes;
}

/** Sets the frame that represents a kind. */
@inline
function showAs(kind: usize, frame: usize): void {
  store<u32>(kind, load<u32>(frame, Frame.Func), Kind.Func);
  store<u32>(kind, load<u32>(frame, Frame.File), Kind.File);
  store<u32>(kind, load<u32>(frame, Frame.Line), Kind.Line);
  store<u32>(kind, load<u32>(frame, Frame.Module), Kind.Module);
}

/**
 * Writes the frames of the backtrace of a kind, innermost first, and returns their number: at most `most`, except
 * that a short list is always complete. `NO_ROOM` if the list has no room.
 */
@inline
function listFrames(s: usize, c: usize, kind: usize, most: u32, list: usize, room: u32): u32 {
  const instructions: usize = load<u32>(c, BacktraceTree.Instructions),
    frames: usize = load<u32>(c, BacktraceTree.Frames);
  let depth: u32 = 0;
  let shown: usize = 0;
  let isHidden = false;
  for (let each = load<u32>(kind, Kind.Stack); each != 0;) {
    const trace = traceAt(c, each);
    each = load<u32>(trace, Trace.Parent);
    let number = load<u32>(trace, Trace.Instruction);
    if (number >= HAS_KIND) number = load<u32>(kindAt(s, number ^ HAS_KIND), Kind.Instruction);
    const instruction = instructions + (<usize> number) * Instruction.Bytes;
    const count = load<u32>(instruction, Instruction.Count);
    if (count == 0) continue;
    if (most < depth + count && depth >= <u32> FRAMES_PER_STACK) {
      store<u32>(c, 1, BacktraceTree.Cut);
      break;
    }
    if (depth + count > room) return NO_ROOM;
    let frame = frames + (<usize> load<u32>(instruction, Instruction.First)) * Frame.Bytes;
    for (const end = frame + (<usize> count) * Frame.Bytes; frame < end; frame += Frame.Bytes) {
      if (shown == 0 || isHidden) {
        // If all frames are hidden, show the innermost one.
        const hidden = load<u32>(frame, Frame.Hidden) != 0;
        if (shown == 0 || !hidden) {
          shown = frame;
          isHidden = hidden;
        }
      }
      store<u32>(cell32At(list, depth), load<u32>(frame, Frame.Id));
      depth++;
    }
  }
  if (shown != 0) showAs(kind, shown);
  return depth;
}

/** Lists the backtraces of new kinds as long as there is room, except those that an earlier kind refers to. */
@inline
export function listBacktraces(s: usize): void {
  const c: usize = load<u32>(s, State.Paths);
  const list: usize = load<u32>(s, State.List), depths: usize = load<u32>(s, State.Depths);
  const room = load<u32>(s, State.ListRoom), count = load<u32>(s, State.KindCount);
  let lists = load<u32>(s, State.Lists), used = load<u32>(s, State.ListFrames);
  let listed = load<u32>(s, State.Listed);
  for (; listed < count; listed++) {
    const kind = kindAt(s, listed + 1);
    const number = load<u32>(kind, Kind.Stack);
    if (number == 0) continue;
    const trace = traceAt(c, number);
    const instruction = load<u32>(trace, Trace.Instruction);
    if (instruction >= HAS_KIND) continue;
    const spare = <i64> load<u64>(c, BacktraceTree.Spare) + FRAMES_PER_STACK;
    const most = <u32> min<i64>(max<i64>(spare, 0), i32.MAX_VALUE);
    const depth = listFrames(s, c, kind, most, cell32At(list, used), room - used);
    if (depth == NO_ROOM) break;
    store<u64>(c, <u64> (spare - <i64> depth), BacktraceTree.Spare);
    store<u32>(kind, instruction, Kind.Instruction);
    store<u32>(trace, HAS_KIND | (listed + 1), Trace.Instruction);
    store<u32>(cell32At(depths, lists), depth);
    lists++;
    used += depth;
  }
  store<u32>(s, listed, State.Listed);
  store<u32>(s, lists, State.Lists);
  store<u32>(s, used, State.ListFrames);
}

/** Assigns stacks to the kinds whose backtraces were listed. */
@inline
export function assignStacks(s: usize): void {
  const c: usize = load<u32>(s, State.Paths), ids: usize = load<u32>(s, State.Ids);
  const listed = load<u32>(s, State.Listed);
  let id: u32 = 0;
  for (let entry = load<u32>(s, State.Placed) + 1; entry <= listed; entry++) {
    const kind = kindAt(s, entry);
    const number = load<u32>(kind, Kind.Stack);
    if (number == 0) continue;
    const first = load<u32>(traceAt(c, number), Trace.Instruction) ^ HAS_KIND;
    if (first == entry) store<u32>(kind, load<u32>(cell32At(ids, id++)), Kind.Stack);
    else {
      const other = kindAt(s, first);
      store<u32>(kind, load<u32>(other, Kind.Stack), Kind.Stack);
      store<u32>(kind, load<u32>(other, Kind.Func), Kind.Func);
      store<u32>(kind, load<u32>(other, Kind.File), Kind.File);
      store<u32>(kind, load<u32>(other, Kind.Line), Kind.Line);
      store<u32>(kind, load<u32>(other, Kind.Module), Kind.Module);
    }
  }
  store<u32>(s, listed, State.Placed);
  store<u32>(s, 0, State.Lists);
  store<u32>(s, 0, State.ListFrames);
}

/** Writes the places of the rows so far; their kinds must have places. */
@inline
export function writePlaces(s: usize): void {
  const rows = load<u32>(s, State.Row);
  const stacks: usize = load<u32>(s, State.Stacks), funcs: usize = load<u32>(s, State.Funcs);
  const files: usize = load<u32>(s, State.Files), lines: usize = load<u32>(s, State.Lines);
  const modules: usize = load<u32>(s, State.Modules), kinds: usize = load<u32>(s, State.Kinds);
  for (let row: u32 = 0; row < rows; row++) {
    const kind = kinds + (<usize> load<u32>(cell32At(stacks, row))) * Kind.Bytes;
    store<u32>(cell32At(stacks, row), load<u32>(kind, Kind.Stack));
    store<u32>(cell32At(funcs, row), load<u32>(kind, Kind.Func));
    store<u32>(cell32At(files, row), load<u32>(kind, Kind.File));
    store<u32>(cell32At(lines, row), load<u32>(kind, Kind.Line));
    store<u32>(cell32At(modules, row), load<u32>(kind, Kind.Module));
  }
}
