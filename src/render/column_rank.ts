/**
 * Which columns of a result say most, for screens that have no room for all of them.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";

/**
 * Columns that tables of all formats may have, by what a user asks first: how large, where, when, who, and then what
 * only programs compare. A table keeps of them what it has. Columns of single formats say their own rank, a number
 * between the hundreds that these have: `ColumnDoc.rank`.
 */
const RANKED = [
  ..."strip severity kind change code func file line name size value live_bytes format seq no level frame"
    .split(" "),
  ..."addr message type thread rows problems life age freed free.func free.file free.line time module".split(
    " ",
  ),
  ..."offset record handling free.thread free.name free.time leaked replaced trace live_blocks end stack"
    .split(" "),
  ..."free.stack index alloc first_size max_size resizes moves refs context raw op version seconds".split(
    " ",
  ),
  ..."container word_bits byte_order".split(" "),
];

/** What the prompt adds to groups and descriptions: it goes before anything that was asked for. */
const ADDED = ["25%", "75%", "share", "so far", "of bytes", "of live_bytes", "of count"];
const RANKS = new Map([...RANKED, ...ADDED].map((name, at) => [name, 100 * at]));

/** Smaller for a column that goes later; names that no table has were given by a user, who wants to see them. */
export function columnRank({ name, rank }: ResultColumn): number {
  return RANKS.get(name) ?? RANKS.get(name.replace(/_right$/, "")) ?? rank ?? -1;
}
