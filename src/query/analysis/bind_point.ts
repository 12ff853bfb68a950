/**
 * Points: the moments after `@`.
 * @module
 */

import type { BoundPoint } from "../plan/statement.ts";
import type { Expression, Point } from "../syntax/ast.ts";
import { eventCount } from "../syntax/literals.ts";
import { nearestPointWord } from "../syntax/parse_point.ts";
import { POINT_HINT } from "../syntax/points.ts";
import type { Binder } from "./binder.ts";
import { emptyScope, type Frame, type Scope } from "./scope.ts";
import { unfold } from "./unfold.ts";
import { listSome, quote } from "./words.ts";

/** The column of `events` that a point is looked up in, where not every format has it, and what it holds. */
const POINT_COLUMNS: Readonly<Partial<Record<BoundPoint["at"], readonly [string, string]>>> = {
  time: ["time", "time"],
  elapsed: ["time", "time"],
  frame: ["frame", "frame"],
  context: ["context", "context"],
};

/** Binds a point of one trace, or of all; null after a report. */
export function bindPoint(
  binder: Binder,
  node: Point,
  frame: Frame | null,
  trace: string | null,
): BoundPoint | null {
  const point = bindForm(binder, node, frame);
  if (point === null) return null;
  const [name, what] = POINT_COLUMNS[point.at] ?? [];
  if (name === undefined) return point;
  const scope = emptyScope(frame);
  const column = binder.catalog.table("events", trace)?.columns.find((each) => each.name === name);
  if (column === undefined || column.allNull === true) {
    return binder.report("Q213", `No record has a ${what} here`, node, scope, {
      suggestion: "every trace has these points: a number, a percentage, start, end and peak",
    });
  }
  if (point.at !== "context") return point;
  const contexts = binder.catalog.flags?.("events", "context");
  if (contexts === undefined || contexts.has(point.name)) return point;
  const names = [...contexts.keys()].map(quote);
  return binder.reportUnknown(
    "Q213",
    "context",
    point.name,
    node,
    scope,
    contexts.keys(),
    names.length === 0 ? "no open trace names its contexts" : `the contexts are ${listSome(names)}`,
  );
}

function bindForm(binder: Binder, node: Point, frame: Frame | null): BoundPoint | null {
  const scope = emptyScope(frame);
  switch (node.kind) {
    case "numberPoint":
      if (node.value < 1n << 64n) return { at: node.form, value: node.value };
      return binder.report("Q211", `${node.value} does not fit in 64 bits`, node, scope);
    case "sharePoint":
      return { at: "share", percent: node.percent };
    case "timePoint":
      return { at: node.form === "clock" ? "time" : "elapsed", value: node.nanoseconds };
    case "edgePoint":
      return { at: node.edge };
    case "peakPoint":
      return { at: node.of === "blocks" ? "peakBlocks" : "peak" };
    case "framePoint": {
      const frameNumber = binder.expression(node.frame, scope);
      if (frameNumber === null) return null;
      if (
        frameNumber.op === "constant" && typeof frameNumber.value === "bigint" && frameNumber.type === "u64"
      ) {
        return { at: "frame", value: frameNumber.value };
      }
      return binder.report("Q213", "Frame is not a whole number", node.frame, scope, {
        suggestion: "for example @ frame 12",
      });
    }
    case "contextPoint": {
      if (node.context.kind === "error") return null;
      const name = node.context.kind === "word" ? node.context.text : node.context.value;
      const param = frame?.params.get(name)?.node;
      if (param?.kind === "string") return { at: "context", name: param.value };
      return { at: "context", name };
    }
    case "expressionPoint":
      return bindExpressionPoint(binder, node.value, scope);
    case "error":
      return null;
  }
}

/** A parameter or definition; what it stands for is read as a point would be. */
function bindExpressionPoint(binder: Binder, node: Expression, scope: Scope): BoundPoint | null {
  const unfolded = unfold(binder, node, scope);
  if (unfolded === null) return null;
  if (!("node" in unfolded)) {
    return binder.report("Q213", "A query is not a point", node, scope, { suggestion: POINT_HINT });
  }
  const { node: value, scope: inner } = unfolded;
  switch (value.kind) {
    case "error":
      return null;
    case "percent":
      if (value.value > 100) {
        return binder.report("Q213", `Percentage "${value.text}" is above 100%`, node, scope);
      }
      return { at: "share", percent: value.value };
    case "time":
      return { at: "time", value: value.nanoseconds };
    case "duration":
      return { at: "elapsed", value: value.nanoseconds };
    case "integer":
      // Numbers of events have steps of 1000.
      return { at: "no", value: eventCount(value.text) ?? value.value };
    case "name":
      return bindNamedPoint(binder, value.name, value, inner);
    default:
  }
  const bound = binder.expression(value, inner);
  if (bound === null) return null;
  if (bound.op === "constant" && typeof bound.value === "bigint") {
    if (bound.type === "u64") return { at: "no", value: bound.value };
    if (bound.type === "time") return { at: "elapsed", value: bound.value };
  }
  return binder.report("Q213", "Point is not a whole number that is known before running", node, scope, {
    suggestion: POINT_HINT,
  });
}

function bindNamedPoint(binder: Binder, name: string, node: Expression, scope: Scope): BoundPoint | null {
  switch (name) {
    case "start":
    case "end":
    case "peak":
      return { at: name };
    default: {
      const meant = nearestPointWord(name);
      return binder.report("Q213", `Unknown point ${quote(name)}`, node, scope, {
        suggestion: meant === undefined ? POINT_HINT : `did you mean ${quote(meant)}?`,
        fix: meant,
      });
    }
  }
}
