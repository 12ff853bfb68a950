/**
 * Stages: each kind to the plan that it adds.
 * @module
 */

import type { Stage } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { computedRelation, type Frame, placed, type Relation, scopeOf, withPlan } from "./scope.ts";
import { bindColumns, bindDrop, bindExtend, bindRename } from "./bind_columns.ts";
import { bindFilter } from "./bind_filter.ts";
import { bindBy, bindCount, bindDistinct, bindSummarize } from "./bind_group.ts";
import { bindJoin } from "./bind_join.ts";
import { bindContext, bindRowCount, bindSort, bindTop } from "./bind_order.ts";
import { bindHist, bindTimeline } from "./bind_slices.ts";
import { filtered } from "./bind_source.ts";
import { bindStackPattern, bindTree, bindUnwind } from "./bind_stack.ts";
import { LIVE_SOURCES } from "./live_sources.ts";
import type { PlanColumn } from "../plan/values.ts";

const EXPLAIN_COLUMNS: readonly PlanColumn[] = [
  { name: "step", type: "text", display: "plain" },
  { name: "rows_in", type: "u64", display: "plain" },
  { name: "rows", type: "u64", display: "plain" },
  { name: "blocks", type: "u64", display: "plain" },
  { name: "skipped", type: "u64", display: "plain" },
  { name: "ms", type: "f64", display: "plain" },
];

/** Binds one stage over the rows before it. */
export function bindStage(binder: Binder, stage: Stage, input: Relation, frame: Frame | null): Relation {
  switch (stage.kind) {
    case "error":
      // What the stage would have done to the columns is not known.
      return { ...input, open: true };
    case "where": {
      const condition = bindFilter(binder, stage.condition, scopeOf(input, frame));
      return filtered(input, condition, placed(stage.span, { frame }));
    }
    case "by":
      return bindBy(binder, stage, input, frame);
    case "summarize":
      return bindSummarize(binder, stage, input, frame);
    case "distinct":
      return bindDistinct(binder, stage, input, frame);
    case "count":
      return bindCount(input, placed(stage.span, { frame }));
    case "extend":
      return bindExtend(binder, stage, input, frame);
    case "select":
      return bindColumns(binder, stage, input, frame);
    case "drop":
      return bindDrop(binder, stage, input, frame);
    case "rename":
      return bindRename(binder, stage, input, frame);
    case "sort":
      return bindSort(binder, stage, input, frame);
    case "top":
      return bindTop(binder, stage, input, frame);
    case "take":
    case "skip":
    case "tail":
    case "sample":
      return bindRowCount(binder, { ...stage, kind: stage.kind }, input, frame);
    case "before":
    case "after":
      return bindContext(binder, { ...stage, kind: stage.kind }, input, frame);
    case "hist":
      return bindHist(binder, stage, input, frame);
    case "timeline":
      return bindTimeline(binder, stage, input, frame);
    case "join":
      return bindJoin(binder, stage, input, frame);
    case "unwind":
      return bindUnwind(binder, stage, input, frame);
    case "through":
    case "callers":
      return bindStackPattern(binder, stage, input, frame);
    case "tree":
      return bindTree(binder, stage, input, frame);
    case "explain": {
      const span = placed(stage.span, { frame });
      return computedRelation({ op: "explain", input: input.plan, columns: EXPLAIN_COLUMNS, span });
    }
    case "as": {
      if (stage.name.kind === "error") return input;
      const { name } = stage.name;
      if (binder.catalog.tableNames.includes(name) || LIVE_SOURCES.some((each) => each.name === name)) {
        binder.report("Q216", `Name "${name}" is that of a table`, stage.name, { frame }, {
          suggestion: "choose another name",
        });
        return input;
      }
      const { columns } = input.plan;
      if (!input.open) binder.results.set(name, columns);
      const span = placed(stage.span, { frame });
      return withPlan(input, { op: "as", input: input.plan, name, columns, span });
    }
  }
}
