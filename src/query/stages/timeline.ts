/**
 * `timeline`: aggregates per slice of records, or of time when the step is a duration.
 * @module
 */

import { bindAggregates } from "../analysis/bind_aggregate.ts";
import { aggregateColumns, bindList, columnsOf, projectRelation } from "../analysis/bind_group.ts";
import { bindLength, RECORD_COLUMNS } from "../analysis/bind_distance.ts";
import type { Binder } from "../analysis/binder.ts";
import { columnExpr, displayOf, UniqueNames } from "../analysis/make_expressions.ts";
import {
  type BoundRelation,
  computedRelation,
  type DefinitionUse,
  openRelation,
  scopeOf,
  spanInText,
} from "../analysis/scope.ts";
import { listFirst, quote } from "../analysis/message_words.ts";
import { runTimeline, type TimelinePlan } from "../operators/slice/timeline.ts";
import type { Expr, NamedExpr } from "../plan/expressions.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Expression, NamedExpression, StageNode } from "../syntax/ast.ts";
import { NOWHERE } from "../syntax/build_nodes.ts";
import { parseArithmetic } from "../syntax/parse_expression.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import { parseKeys, parseNamedList } from "../syntax/stage_parts.ts";
import { isPunctuation } from "../syntax/token.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QueryStage } from "./stage.ts";

/** `timeline [every STEP] [by keys:] aggregates`. */
interface TimelineNode extends StageNode {
  readonly step: Expression | null;
  /** Keys: one row per step and combination of keys; if empty, one row per step. */
  readonly keys: readonly NamedExpression[];
  readonly aggregates: readonly NamedExpression[];
}

/** Creates the syntax node of `timeline`. */
export function timelineNode(
  step: Expression,
  keys: readonly NamedExpression[],
  aggregates: readonly NamedExpression[],
): StageNode {
  const node: TimelineNode = { kind: "stage", keyword: "timeline", step, keys, aggregates, span: NOWHERE };
  return node;
}

/** Aggregates over time. */
export const timeline: QueryStage<TimelineNode, TimelinePlan> = {
  keyword: "timeline",
  usage: "timeline [every STEP] [by KEYS:] AGGREGATES",
  summary: "Aggregates per step of the trace, or per step and key",
  examples: [
    "timeline max(live_bytes)",
    "timeline every 100 b = max(live_bytes), n = max(live_blocks)",
    "timeline every 10% by kind: n = count(), rate(size)",
  ],
  takesOperand: true,
  called: ["timechart", "timeseries", "plot"],
  loosely(operand, reader) {
    const [, span, rest = operand] = /^\s*(?:span\s*=\s*|every\s+)(\S+)\s*([^]*)$/i.exec(operand) ?? [];
    const every = `every ${span ?? "1%"} `;
    const [, aggregates = rest, keys] = /^([^]*?)\sby\s+([^]*)$/i.exec(rest) ?? [];
    const sums = reader.list(reader.bare(aggregates)).map((each) => {
      const column = reader.value(each);
      return reader.aggregate(each) ?? (reader.has(each) ? `${column} = max(${column})` : null);
    });
    if (sums.length === 0 || sums.includes(null)) return null;
    const by = keys === undefined
      ? ""
      : `by ${reader.list(keys).map((each) => reader.value(each)).join(", ")}: `;
    return `timeline ${by === "" || span !== undefined ? every : ""}${by}${sums.join(", ")}`;
  },
  words: [
    { word: "every", doc: "Length of a step: events, a duration, or a percentage" },
    { word: "by", doc: "A row per step and key" },
    { word: ":", doc: "Begins the aggregates" },
    { word: "if", doc: "Only rows that pass a filter" },
  ],
  parse(state, { span }) {
    const step = state.takeWord("every") ? parseStepLength(state) : null;
    const keys = state.takeWord("by") ? parseKeys(state) : [];
    if (keys.length > 0 && state.take(":") === null) {
      state.expected('":" and aggregates', "Q115", {
        suggestion: "for example timeline every 100 by thread: count()",
      });
      return { kind: "stage", keyword: "timeline", step, keys, aggregates: [], span };
    }
    const aggregates = parseNamedList(state, "an aggregate");
    return { kind: "stage", keyword: "timeline", step, keys, aggregates, span };
  },
  print({ step, keys, aggregates }, writer) {
    const every = step === null ? "" : `every ${writer.arithmetic(step)} `;
    const by = keys.length === 0 ? "" : `by ${writer.list(keys)}: `;
    return `timeline ${every}${by}${writer.list(aggregates)}`;
  },
  wants(node, part, previous) {
    if (part === node.step) return [];
    if (node.keys.some((each) => each === part)) return expectsExpression("any");
    const aggregate = expectsExpression("aggregate");
    return previous.role === "stage" ? [{ want: "words", words: ["every", "by"] }, ...aggregate] : aggregate;
  },
  wordsAfter(node, previous) {
    if (previous.role === "stage") return ["every", "by"];
    if (node.aggregates.length > 0) return ["if"];
    return node.keys.length > 0 ? [":"] : ["by"];
  },
  bind(binder, node, input, frame) {
    const scope = scopeOf(input, frame);
    const span = spanInText(node.span, { frame });
    const step = node.step === null ? null : bindStepLength(binder, node.step, frame);
    const keys = bindList(binder, node.keys, input, frame);
    const over = step === undefined ? null : bindOver(binder, node, step?.type === "time", input, frame);
    const edgeType = over?.type ?? "u64";
    const display = over === null ? "plain" : displayOf(over, scope);
    const edges: PlanColumn[] = [
      { name: "from", type: edgeType, display },
      { name: "to", type: edgeType, display },
    ];
    const names = new UniqueNames(edges.map(({ name }) => name));
    const list = keys.list.map((key) => ({ ...key, name: names.give(key.name) }));
    const poisoned = new Set([...scope.poisoned, ...keys.poisoned]);
    const head = [...edges, ...columnsOf(list)];
    const bound = bindAggregates(binder, node.aggregates, head, { ...scope, poisoned }, true);
    if (over === null || step === undefined) return openRelation(span);
    const columns = [...head, ...aggregateColumns(bound.aggregates)];
    const plan: TimelinePlan = {
      op: "timeline",
      input: input.plan,
      over,
      step: step?.value ?? null,
      percent: step?.percent ?? null,
      keys: list,
      aggregates: bound.aggregates,
      columns,
      span,
    };
    const outputs: readonly NamedExpr[] | null = bound.list;
    const relation = computedRelation(
      outputs === null ? plan : projectRelation(plan, outputs, span),
      new Set([...keys.poisoned, ...bound.poisoned]),
    );
    const facts = relation.plan.columns.map((_, at) => keys.facts[at - edges.length] ?? null);
    return { ...relation, facts, open: input.open || node.aggregates.length === 0 };
  },
  step: {
    op: "timeline",
    print(plan, printer) {
      const { columns } = plan.input;
      const step = plan.percent === null ? plan.step : `${plan.percent}%`;
      const every = step === null ? "" : ` every ${step}`;
      const by = plan.keys.length === 0 ? "" : ` by ${printer.list(plan.keys, columns)}`;
      return `timeline ${printer.expr(plan.over, columns)}${every}${by}: ${
        printer.aggregates(plan.aggregates, columns)
      }`;
    },
    run: (plan, [input], context) => runTimeline(plan, input!, context),
  },
};

