/**
 * Shows what is live over the trace: single blocks or, if there are many, how much each row contains at the
 * end of each step. A row is a range of addresses, a page or a size class. Below it, the fragmentation of
 * memory.
 * @module
 */

import type { DrawnCell, WireTrace } from "../src/serve/api_types.ts";
import { memoryGapsQuery } from "../src/serve/gap_queries.ts";
import {
  busiestPages,
  hasColumn,
  mapQueries,
  mapStep,
  narrowWidth,
  PAGE_COUNT,
  pagesQuery,
  rangeOfRow,
  topPlacesQuery,
  widthOf,
} from "../src/serve/picture_queries.ts";
import type { NumbersLine } from "./api.ts";
import { type Block, BlockMap } from "./block_map.ts";
import { select } from "./details.ts";
import { h } from "./dom.ts";
import { pointOf } from "./frames.ts";
import { Heat, type HeatData, type Spot } from "./heat.ts";
import { holesText, regionsOf, regionsTable } from "./holes.ts";
import type { Shell } from "./shell.ts";
import type { Range } from "./page_state.ts";
import { grouped, numberOf, roundStep, sizeText } from "./values.ts";

const PAGE = 4096;
/** Maximum number of blocks that are drawn one by one. */
const MOST_BLOCKS = 3000;
/** Represents blocks of no bytes, which have no size class. */
const NO_CLASS = "-1";

/** What a row of the map represents. */
export type MapRows = "address" | "page" | "size";

/** The options for what rows represent. */
export const MAP_ROW_KINDS: readonly (readonly [MapRows, string])[] = [
  ["address", "address"],
  ["page", "page"],
  ["size", "size class"],
];

type Ask = (query: string) => Promise<NumbersLine>;

/** What should be drawn. */
interface Wanted {
  readonly trace: WireTrace;
  readonly range: Range | null;
  readonly rows: MapRows;
  /** The record or frame that the user has selected. */
  readonly moment: number | null;
}

/** Draws the map of a trace, and the gaps between its blocks at the end of what is shown. */
export async function liveMap(shell: Shell, wanted: Wanted, ask: Ask): Promise<HTMLElement[]> {
  const { trace, range, rows } = wanted;
  const { from, to } = range ?? { from: 1, to: trace.events + 1 };
  const source = `allocs${trace.of}${
    range ? ` | where seq < ${to} and (freed is null or freed >= ${from})` : ""
  }`;
  const map = rows === "address"
    ? await addressMap(shell, wanted, source, ask)
    : await rowMap(wanted, rows === "page" ? await pageRows(source, ask) : SIZE_ROWS, ask);
  const line = h("p", { class: "fragmentation" });
  const table = h("div");
  void sayHoles(wanted, line, table, ask);
  return [line, map!, table];
}

/** Describes the fragmentation when its data arrives, which is after the map is drawn. */
async function sayHoles(wanted: Wanted, line: HTMLElement, table: HTMLElement, ask: Ask): Promise<void> {
  const [point, when] = pointOfHoles(wanted);
  line.textContent = `Fragmentation ${when}: running`;
  try {
    const regions = regionsOf(await ask(memoryGapsQuery(`live @ ${point}${wanted.trace.of}`)));
    line.textContent = holesText(regions, when);
    table.append(regionsTable(regions) ?? "");
  } catch (error) {
    // Show no error for a cancelled request.
    if ((error as Error).name === "AbortError") return;
    line.className = "failed";
    line.textContent = (error as Error).message;
  }
}

/**
 * Returns the point at which gaps are computed, and its description: the selected point, the end of the
 * range, or the peak.
 */
function pointOfHoles({ trace, range, moment }: Wanted): readonly [point: string, when: string] {
  if (moment !== null) return [pointOf(trace, moment), `@ ${pointOf(trace, moment)}`];
  if (!range) return ["peak", "at the peak"];
  const last = Math.max(0, range.to - 1);
  return [`#${last}`, `at record ${grouped(String(last))}`];
}

async function addressMap(shell: Shell, wanted: Wanted, source: string, ask: Ask): Promise<HTMLElement> {
  const { trace, range } = wanted;
  // The total number of blocks is known with the trace; that of a range arrives with their positions.
  const known = range ? null : trace.tables.find(({ name }) => name === "allocs")?.rows ?? null;
  const count = known ?? sumOf((await ask(topPlacesQuery(source))).cells[1]!);
  if (count <= MOST_BLOCKS) {
    const { from, to } = range ?? { from: 1, to: trace.events + 1 };
    return await blocksMap(shell, trace, `${source} | where addr is not null`, { from, to }, ask);
  }
  const width = await widthOfRows(source, ask);
  for (let coarser = 1;; coarser *= 4) {
    // Addresses that are far from each other give more ranges than can be drawn, and showing only some of
    // them would be misleading.
    const map = await rowMap(wanted, addressRows(width * coarser), ask);
    if (map) return map;
  }
}

