/**
 * Assigns a group to each row by its keys, going through one part after the other.
 * @module
 */

import type { RunContext } from "../../execution/context.ts";
import { KeyGroups } from "../../execution/key_groups.ts";
import { type Part, pieces, selectedRows } from "../../execution/relation.ts";
import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import type { GroupPart } from "../partition/group_part.ts";
import type { Steps } from "../operator.ts";

/** Group ids (u32) by position; `groups` is 0 if all rows are one group. The caller frees it. */
export interface RowGroups {
  readonly groups: number;
  readonly count: number;
}

/**
 * Assigns groups to `total` rows; rows with null keys form groups too, or with `nullsAreNone` get none
 * (0xffffffff).
 */
export function* groupRows(
  parts: readonly Pick<GroupPart, "part" | "keys">[],
  total: number,
  context: RunContext,
  nullsAreNone = false,
): Steps<RowGroups> {
  const keyCount = parts[0]?.keys.length ?? 0;
  if (keyCount === 0) return { groups: 0, count: 1 };
  const { work } = context;
  const known = new KeyGroups(work, keyCount);
  const groups = work.take(total * 4);
  let done = 0;
  for (const { part, keys } of parts) {
    yield* groupPart(part, keys, known, groups + 4 * done, context, nullsAreNone);
    done += selectedRows(part);
  }
  const { count } = known;
  known.release();
  return { groups, count };
}

/** Writes the groups of the rows of a part. */
export function* groupPart(
  part: Part,
  keys: readonly Column[],
  known: KeyGroups,
  groups: number,
  { work }: RunContext,
  nullsAreNone = false,
): Steps<void> {
  const scratch = { values: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  let to = groups;
  // For each row: look up its keys in the hash table, and write the group id.
  for (const piece of pieces(work, part)) {
    yield;
    known.assign(piece, keys, scratch, to, { nullsAreNone });
    to += 4 * piece.count;
  }
  work.give(scratch.values, scratch.nulls);
}
