/**
 * `join`: joins the rows with those of another pipeline.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { columnIndex } from "../analysis/bind_group.ts";
import type { Binder } from "../analysis/binder.ts";
import { checkKey } from "../analysis/check_values.ts";
import { UniqueNames } from "../analysis/make_expressions.ts";
import {
  type BoundRelation,
  type DefinitionUse,
  openRelation,
  spanInText,
  type StoredColumnFact,
} from "../analysis/scope.ts";
import { quote } from "../analysis/message_words.ts";
import { type AsOfPlan, forecastAsOfJoin, isAsOf, runAsOfJoin } from "../operators/join/as_of_join.ts";
import { forecastJoin, runJoin } from "../operators/join/join.ts";
import type { JoinPlan } from "../operators/join/join_pairs.ts";
import { columnName } from "../plan/plan_printer.ts";
import { typeText } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import { asPipeline } from "../syntax/as_source.ts";
import type { JoinKey, Pipeline, StageNode } from "../syntax/ast.ts";
import { parsePrimary } from "../syntax/parse_primary.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import { parseCommaList, parseJoinKey, reportMissingPart } from "../syntax/stage_parts.ts";
import { expectsExpression, type StageWord } from "../syntax/language.ts";
import { beginsOperand, isPunctuation, type Token } from "../syntax/token.ts";
import {
  type AsOf,
  bindDirection,
  DIRECTION_WORDS,
  isAtSideWord,
  parseDirection,
  parseSide,
  SIDE_WORDS,
} from "./as_of.ts";
import type { QueryStage } from "./stage.ts";

/** The treatment of rows without a partner. */
type JoinKind = JoinPlan["kind"];

const JOIN_KINDS: readonly JoinKind[] = ["inner", "left", "anti", "semi"];

/** The kinds of joins in the order of completion: most useful first. */
const KIND_WORDS: readonly StageWord[] = [
  { word: "left", doc: "Keeps rows without a match" },
  { word: "anti", doc: "Only rows without a match" },
  { word: "semi", doc: "Rows with a match, each once, without the columns of the match" },
  { word: "inner", doc: "Only rows with a match" },
];

/** The stage `join [kind] (pipeline) on columns`. */
interface JoinNode extends StageNode {
  /** Null means inner. */
  readonly join: JoinKind | null;
  /** Set if each row is joined with one partner only. */
  readonly side: AsOf["side"] | null;
  readonly pipeline: Pipeline;
  readonly on: readonly JoinKey[];
  readonly direction: AsOf["direction"] | null;
  /** The column that orders the partners; null if there is none. */
  readonly order: JoinKey | null;
}

