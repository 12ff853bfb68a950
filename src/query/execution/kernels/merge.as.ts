// Merges the results of several threads.

import { DenseCell } from "./dense_layout";

/**
 * Adds the cells of one table to those of another, and keeps the smaller first row of each slot. Skips cells of
 * `from` without rows, and the first rows of slots that have none in `to`.
 */
export function mergeCells(to: usize, firsts: usize, from: usize, fromFirsts: usize, slots: u32): void {
  for (let slot: usize = 0; slot < <usize> slots; slot++) {
    const b = from + slot * DenseCell.Bytes;
    const rows = load<u64>(b, DenseCell.Rows);
    if (rows == 0) continue;
    const a = to + slot * DenseCell.Bytes;
    const before = load<u64>(a, DenseCell.Rows);
    store<u64>(a, before + rows, DenseCell.Rows);
    store<u64>(a, load<u64>(a, DenseCell.Values) + load<u64>(b, DenseCell.Values), DenseCell.Values);
    const plus = load<u64>(b, DenseCell.Low);
    const low = load<u64>(a, DenseCell.Low) + plus;
    store<u64>(a, low, DenseCell.Low);
    store<u64>(
      a,
      load<u64>(a, DenseCell.High) + load<u64>(b, DenseCell.High) + (low < plus ? 1 : 0),
      DenseCell.High,
    );
    if (firsts == 0) continue;
    const p = firsts + (slot << 2);
    const first = load<u32>(fromFirsts + (slot << 2));
    if (before == 0 || first < load<u32>(p)) store<u32>(p, first);
  }
}
