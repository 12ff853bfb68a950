/**
 * Groups calls by backtrace.
 * @module
 */

import type { GroupOrder } from "./options.ts";
import { readColumnNumbers } from "./read_numbers.ts";
import type { Report } from "./report.ts";

/** Calls that share a backtrace. */
export interface Group {
  /** Index after its last call in the list of all groups' calls. */
  readonly end: number;
  /** Number of calls. */
  readonly count: number;
  /** Backtrace of its first call, whose names are shown. */
  readonly stack: number;
  /** Sum of sizes, without frees. */
  readonly size: bigint;
}

/** All groups of calls. */
export interface Groups {
  /** The calls, ordered by group. */
  readonly rows: Uint32Array;
  /** The groups in order. */
  readonly groups: readonly Group[];
}

const HALF = 0x1_0000_0000n;

/**
 * Groups calls by the addresses of their backtraces and sorts the groups; ties keep the order of their first
 * calls.
 */
export function groupCalls(report: Report, rows: Uint32Array, order: GroupOrder = "size-asc"): Groups {
  const { events } = report;
  const stacks = readColumnNumbers(events, "stack");
  const sizes = readColumnNumbers(events, "size").words;
  const kinds = readColumnNumbers(events, "kind").words;
  const freeCode = report.pools.strings.find("free");
  const numbers = new Map<string, number>();
  const byStack = new Int32Array(report.pools.stacks.size).fill(-1);
  const groupOf = new Uint32Array(rows.length);
  const firstStack: number[] = [];
  const counts: number[] = [];
  // Low and high halves are summed separately, so sums stay exact far beyond what a report can contain.
  const lows: number[] = [];
  const highs: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const stack = stacks.nulls[row] ? 0 : stacks.words[2 * row]!;
    let group = byStack[stack]!;
    if (group < 0) {
      const key = addressesOf(report, stack);
      group = numbers.get(key) ?? numbers.size;
      numbers.set(key, group);
      byStack[stack] = group;
      if (group === firstStack.length) {
        firstStack.push(stack);
        counts.push(0);
        lows.push(0);
        highs.push(0);
      }
    }
    groupOf[at] = group;
    counts[group]!++;
    if (kinds[2 * row] === freeCode) continue;
    lows[group]! += sizes[2 * row]!;
    highs[group]! += sizes[2 * row + 1]! | 0;
  }
  const totals = counts.map((_, group) => BigInt(highs[group]!) * HALF + BigInt(lows[group]!));
  const bySize = (a: number, b: number): number => compare(totals[a]!, totals[b]!);
  const byCount = (a: number, b: number): number => counts[a]! - counts[b]!;
  const ranks = order.startsWith("size") ? bySize : byCount;
  const sorted = counts.map((_, group) => group)
    .sort(order.endsWith("-asc") ? ranks : (a, b) => ranks(b, a));
  const next = new Uint32Array(counts.length);
  let end = 0;
  const groups = sorted.map((group): Group => {
    next[group] = end;
    end += counts[group]!;
    return { end, count: counts[group]!, stack: firstStack[group]!, size: totals[group]! };
  });
  const together = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) together[next[groupOf[at]!]!++] = rows[at]!;
  return { rows: together, groups };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The addresses of a backtrace as a map key. */
function addressesOf(report: Report, stack: number): string {
  const { stacks } = report.pools;
  const words: number[] = [];
  for (let level = 0; level < stacks.bareDepth(stack); level++) {
    const frame = stacks.describeFrame(stacks.bareFrameAt(stack, level));
    words.push(frame.addrHigh, frame.addrLow);
  }
  return words.join();
}
