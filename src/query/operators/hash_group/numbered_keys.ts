/**
 * Ids for groups that become one output row although several input rows have their keys: for `pivot` and
 * `timeline … by`.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import type { RunContext } from "../../execution/context.ts";
import { KeyGroups } from "../../execution/key_groups.ts";
import { type Part, selectedRows } from "../../execution/relation.ts";
import type { Steps } from "../operator.ts";
import { groupPart } from "./row_groups.ts";

/** Rows of one part, with the key id of each. */
export interface NumberedKeys {
  readonly part: Part;
  readonly total: number;
  /** Key id of each row (u32). */
  readonly ids: number;
  readonly count: number;
  /** First row of each key (u32). */
  readonly firsts: number;
  release(): void;
}

/** Numbers each row by its combination of the first columns. */
export function* numberKeys(part: Part, keys: number, context: RunContext): Steps<NumberedKeys> {
  const { work } = context;
  const total = selectedRows(part);
  const ids = work.take(total * 4);
  const known = new KeyGroups(work, keys);
  yield* groupPart(part, part.columns.slice(0, keys), known, ids, context);
  const release = (): void => {
    known.release();
    work.give(ids);
  };
  return { part, total, ids, count: known.count, firsts: known.firsts, release };
}

/** Values of a key column, one per combination: words and null bytes, which the caller frees. */
export function keyWords(
  column: Column,
  { count, firsts }: NumberedKeys,
  { work }: RunContext,
): { words: number; nulls: number } {
  const words = work.take(count * 8);
  const nulls = work.takeZeroed(count);
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    work.check();
    const n = Math.min(BLOCK_ROWS, count - from);
    column.gather(firsts + 4 * from, n, words + 8 * from, nulls + from);
  }
  return { words, nulls };
}
