/**
 * The query for the holes between live blocks.
 * @module
 */

/** Holes of more bytes than this lie between regions: glibc takes no larger block from a heap. */
export const REGION_GAP = 32 * 2 ** 20;

/**
 * Each region of the blocks of a source: what is live in it, and what no block covers between its lowest and its highest
 * byte. A hole ends where a block begins beyond everything below it. The groups by address are few rows: windows and filters
 * of the blocks themselves would make columns as long as all blocks, also those that are not live. What has no address has no
 * end.
 */
export function memoryGapsQuery(source: string): string {
  return `${source} | by addr: end = max(end), blocks = count(), bytes = sum(size) | where end is not null | ` +
    "window order addr: reach = cumulative(max(end)), below = lag(reach), " +
    `hole = max(addr, below) - below, region = cumulative(count()) if hole > ${REGION_GAP} | ` +
    "by region = coalesce(region, 0): low = min(addr), high = max(end), blocks = sum(blocks), bytes = sum(bytes), " +
    `holes = sum(hole) if hole <= ${REGION_GAP}, largest_hole = max(hole) if hole <= ${REGION_GAP} | sort bytes desc`;
}
