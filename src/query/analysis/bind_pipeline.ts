/**
 * Pipelines: a source, then stage by stage.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Pipeline, Stage } from "../syntax/ast.ts";
import { bindMainTable } from "./bind_source.ts";
import type { Binder } from "./binder.ts";
import { type Frame, openRelation, type Relation } from "./scope.ts";

/** Columns that rows may have, and a stage may name: each stage has a list of its own. */
const MAX_COLUMNS = QUERY_LIMITS.columns.most;

/** Binds a pipeline. After a mistake its columns may be unknown, which reports nothing more. */
export function bindPipeline(binder: Binder, node: Pipeline, frame: Frame | null): Relation {
  let relation = node.source === null
    ? bindMainTable(binder, node, frame)
    : binder.source(node.source, frame);
  for (const stage of node.stages) {
    const input = relation;
    relation = bindWithin(binder, stage, input, frame);
    binder.observer?.stage(stage, input, relation);
  }
  return relation;
}

/** Binds a stage, unless it has too many columns; then nothing is known of its rows. */
function bindWithin(binder: Binder, stage: Stage, input: Relation, frame: Frame | null): Relation {
  const lists: unknown[][] = Object.values(stage).filter(Array.isArray);
  const named = Math.max(0, ...lists.map(({ length }) => length));
  const relation = named > MAX_COLUMNS ? null : binder.stage(stage, input, frame);
  const count = relation === null ? named : relation.plan.columns.length;
  if (relation !== null && count <= MAX_COLUMNS) return relation;
  const message = `Stage has ${count} columns, the limit is ${MAX_COLUMNS}`;
  binder.report("Q228", message, stage, { frame }, "select the ones you need");
  return openRelation(stage.span);
}
