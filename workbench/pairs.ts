/**
 * Who frees what whom, as data: the largest places that allocate and that free, what all the others have, and the tests
 * that find the blocks of a pair again. Without a browser.
 * @module
 */

import type { DrawnCell } from "../src/serve/api_types.ts";
import type { PairKey } from "../src/serve/pair_queries.ts";
import { shortName } from "../src/names/short_name.ts";
import { numberOf } from "./values.ts";

/** One side of a pair: a place, those without a name, the others together, all; or no end at all. */
export type PairEnd =
  | { readonly is: "place"; readonly name: string }
  | { readonly is: "nameless" | "others" | "all" | "kept" };

/** How many blocks, and their bytes. */
export interface PairSum {
  readonly blocks: number;
  readonly bytes: number;
}

/** Rows of an answer: names of ends, blocks, bytes. */
export interface PairRows {
  readonly cells: readonly (readonly DrawnCell[])[];
}

/** Sums by both ends: the last column is that of all, and so is the last row. */
export interface Pairs {
  readonly rows: readonly PairEnd[];
  readonly columns: readonly PairEnd[];
  readonly sums: readonly (readonly PairSum[])[];
  /** The names of each side, those without a row or a column of their own among them. */
  readonly names: { readonly rows: readonly string[]; readonly columns: readonly string[] };
  /** Whether any block that was freed names who freed it. */
  readonly knowsFreed: boolean;
}

const NONE: PairSum = { blocks: 0, bytes: 0 };
/** Keys of the ends that are no places; names begin with another letter. */
const KEPT = "kept";
const NAMELESS = "nameless";

type Totals = Map<string, PairSum>;

const keyOf = (cell: DrawnCell | undefined): string =>
  cell === null || cell === undefined ? NAMELESS : `=${cell}`;
const endOf = (key: string): PairEnd =>
  key === NAMELESS ? { is: "nameless" } : { is: "place", name: key.slice(1) };

/** What the two questions found, with at most so many rows and columns for single places. */
export function pairsOf(found: PairRows, kept: PairRows, most: number): Pairs {
  const cells = new Map<string, Totals>();
  const add = (row: string, column: string, blocks: number, bytes: number): void => {
    let totals = cells.get(row);
    if (!totals) cells.set(row, totals = new Map());
    const { blocks: some, bytes: size } = totals.get(column) ?? NONE;
    totals.set(column, { blocks: some + blocks, bytes: size + bytes });
  };
  eachRow(found, (names, blocks, bytes) => add(keyOf(names[0]), keyOf(names[1]), blocks, bytes));
  // Blocks that were never freed are among those of which nobody knows who freed them.
  eachRow(kept, ([name], blocks, bytes) => {
    add(keyOf(name), NAMELESS, -blocks, -bytes);
    add(keyOf(name), KEPT, blocks, bytes);
  });
  const columnTotals: Totals = new Map();
  const rowTotals: Totals = new Map();
  for (const [row, totals] of cells) {
    for (const [column, { blocks, bytes }] of totals) {
      if (blocks === 0) continue;
      for (const [into, key] of [[rowTotals, row], [columnTotals, column]] as const) {
        const { blocks: some, bytes: size } = into.get(key) ?? NONE;
        into.set(key, { blocks: some + blocks, bytes: size + bytes });
      }
    }
  }
  const hasKept = columnTotals.delete(KEPT);
  const [ownRows, ownColumns] = [largest(rowTotals, most), largest(columnTotals, most)];
  const rows = withOthers(ownRows, rowTotals.size);
  const columns = [
    ...withOthers(ownColumns, columnTotals.size),
    ...hasKept ? [{ is: "kept" } as const] : [],
    { is: "all" } as const,
  ];
  rows.push({ is: "all" });
  const sums = rows.map(() => columns.map(() => ({ blocks: 0, bytes: 0 })));
  const [placeOfRow, placeOfColumn] = [placesOf(ownRows), placesOf(ownColumns)];
  const [lastRow, lastColumn] = [rows.length - 1, columns.length - 1];
  for (const [rowKey, totals] of cells) {
    const row = placeOfRow.get(rowKey) ?? ownRows.length;
    for (const [columnKey, { blocks, bytes }] of totals) {
      const column = columnKey === KEPT ? lastColumn - 1 : placeOfColumn.get(columnKey) ?? ownColumns.length;
      if (blocks === 0) continue;
      for (
        const each of [
          sums[row]![column]!,
          sums[row]![lastColumn]!,
          sums[lastRow]![column]!,
          sums[lastRow]![lastColumn]!,
        ]
      ) {
        each.blocks += blocks;
        each.bytes += bytes;
      }
    }
  }
  return {
    rows,
    columns,
    sums,
    names: { rows: namesOf(rowTotals), columns: namesOf(columnTotals) },
    knowsFreed: [...columnTotals.keys()].some((key) => key !== NAMELESS),
  };
}

