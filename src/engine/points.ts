/**
 * Moments in a trace, and which blocks were alive then. Everything follows from the pair index.
 * @module
 */

import { firstWhere } from "../base/first_where.ts";
import { kernelsOf } from "../query/execution/kernels.ts";
import { BITMAP_BYTES, type BlockBits, type Workspace } from "../query/execution/relation.ts";
import type { BoundPoint } from "../query/plan/statement.ts";
import { lastRowColumn } from "../tables/allocs_table.ts";
import { type Block, BLOCK_ROWS, NO_ROW, NullMode, withBlock } from "../tables/block.ts";
import { type Column, ComputedColumn, LookupColumn } from "../tables/column.ts";
import { endColumn } from "../tables/event_columns.ts";
import { bitNames } from "./bit_names.ts";
import { lastRowsAt, resizesBefore } from "../tables/live_columns.ts";
import type { Lives } from "../tables/pairing/lives.ts";
import type { Table } from "../tables/table.ts";
import type { Trace } from "../tables/trace.ts";

/** Event row whose effect is the last one seen at a point; -1 before the first, undefined when a trace lacks it. */
export function rowOfPoint(trace: Trace, point: BoundPoint): number | undefined {
  const events = trace.tables.get("events");
  if (!events) return -1;
  const last = events.rowCount - 1;
  const totals = trace.lives?.totals;
  switch (point.at) {
    case "start":
      return -1;
    case "end":
      return last;
    case "peak":
      return totals && totals.peakBytes > 0n ? totals.peakBytesRow : -1;
    case "peakBlocks":
      return totals && totals.peakBlocks > 0n ? totals.peakBlocksRow : -1;
    case "share":
      return Math.min(last, Math.ceil((events.rowCount * point.percent) / 100) - 1);
    case "seq":
      return point.value > BigInt(last) ? last : Number(point.value) - 1;
    case "no":
      return lastAtMost(events, "no", point.value);
    case "time":
      return lastAtMost(events, "time", point.value);
    case "elapsed":
      return lastAtMost(events, "time", point.value + (firstValue(events, "time") ?? 0n));
    case "column":
      return lastAtMost(events, point.column, point.value);
    case "bit":
      return lastWithBit(trace, events, point.column, point.name);
  }
}

/** First value of a column that is not null. */
function firstValue(events: Table, name: string): bigint | undefined {
  for (let row = 0; row < Math.min(events.rowCount, 4096); row++) {
    const value = events.cell(row, name);
    if (typeof value === "bigint") return value;
  }
  return undefined;
}

/** Last row whose value is at most `value`; rows without one belong to the row before them. The column rises. */
function lastAtMost(events: Table, name: string, value: bigint): number {
  // A trace without such values has no moment that could be meant.
  if (!events.column(name) || valueBefore(events, name, events.rowCount - 1) === null) return -1;
  return firstWhere(events.rowCount, (row) => {
    const found = valueBefore(events, name, row);
    return found !== null && found > value;
  }) - 1;
}

/** The value of a row, or of the nearest row before it that has one. */
function valueBefore(events: Table, name: string, row: number): bigint | null {
  for (let step = 1; row >= 0; step = Math.min(step * 2, 4096)) {
    const from = Math.max(0, row - step + 1);
    const cells = events.cells(name, from, row - from + 1);
    for (let at = cells.length - 1; at >= 0; at--) {
      if (typeof cells[at] === "bigint") return cells[at] as bigint;
    }
    row = from - 1;
  }
  return null;
}

/** Last record with a named bit in a column of masks. */
function lastWithBit(trace: Trace, events: Table, column: string, name: string): number | undefined {
  const mask = bitNames(trace, column).get(name);
  if (mask === undefined) return undefined;
  for (let to = events.rowCount; to > 0; to -= 4096) {
    const from = Math.max(0, to - 4096);
    const cells = events.cells(column, from, to - from);
    for (let at = cells.length - 1; at >= 0; at--) {
      const value = cells[at];
      if (typeof value === "bigint" && (value & mask) !== 0n) return from + at;
    }
  }
  return -1;
}

