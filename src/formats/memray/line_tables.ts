/**
 * CPython's line tables, in the three encodings it has used: which line an instruction belongs to.
 * @module
 */

import { binarySearch } from "../../base/binary_search.ts";

/** Python versions, encoded as in the header. */
const PYTHON_310 = 0x030a0000;
const PYTHON_311 = 0x030b0000;
/** Stands for code that belongs to no line. */
const NO_LINE = 0;
/** The line difference that means "no line" in 3.10. */
const NONE_310 = -128;
/** Entry codes, from 3.11 on. */
enum Entry {
  OneLine = 10,
  NoColumns = 13,
  Long = 14,
  None = 15,
}

/** A decoded line table: ranges of code and their lines. */
export interface LineTable {
  /** Exclusive end of each range, ascending. */
  readonly ends: readonly number[];
  /** Line of each range; 0 = none. */
  readonly lines: readonly number[];
  /** Line of the code after the last range. */
  readonly last: number;
}

/** Decodes a line table; `first` is the first line of the code object. */
export function readLineTable(python: number, table: Uint8Array, first: number): LineTable {
  if (python >= PYTHON_311) return readLocations(table, first);
  return python >= PYTHON_310 ? readRanges(table, first) : readPairs(table, first);
}

/** The line of the instruction at a record's offset; 0 = none. */
export function lineAt(python: number, table: LineTable, offset: number): number {
  if (offset < 0) return NO_LINE;
  const at = python >= PYTHON_311 ? Math.floor(offset / 2) : python >= PYTHON_310 ? 2 * offset : offset;
  const place = binarySearch(table.ends.length, (each) => table.ends[each]! > at);
  return Math.max(place < table.ends.length ? table.lines[place]! : table.last, NO_LINE);
}

/** Decodes the table of 3.11 and later, whose entries count code units of two bytes. */
function readLocations(table: Uint8Array, first: number): LineTable {
  const ends: number[] = [], lines: number[] = [];
  let at = 0, line = first, units = 0;
  const number = (): number => {
    let value = 0, shift = 0, byte = 64;
    while (byte & 64) {
      byte = table[at++] ?? 0;
      value |= (byte & 63) << shift;
      shift += 6;
    }
    return value >>> 0;
  };
  while (at < table.length) {
    const head = table[at++]!;
    const code = head >>> 3 & 15;
    if (code >= Entry.NoColumns && code < Entry.None) {
      const change = number();
      line += change & 1 ? -(change >>> 1) : change >>> 1;
      if (code === Entry.Long) { for (let skipped = 0; skipped < 3; skipped++) number(); }
    } else if (code < Entry.OneLine) at++;
    else if (code < Entry.NoColumns) {
      line += code - Entry.OneLine;
      at += 2;
    }
    ends.push(units += (head & 7) + 1);
    lines.push(code === Entry.None ? NO_LINE : line);
  }
  return { ends, lines, last: NO_LINE };
}

/** Decodes the table of 3.10, where a pair gives the line of its own range. */
function readRanges(table: Uint8Array, first: number): LineTable {
  const ends: number[] = [], lines: number[] = [];
  let line = first, end = 0;
  for (let at = 0; at + 1 < table.length; at += 2) {
    const change = table[at + 1]! << 24 >> 24;
    if (change !== NONE_310) line += change;
    end += table[at]!;
    if (table[at] === 0) continue;
    ends.push(end);
    lines.push(change === NONE_310 ? NO_LINE : line);
  }
  return { ends, lines, last: table.length === 0 ? NO_LINE : line };
}

/** Decodes the table of 3.9 and earlier, where the line of a pair applies to the code after it. */
function readPairs(table: Uint8Array, first: number): LineTable {
  const ends: number[] = [], lines: number[] = [];
  let line = first, end = 0;
  for (let at = 0; at + 1 < table.length; at += 2) {
    end += table[at]!;
    if (table[at]! > 0) {
      ends.push(end);
      lines.push(line);
    }
    line += table[at + 1]! << 24 >> 24;
  }
  return { ends, lines, last: table.length === 0 ? NO_LINE : line };
}