/** Joins rows with those of another pipeline. */
export const join: QueryStage<JoinNode, JoinPlan> = {
  keyword: "join",
  usage: "join [inner|left|anti|semi] [last|first] (PIPELINE) on COLUMNS [before|after COLUMN]",
  summary: "Joins the rows of another pipeline; its columns with names already taken end with _right. \
With last or first each row has one partner: the last one before it, the first one after it",
  examples: [
    "leaks | join (allocs | by func: made = count()) on func | select addr, size, func, made",
    "allocs | join anti (leaks) on alloc | count",
    "events | join left (allocs | select alloc, life) on alloc | take 5",
    "events | where kind == alloc | join last (events | where kind == free | select addr, seq, was = seq) on addr before seq",
  ],
  takesOperand: true,
  words: [
    ...KIND_WORDS,
    ...SIDE_WORDS,
    { word: "on", doc: "Columns that must be equal" },
    ...DIRECTION_WORDS,
  ],
  parse(state, { span }) {
    const join = parseJoinKind(state);
    const side = parseSide(state);
    const rest = (pipeline: Pipeline): JoinNode => {
      const on = side !== null && !state.atWord("on") ? [] : parseOn(state);
      const found = parseDirection(state, side);
      const { direction = null, key = null } = found ?? {};
      return { kind: "stage", keyword: "join", join, side, pipeline, on, direction, order: key, span };
    };
    if (!beginsOperand(state.peek()) || state.peek().word === "on") {
      const error = reportMissingPart(state, "a pipeline in parentheses", "join (allocs) on alloc");
      return rest(asPipeline(error));
    }
    const source = parsePrimary(state);
    // In "(leaks | take 3)", the parentheses contain the pipeline itself, not a subquery that is the source
    // of a pipeline.
    return rest(source.kind === "subquery" ? source.pipeline : asPipeline(source));
  },
  print(node, writer) {
    const written = ({ left, right }: JoinKey): string =>
      [left, right].flatMap((side) => side === null ? [] : [writer.expression(side)]).join(" = ");
    const kind = [node.join, node.side].flatMap((word) => word === null ? [] : [`${word} `]).join("");
    const on = node.on.length === 0 ? "" : ` on ${node.on.map(written).join(", ")}`;
    const order = node.order === null ? "" : ` ${node.direction} ${written(node.order)}`;
    return `join ${kind}(${writer.pipeline(node.pipeline)})${on}${order}`;
  },
  wants(_, part, previous) {
    if (part.kind === "joinKey") return expectsExpression("column");
    const source = { want: "source", bracket: true } as const;
    const words = wordsBefore(previous);
    return words.length > 0 ? [source, { want: "words", words }] : [source];
  },
  wordsAfter(node, previous, before) {
    const words = wordsBefore(previous);
    if (words.length > 0) return words;
    const has = (word: string): boolean =>
      before.some((token) => token.word === word && token.role === "keyword");
    const directions = DIRECTION_WORDS.map(({ word }) => word);
    const wanted = node.side === null || directions.some(has) ? [] : directions;
    return has("on") ? wanted : ["on", ...wanted];
  },
  bind(binder, node, input, frame) {
    const span = spanInText(node.span, { frame });
    const right = binder.deeper(node, { frame }, () => binder.pipeline(node.pipeline, frame)) ??
      openRelation(span);
    const on: JoinPlan["on"][number][] = [];
    let failed = node.on.length === 0 && node.side === null;
    for (const key of node.on) {
      const name = key.right ?? key.left;
      if (key.left.kind === "error" || name.kind === "error") {
        failed = true;
        continue;
      }
      const leftIndex = columnIndex(binder, key.left, input, frame);
      const rightIndex = columnIndex(binder, name, right, frame);
      if (leftIndex < 0 || rightIndex < 0) {
        failed = true;
        continue;
      }
      const [a, b] = [input.plan.columns[leftIndex]!, right.plan.columns[rightIndex]!];
      if (a.type !== b.type || a.type === "bytes") {
        const message = `Cannot join ${quote(a.name)}, which is ${typeText(a.type)}, with ${
          quote(b.name)
        }, which is ${typeText(b.type)}`;
        binder.report("Q206", message, key, { frame });
        failed = true;
        continue;
      }
      on.push({ left: leftIndex, right: rightIndex });
      checkKeys(binder, key, [input.facts[leftIndex], right.facts[rightIndex]], frame);
    }
    const order = node.order === null ? null : bindDirection(binder, node.order, input, right, frame);
    if (order !== null) {
      checkKeys(binder, node.order!, [input.facts[order.left], right.facts[order.right]], frame);
    }
    if (order === null && (node.side !== null || node.direction !== null)) failed = true;
    if (input.open || right.open) return openRelation(span);
    const kind = node.join ?? "inner";
    const keyed = new Set([...on.map((key) => key.right), ...(order === null ? [] : [order.right])]);
    const { columns, facts } = joinColumns(kind, input, right, keyed);
    const poisoned = new Set([...input.poisoned, ...right.poisoned]);
    const plan: JoinPlan = { op: "join", kind, left: input.plan, right: right.plan, on, columns, span };
    if (order !== null && node.side !== null && node.direction !== null && !failed) {
      // An as-of join adds columns; the rows on the left remain the same.
      const asOf: AsOfPlan = { ...plan, asOf: { side: node.side, direction: node.direction, ...order } };
      return { ...input, plan: asOf, facts, poisoned };
    }
    return { plan, facts, table: null, open: failed, poisoned };
  },
  step: {
    op: "join",
    print(plan) {
      const on = plan.on.map(({ left, right }) =>
        `${columnName(plan.left.columns, left)} = ${columnName(plan.right.columns, right)}`
      );
      const keys = on.length === 0 ? "" : ` on ${on.join(", ")}`;
      if (!isAsOf(plan)) return `join ${plan.kind}${keys}`;
      const { side, direction, left, right } = plan.asOf;
      const order = `${columnName(plan.left.columns, left)} = ${columnName(plan.right.columns, right)}`;
      return `join ${plan.kind} ${side}${keys} ${direction} ${order}`;
    },
    run: (plan, [left, right], context) =>
      isAsOf(plan) ? runAsOfJoin(plan, left!, right!, context) : runJoin(plan, left!, right!, context),
    forecast: (plan, [left, right], context) =>
      isAsOf(plan)
        ? forecastAsOfJoin(plan, left!, right!, context)
        : forecastJoin(plan, left!, right!, context),
  },
};

