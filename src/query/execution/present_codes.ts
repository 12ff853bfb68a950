/**
 * Which texts a column has.
 * @module
 */

import { NullMode, withBlock } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { StoredColumn } from "../../tables/stored_column.ts";
import type { RunContext } from "./context.ts";
import { kernelsOf } from "./kernels.ts";

const present = new WeakMap<Column, number[]>();

/** Text codes that occur in the column behind a column, rising; undefined when that is not stored. */
export function presentCodes(context: RunContext, column: Column): number[] | undefined {
  const origin = column.origin;
  const known = present.get(origin);
  if (known) return known;
  if (!(origin instanceof StoredColumn)) return undefined;
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
  present.set(origin, codes);
  return codes;
}
