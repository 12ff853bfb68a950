/**
 * Live blocks and live bytes after each record, computed from the checkpoint before the block of rows.
 * @module
 */

import { binarySearch } from "../base/binary_search.ts";
import type { Arena } from "../memory/arena.ts";
import { sharedKernels } from "../memory/wasm_module.ts";
import { BLOCK_ROWS, blockKernels, NO_ROW } from "./block.ts";
import { CachedColumn } from "./cached_column.ts";
import type { Column } from "./column.ts";
import { LiveCall } from "./kernels/live_layout.ts";
import { type Exports as LiveKernels, WASM_BASE64 } from "./kernels/live.wasm.ts";
import type { BlockLives } from "./pairing/lives.ts";
import type { Table } from "./table.ts";

const liveKernels = sharedKernels<LiveKernels>(WASM_BASE64);

/** Inputs of the running totals. */
interface LiveInputs {
  /** The `events` table. */
  readonly table: Table;
  /** Numbers of the event kinds. */
  readonly kinds: Column;
  /** Life of each record; null if there is none. */
  readonly lifeOf: Column;
  /** Size of each record. */
  readonly size: Column;
  /** The lives from the pair index. */
  readonly lives: BlockLives;
  /** True if a later alloc may revive a freed block (mpatrol before 1.4.4). */
  readonly revive: boolean;
  /**
   * True if several allocations and frees may belong to one life; those between its start and end change
   * nothing.
   */
  readonly counted: boolean;
}

/** Returns a value of a column; 0 for null. */
function valueAt(arena: Arena, column: Column, row: number): bigint {
  const at = arena.alloc(32);
  arena.u32[at >>> 2] = row;
  const isNull = column.gather(at, 1, at + 8, at + 16) > 0;
  const value = arena.u64[(at + 8) >>> 3]!;
  arena.free(at);
  return isNull ? 0n : value;
}

/** Returns the number of resizes before an event row. */
export function resizesBefore(arena: Arena, lives: BlockLives, row: number): number {
  return binarySearch(lives.historyCount, (at) => Number(valueAt(arena, lives.history.row, at)) >= row);
}

/**
 * Returns, for each resize record, the event row that determines its block after row `at`; `NO_ROW` if it was
 * not resized later.
 */
export function lastRowsAt(arena: Arena, lives: BlockLives, at: number): Uint32Array {
  const kernels = liveKernels(arena);
  const from = resizesBefore(arena, lives, at + 1);
  const count = lives.recordCount + 1;
  return arena.withScratch((scratch) => {
    const rows = scratch.allocZeroed(count * 4);
    arena.u32.fill(NO_ROW, rows >>> 2, (rows >>> 2) + count);
    const records = scratch.allocZeroed(BLOCK_ROWS * 8);
    const before = scratch.allocZeroed(BLOCK_ROWS * 8);
    const nulls = scratch.allocZeroed(BLOCK_ROWS);
    const first = Math.floor(from / BLOCK_ROWS);
    for (let block = Math.ceil(lives.historyCount / BLOCK_ROWS) - 1; block >= first; block--) {
      const end = Math.min(BLOCK_ROWS, lives.historyCount - block * BLOCK_ROWS);
      lives.history.record.decode(block, end, records, nulls);
      lives.history.before.decode(block, end, before, nulls);
      kernels.undoResizes(records, before, Math.max(0, from - block * BLOCK_ROWS), end, rows);
    }
    return arena.u32.slice(rows >>> 2, (rows >>> 2) + count);
  });
}

/** Returns the columns `live_blocks` and `live_bytes`. */
export function liveColumns(inputs: LiveInputs): [blocks: Column, bytes: Column] {
  const { arena } = inputs.table.pools;
  const kernels = liveKernels(arena);
  const dropsAt = dropsByRow(inputs.lives);
  // A query that reads one of the two columns usually reads the other next, for the same rows.
  let other:
    | { readonly wanted: "blocks" | "bytes"; readonly block: number; readonly length: number }
    | undefined;
  let kept = new Uint8Array(0);
  const fill = (wanted: "blocks" | "bytes") => (block: number, rows: number, values: number): void => {
    if (other?.wanted === wanted && other.block === block) {
      arena.u8.set(kept.subarray(0, other.length), values);
      other = undefined;
      return;
    }
    arena.withScratch((scratch) => {
      const rest = scratch.alloc(rows * 8);
      const [blocks, bytes] = wanted === "blocks" ? [values, rest] : [rest, values];
      scan(inputs, kernels, dropsAt, scratch, block, rows, blocks, bytes);
      const length = rows * 8;
      if (kept.length < length) kept = new Uint8Array(length);
      kept.set(arena.u8.subarray(rest, rest + length));
      other = { wanted: wanted === "blocks" ? "bytes" : "blocks", block, length };
    });
  };
  const rows = inputs.table.blockRows;
  return [
    new CachedColumn({ name: "live_blocks", type: "u64" }, arena, rows, fill("blocks")),
    new CachedColumn({ name: "live_bytes", type: "u64" }, arena, rows, fill("bytes")),
  ];
}

