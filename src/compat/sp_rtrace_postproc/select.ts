/**
 * Which calls are written: the filters of the post-processor, in its order, and what is left after pairing.
 * @module
 */

import type { CallAddress } from "./options.ts";
import type { Report } from "./report.ts";

/** Filters that are applied before pairing. */
export interface Selection {
  /** Bits of resource types; calls of unregistered types stay. */
  readonly resource?: number | undefined;
  /** Bits of contexts; 0 keeps calls without one. */
  readonly context?: number | undefined;
  /** Frames to keep. */
  readonly depth?: number | undefined;
  /** Calls through this code. */
  readonly callAddress?: CallAddress | undefined;
  /** Indexes to keep. */
  readonly include?: ReadonlySet<bigint> | undefined;
  /** Indexes to drop. */
  readonly exclude?: ReadonlySet<bigint> | undefined;
}

/** Rows that pass, in order. */
export function selectCalls(report: Report, selection: Selection): Uint32Array {
  const { calls } = report;
  const hidden = hiddenTypes(report, selection.resource);
  const through = selection.callAddress
    ? stacksThrough(report, selection.callAddress, selection.depth)
    : undefined;
  const { include, exclude, context } = selection;
  const rows = new Uint32Array(calls.count);
  let kept = 0;
  for (let row = 0; row < calls.count; row++) {
    if (hidden.has(calls.type[row]!)) continue;
    if (through && !through(calls.stack[row]!)) continue;
    if (include && !include.has(calls.no[row]!)) continue;
    if (exclude?.has(calls.no[row]!)) continue;
    if (context !== undefined) {
      const mask = calls.context[row]!;
      if (context === 0 ? mask !== 0 : (mask & context) === 0) continue;
    }
    rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}

/** Types that a mask leaves out. */
function hiddenTypes(report: Report, mask: number | undefined): Set<number> {
  if (mask === undefined || mask === 0) return new Set();
  return new Set(report.types.filter((type) => (type.mask & mask) === 0).map((type) => type.code));
}

/** A test on backtraces: does any frame lie in the code? The answer is worked out once per backtrace. */
function stacksThrough(report: Report, where: CallAddress, depth = Infinity): (stack: number) => boolean {
  const map = report.maps.find(([path]) => report.pools.strings.text(path).includes(where.target));
  // Nothing tells whether a module is relocatable; an address beyond its start cannot be relative to it.
  const start = map && where.start < map[1] ? map[1] + where.start : where.start;
  const { stacks } = report.pools;
  const known = new Map<number, boolean>();
  const passes = (stack: number): boolean => {
    for (let level = 0; level < Math.min(depth, stacks.depth(stack)); level++) {
      const frame = stacks.describeFrame(stacks.frameAt(stack, level));
      const address = (BigInt(frame.addrHigh) << 32n) | BigInt(frame.addrLow);
      if (address >= start && address < start + where.size) return true;
    }
    return false;
  };
  return (stack) => {
    if (!map) return false;
    const before = known.get(stack);
    if (before !== undefined) return before;
    const answer = passes(stack);
    known.set(stack, answer);
    return answer;
  };
}

/** What pairing by (type, id) leaves of the rows: allocations that are not freed, in their order. */
export function leaksAmong(report: Report, rows: Uint32Array): Uint32Array {
  const { calls } = report;
  const counting = new Set(report.types.filter((type) => type.refcount).map((type) => type.code));
  const live = new Map<number, Map<bigint, number>>();
  const references = new Map<number, number>();
  const gone = new Uint8Array(calls.count);
  for (const row of rows) {
    const type = calls.type[row]!;
    let ids = live.get(type);
    if (!ids) live.set(type, ids = new Map());
    const id = calls.addr[row]!;
    const first = ids.get(id);
    const counts = counting.has(type);
    if (!calls.free[row]) {
      if (first !== undefined && counts) {
        references.set(first, references.get(first)! + 1);
        gone[row] = 1;
        continue;
      }
      ids.set(id, row);
      if (counts) references.set(row, 1);
      continue;
    }
    gone[row] = 1;
    if (first === undefined) continue;
    const left = counts ? references.get(first)! - 1 : 0;
    if (left > 0) {
      references.set(first, left);
      continue;
    }
    gone[first] = 1;
    ids.delete(id);
    references.delete(first);
  }
  return rows.filter((row) => gone[row] === 0);
}
