/**
 * Numbers rows by their keys: equal keys get equal ids. All rows at once, or by hash partitions if the keys
 * do not fit in memory.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { RunContext } from "../../execution/context.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import { KeyGroups } from "../../execution/key_groups.ts";
import { pieces, readPiece } from "../../execution/relation.ts";
import { partitionBits, stepBudget } from "../../execution/step_budget.ts";
import { freePartition, partitionRows } from "../partition/partition_rows.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { withScratch } from "./hash_groups.ts";
import type { Steps } from "../operator.ts";

/** Bytes per key in a table, if all keys are distinct. */
const BYTES_OF_KEY = 40;

/** Ids below `count`, by position. */
interface NumberedRows {
  readonly ids: Uint32Array;
  readonly count: number;
}

/** Gives each row the number of its group. The rows of all parts are numbered one part after the other. */
export function* numberRows(
  parts: readonly GroupPart[],
  total: number,
  context: RunContext,
): Steps<NumberedRows> {
  const ids = new Uint32Array(total);
  const most = stepBudget(context.work.arena);
  const keys = parts[0]?.keys.length ?? 0;
  const bytes = total * BYTES_OF_KEY * keys;
  const scratch = withScratch(context, "numbers of rows");
  try {
    if (bytes <= most) return { ids, count: yield* numberTo(ids, parts, 0, scratch) };
    const bits = partitionBits(Math.ceil(Math.log2(bytes / most)), most, (keys + 2) * CHUNK_BYTES);
    let count = 0;
    for (const partition of yield* partitionRows(parts, scratch, bits)) {
      count += yield* numberTo(ids, [partition], count, scratch);
      freePartition(partition);
    }
    return { ids, count };
  } finally {
    scratch.work.arena.close();
  }
}

/** Writes ids from `first` up; returns their number. */
function* numberTo(
  ids: Uint32Array,
  parts: readonly GroupPart[],
  first: number,
  { work }: RunContext,
): Steps<number> {
  const known = new KeyGroups(work, parts[0]?.keys.length ?? 0);
  const groups = work.takeZeroed(BLOCK_ROWS * 4);
  const scratch = { values: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  let row = 0;
  // For each row: look up its keys in the hash table, and write the id at its position.
  for (const { part, keys, places } of parts) {
    for (const piece of pieces(work, part)) {
      yield;
      known.assign(piece, keys, scratch, groups);
      if (places) readPiece(places, piece, scratch.values, scratch.nulls);
      const { u32 } = work.arena;
      for (let at = 0; at < piece.count; at++) {
        const place = places ? u32[(scratch.values >>> 2) + 2 * at]! : row++;
        ids[place] = first + u32[(groups >>> 2) + at]!;
      }
    }
  }
  const { count } = known;
  known.release();
  work.give(groups, scratch.values, scratch.nulls);
  return count;
}
