/**
 * Binds points: the positions in a trace after `@`.
 * @module
 */

import type { BoundPoint } from "../plan/statement.ts";
import type { Expression, Point } from "../syntax/ast.ts";
import { eventCount } from "../syntax/literals.ts";
import type { Binder } from "./binder.ts";
import { type DefinitionUse, emptyScope, type Scope } from "./scope.ts";
import { expandDefinitions } from "./expand_definitions.ts";
import { listFirst, quote } from "./message_words.ts";

/** Returns the column of `events` that a point needs, if not every format has it. */
function columnOf(point: BoundPoint): string | undefined {
  if ("column" in point) return point.column;
  return point.at === "time" || point.at === "elapsed" ? "time" : undefined;
}

/** Binds a point in one trace, or in all; null after reporting an error. */
export function bindPoint(
  binder: Binder,
  node: Point,
  frame: DefinitionUse | null,
  trace: string | null,
): BoundPoint | null {
  const point = bindForm(binder, node, frame);
  if (point === null) return null;
  const name = columnOf(point);
  if (name === undefined) return point;
  const scope = emptyScope(frame);
  const column = binder.catalog.table("events", trace)?.columns.find((each) => each.name === name);
  if (column === undefined || column.allNull === true) {
    const message = `No record has a ${name} here`;
    const suggestion = "every trace has these points: a number, a percentage, start, end and peak";
    return binder.report("Q213", message, node, scope, suggestion);
  }
  if (point.at !== "bit") return point;
  const bits = binder.catalog.bitNames?.("events", name);
  if (bits === undefined || bits.has(point.name)) return point;
  const names = [...bits.keys()].map(quote);
  return binder.reportUnknown("Q213", name, node, scope, {
    name: point.name,
    among: bits.keys(),
    otherwise: names.length === 0
      ? `no open trace names its ${name}s`
      : `the ${name}s are ${listFirst(names)}`,
  });
}

function bindForm(binder: Binder, node: Point, frame: DefinitionUse | null): BoundPoint | null {
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
    case "columnPoint": {
      const { word: column } = node;
      const bound = binder.expression(node.value, scope);
      if (bound === null) return null;
      if (bound.op === "constant" && typeof bound.value === "bigint" && bound.type === "u64") {
        return { at: "column", column, value: bound.value };
      }
      const what = `${column[0]!.toUpperCase()}${column.slice(1)}`;
      const message = `${what} is not a whole number`;
      const suggestion = `for example @ ${binder.points.find(column)!.example}`;
      return binder.report("Q213", message, node.value, scope, suggestion);
    }
    case "bitPoint": {
      if (node.name.kind === "error") return null;
      const name = node.name.kind === "word" ? node.name.text : node.name.value;
      const param = frame?.params.get(name)?.node;
      return { at: "bit", column: node.word, name: param?.kind === "string" ? param.value : name };
    }
    case "expressionPoint":
      return bindExpressionPoint(binder, node.value, scope);
    case "error":
      return null;
  }
}

/** Binds a parameter or definition whose value is used as a point. */
function bindExpressionPoint(binder: Binder, node: Expression, scope: Scope): BoundPoint | null {
  const unfolded = expandDefinitions(binder, node, scope);
  if (unfolded === null) return null;
  if (!("node" in unfolded)) {
    return binder.report("Q213", "A query is not a point", node, scope, binder.points.hint);
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
      // Units of record numbers are powers of 1000, not of 1024.
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
  const message = "Point is not a whole number that is known before the query runs";
  return binder.report("Q213", message, node, scope, binder.points.hint);
}

function bindNamedPoint(binder: Binder, name: string, node: Expression, scope: Scope): BoundPoint | null {
  switch (name) {
    case "start":
    case "end":
    case "peak":
      return { at: name };
    default: {
      const meant = binder.points.nearest(name);
      return binder.report("Q213", `Unknown point ${quote(name)}`, node, scope, {
        suggestion: meant === undefined ? binder.points.hint : `did you mean ${quote(meant)}?`,
        fix: meant,
      });
    }
  }
}
