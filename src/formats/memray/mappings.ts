/**
 * Mappings of mmap: ranges that an munmap may end in part, or several at once.
 * @module
 */

import { MEMRAY_LIMITS } from "./limits.ts";

const MOST_PIECES = MEMRAY_LIMITS.mappings.most;
/** Pieces that are looked at for all munmaps of a file: a few seconds. */
const MOST_LOOKS = 1 << 30;

/** A piece of a mapping that is still there. */
interface Piece {
  from: bigint;
  to: bigint;
  readonly mapping: Mapping;
}

/** A mapping. */
interface Mapping {
  /** What pairing knows it by: no block has such an address. */
  readonly key: bigint;
  left: bigint;
}

/** What an munmap does to a mapping. */
interface Unmapped {
  readonly key: bigint;
  /** Bytes of it that are left; 0 = it is over. */
  readonly left: bigint;
}

/** Live mappings, by where their pieces begin. */
export class Mappings {
  readonly #pieces: Piece[] = [];
  #made = 0n;
  /** Length of the longest piece so far. */
  #longest = 0n;
  #looks = MOST_LOOKS;
  /** Whether there were more than there is room for. */
  isFull = false;

  /** A new mapping; what pairing knows it by. */
  map(from: bigint, size: bigint): bigint {
    const key = 0xffff_ffff_ffff_fffen - ++this.#made;
    if (size === 0n) return key;
    const mapping = { key, left: size };
    this.#insert({ from, to: from + size, mapping });
    return key;
  }

  /** Takes a range out of every mapping that it touches: those, the first one first. */
  unmap(from: bigint, size: bigint): Unmapped[] {
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

  /** The first piece that begins at an address or after it. */
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