function eachRow(
  { cells }: PairRows,
  take: (names: readonly (DrawnCell | undefined)[], blocks: number, bytes: number) => void,
): void {
  const names = cells.length - 2;
  const [blocks, bytes] = [cells[names]!, cells[names + 1]!];
  blocks.forEach((count, row) =>
    take(cells.slice(0, names).map((each) => each[row]), numberOf(count) ?? 0, numberOf(bytes[row]) ?? 0)
  );
}

function largest(totals: Totals, most: number): readonly string[] {
  return [...totals].sort(([, a], [, b]) => b.bytes - a.bytes || b.blocks - a.blocks).slice(0, most)
    .map(([key]) => key);
}

function withOthers(keys: readonly string[], count: number): PairEnd[] {
  return [...keys.map(endOf), ...count > keys.length ? [{ is: "others" } as const] : []];
}

function namesOf(totals: Totals): readonly string[] {
  return [...totals.keys()].flatMap((key) => key === NAMELESS ? [] : [key.slice(1)]);
}

function placesOf(keys: readonly string[]): ReadonlyMap<string, number> {
  return new Map(keys.map((key, at) => [key, at]));
}

/** The filter for the blocks of a pair; empty where it is all of them. */
export function pairTest(
  { rows, columns, names }: Pick<Pairs, "rows" | "columns" | "names">,
  { allocated, freed, name }: PairKey,
  [from, to]: readonly [PairEnd, PairEnd],
): string {
  const test = (
    end: PairEnd,
    written: string,
    ends: readonly PairEnd[],
    all: readonly string[],
  ): readonly string[] => sideTest(end, { written, ends, all, isText: name !== "thread" });
  const tests = [
    ...test(from, allocated, rows, names.rows),
    ...to.is === "nameless" || to.is === "others" ? ["freed is not null"] : [],
    ...test(to, freed, columns, names.columns),
  ];
  return tests.length === 0 ? "" : ` | where ${tests.join(" and ")}`;
}

/** One side of a picture, as its tests are written. */
interface Side {
  readonly written: string;
  readonly ends: readonly PairEnd[];
  readonly all: readonly string[];
  readonly isText: boolean;
}

function sideTest(end: PairEnd, { written, ends, all, isText }: Side): readonly string[] {
  const literal = (name: string): string => isText ? JSON.stringify(name) : name;
  // A name that is also short for another one finds both, unless the query says that it is the full one.
  const exact = (found: readonly string[]): string =>
    isText && all.some((other) => !found.includes(other) && found.includes(shortName(other)))
      ? `full(${written})`
      : written;
  switch (end.is) {
    case "place":
      return [`${exact([end.name])} == ${literal(end.name)}`];
    case "nameless":
      return [`${written} is null`];
    case "others": {
      const names = ends.flatMap((each) => each.is === "place" ? [each.name] : []);
      return [
        ...names.length === 0 ? [] : [`not (${exact(names)} in {${names.map(literal).join(", ")}})`],
        ...ends.some((each) => each.is === "nameless") ? [`${written} is not null`] : [],
      ];
    }
    case "kept":
      return ["freed is null"];
    case "all":
      return [];
  }
}

/** An end as a text of the address. */
export function endText(end: PairEnd): string {
  return end.is === "place" ? `=${end.name}` : end.is;
}

/** The end of such a text; null where it is none. */
export function readEnd(text: unknown): PairEnd | null {
  if (typeof text !== "string") return null;
  if (text.startsWith("=")) return { is: "place", name: text.slice(1) };
  return text === "nameless" || text === "others" || text === "all" || text === "kept" ? { is: text } : null;
}
