/**
 * Groups of rows by several keys: one word for all of them where they have room in it, else the first key gives numbers, and
 * every further one refines them.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import { type KeyPacking, KeyReader } from "./key_packing.ts";
import { KeyTable, PairTable } from "./key_table.ts";
import { kernelsOf } from "./kernels.ts";
import { type Piece, readPiece, type Workspace } from "./relation.ts";
import { joinZeros } from "./words.ts";

/** Room for the values of a piece. */
interface PieceValues {
  readonly values: number;
  readonly nulls: number;
}

/** What becomes of rows that are no plain member of a known group. */
interface KeyRules {
  /** Rows with a null key are in no group (0xffffffff) instead of in one of their own. */
  readonly nullsAreNone?: boolean;
  /** With false unknown keys have no group. */
  readonly add?: boolean;
}

/** The groups of rows, piece by piece. */
export class KeyGroups {
  readonly #work: Workspace;
  /** One for each key, or one for all of them. */
  readonly #steps: readonly (KeyTable | PairTable)[];
  readonly #packing: KeyPacking | undefined;
  readonly #table: KeyTable | undefined;
  readonly #reader: KeyReader | undefined;

  /** Starts without groups. With `packing` keys that are null are a group, and not none. */
  constructor(work: Workspace, keys: number, packing?: KeyPacking) {
    [this.#work, this.#packing] = [work, packing];
    this.#table = keys > 0 ? new KeyTable(work, packing?.direct) : undefined;
    this.#reader = packing && new KeyReader(work, packing);
    const further = Array.from({ length: packing ? 0 : Math.max(0, keys - 1) }, () => new PairTable(work));
    this.#steps = this.#table ? [this.#table, ...further] : [];
  }

  /** Number of groups; without keys all rows are one. */
  get count(): number {
    return this.#steps.at(-1)?.count ?? 1;
  }

  /** Arena address of the first row of each group; there is none without keys. */
  get firsts(): number {
    return this.#steps.at(-1)!.firsts;
  }

  /** Hands out the keys of groups from one on, at most 65536, key by key; false where only their rows are known. */
  readKeys(from: number, count: number, take: (key: number, words: number, nulls: number) => void): boolean {
    const table = this.#table;
    if (!table || !this.#packing) return false;
    keysOfWords(
      this.#work,
      this.#packing,
      { keys: table.keys, nullNumber: table.nullNumber },
      from,
      count,
      take,
    );
    return true;
  }

  /** Writes the groups of the rows of a piece (u32); without keys nothing. */
  assign(
    piece: Piece,
    keys: readonly Column[],
    { values, nulls }: PieceValues,
    groups: number,
    { nullsAreNone = false, add = true }: KeyRules = {},
  ): void {
    const { count, rows, base } = piece;
    if (this.#reader) {
      const { words, nulls: nullsAt } = this.#reader.read(piece, keys);
      return this.#table!.assign(words, nullsAt, count, groups, { rows, base, add });
    }
    keys.forEach((key, at) => {
      const nullsAt = readPiece(key, piece, values, nulls);
      if (key.type === "f64") joinZeros(this.#work.pools, values, count);
      this.#steps[at]!.assign(values, nullsAt, count, groups, { rows, base, add, nullsAreNone });
    });
  }

  /** Frees the memory. */
  release(): void {
    this.#reader?.release();
    for (const step of this.#steps) step.release();
  }
}

/** Hands out the keys of groups from one on, at most 65536, key by key, out of the words of all groups. */
export function keysOfWords(
  work: Workspace,
  { packed }: KeyPacking,
  { keys, nullNumber }: { readonly keys: number; readonly nullNumber: number },
  from: number,
  count: number,
  take: (key: number, words: number, nulls: number) => void,
): void {
  const { arena } = work;
  const nulls = work.takeZeroed(count);
  const first = keys + 8 * from;
  if (packed) {
    const { keyed } = kernelsOf(arena);
    const values = work.take(count * 8);
    packed.forEach(({ origin, shift, mask, someNull }, at) => {
      keyed.unpackKeys(first, count, origin, shift, mask, someNull ? 1 : 0, values, nulls);
      take(at, values, someNull ? nulls : 0);
    });
    work.give(values);
  } else {
    const none = nullNumber - from;
    const hasNull = none >= 0 && none < count;
    if (hasNull) arena.u8[nulls + none] = 1;
    take(0, first, hasNull ? nulls : 0);
  }
  work.give(nulls);
}
