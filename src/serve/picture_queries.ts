/**
 * Queries for charts. The page uses them for drawing, and the server to compute charts of the whole trace
 * before a page is open.
 * @module
 */

import type { StackWeight } from "../engine/weights.ts";
import { writtenName } from "../query/analysis/message_words.ts";
import type { DrawnCell, RunRequest, WireTrace } from "./api_types.ts";

/** Number of keys that get a curve of their own: those that have the largest values. */
export const CURVES = 7;
/** Maximum number of rows of a chart or a map. */
export const CHART_ROWS = 40_000;
export const MAP_ROWS = 100_000;
/** Maximum number of address ranges, each at least two pixels high, and of steps of the trace. */
const RANGE_COUNT = 200;
/** Maximum number of single pages: with this many rows, each is high enough to point at. */
export const PAGE_COUNT = 150;
const STEPS = 200;
/**
 * Width of the address ranges that are queried first; they are used to estimate the number of wider ranges.
 */
const FIRST_WIDTH = 2 ** 16;
/** If there are fewer ranges than this, they are divided further. */
const FEW_STRETCHES = RANGE_COUNT / 4;

/** Records or frames, from the first up to but not including the last. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Builds the request of a chart; with `numbers`, counts are sent as numbers. */
export function drawnRequest(text: string, rows: number, numbers = false): RunRequest {
  return { text, rows, alone: true, drawn: true, ...(numbers ? { numbers } : {}) };
}

/** Whether a trace has a table with a column that is not empty. */
export function hasColumn({ tables }: WireTrace, table: string, column?: string): boolean {
  const found = tables.find(({ name }) => name === table);
  return found !== undefined &&
    (column === undefined || found.columns.some(({ name, isEmpty }) => name === column && !isEmpty));
}

/** Returns the selected range as a filter that follows a source. */
export function rangeFilter(range: Stretch | null, column = "seq"): string {
  return range === null ? "" : ` | where ${column} >= ${range.from} and ${column} < ${range.to}`;
}

/** Returns a stage that makes `tree` and `callers` sum up a weight of the profile; empty if there is none. */
export function weightStage(weight: StackWeight | undefined): string {
  return weight === undefined ? "" : ` | extend size = ${writtenName(weight.column)}`;
}

/**
 * Builds the query for a flame graph of the rows of a source: by stacks if its table has any, else by place.
 */
export function treeQuery(
  trace: WireTrace,
  source: string,
  table: string,
  { isInverted = false, isUnfolded = false } = {},
): string {
  if (hasColumn(trace, table, "stack")) {
    return `${source} | tree ${isInverted ? "up" : "down"}${isUnfolded ? " unfolded" : ""}`;
  }
  const places = (table === "calls" ? ["thread", "name"] : ["module", "file", "func", "line", "name", "type"])
    .filter((name) => hasColumn(trace, table, name))
    // In the table `calls`, the function name would occur twice.
    .filter((name, _, all) => name !== "name" || table === "calls" || !all.includes("func"));
  if (isInverted) places.reverse();
  const bytes = table === "calls" ? "sum(blob_bytes)" : "sum(size)";
  return `${source} | by ${places.length > 0 ? places.join(", ") : "kind"}: ` +
    `count = count(), bytes = ${bytes} | sort bytes desc | take 20000`;
}

/** Returns the number of records or frames per step, for this number of steps. */
export function stepSize({ from, to }: Stretch, steps: number): number {
  return Math.max(1, Math.ceil((to - from) / steps));
}

/** Builds the query for live bytes and blocks per step; with a key, for the number of records per step and key. */
export function curveQuery(rows: string, every: string, key?: string): string {
  const values = key
    ? ` by ${key}: n = count()`
    : " live_bytes = max(live_bytes), live_blocks = max(live_blocks)";
  return `${rows} | timeline every ${every}${values}`;
}

/** Builds the query for the keys with the most rows; it shows whether there are more keys than curves. */
export function largestKeysQuery(rows: string, key: string): string {
  return `${rows} | by ${key}: n = count() | sort n desc | take ${CURVES + 1}`;
}

/** Returns a stage that keeps the rows of those keys that get a curve; empty if all keys do. */
export function largestKeys(
  trace: WireTrace,
  table: string,
  key: string,
  found: { readonly rowCount: number; readonly cells: readonly (readonly DrawnCell[])[] },
): string {
  if (found.rowCount <= CURVES) return "";
  const columns = trace.tables.find(({ name }) => name === table)?.columns;
  const isText = columns?.find(({ name }) => name === key)?.kind === "text";
  const cells = (found.cells[0] ?? []).slice(0, CURVES);
  const literals = cells.flatMap((cell) =>
    cell === null ? [] : [isText ? JSON.stringify(String(cell)) : String(cell)]
  );
  const tests = [
    ...(literals.length > 0 ? [`${key} in {${literals.join(", ")}}`] : []),
    ...(cells.includes(null) ? [`${key} is null`] : []),
  ];
  return ` | where ${tests.join(" or ")}`;
}

