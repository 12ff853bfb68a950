/**
 * The query for the gaps between live blocks.
 * @module
 */

/** Gaps of more bytes than this separate memory regions: glibc requests larger blocks directly from the system. */
export const REGION_GAP = 32 * 2 ** 20;

/**
 * Lists the memory regions of a source's blocks: the live bytes in each, and the bytes between its lowest and
 * highest address that no block covers. A gap ends where a block begins above all blocks before it. Grouping
 * by address first keeps the rows few: windows and filters on the blocks themselves would compute columns for
 * all blocks, also those that are not live. A block without an address has no end.
 */
export function memoryGapsQuery(source: string): string {
  return `${source} | by addr: end = max(end), blocks = count(), bytes = sum(size) | where end is not null | ` +
    "window order addr: reach = cumulative(max(end)), below = lag(reach), " +
    `hole = max(addr, below) - below, region = cumulative(count()) if hole > ${REGION_GAP} | ` +
    "by region = coalesce(region, 0): low = min(addr), high = max(end), blocks = sum(blocks), bytes = sum(bytes), " +
    `holes = sum(hole) if hole <= ${REGION_GAP}, largest_hole = max(hole) if hole <= ${REGION_GAP} | sort bytes desc`;
}
