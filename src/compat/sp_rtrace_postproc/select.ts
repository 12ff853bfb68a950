/**
 * Selects the calls to write: applies the filters of the post-processor in its order, then pairing.
 * @module
 */

import type { CallAddress, Options } from "./options.ts";
import { type ColumnNumbers, readColumnNumbers } from "./read_numbers.ts";
import type { Report } from "./report.ts";

/** Filters that are applied before pairing. */
export interface Selection extends Pick<Options, "resource" | "context" | "depth" | "callAddress"> {
  /** Indexes to keep. */
  readonly include?: ReadonlySet<bigint> | undefined;
  /** Indexes to drop. */
  readonly exclude?: ReadonlySet<bigint> | undefined;
}

/** Whether every call is selected. */
export function selectsAll(selection: Selection): boolean {
  const { resource, context, callAddress, include, exclude } = selection;
  return !resource && context === undefined && !callAddress && !include && !exclude;
}

/** Returns the selected rows, in order. */
export function selectCalls(report: Report, selection: Selection): Uint32Array {
  let rows = Uint32Array.from({ length: report.events?.rowCount ?? 0 }, (_, row) => row);
  const column = (name: string): ColumnNumbers => readColumnNumbers(report.events, name);
  const { resource, callAddress, include, exclude, context } = selection;
  if (resource) {
    const hidden = hiddenTypes(report, resource);
    const { words, nulls } = column("type");
    rows = rows.filter((row) => !hidden.has(nulls[row] ? 0 : words[2 * row]!));
  }
  if (callAddress) {
    const through = stacksThrough(report, callAddress, selection.depth);
    const { words, nulls } = column("stack");
    rows = rows.filter((row) => through(nulls[row] ? 0 : words[2 * row]!));
  }
  if (include || exclude) {
    const { values } = column("no");
    rows = rows.filter((row) => (include?.has(values[row]!) ?? true) && !exclude?.has(values[row]!));
  }
  if (context !== undefined) {
    const { words, nulls } = column("context");
    rows = rows.filter((row) => {
      const mask = nulls[row] ? 0 : words[2 * row]!;
      return context === 0 ? mask === 0 : (mask & context) !== 0;
    });
  }
  return rows;
}

/** Types that a mask excludes. */
function hiddenTypes(report: Report, mask: number): Set<number> {
  return new Set(report.types.filter((type) => (type.mask & mask) === 0).map((type) => type.code));
}

/** Returns a predicate on backtraces: whether any frame is in this code. Evaluated once per backtrace. */
function stacksThrough(report: Report, where: CallAddress, depth = Infinity): (stack: number) => boolean {
  const map = report.maps.find(([path]) => report.pools.strings.text(path).includes(where.target));
  // Nothing tells whether a module is relocatable, but an address beyond its start cannot be relative to the
  // start.
  const start = map && where.start < map[1] ? map[1] + where.start : where.start;
  const { stacks } = report.pools;
  const known = new Map<number, boolean>();
  const passes = (stack: number): boolean => {
    for (let level = 0; level < Math.min(depth, stacks.bareDepth(stack)); level++) {
      const frame = stacks.describeFrame(stacks.bareFrameAt(stack, level));
      const address = (BigInt(frame.addrHigh) << 32n) | BigInt(frame.addrLow);
      if (address >= start && address < start + where.size) return true;
    }
    return false;
  };
  return (stack) => {
    let answer = map ? known.get(stack) : false;
    if (answer === undefined) known.set(stack, answer = passes(stack));
    return answer;
  };
}
