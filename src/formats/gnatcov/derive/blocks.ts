/**
 * Blocks: each distinct (module, address, size) of a trace, with its ops and counts.
 * @module
 */

import { type CoverageRows, inAddressOrder } from "./coverage_rows.ts";

/** Blocks stored in columns, ordered by module and address. */
export type Blocks = Readonly<ReturnType<typeof blocksOf>>;

/** Groups rows into blocks. */
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
    /** Index of one coverage row of the block; any of them will do. */
    row: new Uint32Array(length),
    /** Bitwise or of the op bytes. */
    op: new Uint8Array(length),
    /**
     * Number of entries in the trace. This is the number of executions only in a history trace, and only for
     * blocks that end in a branch.
     */
    count: new Float64Array(length),
    /** Number of the first entry. */
    first: new Uint32Array(length).fill(0xffff_ffff),
    last: new Uint32Array(length),
    /** Block index of each coverage row. */
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