/** Bits of the lives that are alive after event row `at`: begun at or before it and not over yet. */
export function aliveBits(work: Workspace, lives: Lives, at: number): BlockBits[] {
  const { select } = kernelsOf(work.arena);
  const blocks: BlockBits[] = [];
  for (let block = 0; block * BLOCK_ROWS < lives.count; block++) {
    work.check();
    const rows = Math.min(BLOCK_ROWS, lives.count - block * BLOCK_ROWS);
    const starts = lives.rows.stored(block)!;
    // Lives begin in row order: whole blocks lie behind the point.
    if (starts.min > BigInt(at)) {
      blocks.push({ pointer: 0, count: 0 });
      continue;
    }
    const bits = work.take(BITMAP_BYTES);
    select.fillBits(bits, rows);
    keepAtMost(work, starts, rows, BigInt(at), bits);
    dropAtMost(work, lives.ends.stored(block)!, rows, BigInt(at), bits);
    for (const { life, freed, again } of lives.revivals) {
      if (life >>> 16 === block && freed <= at && at < again) {
        work.arena.u8[bits + ((life & 0xffff) >>> 3)]! &= ~(1 << (life & 7));
      }
    }
    const count = select.countBits(bits, rows);
    if (count === 0 || count === rows) {
      work.give(bits);
      blocks.push({ pointer: 0, count });
    } else blocks.push({ pointer: bits, count });
  }
  return blocks;
}

/** Keeps rows whose value is at most `limit`; no row is null. */
function keepAtMost(work: Workspace, block: Block, rows: number, limit: bigint, bits: number): void {
  if (block.max <= limit) return;
  const { select } = kernelsOf(work.arena);
  const [low, high] = [block.min, limit].map((value) => BigInt.asUintN(64, value - block.less));
  withBlock(block, (pointer) => select.selectRange(pointer, block.width, rows, low!, high!, 0, 0, bits));
}

/** Drops rows whose value is at most `limit`; nulls stay. */
function dropAtMost(work: Workspace, block: Block, rows: number, limit: bigint, bits: number): void {
  if (block.nullMode === NullMode.All || block.min > limit) return;
  const { select } = kernelsOf(work.arena);
  if (block.width === 0) {
    work.arena.u8.fill(0, bits, bits + BITMAP_BYTES);
    return;
  }
  const top = limit < block.max ? limit : block.max;
  const [low, high] = [block.min, top].map((value) => BigInt.asUintN(64, value - block.less));
  withBlock(block, (pointer) => select.selectRange(pointer, block.width, rows, low!, high!, 1, 0, bits));
}

/** Columns of `allocs` as they were after event row `at`: place and size of resized blocks differ from the end. */
export function columnsAt(trace: Trace, at: number): Map<string, Column> {
  const lives = trace.lives!;
  const allocs = trace.tables.get("allocs")!;
  const events = trace.tables.get("events")!;
  const { arena } = trace.pools;
  const changed = new Map<string, Column>();
  if (resizesBefore(arena, lives, at + 1) >= lives.historyCount) return changed;
  // Counting blocks needs no sizes: resizes are read only when sizes are.
  let known: Uint32Array | undefined;
  const lastRows = lastRowColumn(allocs, lives);
  const last = new ComputedColumn(
    { name: "last", type: "u32" },
    arena,
    (list, count, values, nulls) => {
      const nullCount = lastRows.gather(list, count, values, nulls);
      const ids = arena.alloc(count * 8);
      const idNulls = arena.alloc(count);
      if (lives.resized.gather(list, count, ids, idNulls) < count) {
        const rowsThen = known ??= lastRowsAt(arena, lives, at);
        const { u64, u32, u8 } = arena;
        for (let each = 0; each < count; each++) {
          if (u8[idNulls + each]) continue;
          const row = rowsThen[u32[(ids >>> 2) + 2 * each]!]!;
          if (row !== NO_ROW) u64[(values >>> 3) + each] = BigInt(row);
        }
      }
      arena.free(ids);
      arena.free(idNulls);
      return nullCount;
    },
  );
  for (const name of ["addr", "size"]) {
    const info = { name, type: "u64", display: name === "addr" ? "hex" : "plain" } as const;
    changed.set(name, new LookupColumn(info, arena, last, events.column(name)!));
  }
  changed.set("end", endColumn(allocs, changed.get("addr")!, changed.get("size")!));
  return changed;
}
