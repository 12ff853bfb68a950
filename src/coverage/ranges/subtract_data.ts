/**
 * Data between code: constants and jump tables that compilers put after or into functions. They never run,
 * and do not count as uncovered. Bytes that a trace covers count as code, even if the program marks them as
 * data.
 * @module
 */

import { binarySearch } from "../../base/binary_search.ts";
import type { AddressRange } from "./entries.ts";
import type { ProgramLines } from "./program_lines.ts";

/** Returns ranges minus holes; both must be disjoint and sorted. */
export function subtractRanges(
  ranges: readonly AddressRange[],
  holes: readonly AddressRange[],
): AddressRange[] {
  if (holes.length === 0 || ranges.length === 0) return [...ranges];
  const left: AddressRange[] = [];
  let from = binarySearch(holes.length, (at) => holes[at]!.last >= ranges[0]!.first);
  for (const { first, last } of ranges) {
    let next = first;
    while (from < holes.length && holes[from]!.last < first) from++;
    for (let at = from; at < holes.length && holes[at]!.first <= last; at++) {
      const hole = holes[at]!;
      if (hole.first > next) left.push({ first: next, last: hole.first - 1n });
      if (hole.last >= next) next = hole.last + 1n;
    }
    if (next <= last) left.push({ first: next, last });
  }
  return left;
}

/** Total bytes of disjoint ranges. */
export function byteCount(ranges: readonly AddressRange[]): bigint {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
}

/** Moves ranges up by `distance`. */
export function shiftRanges(ranges: readonly AddressRange[], distance: bigint): readonly AddressRange[] {
  if (distance === 0n) return ranges;
  return ranges.map(({ first, last }) => ({ first: first + distance, last: last + distance }));
}

/** Returns a line table without data: pieces are split where data begins and ends. */
export function linesWithoutData(lines: ProgramLines, data: readonly AddressRange[]): ProgramLines {
  if (data.length === 0 || lines.starts.length === 0) return lines;
  const bounds = data.flatMap(({ first, last }) => [first, last + 1n]);
  const end = lines.starts.at(-1)!;
  const inside = bounds.filter((bound) => bound > lines.starts[0]! && bound < end);
  const starts = BigUint64Array.from(new Set([...lines.starts, ...inside])).sort();
  const fileOf = new Uint32Array(starts.length), lineOf = new Uint32Array(starts.length);
  let piece = 0, hole = 0;
  starts.forEach((start, at) => {
    // If several pieces begin at the same address, the last one counts.
    while (piece + 1 < lines.starts.length && lines.starts[piece + 1]! <= start) piece++;
    while (hole < data.length && data[hole]!.last < start) hole++;
    const isData = hole < data.length && data[hole]!.first <= start;
    fileOf[at] = lines.fileOf[piece]!;
    lineOf[at] = isData ? 0 : lines.lineOf[piece]!;
  });
  const { files, lineAt } = lines;
  return { files, starts, fileOf, lineOf, lineAt: (address) => lineAt.call(lines, address) };
}
