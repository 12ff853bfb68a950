/**
 * Points in a trace, and which blocks were live at them, derived from the pair index.
 * @module
 */

import { binarySearch } from "../base/binary_search.ts";
import { kernelsOf } from "../query/execution/kernels.ts";
import { allPass, negatedTest, rangeTest } from "../query/execution/block_tests.ts";
import { BITMAP_BYTES, type BlockBits, type Part, type Workspace } from "../query/execution/relation.ts";
import { testBlocks } from "../query/execution/test_blocks.ts";
import type { WordRange } from "../query/execution/word_range.ts";
import { finishSteps } from "../query/operators/operator.ts";
import type { BoundPoint } from "../query/plan/statement.ts";
import { BLOCK_ROWS, NO_ROW } from "../tables/block.ts";
import { type Column, ComputedColumn, LookupColumn } from "../tables/column.ts";
import { endColumn } from "../tables/event_columns.ts";
import { bitNames } from "./bit_names.ts";
import { lastRowColumn } from "../tables/last_row_column.ts";
import { lastRowsAt, resizesBefore } from "../tables/live_columns.ts";
import type { BlockLives } from "../tables/pairing/lives.ts";
import type { Table } from "../tables/table.ts";
import type { Trace } from "../tables/trace.ts";

/**
 * Returns the last event row at or before a point; -1 before the first event, undefined if the trace lacks
 * the point.
 */
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

/**
 * Returns the last row whose value is at most `value`; a row without a value counts as having that of the row
 * before it. The column must be ascending.
 */
function lastAtMost(events: Table, name: string, value: bigint): number {
  // A trace without such values does not have this point.
  if (!events.column(name) || valueBefore(events, name, events.rowCount - 1) === null) return -1;
  return binarySearch(events.rowCount, (row) => {
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

/** The last record with a named bit set in a column of masks. */
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

/**
 * Returns a bitmap of the lives that are live after event row `at`: they begin at or before it and have not
 * ended.
 */
export function liveBits(work: Workspace, lives: BlockLives, at: number): BlockBits[] {
  const untilThen: WordRange = { low: 0n, high: BigInt(at), negate: false };
  // Lives begin in row order, so the zone maps decide this test for all but one block of `rows`.
  const predicate = allPass([
    rangeTest(lives.rows, untilThen),
    negatedTest(rangeTest(lives.ends, untilThen)),
  ]);
  const part: Part = { columns: [], rowCount: lives.count, selection: { kind: "all" }, source: null };
  const { blocks } = finishSteps(testBlocks({ part, predicate, work }));
  for (const { life, freed, again } of lives.revivals) {
    if (freed <= at && at < again) clearBit(work, blocks, lives.count, life);
  }
  return blocks;
}

/** Clears the bit of a row. */
function clearBit(work: Workspace, blocks: BlockBits[], rowCount: number, row: number): void {
  const block = Math.floor(row / BLOCK_ROWS);
  const { count, pointer } = blocks[block]!;
  if (count === 0) return;
  const rows = Math.min(BLOCK_ROWS, rowCount - block * BLOCK_ROWS);
  const { select } = kernelsOf(work.arena);
  const bits = pointer || work.take(BITMAP_BYTES);
  if (!pointer) select.fillBits(bits, rows);
  work.arena.u8[bits + ((row % BLOCK_ROWS) >>> 3)]! &= ~(1 << (row & 7));
  const left = select.countBits(bits, rows);
  if (left === 0) work.give(bits);
  blocks[block] = { pointer: left === 0 ? 0 : bits, count: left };
}

/**
 * Returns columns of `allocs` as of event row `at`: the address and size of resized blocks may differ from
 * those at the end.
 */
export function columnsAt(trace: Trace, at: number): Map<string, Column> {
  const lives = trace.lives!;
  const allocs = trace.tables.get("allocs")!;
  const events = trace.tables.get("events")!;
  const { arena } = trace.pools;
  const changed = new Map<string, Column>();
  if (resizesBefore(arena, lives, at + 1) >= lives.historyCount) return changed;
  // Counting blocks needs no sizes, so resizes are read only if sizes are.
  let known: Uint32Array | undefined;
  const lastRows = lastRowColumn(arena, lives);
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
