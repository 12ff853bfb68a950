/**
 * Drill-down from a row: to the rows of a group, the life of a block, its stack, or its source line.
 * @module
 */

import type { ResultTable, ResultValue } from "../../base/result_table.ts";
import { parsePipeline, printTree } from "../../language/script.ts";
import { whereNode } from "../../query/stages/where.ts";
import type { Pipeline } from "../../query/syntax/ast.ts";
import {
  equalityNode,
  nameNode,
  pipelineNode,
  tableNode,
  withStages,
} from "../../query/syntax/build_nodes.ts";
import { sameTree } from "../../query/syntax/walk.ts";
import type { QueryOutcome, Session } from "../session.ts";
import { valueOfCell } from "./cell_test.ts";
import { drillQuery } from "./drill_query.ts";

/** A kind of view that opens for a row. */
type Behind =
  | { readonly kind: "query"; readonly query: string }
  | { readonly kind: "source"; readonly file: string; readonly line: number };

/** The stages from an event to the frames of its backtrace. */
const FRAMES = "unwind | select level, func, file, line, module, addr";

/** Returns the queries that Enter opens for a row, best first; the first one that has rows is shown. */
export function queriesForRow(
  outcome: Pick<QueryOutcome, "table" | "pipeline">,
  row: number,
  session: Session,
): Behind[] {
  const { table, pipeline } = outcome;
  const cell = (name: string): ResultValue => valueOf(table, row, name);
  const found: Behind[] = [];
  const propose = (query: Pipeline | null): void => {
    if (query !== null && !sameTree(query, pipeline) && session.understands(query)) {
      found.push({ kind: "query", query: printTree(query) });
    }
  };
  propose(drillQuery(outcome, row, session));
  const of = traceOf(cell("trace"), session);
  const having = (source: string, column: string): Pipeline | null => {
    const at = table.columns.findIndex(({ name }) => name === column);
    const value = at < 0 ? undefined : valueOfCell(table.columns[at]!, table.value(row, at));
    if (value === undefined || value.kind === "null") return null;
    const test = equalityNode(nameNode(column, false), "==", value);
    return pipelineNode(tableNode(source, of), [whereNode(test)]);
  };
  const isFrame = table.columns.some(({ name }) => name === "level");
  if (!isFrame) {
    const life = having("events", "alloc");
    if (life !== null && !beginsWith(pipeline, life)) propose(life);
    const event = cell("stack") === null ? null : having("events", "seq");
    if (event !== null) propose(withStages(event, ...parsePipeline(FRAMES)!.stages));
    if (table.columns.some(({ name }) => name === "entry")) propose(having("args", "no"));
  }
  const [file, line] = [cell("file"), cell("line")];
  if (typeof file === "string" && line !== null && Number(line) > 0) {
    found.push({ kind: "source", file, line: Number(line) });
  }
  return found;
}

/** Whether a query continues another one. */
function beginsWith({ source, stages }: Pipeline, start: Pipeline): boolean {
  return sameTree(pipelineNode(source, stages.slice(0, start.stages.length)), start);
}

/** The trace that a row names; null if the result has no such column or only one trace is open. */
function traceOf(trace: ResultValue, { traces }: Session): string | null {
  return traces.length < 2 || typeof trace !== "string" ? null : trace;
}

/** A cell by column name; null if there is no such column. */
function valueOf(table: ResultTable, row: number, name: string): ResultValue {
  const column = table.columns.findIndex((each) => each.name === name);
  return column < 0 ? null : table.value(row, column);
}
