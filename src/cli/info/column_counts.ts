/**
 * Counts how often each value of a column occurs.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { Table } from "../../tables/table.ts";
import type { Column } from "../../tables/column.ts";

const BLOCK_ROWS = 65536;

/** Returns the number of rows for each text in a text column, most frequent first, without nulls. */
export function textCounts(table: Table, name: string): Map<string, number> {
  const { strings } = table.pools;
  const column = table.column(name);
  if (!column || column.type !== "text") return new Map();
  const counts = new Uint32Array(strings.size);
  eachBlock(table, column, (words, nulls, rows) => {
    for (let row = 0; row < rows; row++) if (nulls === null || !nulls[row]) counts[words[2 * row]!]!++;
  });
  const found: [string, number][] = [];
  for (let code = 1; code < counts.length; code++) {
    if (counts[code]! > 0) found.push([strings.text(code) ?? "", counts[code]!]);
  }
  return new Map(found.sort((a, b) => b[1] - a[1]));
}

/** Returns the number of distinct values in a column of any type, without nulls. */
export function distinctCount(table: Table, name: string): number {
  const column = table.column(name);
  if (!column) return 0;
  const codes = distinctWords(table, column.dictionary?.codes ?? column);
  return column.dictionary ? distinctDecoded(table, column.dictionary.values, codes) : codes.size;
}

/** Counts the distinct values of dictionary codes; several codes may stand for the same value. */
function distinctDecoded(table: Table, values: Column, codes: ReadonlySet<number | bigint>): number {
  const { arena } = table.pools;
  const count = codes.size;
  const rows = arena.alloc(count * 4);
  const words = arena.alloc(count * 8);
  const nulls = arena.alloc(count);
  let at = 0;
  for (const code of codes) arena.u32[(rows >>> 2) + at++] = Number(code);
  values.gather(rows, count, words, nulls);
  const seen = new Set<bigint>();
  for (at = 0; at < count; at++) if (!arena.u8[nulls + at]) seen.add(arena.u64[(words >>> 3) + at]!);
  arena.free(rows);
  arena.free(words);
  arena.free(nulls);
  return seen.size;
}

function distinctWords(table: Table, codes: Column): Set<number | bigint> {
  const seen = new Set<number | bigint>();
  eachBlock(table, codes, (words, nulls, rows) => {
    let last = -1;
    for (let row = 0; row < rows; row++) {
      if (nulls?.[row]) continue;
      const low = words[2 * row]!;
      const high = words[2 * row + 1]!;
      // Adjacent values are usually equal, and few need the upper 32 bits.
      if (high === 0) {
        if (low !== last) seen.add(low);
        last = low;
      } else seen.add(joinHalves(low, high));
    }
  });
  return seen;
}

/** Returns whether a row has 0 in a column and one of the `kinds` in the column `kind`. */
export function hasZero(table: Table, name: string, kinds: readonly string[]): boolean {
  const column = table.column(name);
  const kindColumn = table.column("kind");
  if (!column || !kindColumn) return false;
  const { arena, strings } = table.pools;
  const wanted = new Set(kinds.map((kind) => strings.internText(kind)));
  const kindWords = arena.alloc(BLOCK_ROWS * 8);
  const kindNulls = arena.alloc(BLOCK_ROWS);
  let found = false;
  eachBlock(table, column, (words, nulls, rows, block) => {
    let decoded = false;
    for (let row = 0; row < rows && !found; row++) {
      if (words[2 * row] !== 0 || words[2 * row + 1] !== 0 || nulls?.[row]) continue;
      if (!decoded) kindColumn.decode(block, rows, kindWords, kindNulls);
      decoded = true;
      found = wanted.has(arena.u32[(kindWords >>> 2) + 2 * row]!);
    }
  });
  arena.free(kindWords);
  arena.free(kindNulls);
  return found;
}

/** Calls `visit` for each block with its 32-bit words (two per row) and null bytes. */
function eachBlock(
  table: Table,
  column: Column,
  visit: (words: Uint32Array, nulls: Uint8Array | null, rows: number, block: number) => void,
): void {
  const { arena } = table.pools;
  const values = arena.alloc(BLOCK_ROWS * 8);
  const nulls = arena.alloc(BLOCK_ROWS);
  for (let block = 0; block < table.blockCount; block++) {
    const rows = table.blockRows(block);
    const hasNulls = column.decode(block, rows, values, nulls);
    const words = arena.u32.subarray(values >>> 2, (values >>> 2) + 2 * rows);
    visit(words, hasNulls ? arena.u8.subarray(nulls, nulls + rows) : null, rows, block);
  }
  arena.free(values);
  arena.free(nulls);
}
