/**
 * Coverage of source lines: how much of their code ran, and how it was left. Everything is of one module.
 * @module
 */

import type { AddressRange, CoverageState, PlacedEntry } from "./entries.ts";
import {
  type Branches,
  branchesOf,
  countEntries,
  coverPieces,
  makePieces,
  type Pieces,
  placeEntries,
} from "./line_pieces.ts";
import type { ProgramLines, SourcePlace } from "./program_lines.ts";

/** What ran of a line. */
export interface LineCoverage extends SourcePlace {
  /** Its first address, as the trace counts. */
  readonly addr: bigint;
  /** Bytes of its code, wherever they are. */
  readonly size: bigint;
  /** Those that did not run. */
  readonly uncovered: bigint;
  /** Its state by bytes. */
  readonly state: CoverageState;
  /** Direct branches on it that ran, jumps and calls among them. */
  readonly branches: number;
  /** Those that went both ways. */
  readonly bothWays: number;
  /** Entries over the byte of it that has most. */
  readonly count: bigint;
  /** The first entry that reaches it, null when none does. */
  readonly first: bigint | null;
  readonly last: bigint | null;
}

/** Lines in the order of file and line. Ranges are disjoint and sorted, entries are sorted by address. */
export function lineCoverage(
  lines: ProgramLines,
  bias: bigint,
  ranges: readonly AddressRange[],
  entries: readonly PlacedEntry[],
): LineCoverage[] {
  const { files, fileOf, lineOf } = lines;
  const pieces = makePieces(Array.from(lines.starts, (start) => start - bias));
  const { starts } = pieces, { length } = pieces.count;
  coverPieces(pieces, ranges);
  countEntries(pieces, entries);
  placeEntries(pieces, entries);
  const branches = branchesOf(pieces, entries);
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

/** One line out of its pieces. */
function gathered(
  { starts, covered, count, first, last }: Pieces,
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

/** Place of each file in the order of names. */
function rankOf(files: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(files.length);
  const order = [...files.keys()].sort((a, b) => files[a]! < files[b]! ? -1 : files[a]! > files[b]! ? 1 : 0);
  order.forEach((file, rank) => ranks[file] = rank);
  return ranks;
}