/** Returns the lives that a second allocation ended, by the row of that allocation. */
function dropsByRow(lives: BlockLives): Map<number, number[]> {
  const byRow = new Map<number, number[]>();
  for (const [life, row] of lives.replaced) {
    const list = byRow.get(row);
    if (list) list.push(life);
    else byRow.set(row, [life]);
  }
  return byRow;
}

function scan(
  { table, kinds, lifeOf, size, lives, revive, counted }: LiveInputs,
  kernels: LiveKernels,
  dropsAt: Map<number, number[]>,
  scratch: Arena,
  block: number,
  rows: number,
  blocks: number,
  bytes: number,
): void {
  const { arena } = table.pools;
  const tools = blockKernels(arena);
  const first = block * BLOCK_ROWS;
  const kindAt = scratch.alloc(rows * 8);
  const lifeAt = scratch.alloc(rows * 8);
  const sizeAt = scratch.alloc(rows * 8);
  const lifeNulls = scratch.alloc(rows);
  const nulls = scratch.alloc(rows);
  kinds.decode(block, rows, kindAt, nulls);
  const hasNulls = lifeOf.decode(block, rows, lifeAt, lifeNulls);
  // If no row is null, the null bytes are undefined, so they are cleared.
  if (!hasNulls) arena.u8.fill(0, lifeNulls, lifeNulls + rows);
  size.decode(block, rows, sizeAt, nulls);
  let startAt = 0, endAt = 0, endNulls = 0;
  // Without these flags each free ends its life. Then the lives are not read, since they may be anywhere in memory.
  if (revive || counted) {
    const lifeRows = scratch.allocZeroed(rows * 4);
    startAt = scratch.allocZeroed(rows * 8);
    endAt = scratch.allocZeroed(rows * 8);
    endNulls = scratch.allocZeroed(rows);
    tools.toRows(lifeAt, hasNulls ? lifeNulls : 0, rows, lifeRows);
    lives.rows.gather(lifeRows, rows, startAt, nulls);
    lives.ends.gather(lifeRows, rows, endAt, endNulls);
  }
  const from = resizesBefore(arena, lives, first);
  const count = resizesBefore(arena, lives, first + rows) - from;
  const entries = scratch.alloc(count * 4);
  const historyRows = scratch.alloc(count * 4);
  const historyBefore = scratch.alloc(count * 4);
  const historySizes = scratch.alloc(count * 8);
  const historyNulls = scratch.alloc(count);
  tools.fillSequence(from, count, entries);
  lives.history.row.gather(entries, count, historySizes, historyNulls);
  tools.toRows(historySizes, 0, count, historyRows);
  lives.history.before.gather(entries, count, historySizes, historyNulls);
  tools.toRows(historySizes, 0, count, historyBefore);
  size.gather(historyBefore, count, historySizes, historyNulls);
  const taken = revive ? undoneFrees(arena, lives, first, rows, from, scratch) : 0;
  let dropped = 0;
  let droppedBlocks = 0;
  for (const [row, list] of dropsAt) {
    if (row < first || row >= first + rows) continue;
    if (dropped === 0) {
      dropped = scratch.allocZeroed(rows * 8);
      droppedBlocks = scratch.allocZeroed(rows);
    }
    for (const life of list) {
      // Unless the format's rule ends it, the earlier life stays live forever.
      if (valueAt(arena, lives.ends, life) !== BigInt(row)) continue;
      arena.u64[(dropped >>> 3) + row - first]! += valueAt(
        arena,
        size,
        Number(valueAt(arena, lives.rows, life)),
      );
      arena.u8[droppedBlocks + row - first]!++;
    }
  }
  const call = scratch.allocZeroed(LiveCall.Bytes);
  const set = (field: LiveCall, value: number): void => {
    arena.u32[(call + field) >>> 2] = value;
  };
  set(LiveCall.Rows, rows);
  set(LiveCall.FirstRow, first);
  set(LiveCall.Kinds, kindAt);
  set(LiveCall.LifeNulls, lifeNulls);
  set(LiveCall.Starts, startAt);
  set(LiveCall.Ends, endAt);
  set(LiveCall.EndNulls, endNulls);
  set(LiveCall.Sizes, sizeAt);
  set(LiveCall.ResizeRows, historyRows);
  set(LiveCall.ResizeSizes, historySizes);
  set(LiveCall.ResizeCount, count);
  set(LiveCall.Dropped, dropped);
  set(LiveCall.DroppedBlocks, droppedBlocks);
  set(LiveCall.Taken, taken);
  set(LiveCall.Blocks, blocks);
  set(LiveCall.LiveBytes, bytes);
  arena.u64[(call + LiveCall.BlocksBefore) >>> 3] = lives.blocksBefore[block]!;
  arena.u64[(call + LiveCall.BytesBefore) >>> 3] = lives.bytesBefore[block]!;
  kernels.liveTotals(call);
}

/** Returns one byte per row: 1 for a free that is the first half of an old-style realloc. */
function undoneFrees(
  arena: Arena,
  lives: BlockLives,
  first: number,
  rows: number,
  from: number,
  scratch: Arena,
): number {
  const flags = scratch.allocZeroed(rows);
  for (let at = from; at < lives.historyCount; at++) {
    const before = Number(valueAt(arena, lives.history.before, at));
    if (before >= first && before < first + rows) arena.u8[flags + before - first] = 1;
  }
  return flags;
}