interface Step {
  readonly value: bigint | null;
  readonly percent: number | null;
  readonly type: "u64" | "time";
}

/** Parses a step. A `%` directly after a number makes it a percentage; with a space, `%` is the remainder. */
function parseStepLength(state: ParseState): Expression {
  const [number, sign] = [state.peek(), state.peek(1)];
  const { literal } = number;
  const isPercent = isPunctuation(sign, "%") && !sign.spaced;
  if (!isPercent || (literal?.kind !== "integer" && literal?.kind !== "float")) return parseArithmetic(state);
  state.advance();
  state.advance();
  const span = state.spanFrom(number.span.start);
  return { kind: "percent", value: Number(literal.value), text: `${number.text}%`, span };
}

/** Binds the length of a step; undefined after reporting an error. */
function bindStepLength(binder: Binder, node: Expression, frame: DefinitionUse | null): Step | undefined {
  if (node.kind === "percent") {
    if (node.value > 0 && node.value <= 100) return { value: null, percent: node.value, type: "u64" };
    binder.report("Q211", "Step must be greater than 0% and at most 100%", node, { frame });
    return undefined;
  }
  const length = bindLength(binder, node, frame, {
    message: "Step must be a number of records, a duration or a percentage",
    suggestion: "for example every 1000, every 250ms, every 1%",
  });
  if (length === null) return undefined;
  if (length.value > 0n) return { ...length, percent: null };
  binder.report("Q211", "Step must be greater than 0", node, { frame });
  return undefined;
}

/** Binds the column that is divided into steps; null after reporting an error. */
function bindOver(
  binder: Binder,
  node: TimelineNode,
  byTime: boolean,
  input: BoundRelation,
  frame: DefinitionUse | null,
): Expr | null {
  const { columns } = input.plan;
  const names = byTime ? ["time"] : RECORD_COLUMNS;
  const wanted = byTime ? "time" : "u64";
  for (const name of names) {
    const index = columns.findIndex((column) => column.name === name && column.type === wanted);
    if (index < 0) continue;
    if (input.facts[index]?.column.allNull === true) {
      const message = `Column ${quote(name)} is null in every row: there is nothing to divide`;
      const suggestion = byTime ? "this trace has no times; use a number of records: every 1000" : undefined;
      binder.report("Q301", message, node, { frame }, suggestion);
    }
    return columnExpr(input.plan, index, spanInText(node.span, { frame }));
  }
  if (input.open) return null;
  const message = byTime
    ? 'A timeline by time needs a column "time"'
    : 'A timeline needs a column "seq" or "no"';
  const suggestion = `columns: ${listFirst(columns.map((column) => column.name))}`;
  return binder.report(
    "Q214",
    message,
    byTime && node.step !== null ? node.step : node,
    { frame },
    suggestion,
  );
}
