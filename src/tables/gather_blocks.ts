/**
 * Gathers rows of a column whose blocks are not all in memory: loads the blocks, as many at a time as fit in
 * the budget.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { type Block, blockKernels, markAbsent, writeDescriptor } from "./block.ts";
import { Descriptor } from "./kernels/block_layout.ts";

/** Blocks that are loaded together take at most this fraction (1/4) of the budget. */
const SHARE = 4;
/** Lists of at most this many rows are scanned without a kernel. */
const FEW_ROWS = 16;

/** Implements `Column.gather` over blocks whose descriptors are at `descriptors`; updates the descriptors. */
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
  if (!atOnce) { for (const at of wanted) markAbsent(arena, descriptors + at * Descriptor.Bytes); }
  let nullCount = 0;
  let from = 0;
  // Run at least once, even without blocks, because `NO_ROW` gives null.
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
        if (!atOnce) markAbsent(arena, descriptors + wanted[at]! * Descriptor.Bytes);
      }
    }
    from = pinned;
  } while (from < wanted.length);
  if (atOnce) return nullCount;
  for (const at of wanted) writeDescriptor(arena, descriptors + at * Descriptor.Bytes, blocks[at]!, 0);
  // Count again: each pass counted only the nulls of its own blocks, and `NO_ROW` every time.
  const { u8 } = arena;
  nullCount = 0;
  for (let at = 0; at < count; at++) nullCount += u8[nulls + at]!;
  return nullCount;
}

/** Returns the numbers of the blocks that contain the rows, each once. */
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
  // Zeroed, because the kernel marks the blocks that it has listed.
  const marks = arena.allocZeroed(blockCount);
  const list = arena.alloc(Math.min(blockCount, count) * 4);
  const found = blockKernels(arena).blocksOf(rows, count, marks, list);
  const copy = arena.u32.slice(list >>> 2, (list >>> 2) + found);
  arena.free(marks);
  arena.free(list);
  return copy;
}
