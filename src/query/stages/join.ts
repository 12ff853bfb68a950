/**
 * `join`: the rows of another pipeline beside those of this one.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { columnIndex } from "../analysis/bind_columns.ts";
import { NameGiver } from "../analysis/naming.ts";
import { type ColumnFact, openRelation, placed, type Relation } from "../analysis/scope.ts";
import { quote } from "../analysis/words.ts";
import { runJoin } from "../operators/join.ts";
import type { JoinPlan } from "../operators/join_pairs.ts";
import type { PlanStep } from "../operators/operator.ts";
import { columnName } from "../plan/plan_printer.ts";
import { typeWords } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import { asPipeline } from "../syntax/as_source.ts";
import type { JoinKey, Pipeline, StageNode } from "../syntax/ast.ts";
import { parsePrimary } from "../syntax/parse_primary.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import { missingPart, parseCommaList, parseJoinKey } from "../syntax/stage_parts.ts";
import type { StageWord } from "../syntax/stage_syntax.ts";
import { beginsOperand, isPunctuation } from "../syntax/token.ts";
import { wantsExpression } from "../syntax/wants.ts";
import type { QueryStage } from "./stage.ts";

/** How rows without a partner are treated. */
type JoinKind = JoinPlan["kind"];

const JOIN_KINDS: readonly JoinKind[] = ["inner", "left", "anti", "semi"];

/** The same, those first that are looked for most. */
const KIND_WORDS: readonly StageWord[] = [
  { word: "left", doc: "Keeps rows without a match" },
  { word: "anti", doc: "Only rows without a match" },
  { word: "semi", doc: "Rows with a match, each once, without the columns of the match" },
  { word: "inner", doc: "Only rows with a match" },
];

/** `join [kind] (pipeline) on columns`. */
interface JoinNode extends StageNode {
  readonly keyword: "join";
  /** Null means inner. */
  readonly join: JoinKind | null;
  readonly pipeline: Pipeline;
  readonly on: readonly JoinKey[];
}

const joinStep: PlanStep<JoinPlan> = {
  op: "join",
  print(plan) {
    const on = plan.on.map(({ left, right }) =>
      `${columnName(plan.left.columns, left)} = ${columnName(plan.right.columns, right)}`
    );
    return `join ${plan.kind} on ${on.join(", ")}`;
  },
  run: (plan, [left, right], context) => runJoin(plan, left!, right!, context),
};

/** Pairs of rows. */
export const join: QueryStage<JoinNode> = {
  keyword: "join",
  usage: "join [inner|left|anti|semi] (PIPELINE) on COLUMNS",
  summary: "Joins the rows of another pipeline; its columns with names already taken end with _right",
  examples: [
    "leaks | join (allocs | by func: made = count()) on func | select addr, size, func, made",
    "allocs | join anti (leaks) on alloc | count",
    "events | join left (allocs | select alloc, life) on alloc | take 5",
  ],
  takesOperand: true,
  words: [...KIND_WORDS, { word: "on", doc: "Columns that must be equal" }],
  parse(state, { span }) {
    const join = parseJoinKind(state);
    if (!beginsOperand(state.peek()) || state.peek().word === "on") {
      const error = missingPart(state, "a pipeline in parentheses", "join (allocs) on alloc");
      const pipeline = asPipeline(error);
      return { kind: "stage", keyword: "join", join, pipeline, on: parseOn(state), span };
    }
    const source = parsePrimary(state);
    // "(leaks | take 3)" is the pipeline itself and not a pipeline that has one as its source.
    const pipeline = source.kind === "subquery" ? source.pipeline : asPipeline(source);
    return { kind: "stage", keyword: "join", join, pipeline, on: parseOn(state), span };
  },
  print(node, writer) {
    const keys = node.on.map(({ left, right }) =>
      [left, right].flatMap((side) => side === null ? [] : [writer.expression(side)]).join(" = ")
    );
    const kind = node.join === null ? "" : `${node.join} `;
    return `join ${kind}(${writer.pipeline(node.pipeline)}) on ${keys.join(", ")}`;
  },
  wants(_, part, previous) {
    if (part.kind === "joinKey") return wantsExpression("column");
    const source = { want: "source", bracket: true } as const;
    return previous.role === "stage"
      ? [source, { want: "words", words: KIND_WORDS.map(({ word }) => word) }]
      : [source];
  },
  wordsAfter(_, previous, before) {
    if (previous.role === "stage") return KIND_WORDS.map(({ word }) => word);
    return before.some((token) => token.word === "on" && token.role === "keyword") ? [] : ["on"];
  },
  bind(binder, node, input, frame) {
    const span = placed(node.span, { frame });
    const right = binder.deeper(node, { frame }, () => binder.pipeline(node.pipeline, frame)) ??
      openRelation(span);
    const on: JoinPlan["on"][number][] = [];
    let failed = node.on.length === 0;
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
        binder.report(
          "Q206",
          `Cannot join ${quote(a.name)}, which is ${typeWords(a.type)}, with ${quote(b.name)}, which is ${
            typeWords(b.type)
          }`,
          key,
          { frame },
        );
        failed = true;
        continue;
      }
      on.push({ left: leftIndex, right: rightIndex });
    }
    if (input.open || right.open) return openRelation(span);
    const kind = node.join ?? "inner";
    const { columns, facts } = joinColumns(kind, input, right, new Set(on.map((key) => key.right)));
    const poisoned = new Set([...input.poisoned, ...right.poisoned]);
    const plan: JoinPlan = { op: "join", kind, left: input.plan, right: right.plan, on, columns, span };
    return { plan, facts, table: null, open: failed, poisoned };
  },
  step: joinStep,
};

function parseOn(state: ParseState): JoinKey[] {
  if (state.takeWord("on")) return parseCommaList(state, "a column", () => parseJoinKey(state));
  missingPart(state, '"on" and the columns to join on');
  return [];
}

function parseJoinKind(state: ParseState): JoinKind | null {
  const token = state.peek();
  const known = JOIN_KINDS.find((kind) => kind === token.word);
  const next = state.peek(1);
  // "join left on x" joins a table that is called "left".
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

/** The columns of the left, then those of the right that are no keys. */
function joinColumns(
  kind: JoinPlan["kind"],
  left: Relation,
  right: Relation,
  keys: ReadonlySet<number>,
): { columns: PlanColumn[]; facts: (ColumnFact | null)[] } {
  const columns = [...left.plan.columns];
  const facts = [...left.facts];
  if (kind === "anti" || kind === "semi") return { columns, facts };
  const names = new NameGiver(columns.map((column) => column.name));
  const taken = new Set(columns.map((column) => column.name));
  right.plan.columns.forEach((column, index) => {
    if (keys.has(index)) return;
    const name = names.give(taken.has(column.name) ? `${column.name}_right` : column.name);
    columns.push({ ...column, name });
    facts.push(right.facts[index] ?? null);
  });
  return { columns, facts };
}
