// Running totals of live blocks and bytes over one block of event rows.

import { KindCode } from "../../events/kind_code";
import { LiveCall } from "./live_layout";

/** Live blocks and live bytes after each row; `c` is a `LiveCall`. */
export function liveTotals(c: usize): void {
  const tests = load<u32>(c, LiveCall.Starts) | load<u32>(c, LiveCall.Ends) |
    load<u32>(c, LiveCall.Dropped) | load<u32>(c, LiveCall.Taken);
  if (tests == 0) plainTotals(c);
  else testedTotals(c);
}

/**
 * Totals for traces in which each allocation starts a life and each free ends one. Kinds are in random order,
 * so branches on them would be mispredicted; instead, rows that change nothing add zero.
 */
function plainTotals(c: usize): void {
  const n = load<u32>(c, LiveCall.Rows);
  const first = load<u32>(c, LiveCall.FirstRow);
  const kinds = <usize> load<u32>(c, LiveCall.Kinds);
  const lifeNulls = <usize> load<u32>(c, LiveCall.LifeNulls);
  const sizes = <usize> load<u32>(c, LiveCall.Sizes);
  const resizeRows = <usize> load<u32>(c, LiveCall.ResizeRows);
  const resizeSizes = <usize> load<u32>(c, LiveCall.ResizeSizes);
  const resizeCount = load<u32>(c, LiveCall.ResizeCount);
  const blocks = <usize> load<u32>(c, LiveCall.Blocks);
  const bytes = <usize> load<u32>(c, LiveCall.LiveBytes);
  let liveBlocks = load<u64>(c, LiveCall.BlocksBefore), liveBytes = load<u64>(c, LiveCall.BytesBefore);
  let next: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const at = (<usize> i) << 3;
    const kind = load<u32>(kinds + at);
    const there = <u64> (load<u8>(lifeNulls + i) == 0);
    const sign = there * (<u64> (kind == KindCode.Alloc) - <u64> (kind == KindCode.Free));
    const size = load<u64>(sizes + at);
    liveBlocks += sign;
    liveBytes += sign * size;
    if (next < resizeCount && load<u32>(resizeRows + ((<usize> next) << 2)) == first + i) {
      const before = load<u64>(resizeSizes + ((<usize> next) << 3));
      next++;
      if (there != 0 && kind == KindCode.Realloc) liveBytes += size - before;
    }
    store<u64>(blocks + at, liveBlocks);
    store<u64>(bytes + at, liveBytes);
  }
}

function testedTotals(c: usize): void {
  const n = load<u32>(c, LiveCall.Rows);
  const first = load<u32>(c, LiveCall.FirstRow);
  const kinds = <usize> load<u32>(c, LiveCall.Kinds);
  const lifeNulls = <usize> load<u32>(c, LiveCall.LifeNulls);
  const starts = <usize> load<u32>(c, LiveCall.Starts);
  const ends = <usize> load<u32>(c, LiveCall.Ends);
  const endNulls = <usize> load<u32>(c, LiveCall.EndNulls);
  const sizes = <usize> load<u32>(c, LiveCall.Sizes);
  const resizeRows = <usize> load<u32>(c, LiveCall.ResizeRows);
  const resizeSizes = <usize> load<u32>(c, LiveCall.ResizeSizes);
  const resizeCount = load<u32>(c, LiveCall.ResizeCount);
  const dropped = <usize> load<u32>(c, LiveCall.Dropped);
  const droppedBlocks = <usize> load<u32>(c, LiveCall.DroppedBlocks);
  const taken = <usize> load<u32>(c, LiveCall.Taken);
  const blocks = <usize> load<u32>(c, LiveCall.Blocks);
  const bytes = <usize> load<u32>(c, LiveCall.LiveBytes);
  let liveBlocks = load<u64>(c, LiveCall.BlocksBefore), liveBytes = load<u64>(c, LiveCall.BytesBefore);
  let next: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const at = (<usize> i) << 3;
    const row = first + i;
    const size = load<u64>(sizes + at);
    let resized = false;
    let before: u64 = 0;
    if (next < resizeCount && load<u32>(resizeRows + ((<usize> next) << 2)) == row) {
      resized = true;
      before = load<u64>(resizeSizes + ((<usize> next) << 3));
      next++;
    }
    if (load<u8>(lifeNulls + i) == 0) {
      const kind = <u32> load<u64>(kinds + at);
      if (kind == KindCode.Alloc) {
        if (resized || starts == 0 || <u32> load<u64>(starts + at) == row) {
          liveBlocks++;
          liveBytes += size;
        }
      } else if (kind == KindCode.Realloc) {
        if (resized) liveBytes += size - before;
      } else if (kind == KindCode.Free) {
        const over = ends == 0 || (load<u8>(endNulls + i) == 0 && <u32> load<u64>(ends + at) == row);
        if (over || (taken != 0 && load<u8>(taken + i) != 0)) {
          liveBlocks--;
          liveBytes -= size;
        }
      }
    }
    if (dropped != 0) {
      liveBytes -= load<u64>(dropped + at);
      liveBlocks -= load<u8>(droppedBlocks + i);
    }
    store<u64>(blocks + at, liveBlocks);
    store<u64>(bytes + at, liveBytes);
  }
}

/**
 * Undoes resizes from the last to the first: rows[record] becomes the event row that determined the block
 * before its earliest listed resize. `records` and `before` are unpacked u64, `rows` are u32.
 */
export function undoResizes(records: usize, before: usize, from: u32, n: u32, rows: usize): void {
  for (let i = n; i > from; i--) {
    const at = (<usize> (i - 1)) << 3;
    store<u32>(rows + ((<usize> load<u64>(records + at)) << 2), <u32> load<u64>(before + at));
  }
}
