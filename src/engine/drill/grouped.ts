/**
 * Finds what a query groups by, if later stages leave those columns unchanged.
 * @module
 */

import type { ByNode } from "../../query/stages/by.ts";
import type { HistNode } from "../../query/stages/hist.ts";
import type { NamedExpression, Pipeline, Stage } from "../../query/syntax/ast.ts";
import { pipelineNode } from "../../query/syntax/build_nodes.ts";

/** Stages that leave the columns of a grouping unchanged. */
const HARMLESS: ReadonlySet<string> = new Set(["sort", "top", "take", "skip", "tail", "sample", "where"]);

/** Whether a stage leaves the columns of a grouping unchanged. */
export function preservesGrouping(stage: Stage): boolean {
  return stage.kind === "stage" && HARMLESS.has(stage.keyword);
}

/** A pipeline, split at the stage that groups. */
export interface GroupedQuery {
  /** The rows that are grouped. */
  readonly before: Pipeline;
  readonly stage: Stage;
  readonly after: readonly Stage[];
}

/** Splits a pipeline at the first of these stages; null if it has none. */
export function groupedBy({ source, stages }: Pipeline, ...keywords: readonly string[]): GroupedQuery | null {
  const at = stages.findIndex((stage) => stage.kind === "stage" && keywords.includes(stage.keyword));
  if (at < 0) return null;
  return {
    before: pipelineNode(source, stages.slice(0, at)),
    stage: stages[at]!,
    after: stages.slice(at + 1),
  };
}

/** The keys of `by`; null for any other stage, and for a pivot. */
export function keysOf(stage: Stage): readonly NamedExpression[] | null {
  if (stage.kind !== "stage" || stage.keyword !== "by") return null;
  const { keys, pivot } = stage as ByNode;
  return pivot === null ? keys : null;
}

/** The value that `hist` measures; null for any other stage. */
export function histogramValue(stage: Stage): HistNode["value"] | null {
  return stage.kind === "stage" && stage.keyword === "hist" ? (stage as HistNode).value : null;
}
