/**
 * Computes two things: ranges, which are the addresses that a trace covers, as disjoint pieces with all ops
 * that ran over them, in any order; and gaps, which are the addresses between them.
 * @module
 */

import type { MergedRange } from "./trace_base.ts";
import { addressOf, type CoverageRows, hasRange, inAddressOrder } from "./coverage_rows.ts";

/** A covered piece of one module; adjacent pieces differ in their ops. */
export interface CoveredRange extends MergedRange {
  readonly module: number;
}

/** The start or end of one op bit at an address. */
interface Change {
  readonly at: bigint;
  readonly bit: number;
  readonly on: boolean;
}

/**
 * Computes the covered ranges, ordered by module and address. Entries whose op is 0 (decision maps) cover
 * nothing.
 */
export function rangesOf(rows: CoverageRows): CoveredRange[] {
  const order = inAddressOrder(rows).filter((row) => rows.op[row] !== 0 && hasRange(rows, row));
  const ranges: CoveredRange[] = [];
  for (let from = 0; from < order.length;) {
    const module = rows.module[order[from]!]!;
    let to = from;
    while (to < order.length && rows.module[order[to]!] === module) to++;
    rangesOfModule(rows, order.subarray(from, to), module, ranges);
    from = to;
  }
  return ranges;
}

/** Merges the rows for each op bit, then overlays the results of the eight bits. */
function rangesOfModule(
  rows: CoverageRows,
  order: Uint32Array,
  module: number,
  ranges: CoveredRange[],
): void {
  const changes: Change[] = [];
  for (let bit = 1; bit < 256; bit <<= 1) {
    let start = -1n, past = -1n;
    for (const row of order) {
      if ((rows.op[row]! & bit) === 0) continue;
      const first = addressOf(rows, row);
      const end = first + BigInt(rows.size[row]!);
      if (first > past) {
        if (past >= 0n) {
          changes.push({ at: start, bit, on: true }, { at: past, bit, on: false });
        }
        start = first;
        past = end;
      } else if (end > past) past = end;
    }
    if (past >= 0n) {
      changes.push({ at: start, bit, on: true }, { at: past, bit, on: false });
    }
  }
  changes.sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
  let op = 0, first = 0n;
  for (let at = 0; at < changes.length;) {
    const { at: address } = changes[at]!;
    if (op !== 0) ranges.push({ module, first, last: address - 1n, op });
    for (; at < changes.length && changes[at]!.at === address; at++) {
      const { bit, on } = changes[at]!;
      op = on ? op | bit : op & ~bit;
    }
    first = address;
  }
}

/** Computes the gaps between covered ranges of one module. */
export function gapsOf(ranges: readonly CoveredRange[]): CoveredRange[] {
  const gaps: CoveredRange[] = [];
  for (let at = 1; at < ranges.length; at++) {
    const before = ranges[at - 1]!, { module, first } = ranges[at]!;
    if (before.module !== module || before.last + 1n === first) continue;
    gaps.push({ module, first: before.last + 1n, last: first - 1n, op: 0 });
  }
  return gaps;
}
