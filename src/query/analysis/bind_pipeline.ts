/**
 * Pipelines: a source, then stage by stage.
 * @module
 */

import type { Pipeline } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { bindMainTable, bindSource } from "./bind_source.ts";
import { bindStage } from "./bind_stage.ts";
import type { Frame, Relation } from "./scope.ts";

/** Binds a pipeline. After a mistake its columns may be unknown, which reports nothing more. */
export function bindPipeline(binder: Binder, node: Pipeline, frame: Frame | null): Relation {
  let relation = node.source === null
    ? bindMainTable(binder, node, frame)
    : bindSource(binder, node.source, frame);
  for (const stage of node.stages) {
    const input = relation;
    relation = bindStage(binder, stage, input, frame);
    binder.observer?.stage(stage, input, relation);
  }
  return relation;
}
