/**
 * From a row of a grouped result to the query that gives the rows behind it.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { whereNode } from "../../query/stages/where.ts";
import type { DifferenceNode } from "../../query/sources/differences.ts";
import type { Expression, NamedExpression, Pipeline } from "../../query/syntax/ast.ts";
import {
  allNode,
  comparedNode,
  nameNode,
  pipelineNode,
  through,
  withinNode,
} from "../../query/syntax/build.ts";
import type { QueryOutcome, Session } from "../session.ts";
import { valueOfCell } from "./cell_test.ts";
import { groupedBy, type GroupedQuery, isHarmless, keysOf, measuredBy } from "./grouped.ts";

/** The query for the rows behind a row; null when the result is not grouped in a way that can be undone. */
export function drillQuery(
  { table, pipeline }: Pick<QueryOutcome, "table" | "pipeline">,
  row: number,
  session: Session,
): Pipeline | null {
  const query = groupedBy(pipeline, "by", "timeline", "hist");
  if (!(query?.after ?? pipeline.stages).every(isHarmless)) return null;
  const proposals = query === null
    ? [behindDifference(table, row, pipeline)]
    : behindGroup(table, row, query);
  return proposals.find((each) => each !== null && session.understands(each)) ?? null;
}

/** After a group, a stretch of the trace, or a range of values. */
function behindGroup(table: ResultTable, row: number, { before, stage }: GroupedQuery): (Pipeline | null)[] {
  const keys = keysOf(stage), measured = measuredBy(stage);
  const tests = keys
    ? [keyTests(table, row, keys)]
    : measured
    ? [rangeTest(table, row, measured)]
    : stage.kind === "stage" && stage.keyword === "timeline"
    // A timeline counts records by the first of these that its rows have.
    ? ["seq", "no"].map((record) => rangeTest(table, row, nameNode(record, false)))
    : [];
  return tests.map((test) => test && through(before, whereNode(test)));
}

/** After a row of `diff BEFORE, AFTER by KEYS`: what is there afterwards. */
function behindDifference(table: ResultTable, row: number, { source }: Pipeline): Pipeline | null {
  if (source?.kind !== "source" || source.keyword !== "diff") return null;
  const { after, keys } = source as DifferenceNode;
  const test = keyTests(table, row, keys);
  const rows = after.kind === "pipeline" ? after : pipelineNode(after, []);
  return test && through(rows, whereNode(test));
}

/** The test for the rows of a group; keys are the first columns. */
function keyTests(table: ResultTable, row: number, keys: readonly NamedExpression[]): Expression | null {
  const tests: Expression[] = [];
  for (const [index, key] of keys.entries()) {
    const column = table.columns[index];
    const value = column === undefined ? undefined : valueOfCell(column, table.value(row, index));
    if (value === undefined) return null;
    tests.push(comparedNode(key.value, "==", value));
  }
  return tests.length === 0 ? null : allNode(tests);
}

/** The test for the range that the columns `from` and `to` tell. */
function rangeTest(table: ResultTable, row: number, value: Expression): Expression | null {
  const [from, to] = ["from", "to"].map((name, at) => {
    const column = table.columns[at];
    return column?.name === name ? valueOfCell(column, table.value(row, at)) : undefined;
  });
  if (!from || !to || from.kind === "null" || to.kind === "null") return null;
  return withinNode(value, from, to);
}
