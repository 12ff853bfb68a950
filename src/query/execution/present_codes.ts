/**
 * The texts that occur in a column.
 * @module
 */

import { type Block, NullMode, withBlock } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { StoredColumn } from "../../tables/stored_column.ts";
import type { RunContext } from "./context.ts";
import { kernelsOf } from "./kernels.ts";

/** Codes of a column when they were collected; its last block changes if rows are added. */
interface Present {
  readonly codes: number[];
  readonly blocks: number;
  readonly last: Block | undefined;
}

const present = new WeakMap<Column, Present>();

/** The codes of a column if they were already collected and no rows were added since; undefined otherwise. */
export function knownCodes({ origin }: Column): readonly number[] | undefined {
  if (!(origin instanceof StoredColumn)) return undefined;
  const blocks = origin.blockCount, last = blocks > 0 ? origin.stored(blocks - 1) : undefined;
  const known = present.get(origin);
  return known && known.blocks === blocks && known.last === last ? known.codes : undefined;
}

/** Text codes that occur in the stored column that a column reads, ascending; undefined if it is not stored. */
export function presentCodes(context: RunContext, column: Column): readonly number[] | undefined {
  const origin = column.origin;
  if (!(origin instanceof StoredColumn)) return undefined;
  const blocks = origin.blockCount, last = blocks > 0 ? origin.stored(blocks - 1) : undefined;
  const known = knownCodes(column);
  if (known) return known;
  const { work } = context;
  const size = work.pools.strings.size;
  const set = work.takeZeroed((size >>> 3) + 8);
  const { select } = kernelsOf(work.arena);
  for (let block = 0; block < origin.blockCount; block++) {
    const stored = origin.stored(block)!;
    if (stored.nullMode === NullMode.All || stored.rows === 0) continue;
    work.check();
    const zero = stored.nullMode === NullMode.Zero ? 1 : 0;
    const rows = stored.width === 0 ? 1 : stored.rows;
    withBlock(stored, (pointer) => select.markCodes(pointer, stored.width, rows, stored.origin, zero, set));
  }
  const codes: number[] = [];
  for (let code = 1; code < size; code++) {
    if ((work.arena.u8[set + (code >>> 3)]! >> (code & 7)) & 1) codes.push(code);
  }
  work.give(set);
  present.set(origin, { codes, blocks, last });
  return codes;
}
