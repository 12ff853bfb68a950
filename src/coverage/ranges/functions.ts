/**
 * Coverage of functions: how many of their bytes ran, and how branches were taken. Ranges and entries belong
 * to one module.
 * @module
 */

import { binarySearch } from "../../base/binary_search.ts";
import { byteCount, subtractRanges } from "./subtract_data.ts";
import type { AddressRange, CoverageEntry, CoverageState } from "./entries.ts";

/** A function of a program, from its symbol table. */
export interface ProgramFunction {
  readonly name: string;
  /** First address, without an ARM Thumb bit. */
  readonly address: bigint;
  /** Size of the function's code in bytes. */
  readonly size: bigint;
}

/** Coverage of a function. */
export interface FunctionCoverage {
  readonly symbol: ProgramFunction;
  /** Bytes that ran. */
  readonly covered: bigint;
  /** Bytes of data inside the function. */
  readonly data: bigint;
  /** Number of executions of entries that begin in the function. */
  readonly count: bigint;
  /** Number of these executions in which the branch was taken. */
  readonly taken: bigint;
  /** Number of these executions in which the branch fell through. */
  readonly fallthrough: bigint;
  /** Its coverage by bytes of code; a block whose branch had only one outcome counts as run. */
  readonly state: CoverageState;
  /** The parts of its code that did not run. */
  readonly uncovered: readonly AddressRange[];
}

/** Coverage of one function. Ranges and data are disjoint, and all lists are sorted by address. */
export function functionCoverage(
  symbol: ProgramFunction,
  ranges: readonly AddressRange[],
  entries: readonly CoverageEntry[],
  data: readonly AddressRange[] = [],
): FunctionCoverage {
  const first = symbol.address, last = first + symbol.size - 1n;
  const gaps = uncoveredIn(ranges, first, last);
  const uncovered = subtractRanges(gaps, data);
  const covered = symbol.size - byteCount(gaps);
  let count = 0n, taken = 0n, fallthrough = 0n;
  for (let at = firstFrom(entries, first); at < entries.length && entries[at]!.addr <= last; at++) {
    const entry = entries[at]!;
    count += entry.count;
    if (entry.taken) taken += entry.count;
    if (entry.fallthrough) fallthrough += entry.count;
  }
  const state = covered === 0n ? "-" : uncovered.length > 0 ? "!" : "+";
  const constants = byteCount(gaps) - byteCount(uncovered);
  return { symbol, covered, data: constants, count, taken, fallthrough, state, uncovered };
}

/** Returns the parts of a window that no range covers; the window is a function or an executable section. */
export function uncoveredIn(ranges: readonly AddressRange[], first: bigint, last: bigint): AddressRange[] {
  const gaps: AddressRange[] = [];
  let next = first;
  for (let at = firstRangeEndingAt(ranges, first); at < ranges.length && ranges[at]!.first <= last; at++) {
    const range = ranges[at]!;
    if (range.first > next) gaps.push({ first: next, last: range.first - 1n });
    if (range.last >= next) next = range.last + 1n;
  }
  if (next <= last) gaps.push({ first: next, last });
  return gaps;
}

/** Index of the first range that ends at or after an address. */
export function firstRangeEndingAt(ranges: readonly AddressRange[], address: bigint): number {
  return binarySearch(ranges.length, (at) => ranges[at]!.last >= address);
}

/** Index of the first entry at or after an address. */
function firstFrom(entries: readonly CoverageEntry[], address: bigint): number {
  return binarySearch(entries.length, (at) => entries[at]!.addr >= address);
}
