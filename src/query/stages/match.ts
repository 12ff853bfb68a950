/**
 * `match`: finds sequences of rows.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { bindList } from "../analysis/bind_group.ts";
import { bindDistance } from "../analysis/bind_distance.ts";
import { bindFilter } from "../analysis/bind_filter.ts";
import { checkKey } from "../analysis/check_values.ts";
import type { Binder } from "../analysis/binder.ts";
import { UniqueNames } from "../analysis/make_expressions.ts";
import { openRelation, type Scope, scopeOf, spanInText } from "../analysis/scope.ts";
import { forecastMatch, type MatchPlan, runMatch } from "../operators/sequence/match.ts";
import type { Expr } from "../plan/expressions.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Expression, NamedExpression, StageNode } from "../syntax/ast.ts";
import { parseArithmetic, parseExpression } from "../syntax/parse_expression.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import { parseIdentifier, parseNamedList, reportMissingPart } from "../syntax/stage_parts.ts";
import { isPunctuation } from "../syntax/token.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QueryStage } from "./stage.ts";

/** Columns whose values may be written alone as a step; they are tried in this order. */
const WORD_COLUMNS = ["kind", "name"];
const EXAMPLE = "match (free as f) then (alloc as a) on addr";

/** `match (filter as name) then … [on keys] [within distance] [until (filter)]`. */
interface MatchNode extends StageNode {
  readonly steps: readonly NamedExpression[];
  readonly keys: readonly NamedExpression[];
  readonly within: Expression | null;
  readonly until: Expression | null;
}

/** Finds sequences of rows. */
export const match: QueryStage<MatchNode, MatchPlan> = {
  keyword: "match",
  usage: "match (FILTER as NAME) then … [on KEYS] [within DISTANCE] [until (FILTER)]",
  summary:
    "One row for each sequence: a row that passes the first filter, then the next row with the same keys that \
passes the second, in the order in which the rows stand. Columns are NAME.COLUMN",
  examples: [
    "events | match (free as f) then (alloc as a) on addr within 10",
    "events | match (alloc as a) then (realloc and size > 100 as b) then (free as c) on addr | select addr, a.seq, c.seq",
    "events | match (alloc as a) then (alloc as b) on addr until (free) | count",
  ],
  takesOperand: true,
  words: [
    { word: "then", doc: "The next row with the same keys that passes" },
    { word: "as", doc: "Name that prefixes its columns" },
    { word: "on", doc: "Columns that are equal in all rows of a sequence" },
    {
      word: "within",
      doc:
        "How far the last row is from the first at most, forwards or, after a descending sort, back: records, or a \
duration",
    },
    { word: "until", doc: "A row in between that ends the sequence early" },
  ],
  parse(state, { span }) {
    const steps = [parseMatchStep(state)];
    while (state.takeWord("then")) steps.push(parseMatchStep(state));
    const keys = state.takeWord("on") ? parseNamedList(state, "a column") : [];
    const within = state.takeWord("within") ? parseArithmetic(state) : null;
    const until = state.takeWord("until") ? parseBracketed(state) : null;
    const named = steps.flatMap((step) => step ?? []);
    return { kind: "stage", keyword: "match", steps: named, keys, within, until, span };
  },
  print({ steps, keys, within, until }, writer) {
    const list = steps.map(({ name, value }) => `(${writer.expression(value)} as ${writer.name(name!)})`);
    const follows = within !== null || until !== null;
    const on = keys.length === 0 ? "" : ` on ${writer.list(keys, follows)}`;
    const near = within === null ? "" : ` within ${writer.arithmetic(within)}`;
    const end = until === null ? "" : ` until (${writer.expression(until)})`;
    return `match ${list.join(" then ")}${on}${near}${end}`;
  },
  wants(node, part, previous) {
    if (previous.role === "stage" || part === node.within) return [];
    return expectsExpression(node.keys.some((each) => each === part) ? "any" : "filter");
  },
  wordsAfter(node, previous, before) {
    if (previous.role === "stage") return [];
    if (!isPunctuation(previous, ")") && node.keys.length === 0 && node.within === null) return ["as"];
    const has = (word: string): boolean =>
      before.some((token) => token.word === word && token.role === "keyword");
    if (has("until")) return [];
    const rest = has("within") ? ["until"] : ["within", "until"];
    return has("on") ? rest : [...(has("within") ? [] : ["then", "on"]), ...rest];
  },
  bind(binder, node, input, frame) {
    const span = spanInText(node.span, { frame });
    const scope = scopeOf(input, frame);
    const keys = bindList(binder, node.keys, input, frame);
    keys.facts.forEach((fact, at) =>
      checkKey(binder, fact, node.keys[at]!, frame, "no rows form a sequence")
    );
    const given = new UniqueNames();
    const steps = node.steps.flatMap(({ name, value }) => {
      const condition = bindStepFilter(binder, value, scope);
      return condition === null || name === null ? [] : [{ name: given.give(name.name), condition }];
    });
    const until = node.until === null ? null : bindStepFilter(binder, node.until, scope);
    const within = node.within === null ? null : bindDistance(binder, node.within, '"within"', input, frame);
    const failed = steps.length < node.steps.length || node.steps.length === 0 ||
      keys.list.length < node.keys.length || (node.until !== null && until === null) ||
      (node.within !== null && within === null);
    if (failed || input.open) return openRelation(span);
    if (steps.length > MOST_STEPS) {
      const message = `A sequence has at most ${MOST_STEPS} steps, found ${steps.length}`;
      binder.report("Q211", message, node, { frame });
      return openRelation(span);
    }
    const same = new Set(keys.list.flatMap(({ expr }) => expr.op === "column" ? [expr.index] : []));
    const shown = input.plan.columns.flatMap((_, at) => same.has(at) ? [] : [at]);
    const names = new UniqueNames();
    const columns: PlanColumn[] = [
      ...keys.list.map(({ name, expr, display }) => ({ name: names.give(name), type: expr.type, display })),
      ...steps.flatMap((step) =>
        shown.map((at) => {
          const column = input.plan.columns[at]!;
          return { ...column, name: names.give(`${step.name}.${column.name}`) };
        })
      ),
    ];
    const plan: MatchPlan = {
      op: "match",
      input: input.plan,
      keys: keys.list,
      steps,
      until,
      within,
      shown,
      columns,
      span,
    };
    const facts = [...keys.facts, ...steps.flatMap(() => shown.map((at) => input.facts[at] ?? null))];
    return { plan, facts, table: null, open: false, poisoned: new Set() };
  },
  step: {
    op: "match",
    print({ steps, keys, within, until, input: { columns } }, printer) {
      const list = steps.map(({ name, condition }) => `(${printer.expr(condition, columns)} as ${name})`);
      const on = keys.length === 0 ? "" : ` on ${printer.list(keys, columns)}`;
      const near = within === null ? "" : ` within ${within.limit} of ${columns[within.column]!.name}`;
      const end = until === null ? "" : ` until (${printer.expr(until, columns)})`;
      return `match ${list.join(" then ")}${on}${near}${end}`;
    },
    run: (plan, [input], context) => runMatch(plan, input!, context),
    forecast: (plan, [input], context) => forecastMatch(plan, input!, context),
  },
};

