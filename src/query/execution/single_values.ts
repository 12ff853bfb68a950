/**
 * Reads values from the rows of another query.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import type { Plan } from "../plan/plan.ts";
import type { Constant } from "../plan/values.ts";
import type { RunContext } from "./context.ts";
import { type Part, pieces, readPiece, type Relation } from "./relation.ts";
import { toConstant } from "./column_words.ts";

/** The distinct values of the first column. */
export function readFirstColumn(context: RunContext, plan: Plan): Constant[] {
  const relation = context.run(plan);
  const result = new Set<Constant>();
  for (const value of readColumn(context, relation, 0)) result.add(value);
  return [...result];
}

/** The first value of the first row; null if there is none. */
export function readSingle(context: RunContext, relation: Relation): Constant {
  for (const value of readColumn(context, relation, 0)) return value;
  return null;
}

/** The values of one column in order. */
export function readColumn(context: RunContext, { parts }: Relation, index: number): Generator<Constant> {
  return readParts(context, parts, parts.map(({ columns }) => columns[index]!));
}

/** The values of one column of each part in order. */
export function* readParts(
  context: RunContext,
  parts: readonly Part[],
  columns: readonly Column[],
): Generator<Constant> {
  const { pools } = context.work;
  for (const [at, part] of parts.entries()) {
    const column = columns[at]!;
    for (const word of readWords(context, part, column)) {
      yield word === null ? null : toConstant(word, column.type, pools);
    }
  }
}

/** The words of a column in order; null for nulls. */
export function* readWords({ work }: RunContext, part: Part, column: Column): Generator<bigint | null> {
  const values = work.take(65536 * 8);
  const nulls = work.take(65536);
  for (const piece of pieces(work, part)) {
    const nullsAt = readPiece(column, piece, values, nulls);
    for (let at = 0; at < piece.count; at++) {
      work.tick(1);
      yield nullsAt && work.arena.u8[nullsAt + at] ? null : work.arena.u64[(values >>> 3) + at]!;
    }
  }
  work.give(values, nulls);
}
