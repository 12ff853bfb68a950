/**
 * Maps the positions of blocks in an index to those in another index of the same trace. Both contain the
 * blocks in the order in which they were written.
 * @module
 */

import { BytesReader } from "./bytes_writer.ts";
import { BLOCK_OFFSET_FIELD, ENTRY_BYTES, hasBytes } from "./layout.ts";
import { FRAME_WORDS, readStacks, readTexts } from "./texts_and_stacks.ts";

/** New offsets by old ones; undefined if the contents do not describe the same blocks. */
export function movedBlocks(before: Uint8Array, now: Uint8Array): Map<number, number> | undefined {
  const [one, other] = [partsOf(before), partsOf(now)];
  if (!one || !other) return undefined;
  const isSame = (
    left: Uint8Array | Uint16Array | Uint32Array,
    right: Uint8Array | Uint16Array | Uint32Array,
    from = 0,
    to = left.length,
  ): boolean => {
    if (left.length !== right.length) return false;
    for (let at = from; at < to; at++) if (left[at] !== right[at]) return false;
    return true;
  };
  for (const part of ["ids", "depths", "lists"] as const) {
    if (!isSame(one.stacks[part], other.stacks[part])) return undefined;
  }
  if (!hasSameFrames(one.stacks.frames, other.stacks.frames)) return undefined;
  if (!hasSameTexts(one.texts, other.texts) || !isSame(one.rest, other.rest)) return undefined;
  if (one.list.length !== other.list.length) return undefined;
  const [old, list] = [viewOf(one.list), viewOf(other.list)];
  const moved = new Map<number, number>();
  for (let entry = 0; entry < one.list.length; entry += ENTRY_BYTES) {
    const offset = entry + BLOCK_OFFSET_FIELD;
    if (
      !isSame(one.list, other.list, entry, offset) ||
      !isSame(one.list, other.list, offset + 8, entry + ENTRY_BYTES)
    ) return undefined;
    if (hasBytes(old, entry)) moved.set(old.getFloat64(offset, true), list.getFloat64(offset, true));
  }
  return moved;
}

/** The parts of the contents of an index. */
interface Parts {
  readonly texts: ReturnType<typeof readTexts>;
  readonly stacks: ReturnType<typeof readStacks>;
  readonly list: Uint8Array;
  readonly rest: Uint8Array;
}

/** Undefined if the contents end too early. */
function partsOf(contents: Uint8Array): Parts | undefined {
  try {
    const from = new BytesReader(contents);
    const [texts, stacks] = [readTexts(from), readStacks(from)];
    const blocks = from.u32();
    const [list, rest] = [from.block(), from.block()];
    return list.length === blocks * ENTRY_BYTES ? { texts, stacks, list, rest } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Whether no number stands for different texts in the two indexes. Texts that only one index has do not
 * matter: a reader that continues may have interned some at an earlier end of the file.
 */
function hasSameTexts(one: Parts["texts"], other: Parts["texts"]): boolean {
  let [left, right, leftAt, rightAt] = [0, 0, 0, 0];
  while (left < one.codes.length && right < other.codes.length) {
    const [leftEnd, rightEnd] = [leftAt + one.lengths[left]!, rightAt + other.lengths[right]!];
    const [leftCode, rightCode] = [one.codes[left]!, other.codes[right]!];
    if (leftCode === rightCode) {
      if (leftEnd - leftAt !== rightEnd - rightAt) return false;
      for (let at = 0; at < leftEnd - leftAt; at++) {
        if (one.bytes[leftAt + at] !== other.bytes[rightAt + at]) return false;
      }
    }
    if (leftCode <= rightCode) [left, leftAt] = [left + 1, leftEnd];
    if (rightCode <= leftCode) [right, rightAt] = [right + 1, rightEnd];
  }
  return true;
}

/** Whether no number stands for different frames in the two indexes. Frames that only one index has do not matter. */
function hasSameFrames(one: Uint32Array, other: Uint32Array): boolean {
  for (let left = 0, right = 0; left < one.length && right < other.length;) {
    const [leftFrame, rightFrame] = [one[left]!, other[right]!];
    if (leftFrame === rightFrame) {
      for (let word = 1; word < FRAME_WORDS; word++) {
        if (one[left + word] !== other[right + word]) return false;
      }
    }
    if (leftFrame <= rightFrame) left += FRAME_WORDS;
    if (rightFrame <= leftFrame) right += FRAME_WORDS;
  }
  return true;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
