/**
 * Calls with the same backtrace together.
 * @module
 */

import type { GroupOrder } from "./options.ts";
import type { Report } from "./report.ts";

/** Calls that share a backtrace. */
export interface Group {
  /** Rows in order. */
  readonly rows: number[];
  /** Backtrace of the first of them: its names are shown. */
  readonly stack: number;
  /** Sum of sizes; frees count nothing. */
  size: bigint;
}

/** Groups by the addresses of backtraces, sorted; groups that are equal stay in the order of their first calls. */
export function groupCalls(report: Report, rows: Uint32Array, order: GroupOrder = "size-asc"): Group[] {
  const { calls } = report;
  const sameAddresses = new Map<string, Group>();
  const byStack = new Map<number, Group>();
  for (const row of rows) {
    const stack = calls.stack[row]!;
    let group = byStack.get(stack);
    if (!group) {
      const key = addressesOf(report, stack);
      group = sameAddresses.get(key) ?? { rows: [], stack, size: 0n };
      sameAddresses.set(key, group);
      byStack.set(stack, group);
    }
    group.rows.push(row);
    if (!calls.free[row]) group.size += calls.size[row]!;
  }
  const compareSize = (a: Group, b: Group): number => a.size < b.size ? -1 : a.size > b.size ? 1 : 0;
  const compareCount = (a: Group, b: Group): number => a.rows.length - b.rows.length;
  const compare = order.startsWith("size") ? compareSize : compareCount;
  const groups = [...sameAddresses.values()];
  return groups.sort(order.endsWith("-asc") ? compare : (a, b) => compare(b, a));
}

/** The addresses of a backtrace as a key. */
function addressesOf(report: Report, stack: number): string {
  const { stacks } = report.pools;
  const words: number[] = [];
  for (let level = 0; level < stacks.depth(stack); level++) {
    const frame = stacks.describeFrame(stacks.frameAt(stack, level));
    words.push(frame.addrHigh, frame.addrLow);
  }
  return words.join();
}
