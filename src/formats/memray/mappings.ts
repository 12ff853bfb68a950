/**
 * Live mappings of mmap. One munmap may end a part of a mapping, or several mappings.
 * @module
 */

import { MEMRAY_LIMITS } from "./limits.ts";

const MOST_PIECES = MEMRAY_LIMITS.mappings.most;
/** Maximum number of pieces examined for all munmaps of a file; takes a few seconds. */
const MOST_LOOKS = 1 << 30;

/** A part of a mapping that is still mapped. */
interface Piece {
  from: bigint;
  to: bigint;
  readonly mapping: Mapping;
}

/** A mapping. */
interface Mapping {
  /** The key that pairs allocation and free; no real block has such an address. */
  readonly key: bigint;
  left: bigint;
}

/** The effect of an munmap on one mapping. */
interface Unmapped {
  readonly key: bigint;
  /** Bytes still mapped; 0 if the mapping is gone. */
  readonly left: bigint;
}

/** Live mappings, sorted by the start of their pieces. */
export class Mappings {
  readonly #pieces: Piece[] = [];
  #made = 0n;
  /** Length of the longest piece so far. */
  #longest = 0n;
  #looks = MOST_LOOKS;
  /** Whether a limit was reached: too many pieces, or too many examined. */
  isFull = false;

  /** Adds a mapping and returns its pairing key. */
  map(from: bigint, size: bigint): bigint {
    const key = 0xffff_ffff_ffff_fffen - ++this.#made;
    if (size === 0n) return key;
    const mapping = { key, left: size };
    this.#insert({ from, to: from + size, mapping });
    return key;
  }

  /** Removes a range from every mapping that it touches; returns these, the lowest address first. */
  unmap(from: bigint, size: bigint): Unmapped[] {
    // Such a call fails, and is recorded nevertheless.
    if (size === 0n) return [];
    const to = from + size;
    const touched = new Set<Mapping>();
    const pieces = this.#pieces;
    const rests: Piece[] = [];
    let at = this.#firstFrom(from > this.#longest ? from - this.#longest : 0n);
    while (at < pieces.length && pieces[at]!.from < to) {
      if (--this.#looks < 0) {
        this.isFull = true;
        break;
      }
      const piece = pieces[at]!;
      if (piece.to <= from) {
        at++;
        continue;
      }
      const low = piece.from > from ? piece.from : from, high = piece.to < to ? piece.to : to;
      piece.mapping.left -= high - low;
      touched.add(piece.mapping);
      if (high < piece.to) rests.push({ from: high, to: piece.to, mapping: piece.mapping });
      if (piece.from < low) {
        piece.to = low;
        at++;
      } else pieces.splice(at, 1);
    }
    for (const rest of rests) this.#insert(rest);
    return [...touched].map(({ key, left }) => ({ key, left }));
  }

  #insert(piece: Piece): void {
    if (this.#pieces.length >= MOST_PIECES || this.#looks < 0) {
      this.isFull = true;
      return;
    }
    const length = piece.to - piece.from;
    if (length > this.#longest) this.#longest = length;
    this.#pieces.splice(this.#firstFrom(piece.from), 0, piece);
  }

  /** Index of the first piece that begins at or after an address. */
  #firstFrom(address: bigint): number {
    let low = 0, high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#pieces[middle]!.from < address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
