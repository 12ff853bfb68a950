/**
 * Rows with short function names: for display only, never for exports or keys.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultTable } from "../base/result_table.ts";
import { hasFunctionNames } from "../names/function_columns.ts";
import { shortFrames, shortName } from "../names/short_name.ts";

/** Full or short function names. */
export type NameStyle = "full" | "short";

/** Names are made unique among this many rows, the maximum that a pager shows. */
const TOLD_APART = SHOW_LIMITS.pagerRows.most;
/** A table with short function names; the table itself if it has no such column. */
export function withShortNames(table: ResultTable): ResultTable {
  const names = table.columns.map((column, at) =>
    !hasFunctionNames(column)
      ? undefined
      : column.display === "functions"
      ? remembered(shortFrames)
      : shownNames(table, at)
  );
  if (names.every((each) => each === undefined)) return table;
  return {
    columns: table.columns,
    rowCount: table.rowCount,
    value(row, column) {
      const value = table.value(row, column);
      const shown = names[column];
      return shown === undefined || typeof value !== "string" ? value : shown(value);
    },
  };
}

/**
 * The short names of a column, computed when the first one is shown. Names with the same short form retain
 * the part in which they differ.
 */
function shownNames(table: ResultTable, column: number): (name: string) => string {
  let known: ReadonlyMap<string, string> | undefined;
  const others = remembered(shortName);
  return (name) => {
    known ??= disambiguated(firstNames(table, column));
    return known.get(name) ?? others(name);
  };
}

function firstNames(table: ResultTable, column: number): Set<string> {
  const names = new Set<string>();
  const count = Math.min(table.rowCount, TOLD_APART);
  for (let row = 0; row < count; row++) {
    const value = table.value(row, column);
    if (typeof value === "string") names.add(value);
  }
  return names;
}

/**
 * The displayed form of each name: short if that is unique, otherwise with its arguments or template
 * arguments, or in full.
 */
function disambiguated(names: Iterable<string>): Map<string, string> {
  const shown = new Map<string, string>();
  for (const [short, alike] of groups(names, (name) => shortName(name))) {
    if (alike.length === 1) shown.set(alike[0]!, short);
    else tellApart(alike, shown);
  }
  return shown;
}

/**
 * Distinguishes names whose short forms are equal: retains the part that makes more of them unique, or the
 * shorter one if both do.
 */
function tellApart(names: readonly string[], shown: Map<string, string>): void {
  const tries = (["parameters", "arguments"] as const).map((length) => {
    const all = groups(names, (name) => shortName(name, length));
    const single = [...all].filter(([, same]) => same.length === 1);
    return { length, single: single.length, letters: single.reduce((sum, [text]) => sum + text.length, 0) };
  }).sort((left, right) => right.single - left.single || left.letters - right.letters);
  let alike: readonly string[] = names;
  for (const length of [...tries.map((each) => each.length), "whole"] as const) {
    const left: string[] = [];
    for (const [text, same] of groups(alike, (name) => shortName(name, length))) {
      if (same.length === 1) shown.set(same[0]!, text);
      else left.push(...same);
    }
    alike = left;
  }
}

function groups(names: Iterable<string>, shownAs: (name: string) => string): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const name of names) {
    const short = shownAs(name);
    const list = all.get(short);
    if (list) list.push(name);
    else all.set(short, [name]);
  }
  return all;
}

/** Caches a function of texts. */
function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let made = known.get(text);
    if (made === undefined) known.set(text, made = make(text));
    return made;
  };
}

/** The table as it is displayed: as the user chose, and by default with short names in modes for reading. */
export function tableAsDisplayed(
  table: ResultTable,
  names: NameStyle | undefined,
  mode: { readonly isForDisplay?: true },
): ResultTable {
  return (names ?? (mode.isForDisplay ? "short" : "full")) === "short" ? withShortNames(table) : table;
}
