/**
 * Coverage of source lines: how much of their code ran, and how branches were taken. Everything belongs to
 * one module.
 * @module
 */

import type { AddressRange, CoverageState, LocatedEntry } from "./entries.ts";
import {
  type Branches,
  branchesByPiece,
  countEntries,
  coverPieces,
  createPieces,
  type LinePieces,
  placeEntries,
} from "./line_pieces.ts";
import type { ProgramLines, SourcePlace } from "./program_lines.ts";

/** Coverage of a line. */
export interface LineCoverage extends SourcePlace {
  /** First address of the line's code, in the trace's address space. */
  readonly addr: bigint;
  /** Bytes of its code, in all its pieces. */
  readonly size: bigint;
  /** Bytes that did not run. */
  readonly uncovered: bigint;
  /** Coverage of the line, by bytes. */
  readonly state: CoverageState;
  /** Number of direct branches on the line that ran, including jumps and calls. */
  readonly branches: number;
  /** Number of branches that had both outcomes. */
  readonly bothWays: number;
  /** Number of entries over its most executed byte. */
  readonly count: bigint;
  /** The first entry that reaches it; null if none does. */
  readonly first: bigint | null;
  readonly last: bigint | null;
}

/** The lines, sorted by file and line. Ranges must be disjoint and sorted, entries sorted by address. */
export function lineCoverage(
  lines: ProgramLines,
  bias: bigint,
  ranges: readonly AddressRange[],
  entries: readonly LocatedEntry[],
): LineCoverage[] {
  const { files, fileOf, lineOf } = lines;
  const pieces = createPieces(Array.from(lines.starts, (start) => start - bias));
  const { starts } = pieces, { length } = pieces.count;
  coverPieces(pieces, ranges);
  countEntries(pieces, entries);
  placeEntries(pieces, entries);
  const branches = branchesByPiece(pieces, entries);
  const known = Uint32Array.from(starts.keys()).filter((at) =>
    at < length && lineOf[at] !== 0 && fileOf[at]! < files.length
  );
  const rank = rankOf(files);
  known.sort((a, b) => rank[fileOf[a]!]! - rank[fileOf[b]!]! || lineOf[a]! - lineOf[b]! || a - b);
  const found: LineCoverage[] = [];
  for (let from = 0, to = 0; from < known.length; from = to) {
    const head = known[from]!;
    while (to < known.length && fileOf[known[to]!] === fileOf[head] && lineOf[known[to]!] === lineOf[head]) {
      to++;
    }
    found.push({
      file: files[fileOf[head]!]!,
      line: lineOf[head]!,
      ...gathered(pieces, branches, known.subarray(from, to)),
    });
  }
  return found;
}

/** Combines the pieces of a line. */
function gathered(
  { starts, covered, count, first, last }: LinePieces,
  branches: ReadonlyMap<number, Branches>,
  own: Uint32Array,
): Omit<LineCoverage, "file" | "line"> {
  let size = 0n, ran = 0n, most = 0n, seen = 0, both = 0;
  let from: bigint | null = null, to: bigint | null = null;
  for (const piece of own) {
    size += starts[piece + 1]! - starts[piece]!;
    ran += covered[piece]!;
    if (count[piece]! > most) most = count[piece]!;
    const [begin, end] = [first[piece]!, last[piece]!];
    if (begin !== null && (from === null || begin < from)) from = begin;
    if (end !== null && (to === null || end > to)) to = end;
    seen += branches.get(piece)?.seen ?? 0;
    both += branches.get(piece)?.both ?? 0;
  }
  return {
    addr: starts[own[0]!]!,
    size,
    uncovered: size - ran,
    state: ran === 0n ? "-" : ran < size ? "!" : "+",
    branches: seen,
    bothWays: both,
    count: most,
    first: from,
    last: to,
  };
}

/** Position of each file in the sorted order of names. */
function rankOf(files: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(files.length);
  const order = [...files.keys()].sort((a, b) => files[a]! < files[b]! ? -1 : files[a]! > files[b]! ? 1 : 0);
  order.forEach((file, rank) => ranks[file] = rank);
  return ranks;
}
