/**
 * Pairs of allocating and freeing places, as data: the largest places of each side, the sums of all others,
 * and the tests that find the blocks of a pair. It needs no browser.
 * @module
 */

import type { DrawnCell } from "../src/serve/api_types.ts";
import type { PairKey } from "../src/serve/pair_queries.ts";
import { shortName } from "../src/names/short_name.ts";
import { numberOf } from "./values.ts";

/** One side of a pair: a place, blocks without a name, all other places together, all, or never freed. */
export type PairEnd =
  | { readonly is: "place"; readonly name: string }
  | { readonly is: "nameless" | "others" | "all" | "kept" };

/** The number of blocks, and their bytes. */
export interface PairSum {
  readonly blocks: number;
  readonly bytes: number;
}

/** Rows of an answer: names of both sides, blocks, bytes. */
export interface PairRows {
  readonly cells: readonly (readonly DrawnCell[])[];
}

/** Sums by both sides; the last column and the last row contain the totals. */
export interface Pairs {
  readonly rows: readonly PairEnd[];
  readonly columns: readonly PairEnd[];
  readonly sums: readonly (readonly PairSum[])[];
  /** The names of each side, including those without a row or a column of their own. */
  readonly names: { readonly rows: readonly string[]; readonly columns: readonly string[] };
  /** Whether any freed block names the place that freed it. */
  readonly knowsFreed: boolean;
}

/** Keys of sides that are not places; keys of names begin with another letter. */
const KEPT = "kept";
const NAMELESS = "nameless";

const keyOf = (cell: DrawnCell | undefined): string =>
  cell === null || cell === undefined ? NAMELESS : `=${cell}`;
const endOf = (key: string): PairEnd =>
  key === NAMELESS ? { is: "nameless" } : { is: "place", name: key.slice(1) };

/** The places of one side, numbered in order of appearance, and the sums of each. */
class SideSums {
  readonly keys: string[] = [];
  readonly blocks: number[] = [];
  readonly bytes: number[] = [];
  readonly #numbers = new Map<string, number>();

  /** Adds to the sums of a place; returns its number. */
  add(key: string, blocks: number, bytes: number): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#numbers.set(key, number = this.keys.length);
      this.keys.push(key);
      this.blocks.push(0);
      this.bytes.push(0);
    }
    this.blocks[number]! += blocks;
    this.bytes[number]! += bytes;
    return number;
  }

  /** Returns the numbers of places that have blocks, those with the most bytes first. */
  largest(): number[] {
    const { blocks, bytes } = this;
    return [...blocks.keys()].filter((number) => blocks[number]! > 0)
      .sort((a, b) => bytes[b]! - bytes[a]! || blocks[b]! - blocks[a]!);
  }
}

/** Combines the results of the two queries, with at most this many rows and columns for single places. */
export function pairsOf(found: PairRows, kept: PairRows, most: number): Pairs {
  const [from, to] = [new SideSums(), new SideSums()];
  /** Four numbers per cell: both sides, blocks, bytes. */
  const cells: number[] = [];
  const add = (row: string, column: string, blocks: number, bytes: number): void => {
    cells.push(from.add(row, blocks, bytes), to.add(column, blocks, bytes), blocks, bytes);
  };
  const numbersOf = ({ cells }: PairRows): readonly (readonly number[])[] =>
    cells.slice(-2).map((column) => column.map((cell) => numberOf(cell) ?? 0));
  const [blocks, bytes] = numbersOf(found) as [readonly number[], readonly number[]];
  const [allocated, freed] = found.cells;
  for (let row = 0; row < blocks.length; row++) {
    add(keyOf(allocated![row]), keyOf(freed![row]), blocks[row]!, bytes[row]!);
  }
  // The first query counts blocks that were never freed as freed by an unknown place.
  const [blocksKept, bytesKept] = numbersOf(kept) as [readonly number[], readonly number[]];
  for (let row = 0; row < blocksKept.length; row++) {
    const key = keyOf(kept.cells[0]![row]);
    add(key, NAMELESS, -blocksKept[row]!, -bytesKept[row]!);
    add(key, KEPT, blocksKept[row]!, bytesKept[row]!);
  }
  const largest = [
    from.largest(),
    to.largest().filter((number) => to.keys[number] !== KEPT),
  ] as const;
  const [ownRows, ownColumns] = largest.map((side) => side.slice(0, most)) as [number[], number[]];
  const rows: PairEnd[] = [...withOthers(from, ownRows, largest[0].length), { is: "all" }];
  const columns: PairEnd[] = [
    ...withOthers(to, ownColumns, largest[1].length),
    ...blocksKept.length > 0 ? [{ is: "kept" } as const] : [],
    { is: "all" },
  ];
  const sums = rows.map(() => columns.map(() => ({ blocks: 0, bytes: 0 })));
  const [lastRow, lastColumn] = [rows.length - 1, columns.length - 1];
  const placeOfRow = placesOf(ownRows, from.keys.length, ownRows.length);
  const placeOfColumn = placesOf(ownColumns, to.keys.length, ownColumns.length);
  const keptColumn = to.keys.indexOf(KEPT);
  if (keptColumn >= 0) placeOfColumn[keptColumn] = lastColumn - 1;
  for (let at = 0; at < cells.length; at += 4) {
    const row = placeOfRow[cells[at]!]!, column = placeOfColumn[cells[at + 1]!]!;
    for (const line of [sums[row]!, sums[lastRow]!]) {
      for (const sum of [line[column]!, line[lastColumn]!]) {
        sum.blocks += cells[at + 2]!;
        sum.bytes += cells[at + 3]!;
      }
    }
  }
  const names = (side: SideSums, numbers: readonly number[]): string[] =>
    numbers.flatMap((number) => side.keys[number] === NAMELESS ? [] : [side.keys[number]!.slice(1)]);
  return {
    rows,
    columns,
    sums,
    names: { rows: names(from, largest[0]), columns: names(to, largest[1]) },
    knowsFreed: largest[1].some((number) => to.keys[number] !== NAMELESS),
  };
}

function withOthers(side: SideSums, numbers: readonly number[], count: number): PairEnd[] {
  const own = numbers.map((number) => endOf(side.keys[number]!));
  return count > numbers.length ? [...own, { is: "others" }] : own;
}

/** Maps each place of a side to a line of its own, or to the others. */
function placesOf(numbers: readonly number[], count: number, others: number): number[] {
  const places = new Array<number>(count).fill(others);
  numbers.forEach((number, place) => places[number] = place);
  return places;
}

/** Returns the filter for the blocks of a pair; empty if it includes all blocks. */
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

/** One side, in the form of its tests. */
interface Side {
  readonly written: string;
  readonly ends: readonly PairEnd[];
  readonly all: readonly string[];
  readonly isText: boolean;
}

function sideTest(end: PairEnd, { written, ends, all, isText }: Side): readonly string[] {
  const literal = (name: string): string => isText ? JSON.stringify(name) : name;
  // A name that is also the short form of another one would match both, unless the query marks it as the full
  // name.
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

/** Formats one side of a pair for the address. */
export function endText(end: PairEnd): string {
  return end.is === "place" ? `=${end.name}` : end.is;
}

/** Parses such a text; null if it is invalid. */
export function readEnd(text: unknown): PairEnd | null {
  if (typeof text !== "string") return null;
  if (text.startsWith("=")) return { is: "place", name: text.slice(1) };
  return text === "nameless" || text === "others" || text === "all" || text === "kept" ? { is: text } : null;
}