async function blocksMap(
  shell: Shell,
  trace: WireTrace,
  source: string,
  { from, to }: Range,
  ask: Ask,
): Promise<HTMLElement> {
  const names = ["func", "name", "type"].filter((name) => hasColumn(trace, "allocs", name)).slice(0, 1);
  const line = await ask(
    `${source} | sort addr | select addr, size, seq, freed${names.map((name) => `, ${name}`).join("")}`,
  );
  const [addresses, sizes, since, until, who] = line.cells;
  const blocks = addresses!.map((address, at): Block => ({
    addr: BigInt(String(address)),
    size: numberOf(sizes![at]) ?? 0,
    from: numberOf(since![at]) ?? 0,
    to: numberOf(until![at]),
    who: String(who?.[at] ?? ""),
  }));
  const map = new BlockMap(
    "Blocks by address and record: arrows move from block to block, Enter shows its details",
    (seq) => select(shell, { kind: "block", seq: String(seq) }),
  );
  map.show(
    blocks,
    from,
    to,
    `${
      grouped(String(blocks.length))
    } blocks by address, each from its allocation to its end; empty stretches are cut`,
  );
  return map.element;
}

/** Chooses the width of address ranges, so that as many as can be drawn contain blocks. */
async function widthOfRows(source: string, ask: Ask): Promise<number> {
  const found = await ask(topPlacesQuery(source));
  const width = widthOf(found.cells[0]!, found.rowCount);
  if (width !== undefined) return width;
  const counted = await ask(`${source} | summarize pages = distinct(bin(addr, ${PAGE}))`);
  return narrowWidth(PAGE, numberOf(counted.cells[0]![0]) ?? 1);
}

/** How rows are computed from blocks, and how they are described. */
interface RowKind {
  readonly row: string;
  /** A stage that leaves blocks out. */
  readonly stage?: string;
  /** The row of blocks without a value; if absent, they are left out. */
  readonly without?: string;
  readonly label: string;
  /** Capacity of a row in bytes; if absent, unlimited. */
  readonly width?: number;
  words(row: string): string;
  said(rows: number): string;
}

function addressRows(width: number): RowKind {
  return {
    row: rangeOfRow(width),
    label: "Live bytes by address and record: arrows move from cell to cell",
    width,
    words: (row) => row,
    said: (rows) =>
      `${grouped(String(rows))} stretches of ${
        sizeText(width)
      } that have blocks; select a range on the timeline to see single blocks`,
  };
}

/** Rows for pages that have blocks, or for those with the most. */
async function pageRows(source: string, ask: Ask): Promise<RowKind> {
  const { rowCount } = await ask(pagesQuery(source));
  const isPart = rowCount > PAGE_COUNT;
  return {
    row: isPart ? "place" : "page(addr)",
    stage: isPart ? busiestPages(source) : "",
    label: "Live bytes by page and record: arrows move from cell to cell",
    width: PAGE,
    words: (row) => row,
    said: (rows) =>
      isPart
        ? `${grouped(String(rows))} of ${
          grouped(String(rowCount))
        } pages in which blocks begin: those with most blocks`
        : `${grouped(String(rows))} pages in which blocks begin`,
  };
}

const SIZE_ROWS: RowKind = {
  row: "bucket(size)",
  without: NO_CLASS,
  label: "Live bytes by size class and record: arrows move from cell to cell",
  words: (row) => row === NO_CLASS ? "0" : `${sizeText(2 ** Number(row))} –`,
  said: (rows) => `${grouped(String(rows))} size classes, each up to twice its first size`,
};

/**
 * Computes what rows contain at the end of each step: blocks that were allocated minus blocks that were
 * freed. Null if there are too many rows.
 */
