/**
 * New tables out of computed rows.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import { BLOCK_ROWS, sealBlock, type SealOptions } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { StoredColumn } from "../../tables/stored_column.ts";
import {
  type Part,
  pieces,
  readPiece,
  type Relation,
  relationRows,
  type Workspace,
} from "../execution/relation.ts";
import type { PlanColumn } from "../plan/values.ts";

/** How words of a type are sealed. */
export function formOf(type: ColumnType): SealOptions["form"] {
  return type === "i64" ? "i64" : type === "f64" ? "f64" : "u64";
}

/** A stored column out of words and null bytes (0: none is null) in the arena. */
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
    column.push(
      sealBlock(work.arena, { pointer: words + 8 * from, rows, nulls: nullsAt, form: formOf(info.type) }),
    );
  }
  return column;
}

/** A relation of one part without a selection. */
export function relationOf(
  columns: readonly PlanColumn[],
  stored: readonly Column[],
  rowCount: number,
): Relation {
  return { columns, parts: [{ columns: stored, rowCount, selection: { kind: "all" }, source: null }] };
}

/** One column of all parts, as words and null bytes; the caller gives both back. */
export function readAll(
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
      at += piece.count;
    }
  });
  return { words, nulls, someNull };
}

/** The same rows as one part: needed where rows of several traces are put in one order. */
export function flatten(work: Workspace, relation: Relation): Relation {
  if (relation.parts.length === 1) return relation;
  const total = relationRows(relation);
  const stored = relation.columns.map((info, index) => {
    const { words, nulls, someNull } = readAll(
      work,
      relation.parts,
      relation.parts.map((part) => part.columns[index]!),
      total,
    );
    const column = storeWords(work, info, words, someNull ? nulls : 0, total);
    work.give(words, nulls);
    return column;
  });
  return relationOf(relation.columns, stored, total);
}
