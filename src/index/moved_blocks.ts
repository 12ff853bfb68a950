/**
 * Maps the positions of blocks in an index to those in another index of the same trace. Both contain the
 * blocks in the order in which they were written.
 * @module
 */

import { BytesReader } from "./bytes_writer.ts";
import { BLOCK_OFFSET_FIELD, ENTRY_BYTES, hasBytes } from "./layout.ts";
import { readStacks, readTexts } from "./texts_and_stacks.ts";

/** New offsets by old ones; undefined if the contents do not describe the same blocks. */
export function movedBlocks(before: Uint8Array, now: Uint8Array): Map<number, number> | undefined {
  if (before.length !== now.length) return undefined;
  const at = listOf(before);
  const [old, list] = [listIn(before, at), listIn(now, at)];
  const isSame = (from: number, to: number): boolean => {
    for (let byte = from; byte < to; byte++) if (before[byte] !== now[byte]) return false;
    return true;
  };
  if (!isSame(0, at.begin) || !isSame(at.end, before.length)) return undefined;
  const moved = new Map<number, number>();
  for (let entry = 0; at.begin + entry < at.end; entry += ENTRY_BYTES) {
    const offset = entry + BLOCK_OFFSET_FIELD;
    const here = at.begin + entry;
    if (
      !isSame(here, here + BLOCK_OFFSET_FIELD) || !isSame(here + BLOCK_OFFSET_FIELD + 8, here + ENTRY_BYTES)
    ) {
      return undefined;
    }
    if (hasBytes(old, entry)) moved.set(old.getFloat64(offset, true), list.getFloat64(offset, true));
  }
  return moved;
}

/** Position of the block list in the contents. */
function listOf(contents: Uint8Array): { readonly begin: number; readonly end: number } {
  const from = new BytesReader(contents);
  readTexts(from);
  readStacks(from);
  from.u32();
  const { length } = from.block();
  const end = contents.length - from.left;
  return { begin: end - length, end };
}

function listIn(contents: Uint8Array, { begin, end }: { begin: number; end: number }): DataView {
  return new DataView(contents.buffer, contents.byteOffset + begin, end - begin);
}
