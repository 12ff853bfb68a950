/**
 * Groups of rows by several keys: the first key gives numbers, and every further one refines them.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { NO_ROW } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { Grouper } from "./grouping.ts";
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
  readonly #steps: readonly Grouper[];

  /** Starts without groups. */
  constructor(work: Workspace, keys: number) {
    this.#work = work;
    this.#steps = Array.from({ length: keys }, () => new Grouper(work));
  }

  /** Number of groups; without keys all rows are one. */
  get count(): number {
    return this.#steps.at(-1)?.count ?? 1;
  }

  /** Arena address of the first row of each group; there is none without keys. */
  get firsts(): number {
    return this.#steps.at(-1)!.firsts;
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
    keys.forEach((key, at) => {
      const nullsAt = readPiece(key, piece, values, nulls);
      if (key.type === "f64") joinZeros(this.#work.pools, values, count);
      this.#steps[at]!.assign(values, nullsAt, count, groups, at > 0, rows, base, add);
      if (nullsAt !== 0 && nullsAreNone) hideNulls(this.#work.arena, groups, nullsAt, count);
    });
  }

  /** Gives the memory back. */
  release(): void {
    for (const step of this.#steps) step.release();
  }
}

/** Rows without a key have no group; further keys leave that as it is. */
function hideNulls({ u8, u32 }: Arena, groups: number, nulls: number, count: number): void {
  for (let at = 0; at < count; at++) if (u8[nulls + at]) u32[(groups >>> 2) + at] = NO_ROW;
}
