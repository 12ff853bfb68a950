/**
 * Builds the query for the rows behind a row of a grouped result.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { whereNode } from "../../query/stages/where.ts";
import type { DifferenceNode } from "../../query/sources/differences.ts";
import type { Expression, NamedExpression, Pipeline } from "../../query/syntax/ast.ts";
import {
  conjunctionNode,
  nameNode,
  pipelineNode,
  rangeTestNode,
  withStages,
} from "../../query/syntax/build_nodes.ts";
import type { QueryOutcome, Session } from "../session.ts";
import { cellTest, valueOfCell } from "./cell_test.ts";
import { groupedBy, type GroupedQuery, histogramValue, keysOf, preservesGrouping } from "./grouped.ts";

/**
 * Returns the query for the rows behind a row; null if the result is not grouped in a way that can be undone.
 */
export function drillQuery(
  { table, pipeline }: Pick<QueryOutcome, "table" | "pipeline">,
  row: number,
  session: Session,
): Pipeline | null {
  const query = groupedBy(pipeline, "by", "timeline", "hist");
  if (!(query?.after ?? pipeline.stages).every(preservesGrouping)) return null;
  const proposals = query === null
    ? [behindDifference({ table, row, session }, pipeline)]
    : behindGroup({ table, row, session }, query);
  return proposals.find((each) => each !== null && session.understands(each)) ?? null;
}

/** A row of a result. */
interface GroupRow {
  readonly table: ResultTable;
  readonly row: number;
  readonly session: Session;
}

/** Queries for the rows of a group, a part of the trace, or a range of values. */
function behindGroup(
  { table, row, session }: GroupRow,
  { before, stage }: GroupedQuery,
): (Pipeline | null)[] {
  const keys = keysOf(stage), measured = histogramValue(stage);
  const tests = keys
    ? [keyTests({ table, row, session }, keys)]
    : measured
    ? [rangeTest(table, row, measured)]
    : stage.kind === "stage" && stage.keyword === "timeline"
    // A timeline counts records by the first of these columns that its rows have.
    ? ["seq", "no"].map((record) => rangeTest(table, row, nameNode(record, false)))
    : [];
  return tests.map((test) => test && withStages(before, whereNode(test)));
}

/** For a row of `diff BEFORE, AFTER by KEYS`: the rows in AFTER. */
function behindDifference({ table, row, session }: GroupRow, { source }: Pipeline): Pipeline | null {
  if (source?.kind !== "source" || source.keyword !== "diff") return null;
  const { after, keys } = source as DifferenceNode;
  const test = keyTests({ table, row, session }, keys);
  const rows = after.kind === "pipeline" ? after : pipelineNode(after, []);
  return test && withStages(rows, whereNode(test));
}

/** The predicate for the rows of a group; keys are the first columns. */
function keyTests(
  { table, row, session }: GroupRow,
  keys: readonly NamedExpression[],
): Expression | null {
  const tests: Expression[] = [];
  for (const [index, key] of keys.entries()) {
    const column = table.columns[index];
    const value = column === undefined ? undefined : valueOfCell(column, table.value(row, index));
    if (value === undefined) return null;
    tests.push(cellTest({ node: key.value, column: column!, session }, "==", value));
  }
  return tests.length === 0 ? null : conjunctionNode(tests);
}

/** The predicate for the range in the columns `from` and `to`. */
function rangeTest(table: ResultTable, row: number, value: Expression): Expression | null {
  const [from, to] = ["from", "to"].map((name, at) => {
    const column = table.columns[at];
    return column?.name === name ? valueOfCell(column, table.value(row, at)) : undefined;
  });
  if (!from || !to || from.kind === "null" || to.kind === "null") return null;
  return rangeTestNode(value, from, to);
}