/** Maximum number of steps: each row has one bit per step that it matches, and one for `until`. */
const MOST_STEPS = QUERY_LIMITS.sequenceSteps.most;

/**
 * Parses `(filter as name)`. Null if the parenthesis is missing, after reporting an error; a missing name
 * becomes an empty one.
 */
function parseMatchStep(state: ParseState): NamedExpression | null {
  const start = state.peek().span.start;
  if (!state.at("(")) {
    reportMissingPart(state, "a step in parentheses", EXAMPLE);
    return null;
  }
  state.advance();
  state.depth++;
  const value = parseExpression(state);
  let name: NamedExpression["name"] = null;
  if (state.takeWord("as")) {
    const found = parseIdentifier(state, 'a name after "as"');
    if (found.kind !== "error") name = found;
  } else reportMissingPart(state, '"as" and a name', EXAMPLE);
  closeStep(state);
  return { kind: "named", name, value, span: state.spanFrom(start) };
}

function parseBracketed(state: ParseState): Expression {
  if (!state.at("(")) return reportMissingPart(state, "a filter in parentheses", "until (free)");
  state.advance();
  state.depth++;
  const value = parseExpression(state);
  closeStep(state);
  return value;
}

function closeStep(state: ParseState): void {
  if (!state.at(")")) {
    state.expected('")"');
    while (!state.at(")") && !state.atEnd() && !state.at("|")) state.advance();
  }
  state.take(")");
  state.depth--;
}

/** Binds the filter of a step; a word alone means a value of `kind` or `name`. */
function bindStepFilter(binder: Binder, node: Expression, scope: Scope): Expr | null {
  return bindFilter(binder, withWords(binder, node, scope), scope);
}

function withWords(binder: Binder, node: Expression, scope: Scope): Expression {
  if (node.kind === "logical") {
    return { ...node, operands: node.operands.map((each) => withWords(binder, each, scope)) };
  }
  if (node.kind === "not") return { ...node, operand: withWords(binder, node.operand, scope) };
  const { span } = node;
  const column = WORD_COLUMNS.find((name) =>
    scope.columns.some((each) => each.name === name && each.type === "text")
  );
  const isWord = node.kind === "string" || isValue(binder, node, scope);
  if (!isWord || column === undefined) return node;
  const left = { kind: "name", name: column, quoted: false, span } as const;
  return { kind: "comparison", op: "==", left, right: node, negated: false, span };
}

/** Whether a single name means a value: it is not a definition, a parameter or a bool column. */
function isValue(binder: Binder, node: Expression, scope: Scope): boolean {
  if (node.kind !== "name" || node.quoted || scope.poisoned.has(node.name)) return false;
  if (scope.frame?.params.has(node.name) === true || binder.definition(node.name) !== undefined) return false;
  return !scope.columns.some(({ name, type }) => name === node.name && type === "bool");
}
