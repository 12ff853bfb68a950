/**
 * Questions of pictures that both sides write: the page when it draws, and the server of a whole trace before a page is open.
 * @module
 */

import type { DrawnCell, RunRequest, WireTrace } from "./api_types.ts";

/** Rows that pictures have at most, and those of maps. */
export const DRAWN_ROWS = 40_000;
export const MAP_ROWS = 100_000;
/** Stretches of addresses at most, of two pixels each or more, and of the trace. */
const STRETCHES = 200;
const STEPS = 200;
/** How long the stretches are that are looked at first: from them it is known how many longer ones there are. */
const FIRST_WIDTH = 2 ** 16;
/** Fewer of them than this are divided. */
const FEW_STRETCHES = STRETCHES / 4;

/** Records or frames from one on, to before another one. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How a picture asks, with numbers as such where it reads no texts. */
export function drawnRequest(text: string, rows: number, numbers = false): RunRequest {
  return { text, rows, alone: true, drawn: true, ...(numbers ? { numbers } : {}) };
}

/** Whether a trace has a table with a column that is not empty. */
export function hasColumn({ tables }: WireTrace, table: string, column?: string): boolean {
  const found = tables.find(({ name }) => name === table);
  return found !== undefined &&
    (column === undefined || found.columns.some(({ name, isEmpty }) => name === column && !isEmpty));
}

/** What is brushed, as a test behind a source. */
export function within(range: Stretch | null, column = "seq"): string {
  return range === null ? "" : ` | where ${column} >= ${range.from} and ${column} < ${range.to}`;
}

/** Who has what of the rows of a source: by stacks where its table has any, else by place. */
export function treeQuery(trace: WireTrace, source: string, table: string, isInverted: boolean): string {
  if (hasColumn(trace, table, "stack")) return `${source} | tree ${isInverted ? "up" : "down"}`;
  const places = (table === "calls" ? ["thread", "name"] : ["module", "file", "func", "line", "name", "type"])
    .filter((name) => hasColumn(trace, table, name))
    // A recording has the name of the call twice.
    .filter((name, _, all) => name !== "name" || table === "calls" || !all.includes("func"));
  if (isInverted) places.reverse();
  const bytes = table === "calls" ? "sum(blob_bytes)" : "sum(size)";
  return `${source} | by ${places.length > 0 ? places.join(", ") : "kind"}: ` +
    `count = count(), bytes = ${bytes} | sort bytes desc | take 20000`;
}

/** Which short stretches of addresses have blocks. */
export function firstPlacesQuery(source: string): string {
  return `${source} | by place = bin(addr, ${FIRST_WIDTH}): blocks = count()`;
}

/**
 * How long stretches are of which there are as many as are drawn, out of some or all of the short ones; undefined where those
 * are too few.
 */
export function widthOf(places: readonly DrawnCell[], placeCount: number): number | undefined {
  if (placeCount < FEW_STRETCHES) return undefined;
  let width = FIRST_WIDTH;
  let found = new Set(places.flatMap((cell) => cell === null ? [] : [BigInt(cell) / BigInt(width)]));
  // Where they are more than have come, those that have come stand for the others.
  const share = placeCount / Math.max(1, places.length);
  for (; found.size * share > STRETCHES; width *= 2) found = new Set([...found].map((each) => each / 2n));
  return width;
}

/** The same where short stretches are too few, by how many pages there are. */
export function narrowWidth(page: number, pages: number): number {
  const powers = Math.max(-4, Math.ceil(Math.log2(Math.max(1, pages) / STRETCHES)));
  return Math.min(FIRST_WIDTH, page * 2 ** powers);
}

/** How many records a column of a map stands for. */
export function mapStep({ from, to }: Stretch): number {
  return Math.max(1, Math.ceil((to - from) / STEPS));
}

/** Blocks that came and went in each step, by stretches of addresses, and those that were there before. */
export function mapQueries(
  { of, events }: WireTrace,
  range: Stretch | null,
  width: number,
): { readonly came: string; readonly went: string; readonly there: string | null } {
  const { from, to } = range ?? { from: 1, to: events + 1 };
  const step = mapStep({ from, to });
  // A filter of its own for blocks without an address would read every address before the stretch is looked at.
  const source = `allocs${of}`;
  const place = `place = bin(addr, ${width})`;
  const values = "blocks = count(), bytes = sum(size)";
  return {
    came: `${source}${within(range)} | by ${place}, step = bin(seq, ${step}): ${values}`,
    // Of the whole trace, those that stay are a step of their own, which costs less than a filter.
    went: `${source}${range ? ` | where freed >= ${from} and freed < ${to}` : ""} | ` +
      `by ${place}, step = bin(freed, ${step}): ${values}`,
    there: range
      ? `${source} | where seq < ${from} and (freed is null or freed >= ${from}) | by ${place}: ${values}`
      : null,
  };
}
