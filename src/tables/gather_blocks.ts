/**
 * Values of some rows of a column of which not all blocks are in memory: the blocks are brought in, as many at a time as
 * the budget has room for.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { type Block, blockKernels, writeAbsent, writeDescriptor } from "./block.ts";
import { Descriptor } from "./kernels/block_layout.ts";

/** One part in so many of the budget is looked at together. */
const SHARE = 4;
/** Row lists of this length are looked through without a kernel. */
const FEW_ROWS = 16;

/** `Column.gather` over blocks whose list for kernels lies at `descriptors`; what it says of them is written here. */
export function gatherBlocks(
  arena: Arena,
  blocks: readonly Block[],
  descriptors: number,
  rows: number,
  count: number,
  values: number,
  nulls: number,
): number {
  const { store } = arena;
  const { gather } = blockKernels(arena);
  const wanted = blocksOfRows(arena, blocks.length, rows, count);
  const most = arena.heap.budget / SHARE;
  let bytes = 0;
  for (const at of wanted) bytes += blocks[at]!.packed?.bytes ?? 0;
  const atOnce = bytes <= most;
  if (!atOnce) { for (const at of wanted) writeAbsent(arena, descriptors + at * Descriptor.Bytes); }
  let nullCount = 0;
  let from = 0;
  // Also without any block: rows that are none are null.
  do {
    let pinned = from;
    try {
      for (let taken = 0; pinned < wanted.length && (taken === 0 || atOnce || taken < most); pinned++) {
        const block = blocks[wanted[pinned]!]!;
        const pointer = block.packed ? store.pin(block.packed) : 0;
        taken += block.packed?.bytes ?? 0;
        writeDescriptor(arena, descriptors + wanted[pinned]! * Descriptor.Bytes, block, pointer);
      }
      nullCount = gather(descriptors, rows, count, values, nulls);
    } finally {
      for (let at = from; at < pinned; at++) {
        const { packed } = blocks[wanted[at]!]!;
        if (packed) store.unpin(packed);
        if (!atOnce) writeAbsent(arena, descriptors + wanted[at]! * Descriptor.Bytes);
      }
    }
    from = pinned;
  } while (from < wanted.length);
  if (atOnce) return nullCount;
  for (const at of wanted) writeDescriptor(arena, descriptors + at * Descriptor.Bytes, blocks[at]!, 0);
  // A pass counts the nulls of its own blocks, and rows without a number each time.
  const { u8 } = arena;
  nullCount = 0;
  for (let at = 0; at < count; at++) nullCount += u8[nulls + at]!;
  return nullCount;
}

/** Numbers of the blocks in which rows lie, each once. */
export function blocksOfRows(arena: Arena, blockCount: number, rows: number, count: number): Uint32Array {
  if (count <= FEW_ROWS) {
    const found = new Set<number>();
    const { u32 } = arena;
    for (let at = 0; at < count; at++) {
      const block = u32[(rows >>> 2) + at]! >>> 16;
      if (block < blockCount) found.add(block);
    }
    return Uint32Array.from(found);
  }
  // One byte more, for rows that are none.
  const marks = arena.allocZeroed(blockCount);
  const list = arena.alloc(Math.min(blockCount, count) * 4);
  const found = blockKernels(arena).blocksOf(rows, count, marks, list);
  const copy = arena.u32.slice(list >>> 2, (list >>> 2) + found);
  arena.free(marks);
  arena.free(list);
  return copy;
}
