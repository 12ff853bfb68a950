/**
 * Coverage of source lines: how much of their code ran, and how it was left. Everything is of one module.
 * @module
 */

import {
  type AddressRange,
  type CoverageEntry,
  type CoverageState,
  firstReaching,
} from "./coverage_functions.ts";

/** A place in a source file. */
export interface SourcePlace {
  /** The file. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
}

/** Source lines of a program by link address; the line table of an ELF file is such a thing. */
export interface ProgramLines {
  /** Files by number. */
  readonly files: readonly string[];
  /** Where each piece of code starts, ascending; a piece ends where the next starts, and the last covers nothing. */
  readonly starts: BigUint64Array;
  /** Number of the file of each piece; no index of `files` where none is known. */
  readonly fileOf: Uint32Array;
  /** Line of each piece; 0 where none is known. */
  readonly lineOf: Uint32Array;
  /** The place of an address. */
  lineAt(address: bigint): SourcePlace | undefined;
}

/** A distinct trace entry with its extent and its places in the trace. */
export interface PlacedEntry extends CoverageEntry {
  /** Bytes. */
  readonly size: bigint;
  /** Number of the first such entry. */
  readonly first: bigint;
  /** Number of the last such entry. */
  readonly last: bigint;
}

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
  /** The last one. */
  readonly last: bigint | null;
}

/** Pieces of a line table as a trace counts, and what was found of each. */
interface Pieces {
  readonly starts: readonly bigint[];
  readonly covered: bigint[];
  readonly count: bigint[];
  readonly first: (bigint | null)[];
  readonly last: (bigint | null)[];
}

/** Lines in the order of file and line. Ranges are disjoint and sorted, entries are sorted by address. */
export function lineCoverage(
  lines: ProgramLines,
  bias: bigint,
  ranges: readonly AddressRange[],
  entries: readonly PlacedEntry[],
): LineCoverage[] {
  const { files, fileOf, lineOf } = lines;
  const starts = Array.from(lines.starts, (start) => start - bias);
  const length = Math.max(0, starts.length - 1);
  const pieces: Pieces = {
    starts,
    covered: new Array<bigint>(length).fill(0n),
    count: new Array<bigint>(length).fill(0n),
    first: new Array<bigint | null>(length).fill(null),
    last: new Array<bigint | null>(length).fill(null),
  };
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

/** Bytes of each piece that ranges cover. */
function coverPieces({ starts, covered }: Pieces, ranges: readonly AddressRange[]): void {
  let at = firstReaching(ranges, starts[0] ?? 0n);
  for (let piece = 0; piece < covered.length; piece++) {
    const from = starts[piece]!, to = starts[piece + 1]!;
    while (at < ranges.length && ranges[at]!.last < from) at++;
    // A range may reach into the next piece: it stays.
    for (let next = at; next < ranges.length && ranges[next]!.first < to; next++) {
      const { first, last } = ranges[next]!;
      const begin = first > from ? first : from, end = last + 1n < to ? last + 1n : to;
      covered[piece]! += end - begin;
      at = next;
    }
  }
}

/** The most entries over one byte of each piece: goes over all starts and ends in the order of addresses. */
function countEntries({ starts, count }: Pieces, entries: readonly PlacedEntry[]): void {
  const ends = entries.filter(({ size }) => size > 0n)
    .map(({ addr, size, count }) => ({ at: addr + size, count }))
    .sort((a, b) => compare(a.at, b.at));
  let begun = 0, ended = 0, running = 0n;
  /** Counts what begins and ends at or before an address. */
  const goTo = (address: bigint): void => {
    for (; ended < ends.length && ends[ended]!.at <= address; ended++) running -= ends[ended]!.count;
    for (; begun < entries.length && entries[begun]!.addr <= address; begun++) {
      if (entries[begun]!.size > 0n) running += entries[begun]!.count;
    }
  };
  for (let piece = 0; piece < count.length; piece++) {
    const to = starts[piece + 1]!;
    goTo(starts[piece]!);
    let most = running;
    while (begun < entries.length && entries[begun]!.addr < to) {
      goTo(entries[begun]!.addr);
      if (running > most) most = running;
    }
    count[piece] = most;
  }
}

/** The first and the last entry over each piece. */
function placeEntries({ starts, first, last }: Pieces, entries: readonly PlacedEntry[]): void {
  const spans = entries.map(({ addr, size, first, last }) => ({
    from: Math.max(0, pieceAt(starts, addr)),
    to: size > 0n ? pieceAt(starts, addr + size - 1n) : -1,
    first,
    last,
  }));
  paint(first, spans.sort((a, b) => compare(a.first, b.first)), (span) => span.first);
  paint(last, spans.sort((a, b) => compare(b.last, a.last)), (span) => span.last);
}

/** Gives each piece the value of the first span over it; painted pieces are jumped over. */
function paint<T extends { readonly from: number; readonly to: number }>(
  pieces: (bigint | null)[],
  spans: readonly T[],
  valueOf: (span: T) => bigint,
): void {
  const next = Uint32Array.from({ length: pieces.length + 1 }, (_, piece) => piece);
  const unpainted = (piece: number): number => {
    let found = piece;
    while (next[found] !== found) found = next[found]!;
    // Long ways are made short.
    while (next[piece] !== found) {
      const after = next[piece]!;
      next[piece] = found;
      piece = after;
    }
    return found;
  };
  for (const span of spans) {
    for (
      let piece = unpainted(span.from);
      piece <= span.to && piece < pieces.length;
      piece = unpainted(piece)
    ) {
      pieces[piece] = valueOf(span);
      next[piece] = piece + 1;
    }
  }
}

/** The branches of a piece. */
interface Branches {
  /** Number of those that ran. */
  seen: number;
  /** Number of those that went both ways. */
  both: number;
}

/** Branches by the piece that they are in: the branch of a block is its last instruction, wherever the block begins. */
function branchesOf({ starts, covered }: Pieces, entries: readonly PlacedEntry[]): Map<number, Branches> {
  const TAKEN = 1, FALLTHROUGH = 2;
  const ways = new Map<bigint, number>();
  for (const { addr, size, taken, fallthrough } of entries) {
    const way = (taken ? TAKEN : 0) | (fallthrough ? FALLTHROUGH : 0);
    const last = addr + size - 1n;
    if (size > 0n && way !== 0) ways.set(last, (ways.get(last) ?? 0) | way);
  }
  const byPiece = new Map<number, Branches>();
  for (const [last, way] of ways) {
    const piece = pieceAt(starts, last);
    if (piece < 0 || piece >= covered.length) continue;
    let branches = byPiece.get(piece);
    if (!branches) byPiece.set(piece, branches = { seen: 0, both: 0 });
    branches.seen++;
    if (way === (TAKEN | FALLTHROUGH)) branches.both++;
  }
  return byPiece;
}

/** Number of the piece at an address, -1 before the first. */
function pieceAt(starts: readonly bigint[], address: bigint): number {
  let low = 0, high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Place of each file in the order of names. */
function rankOf(files: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(files.length);
  const order = [...files.keys()].sort((a, b) => files[a]! < files[b]! ? -1 : files[a]! > files[b]! ? 1 : 0);
  order.forEach((file, rank) => ranks[file] = rank);
  return ranks;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
