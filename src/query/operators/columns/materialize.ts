/**
 * New tables from computed rows.
 * @module
 */

import { BLOCK_ROWS, blockKernels, sealBlock } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import { StoredColumn } from "../../../tables/stored_column.ts";
import {
  type Part,
  pieces,
  readPiece,
  type Relation,
  relationRows,
  type Workspace,
} from "../../execution/relation.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "./column_filler.ts";
import type { Steps } from "../operator.ts";
import { sealWords } from "./seal_words.ts";

/** A stored column from words and null bytes (0: none is null) in the arena. */
export function storeWords(
  work: Workspace,
  info: PlanColumn,
  words: number,
  nulls: number,
  count: number,
): StoredColumn {
  const column = new StoredColumn(info, work.arena);
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    const rows = Math.min(BLOCK_ROWS, count - from);
    work.check();
    const nullsAt = nulls ? nulls + from : 0;
    column.push(sealWords(work, info, words + 8 * from, nullsAt, rows));
  }
  return column;
}

/** Describes a column of row numbers or other 32-bit numbers. */
export const ROW_NUMBER_COLUMN: PlanColumn = { name: "", type: "u32", display: "plain" };

/** A stored column from 32-bit numbers in the arena. */
export function storeNumbers(
  work: Workspace,
  info: PlanColumn,
  numbers: number,
  count: number,
): StoredColumn {
  const column = new StoredColumn(info, work.arena);
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    work.check();
    const rows = Math.min(BLOCK_ROWS, count - from);
    column.push(sealBlock(work.arena, { pointer: numbers + 4 * from, rows, nulls: 0, form: "u32" }));
  }
  return column;
}

/** Writes the row numbers in a column to a list (u32). */
export function* writeRowNumbers(work: Workspace, column: Column, count: number, to: number): Steps<void> {
  const words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    yield;
    const n = Math.min(BLOCK_ROWS, count - from);
    column.decode(from / BLOCK_ROWS, n, words, nulls);
    blockKernels(work.arena).toRows(words, 0, n, to + 4 * from);
  }
  work.give(words, nulls);
}

/** A relation of one part without a selection. */
export function relationOf(
  columns: readonly PlanColumn[],
  stored: readonly Column[],
  rowCount: number,
): Relation {
  return { columns, parts: [{ columns: stored, rowCount, selection: { kind: "all" }, source: null }] };
}

/** Reads one column of all parts, as words and null bytes; the caller frees both. */
export function readWholeColumn(
  work: Workspace,
  parts: readonly Part[],
  columns: readonly Column[],
  total: number,
): { words: number; nulls: number; someNull: boolean } {
  const words = work.take(total * 8);
  const nulls = work.takeZeroed(total);
  let at = 0;
  let someNull = false;
  parts.forEach((part, index) => {
    for (const piece of pieces(work, part)) {
      if (readPiece(columns[index]!, piece, words + 8 * at, nulls + at)) someNull = true;
      // A test on text may have set null bytes although all its results are known, so they are cleared.
      else work.arena.u8.fill(0, nulls + at, nulls + at + piece.count);
      at += piece.count;
    }
  });
  return { words, nulls, someNull };
}

/** Copies the rows of all parts into one part, to put rows of several traces into one order. */
export function flatten(work: Workspace, relation: Relation): Relation {
  if (relation.parts.length === 1) return relation;
  const words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  const stored = relation.columns.map((info, index) => {
    const filler = new ColumnFiller(work, info);
    // Readable form: for each row, read the value and append it.
    for (const part of relation.parts) {
      for (const piece of pieces(work, part)) {
        filler.add(words, readPiece(part.columns[index]!, piece, words, nulls), piece.count);
      }
    }
    return filler.finish();
  });
  work.give(words, nulls);
  return relationOf(relation.columns, stored, relationRows(relation));
}
