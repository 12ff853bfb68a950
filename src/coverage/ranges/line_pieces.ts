/**
 * Coverage of the pieces of a line table. A piece is a stretch of code that belongs to one line. Each
 * function makes a single pass over pieces and entries, however many pieces an entry covers.
 * @module
 */

import { compareNumbers } from "../../base/u64.ts";
import { binarySearch } from "../../base/binary_search.ts";
import { firstRangeEndingAt } from "./functions.ts";
import type { AddressRange, LocatedEntry } from "./entries.ts";

/** Pieces of a line table in the trace's address space, with their coverage. */
export interface LinePieces {
  /** Start of each piece, and the end of the last. */
  readonly starts: readonly bigint[];
  /** Bytes that ran. */
  readonly covered: bigint[];
  /** Maximum number of entries over one byte of each piece. */
  readonly count: bigint[];
  /** The first entry that covers each piece. */
  readonly first: (bigint | null)[];
  /** The last entry that covers each piece. */
  readonly last: (bigint | null)[];
}

/** Creates pieces without coverage. */
export function createPieces(starts: readonly bigint[]): LinePieces {
  const length = Math.max(0, starts.length - 1);
  return {
    starts,
    covered: new Array<bigint>(length).fill(0n),
    count: new Array<bigint>(length).fill(0n),
    first: new Array<bigint | null>(length).fill(null),
    last: new Array<bigint | null>(length).fill(null),
  };
}

/** Adds the bytes of each piece that ranges cover. */
export function coverPieces({ starts, covered }: LinePieces, ranges: readonly AddressRange[]): void {
  let at = firstRangeEndingAt(ranges, starts[0] ?? 0n);
  for (let piece = 0; piece < covered.length; piece++) {
    const from = starts[piece]!, to = starts[piece + 1]!;
    while (at < ranges.length && ranges[at]!.last < from) at++;
    // Keep this range, which may extend into the next piece.
    for (let next = at; next < ranges.length && ranges[next]!.first < to; next++) {
      const { first, last } = ranges[next]!;
      const begin = first > from ? first : from, end = last + 1n < to ? last + 1n : to;
      covered[piece]! += end - begin;
      at = next;
    }
  }
}

/**
 * Computes the maximum number of entries over one byte of each piece: visits all starts and ends in address
 * order.
 */
export function countEntries({ starts, count }: LinePieces, entries: readonly LocatedEntry[]): void {
  const ends = entries.filter(({ size }) => size > 0n)
    .map(({ addr, size, count }) => ({ at: addr + size, count }))
    .sort((a, b) => compareNumbers(a.at, b.at));
  let begun = 0, ended = 0, running = 0n;
  /** Adds the starts and ends at or before an address. */
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

/** Finds the first and the last entry over each piece. */
export function placeEntries({ starts, first, last }: LinePieces, entries: readonly LocatedEntry[]): void {
  const spans = entries.map(({ addr, size, first, last }) => ({
    from: Math.max(0, pieceAt(starts, addr)),
    to: size > 0n ? pieceAt(starts, addr + size - 1n) : -1,
    first,
    last,
  }));
  paint(first, spans.sort((a, b) => compareNumbers(a.first, b.first)), (span) => span.first);
  paint(last, spans.sort((a, b) => compareNumbers(b.last, a.last)), (span) => span.last);
}

/** Gives each piece the value of the first span that covers it; pieces already set are skipped. */
function paint<T extends { readonly from: number; readonly to: number }>(
  pieces: (bigint | null)[],
  spans: readonly T[],
  valueOf: (span: T) => bigint,
): void {
  const next = Uint32Array.from({ length: pieces.length + 1 }, (_, piece) => piece);
  const unpainted = (piece: number): number => {
    let found = piece;
    while (next[found] !== found) found = next[found]!;
    // Path compression.
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

/** The branches in a piece. */
export interface Branches {
  /** Number of branches that ran. */
  seen: number;
  /** Number of branches that had both outcomes. */
  both: number;
}

/**
 * Returns branches by the piece that contains them: the branch of a block is its last instruction, wherever
 * the block begins.
 */
export function branchesByPiece(
  { starts, covered }: LinePieces,
  entries: readonly LocatedEntry[],
): Map<number, Branches> {
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

/** Index of the piece at an address; -1 before the first. */
function pieceAt(starts: readonly bigint[], address: bigint): number {
  return binarySearch(starts.length, (at) => starts[at]! > address) - 1;
}