async function rowMap(
  { trace, range }: Wanted,
  kind: RowKind,
  ask: Ask,
): Promise<HTMLElement | null> {
  const { from, to } = range ?? { from: 1, to: trace.events + 1 };
  const step = mapStep({ from, to });
  const queries = mapQueries(trace, range, kind);
  const first = Math.floor(from / step);
  const columns = Math.floor((to - 1) / step) - first + 1;
  const changes = new Map<string, Float64Array>();
  const add = (place: DrawnCell | undefined, column: number, blocks: number, bytes: number): void => {
    const name = place === null || place === undefined ? kind.without : String(place);
    if (name === undefined) return;
    let row = changes.get(name);
    if (!row) changes.set(name, row = new Float64Array(columns * 2));
    if (column < 0 || column >= columns) return;
    row[column * 2]! += blocks;
    row[column * 2 + 1]! += bytes;
  };
  // The server runs one query while the page reads the result of another.
  const read = async (query: string, sign: number): Promise<NumbersLine> => {
    const line = await ask(query);
    const [places, steps, blocks, bytes] = line.cells;
    for (let at = 0; at < places!.length; at++) {
      // Skip blocks that stay.
      if (steps![at] === null) continue;
      add(
        places![at],
        Math.floor(Number(steps![at]) / step) - first,
        sign * Number(blocks![at]),
        sign * (numberOf(bytes![at]) ?? 0),
      );
    }
    return line;
  };
  const [came, went, there] = await Promise.all([
    read(queries.came, 1),
    read(queries.went, -1),
    queries.there === null ? null : ask(queries.there),
  ]);
  if (isCut(came) || isCut(went)) return null;
  there?.cells[0]?.forEach((place, at) =>
    add(place, 0, Number(there.cells[1]![at]), numberOf(there.cells[2]![at]) ?? 0)
  );
  const rows = [...changes.keys()].map((name) => [BigInt(name), name] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
  const spots: Spot[] = [];
  // Handles and similar objects have no bytes.
  const hasBytes = [came, there].some((line) => line !== null && sumOf(line.cells.at(-1)!) > 0);
  rows.forEach((name, row) => {
    const found = changes.get(name)!;
    let blocks = 0;
    let bytes = 0;
    for (let column = 0; column < columns; column++) {
      blocks += found[column * 2]!;
      bytes += found[column * 2 + 1]!;
      if (blocks > 0) spots.push({ row, column, value: hasBytes ? bytes : blocks, blocks, bytes });
    }
  });
  const heat = new Heat(kind.label);
  heat.show(
    {
      rows: rows.map((row) => kind.words(row)),
      columns,
      left: `record ${from}`,
      right: String(to - 1),
      spots,
      said: ({ row, column, blocks, bytes = 0 }) =>
        `${kind.words(rows[row]!)}, after record ${grouped(String((first + column + 1) * step - 1))}: ${
          grouped(String(blocks))
        } blocks, ${sizeText(bytes)}${kind.width === undefined ? "" : ` of ${sizeText(kind.width)}`}`,
      scale: scaleOf(spots, hasBytes ? kind.width : undefined, hasBytes),
      hole: kind.width === undefined ? "no block" : "hole",
    },
    spots.length > 0 ? kind.said(rows.length) : "Nothing to draw: no block was live here",
  );
  return heat.element;
}

/** Chooses the scale: the share of its capacity that a row uses, or the amount in it. */
function scaleOf(spots: readonly Spot[], width: number | undefined, hasBytes: boolean): HeatData["scale"] {
  const most = spots.reduce((most, { value }) => Math.max(most, value), 0);
  if (width === undefined) {
    const words = hasBytes ? sizeText : (value: number) => grouped(String(value));
    return { title: hasBytes ? "live bytes" : "live blocks", most, isWhole: true, words };
  }
  return {
    title: `live bytes of ${sizeText(width)}`,
    // Overlapping blocks can have more bytes than the range.
    most: roundShare(Math.min(width, most) / width) * width,
    words: (value) => percentText(value / width),
  };
}

/** Rounds a share up to 1 %, 2 %, 5 %, 10 % and so on, up to 100 %. */
function roundShare(share: number): number {
  return Math.min(1, roundStep(Math.max(share, 1e-3) * 1000) / 1000);
}

function percentText(share: number): string {
  const percent = 100 * share;
  return `${percent < 1 ? percent.toFixed(2) : percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`
    .replace(/\.0+ /, " ");
}

function sumOf(cells: readonly DrawnCell[]): number {
  return cells.reduce((sum: number, cell) => sum + (numberOf(cell) ?? 0), 0);
}

/** Whether rows are missing. */
function isCut({ cells, rowCount }: NumbersLine): boolean {
  return cells[0]!.length < rowCount;
}
