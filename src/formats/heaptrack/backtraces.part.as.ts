// Backtraces of interpreted data: a tree of instructions, of which only those are made lists of frames that a kind of blocks names.

import { at4 } from "../../memory/cells.part.as";
import { Frame, FRAMES_PER_STACK, Instruction, NO_ROOM, Paths, Trace } from "./path_layout";

/** Adds a backtrace; false where it names what is not there, or there is no room for it. */
@inline
export function addTrace(c: usize, instruction: u32, parent: u32): bool {
  const count = load<u32>(c, Paths.TraceCount);
  if (instruction - 1 >= load<u32>(c, Paths.InstructionCount) - 1 || parent > count) return false;
  if (count == load<u32>(c, Paths.TraceRoom)) return false;
  const trace = <usize> load<u32>(c, Paths.Traces) + (<usize> count) * Trace.Bytes;
  store<u32>(trace, instruction, Trace.Instruction);
  store<u32>(trace, parent, Trace.Parent);
  store<u32>(trace, 0, Trace.Known);
  store<u32>(c, count + 1, Paths.TraceCount);
  return true;
}

/**
 * Writes the frames of a backtrace that there is, innermost first, and gives their number: no more than `most`, unless they are
 * few. `NO_ROOM` where the list is too short.
 */
export function listFrames(c: usize, number: u32, most: u32): u32 {
  const traces: usize = load<u32>(c, Paths.Traces), instructions: usize = load<u32>(c, Paths.Instructions);
  const frames: usize = load<u32>(c, Paths.Frames), list: usize = load<u32>(c, Paths.List);
  const room = load<u32>(c, Paths.ListRoom);
  let depth: u32 = 0, isShown = false;
  store<u32>(c, 0, Paths.Cut);
  store<u32>(c, 0, Paths.Shown);
  for (let each = number; each != 0;) {
    const trace = traces + (<usize> (each - 1)) * Trace.Bytes;
    each = load<u32>(trace, Trace.Parent);
    const instruction = instructions + (<usize> load<u32>(trace, Trace.Instruction)) * Instruction.Bytes;
    const count = load<u32>(instruction, Instruction.Count);
    if (count == 0) continue;
    if (most < depth + count && depth >= <u32> FRAMES_PER_STACK) {
      store<u32>(c, 1, Paths.Cut);
      break;
    }
    if (depth + count > room) return NO_ROOM;
    let frame = frames + (<usize> load<u32>(instruction, Instruction.First)) * Frame.Bytes;
    for (const end = frame + (<usize> count) * Frame.Bytes; frame < end; frame += Frame.Bytes) {
      const id = load<u32>(frame, Frame.Id);
      if (!isShown && load<u32>(frame, Frame.Hidden) == 0) {
        store<u32>(c, id, Paths.Shown);
        isShown = true;
      }
      store<u32>(at4(list, depth), id);
      depth++;
    }
  }
  if (!isShown && depth > 0) store<u32>(c, load<u32>(list), Paths.Shown);
  return depth;
}
