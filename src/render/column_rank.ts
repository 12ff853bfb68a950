/**
 * Which columns of a result say most, for screens that have no room for all of them.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";

/**
 * Columns of all tables, by what a person asks first: how large, where, when, who, and then what only programs compare.
 * A table keeps of them what it has. `tests/render/column_rank_test.ts` wants every column of every table here.
 */
const RANKED = [
  // What a row is, and where.
  ..."strip severity kind state outcome change code unit func file line symbol section".split(" "),
  ..."name size class text value label".split(" "),
  // What it comes to.
  ..."live_bytes alloc_bytes bytes calls live allocs count bits bits_set".split(" "),
  ..."format missing seq no level frame addr covered uncovered message path arg type thread".split(" "),
  ..."rows problems draws uploads life age freed free.func free.file free.line time blob_bytes upload_bytes stream_bytes"
    .split(" "),
  ..."module object site taken fallthrough fault branches both_ways from to at_least".split(" "),
  ..."offset record handling description number unsigned executable data frees freed_bytes".split(" "),
  // What few rows tell apart.
  ..."free.thread free.name free.time leaked replaced trace first last live_blocks threads".split(" "),
  ..."end stack free.stack index alloc first_size max_size resizes moves refs context parent group".split(
    " ",
  ),
  ..."depth position entry enter leave fake incomplete hash raw pc op dropped exact from_size to_size".split(
    " ",
  ),
  ..."from_module to_module mask flags refcount made deleted source ended temporary id symbol_id".split(" "),
  ..."profile instances args".split(" "),
  ..."small_allocs medium_allocs large_allocs xlarge_allocs small_alloc_bytes medium_alloc_bytes".split(" "),
  ..."large_alloc_bytes xlarge_alloc_bytes small_frees medium_frees large_frees xlarge_frees".split(" "),
  ..."small_freed_bytes medium_freed_bytes large_freed_bytes xlarge_freed_bytes".split(" "),
  ..."lines pages version seconds container word_bits byte_order sco_hash map_hash annotation_hash".split(
    " ",
  ),
];

const RANKS = new Map(RANKED.map((name, rank) => [name, rank]));

/** Smaller for a column that goes later; names that no table has were given by a person, who wants to see them. */
export function columnRank({ name }: ResultColumn): number {
  return RANKS.get(name) ?? RANKS.get(name.replace(/_right$/, "")) ?? -1;
}
