/**
 * Ranks the columns of a result by importance, for screens that cannot show all of them.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";

/**
 * Columns that tables of any format may have, most useful first: size, place in the program, time, owner, and
 * then columns that only programs compare. Columns of single formats define their rank in between:
 * `ColumnDoc.rank`.
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
 * Columns that the prompt adds to groups and descriptions. They are dropped before any column that the user
 * named.
 */
const ADDED = ["25%", "75%", "share", "so far", "of bytes", "of live_bytes", "of count"];
const RANKS = new Map([...RANKED, ...ADDED].map((name, at) => [name, 100 * at]));

/**
 * The rank of a column. Columns with a smaller rank stay longer. A name that occurs in no table was chosen by
 * the user, so that column stays longest.
 */
export function columnRank({ name, rank }: ResultColumn): number {
  return RANKS.get(name) ?? RANKS.get(name.replace(/_right$/, "")) ?? rank ?? -1;
}