/**
 * Builds the queries for the bytes that were allocated and freed in each step by key, and for those that were
 * live before.
 */
export function livesQueries(
  source: string,
  window: Stretch | null,
  step: number,
  key: string,
): { readonly came: string; readonly went: string; readonly there: string | null } {
  const bytes = "bytes = sum(size)";
  return {
    came: `${source}${rangeFilter(window)} | by step = bin(seq, ${step}), ${key}: ${bytes}`,
    // For the whole trace, blocks that are never freed form a step of their own, which is cheaper than a
    // filter.
    went: `${source}${rangeFilter(window, "freed")} | by step = bin(freed, ${step}), ${key}: ${bytes}`,
    there: window && `${source}${thereBefore(window)} | by ${key}: ${bytes}`,
  };
}

function thereBefore({ from }: Stretch): string {
  return ` | where seq < ${from} and (freed is null or freed >= ${from})`;
}

/** Builds the query for the narrow address ranges that contain blocks. */
export function topPlacesQuery(source: string): string {
  return `${source} | by place = bin(addr, ${FIRST_WIDTH}): blocks = count()`;
}

/**
 * Chooses the width of address ranges, so that as many as can be drawn contain blocks, estimated from some or
 * all narrow ranges; undefined if those are too few.
 */
export function widthOf(places: readonly DrawnCell[], placeCount: number): number | undefined {
  if (placeCount < FEW_STRETCHES) return undefined;
  let width = FIRST_WIDTH;
  let found = new Set(places.flatMap((cell) => cell === null ? [] : [BigInt(cell) / BigInt(width)]));
  // If there are more than were returned, those returned are a sample.
  const share = placeCount / Math.max(1, places.length);
  for (; found.size * share > RANGE_COUNT; width *= 2) found = new Set([...found].map((each) => each / 2n));
  return width;
}

/** Chooses the width of address ranges if the usual width would give too few of them for this many pages. */
export function narrowWidth(page: number, pages: number): number {
  const powers = Math.max(-4, Math.ceil(Math.log2(Math.max(1, pages) / RANGE_COUNT)));
  return Math.min(FIRST_WIDTH, page * 2 ** powers);
}

/** Returns the number of records per column of a map. */
export function mapStep(stretch: Stretch): number {
  return stepSize(stretch, STEPS);
}

/**
 * Builds the query for the busiest pages; it returns more of them than are drawn, so that the others can be
 * counted.
 */
export function pagesQuery(source: string): string {
  return `${source} | by place = page(addr): blocks = count() | sort blocks desc`;
}

/** Returns a stage that keeps the blocks of those pages that are drawn: the ones with the most blocks. */
export function busiestPages(source: string): string {
  return ` | extend place = page(addr) | join semi (${source} | by place = page(addr): blocks = count() | ` +
    `top ${PAGE_COUNT} by blocks) on place`;
}

/**
 * Builds three queries for the map of memory: blocks allocated in each step (`came`), blocks freed in each step
 * (`went`), and blocks that were live before the range (`there`), all by row of the map.
 */
export function mapQueries(
  { of, events }: WireTrace,
  range: Stretch | null,
  { row, stage = "" }: { readonly row: string; readonly stage?: string },
): { readonly came: string; readonly went: string; readonly there: string | null } {
  const step = mapStep(range ?? { from: 1, to: events + 1 });
  // An additional filter for blocks without an address would read all addresses before the range is tested.
  const source = `allocs${of}`;
  const place = row === "place" ? row : `place = ${row}`;
  const values = "blocks = count(), bytes = sum(size)";
  return {
    came: `${source}${rangeFilter(range)}${stage} | by ${place}, step = bin(seq, ${step}): ${values}`,
    // For the whole trace, blocks that are never freed form a step of their own, which is cheaper than a
    // filter.
    went: `${source}${
      rangeFilter(range, "freed")
    }${stage} | by ${place}, step = bin(freed, ${step}): ${values}`,
    there: range && `${source}${thereBefore(range)}${stage} | by ${place}: ${values}`,
  };
}

/** Returns the expression for the row of the map, for address ranges of a width. */
export function rangeOfRow(width: number): string {
  return `bin(addr, ${width})`;
}