/** Warns that no row has a partner if one side of a key is always null. */
function checkKeys(
  binder: Binder,
  key: JoinKey,
  [left, right]: readonly (StoredColumnFact | null | undefined)[],
  frame: DefinitionUse | null,
): void {
  const empty = [left, right].find((fact) => fact?.column.allNull === true);
  checkKey(binder, empty, key, frame, "no row has a partner");
}

/** Returns the words that may follow `join`, or a kind of join. */
function wordsBefore(previous: Token): readonly string[] {
  const sides = SIDE_WORDS.map(({ word }) => word);
  const kinds = KIND_WORDS.map(({ word }) => word);
  if (previous.role === "stage") return [...kinds, ...sides];
  return previous.role === "keyword" && kinds.includes(previous.word) ? sides : [];
}

function parseOn(state: ParseState): JoinKey[] {
  if (state.takeWord("on")) return parseCommaList(state, "a column", () => parseJoinKey(state));
  reportMissingPart(state, '"on" and the columns to join on');
  return [];
}

function parseJoinKind(state: ParseState): JoinKind | null {
  if (isAtSideWord(state)) return null;
  const token = state.peek();
  const known = JOIN_KINDS.find((kind) => kind === token.word);
  const next = state.peek(1);
  // "join left on x" joins a table with the name "left".
  if (token.kind !== "identifier" || token.word === "on" || next.word === "on" || next.kind === "end") {
    return null;
  }
  if (known !== undefined) {
    state.advance("keyword");
    return known;
  }
  if (!isPunctuation(next, "(") && next.kind !== "identifier") return null;
  if (isPunctuation(next, "(") && !next.spaced) return null;
  const meant = didYouMean(token.word, JOIN_KINDS);
  state.report("Q126", `Unknown kind of join "${token.text}"`, token.span, {
    suggestion: meant === undefined ? `kinds of join: ${JOIN_KINDS.join(", ")}` : `did you mean "${meant}"?`,
    fix: meant === undefined ? undefined : { span: token.span, text: meant },
  });
  state.advance();
  return null;
}

/** Returns the columns of the left side, then those of the right side that are not keys. */
function joinColumns(
  kind: JoinPlan["kind"],
  left: BoundRelation,
  right: BoundRelation,
  keys: ReadonlySet<number>,
): { columns: PlanColumn[]; facts: (StoredColumnFact | null)[] } {
  const columns = [...left.plan.columns];
  const facts = [...left.facts];
  if (kind === "anti" || kind === "semi") return { columns, facts };
  const names = new UniqueNames(columns.map((column) => column.name));
  const taken = new Set(columns.map((column) => column.name));
  right.plan.columns.forEach((column, index) => {
    if (keys.has(index)) return;
    const name = names.give(taken.has(column.name) ? `${column.name}_right` : column.name);
    columns.push({ ...column, name });
    facts.push(right.facts[index] ?? null);
  });
  return { columns, facts };
}
