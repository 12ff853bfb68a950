/**
 * Blocks: the distinct (module, address, size) of a trace, with what happened to them.
 * @module
 */

import { type CoverageRows, inAddressOrder } from "./coverage_rows.ts";

/** Blocks as parallel arrays, in the order of module and address. */
export type Blocks = Readonly<ReturnType<typeof blocksOf>>;

/** Gathers the rows of each block. */
export function blocksOf(rows: CoverageRows) {
  const { low, high, size, module } = rows;
  const order = inAddressOrder(rows);
  const blockOf = new Uint32Array(rows.length);
  let length = 0;
  for (let at = 0; at < order.length; at++) {
    const row = order[at]!, before = order[at - 1];
    const same = before !== undefined && low[before] === low[row] &&
      high[before] === high[row] &&
      size[before] === size[row] && module[before] === module[row];
    if (!same) length++;
    blockOf[row] = length - 1;
  }
  const blocks = {
    length,
    /** A row of the coverage rows that has the block's module, address and size. */
    row: new Uint32Array(length),
    /** Ops, or-ed. */
    op: new Uint8Array(length),
    /** Entries in the trace: executions only in a history trace, and there only of blocks that end in a branch. */
    count: new Float64Array(length),
    /** Number of the first entry. */
    first: new Uint32Array(length).fill(0xffff_ffff),
    last: new Uint32Array(length),
    /** Block of each coverage row. */
    blockOf,
  };
  for (let row = 0; row < rows.length; row++) {
    const block = blockOf[row]!;
    blocks.row[block] = row;
    blocks.op[block]! |= rows.op[row]!;
    blocks.count[block]! += rows.count[row]!;
    blocks.first[block] = Math.min(blocks.first[block]!, rows.first[row]!);
    blocks.last[block] = Math.max(blocks.last[block]!, rows.last[row]!);
  }
  return blocks;
}
