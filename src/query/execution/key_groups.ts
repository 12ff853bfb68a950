/**
 * Groups rows by several keys: packed into one word if they fit; otherwise the first key gives group ids, and
 * each further key refines them.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import { type KeyPacking, KeyReader } from "./key_packing.ts";
import { KeyTable, PairTable } from "./key_table.ts";
import { kernelsOf } from "./kernels.ts";
import { type Piece, readPiece, type Workspace } from "./relation.ts";
import { unifyZeros } from "./column_words.ts";

/** Memory for the values of a piece. */
interface PieceValues {
  readonly values: number;
  readonly nulls: number;
}

/** Rules for nulls and unknown keys. */
interface KeyRules {
  /** Rows with a null key get no group (0xffffffff) instead of one of their own. */
  readonly nullsAreNone?: boolean;
  /** If false, unknown keys get no group. */
  readonly add?: boolean;
}

/** Assigns rows to groups, piece by piece. */
export class KeyGroups {
  readonly #work: Workspace;
  /** One table per key, or one for all keys packed. */
  readonly #steps: readonly (KeyTable | PairTable)[];
  readonly #packing: KeyPacking | undefined;
  readonly #table: KeyTable | undefined;
  readonly #reader: KeyReader | undefined;

  /** Starts without groups. With `packing`, null keys form a group of their own. */
  constructor(work: Workspace, keys: number, packing?: KeyPacking) {
    [this.#work, this.#packing] = [work, packing];
    this.#table = keys > 0 ? new KeyTable(work, packing?.direct) : undefined;
    this.#reader = packing && new KeyReader(work, packing);
    const further = Array.from({ length: packing ? 0 : Math.max(0, keys - 1) }, () => new PairTable(work));
    this.#steps = this.#table ? [this.#table, ...further] : [];
  }

  /** Number of groups; one if there are no keys. */
  get count(): number {
    return this.#steps.at(-1)?.count ?? 1;
  }

  /** Arena address of the first row of each group; only valid with keys. */
  get firsts(): number {
    return this.#steps.at(-1)!.firsts;
  }

  /**
   * Passes on the keys of at most 65536 groups, key by key; false if only the first rows of groups are known.
   */
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

  /** Writes the group ids (u32) of the rows of a piece; nothing if there are no keys. */
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
      if (key.type === "f64") unifyZeros(this.#work.pools, values, count);
      this.#steps[at]!.assign(values, nullsAt, count, groups, { rows, base, add, nullsAreNone });
    });
  }

  /** Frees the memory. */
  release(): void {
    this.#reader?.release();
    for (const step of this.#steps) step.release();
  }
}

/** Unpacks the keys of at most 65536 groups, key by key, from the words of all groups. */
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
