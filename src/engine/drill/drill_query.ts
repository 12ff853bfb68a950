/**
 * From a row of a grouped result to the query that gives the rows behind it.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import type { QueryOutcome, Session } from "../session.ts";
import { isValue, literal } from "./cell_test.ts";
import { splitAt, splitStages } from "./split_stages.ts";

/** Stages after grouping that leave its columns alone. */
const HARMLESS = /^(sort|top|take|skip|tail|sample|where)\b/i;

/** The query for the rows behind a row; null when the result is not grouped in a way that can be undone. */
export function drillQuery({ table, text }: QueryOutcome, row: number, session: Session): string | null {
  const stages = splitStages(text);
  const at = stages.findIndex((stage) => /^(by|timeline|hist)\b/i.test(stage));
  const from = at < 0 ? 0 : at;
  if (!stages.slice(from + 1).every((stage) => HARMLESS.test(stage))) return null;
  if (at < 0) return runnable(session, behindDifference(table, row, stages[0]!));
  // A timeline counts records by the first of these that its rows have.
  return runnable(session, behindStage(table, row, stages, at, "seq")) ??
    runnable(session, behindStage(table, row, stages, at, "no"));
}

function runnable(session: Session, query: string | null): string | null {
  return query !== null && runs(session, query) ? query : null;
}

/** After a group, a stretch of the trace, or a range of values. */
function behindStage(
  table: ResultTable,
  row: number,
  stages: readonly string[],
  at: number,
  record: string,
): string | null {
  const stage = stages[at]!;
  const before = stages.slice(0, at);
  const value = /^timeline\b/i.test(stage) ? record : /^hist\s+(.+?)(?:\s+bins\s.*)?$/is.exec(stage)?.[1];
  const test = value === undefined
    ? keyTests(table, row, splitAt(stage.replace(/^by\s+/i, ""), ":")[0] ?? "")
    : rangeTest(table, row, value);
  return test === null ? null : [...before, `where ${test}`].join(" | ");
}

/** After a row of `diff BEFORE, AFTER by KEYS`: what is there afterwards. */
function behindDifference(table: ResultTable, row: number, stage: string): string | null {
  const [, sources, keys] = /^diff\s+(.+)\s+by\s+(.+)$/is.exec(stage) ?? [];
  const after = sources === undefined ? undefined : splitAt(sources, ",")[1];
  const test = after === undefined ? null : keyTests(table, row, keys!);
  return test === null ? null : `${after!.replace(/^\((.*)\)$/s, "$1")} | where ${test}`;
}

/** Tests that hold for the rows of a group; keys are the first columns. */
function keyTests(table: ResultTable, row: number, keyList: string): string | null {
  const tests: string[] = [];
  for (const [index, key] of splitAt(keyList, ",").entries()) {
    const column = table.columns[index];
    const value = column === undefined ? undefined : literal(column, table.value(row, index));
    if (value === undefined) return null;
    const expr = /^[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)\s*(.+)$/su.exec(key)?.[1] ?? key;
    tests.push(isValue(expr, value));
  }
  return tests.join(" and ");
}

/** The test for a range that the columns `from` and `to` tell. */
function rangeTest(table: ResultTable, row: number, value: string): string | null {
  const edges = ["from", "to"].map((name, at) => {
    const column = table.columns[at];
    return column?.name === name ? literal(column, table.value(row, at)) : undefined;
  });
  if (edges.some((edge) => edge === undefined || edge === "null")) return null;
  return `${value} in ${edges[0]}..${edges[1]}`;
}

/** Whether a proposal would be understood. */
export function runs(session: Session, query: string): boolean {
  try {
    session.prepare(query);
    return true;
  } catch {
    return false;
  }
}
