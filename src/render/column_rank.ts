/**
 * Ranks the columns of a result by importance, for screens that cannot show all of them.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";

/**
 * Columns that tables of any format may have, in the order in which users ask for them: size, place, time,
 * owner, and then columns that only programs compare. Columns of single formats give their own rank between
 * these hundreds: `ColumnDoc.rank`.
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

/**
 * Columns that the prompt adds to groups and descriptions: they are dropped before any column that was asked
 * for.
 */
const ADDED = ["25%", "75%", "share", "so far", "of bytes", "of live_bytes", "of count"];
const RANKS = new Map([...RANKED, ...ADDED].map((name, at) => [name, 100 * at]));

/**
 * The rank of a column, smaller for columns that stay longer; names that no table has come from the user, who
 * wants to see them.
 */
export function columnRank({ name, rank }: ResultColumn): number {
  return RANKS.get(name) ?? RANKS.get(name.replace(/_right$/, "")) ?? rank ?? -1;
}
