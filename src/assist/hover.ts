/**
 * Hover: information about a word.
 * @module
 */

import { groupDigits } from "../base/group_digits.ts";
import { findAggregate } from "../query/aggregates/registry.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { LIVE_SOURCES } from "../query/analysis/live_sources.ts";
import { columnExpr } from "../query/analysis/make_expressions.ts";
import type { Scope } from "../query/analysis/scope.ts";
import { NOWHERE } from "../query/syntax/build_nodes.ts";
import { findFunction } from "../query/functions/registry.ts";
import type { Expr } from "../query/plan/expressions.ts";
import { printScript } from "../language/script.ts";
import { findSource, POINTS } from "../language/registry.ts";
import { findStage } from "../query/stages/registry.ts";
import type { Node } from "../query/syntax/ast.ts";
import { LITERAL_DOCS, OPERATOR_DOCS, STATEMENT_DOCS, type SyntaxDoc } from "../query/syntax/operators.ts";
import type { Token } from "../query/syntax/token.ts";
import { nodesAt } from "../query/syntax/walk.ts";
import { findWindowFunction } from "../query/windows/registry.ts";
import { analyse, type Analysis, definitionsOutsidePart, partAt, scopeAt } from "./analysis.ts";
import type { Hover, HoverFact } from "./answers.ts";
import { knownValues } from "./known_values.ts";
import { deferringCatalog } from "./deferring_catalog.ts";
import { rowsInWords, showValue, writePattern } from "./value_syntax.ts";
import { LONG_TEXT_LENGTH } from "./text_parts.ts";

/** Maximum frequent values shown. */
const MAX_VALUES = 8;
/** Maximum columns of a table listed. */
const MAX_COLUMNS = 30;

/** Information about the word at an offset; null if there is none. */
export function hover(text: string, offset: number, given: Catalog, environment: Environment): Hover | null {
  const catalog = deferringCatalog(given);
  if (text.length < LONG_TEXT_LENGTH) return hoverWithin(text, offset, catalog, environment);
  const part = partAt(text, offset);
  const known = definitionsOutsidePart(text, part, catalog, environment);
  const found = hoverWithin(text.slice(part.start, part.end), offset - part.start, catalog, known);
  const by = part.start;
  return found && { ...found, span: { start: found.span.start + by, end: found.span.end + by } };
}

/** Analyses a text as a whole. */
function hoverWithin(text: string, offset: number, catalog: Catalog, environment: Environment): Hover | null {
  const analysis = analyse(text, catalog, environment);
  const token = tokenAt(analysis, offset);
  if (token === null) return null;
  const path = nodesAt(analysis.parsed.script, offset).filter(({ span }) =>
    span.start <= token.span.start && token.span.end <= span.end
  );
  const world: HoverContext = { analysis, catalog, path, token };
  const found = hoverWord(world);
  return found && { span: token.span, facts: [], values: [], examples: [], ...found };
}

interface HoverContext {
  readonly analysis: Analysis;
  readonly catalog: Catalog;
  /** Nodes around the token, starting with the whole script. */
  readonly path: readonly Node[];
  readonly token: Token;
}

type Found = Partial<Hover> & Pick<Hover, "title" | "what" | "doc">;

function tokenAt({ parsed }: Analysis, offset: number): Token | null {
  const touching = parsed.tokens.filter(({ span, kind }) =>
    span.start <= offset && offset <= span.end && kind !== "space" && kind !== "comment"
  );
  // Between two adjacent tokens, a word takes precedence over punctuation.
  return touching.find(({ kind, span }) => kind !== "punctuation" && offset < span.end) ??
    touching.find(({ kind }) => kind !== "punctuation") ?? touching.at(-1) ?? null;
}

function hoverWord(world: HoverContext): Found | null {
  const { token, path } = world;
  const node = path.at(-1);
  switch (token.role) {
    case "stage": {
      const stage = findStage(token.word);
      return stage === undefined ? null : { ...fromDoc(stage, "stage"), ...rowsOut(world) };
    }
    case "function":
      return hoverFunction(world);
    case "source":
      return hoverSource(world, token.name);
    default:
  }
  if (node?.kind === "identifier" && path.at(-2)?.kind === "table") return hoverSource(world, node.name);
  if (path.some(({ kind }) => POINT_KINDS.test(kind))) {
    const form = POINTS.forms.find(({ usage }) => usage.split(" ")[0] === token.word) ??
      POINTS.forms.find(({ usage }) => usage === POINT_BY_KIND[token.kind]);
    return form
      ? { title: `@ ${form.usage}`, what: "point", doc: form.summary, examples: [`live @ ${form.example}`] }
      : null;
  }
  if (node?.kind === "name") return hoverName(world, node);
  if (token.role === "keyword" || token.kind === "punctuation" || token.role === null) {
    const named = ({ name }: SyntaxDoc): boolean => name === (token.word || token.text);
    const known = OPERATOR_DOCS.find(named);
    if (known !== undefined) return fromDoc(known, "operator");
    const statement = STATEMENT_DOCS.find(named);
    if (statement !== undefined) return fromDoc(statement, "statement");
    const word = hoverStageWord(world);
    if (word !== null) return word;
  }
  return hoverValue(world);
}

/** A word of a stage other than its keyword: `on`, `within`. */
function hoverStageWord({ token, path }: HoverContext): Found | null {
  const node = path.findLast((each) => each.kind === "stage");
  const stage = node?.kind === "stage" ? findStage(node.keyword) : undefined;
  const word = stage?.words?.find((each) => each.word.split(" ")[0] === (token.word || token.text));
  if (stage === undefined || word === undefined) return null;
  const what = `word of ${stage.keyword}`;
  return { title: word.word, what, doc: word.doc, examples: stage.examples.slice(0, 1) };
}

const POINT_KINDS = /^(?:number|share|time|edge|peak|column|bit)Point$/;
const POINT_BY_KIND: Readonly<Record<string, string>> = { sequence: "#N", number: "N" };

function fromDoc({ usage, summary, examples }: Omit<SyntaxDoc, "name">, what: string): Found {
  return { title: usage, what, doc: summary, examples };
}

function hoverFunction({ token, analysis, path }: HoverContext): Found | null {
  const call = path.findLast((node) => node.kind === "call");
  const several = call?.kind === "call" && call.args.length > 1;
  const fn = findFunction(token.name);
  const aggregate = findAggregate(token.name);
  const ofWindow = findWindowFunction(token.name);
  const inWindow = path.some((node) => node.kind === "stage" && node.keyword === "window");
  const bound = call && analysis.exprs.get(call);
  const type = bound ? { type: bound.type } : {};
  if (ofWindow !== undefined && (inWindow || aggregate === undefined && fn === undefined)) {
    return { ...fromDoc(ofWindow, "window function"), ...type };
  }
  const known = aggregate !== undefined && !(fn !== undefined && several) ? aggregate : fn;
  if (known === undefined) return hoverDefinition(analysis, token.name);
  return { ...fromDoc(known, known === aggregate ? "aggregate" : "function"), ...type };
}

function hoverSource({ analysis, catalog }: HoverContext, name: string): Found | null {
  const definition = hoverDefinition(analysis, name);
  if (definition !== null) return definition;
  const live = LIVE_SOURCES.find((each) => each.name === name);
  const table = catalog.table(live === undefined ? name : "allocs", null);
  if (table !== undefined) {
    const facts = columnsFact(table.columns);
    if (live !== undefined) return { ...fromDoc(live, "table"), facts };
    const what = name === catalog.mainTable ? "main table" : "table";
    return { title: name, what, doc: table.doc, facts };
  }
  const syntax = findSource(name.toLowerCase());
  if (syntax !== undefined) return fromDoc(syntax, "source");
  const kept = analysis.bound.environment.results.get(name);
  return kept === undefined ? null : { title: name, what: "result", doc: "", facts: columnsFact(kept) };
}

function columnsFact(columns: readonly { readonly name: string; readonly allNull?: boolean }[]): HoverFact[] {
  const names = columns.filter(({ allNull }) => allNull !== true).map(({ name }) => name);
  const rest = names.length > MAX_COLUMNS ? " …" : "";
  return [{ name: "columns", value: names.slice(0, MAX_COLUMNS).join(" ") + rest }];
}

function hoverDefinition({ bound }: Analysis, name: string): Found | null {
  const node = bound.environment.lets.get(name)?.node;
  if (node === undefined) return null;
  const params = node.params.map((param) => param.name).join(", ");
  const title = params === "" ? name : `${name}(${params})`;
  const text = printScript({ kind: "script", statements: [node], span: node.span }).trimEnd();
  return { title, what: "definition", doc: node.doc ?? "", examples: [text] };
}

/** Describes a column, a parameter, a definition, or a bare word used as a value. */
function hoverName(world: HoverContext, node: Node & { kind: "name" }): Found | null {
  const { analysis, catalog, path } = world;
  const scope = scopeAt(analysis, path, catalog);
  const index = scope?.columns.findIndex((column) => column.name === node.name) ?? -1;
  if (scope?.frame?.params.has(node.name) === true) return { title: node.name, what: "parameter", doc: "" };
  const isValue = index < 0 || isWordBesideText(world, node, scope!.columns[index]!.type);
  if (scope !== null && !isValue) return hoverColumn(world, scope, index);
  return hoverDefinition(analysis, node.name) ?? hoverValue(world);
}

/**
 * A bare word compared with a text stands for that text, even if a numeric column has the same name: `kind ==
 * alloc`.
 */
function isWordBesideText({ analysis, path }: HoverContext, node: Node, type: Expr["type"]): boolean {
  const parent = path.at(-2);
  if (type === "text" || parent?.kind !== "comparison") return false;
  const other = parent.right === node ? parent.left : parent.right;
  return analysis.exprs.get(other)?.type === "text";
}

function hoverColumn({ catalog }: HoverContext, scope: Scope, index: number): Found {
  const column = scope.columns[index]!;
  const fact = scope.facts[index] ?? null;
  if (fact === null) return { title: column.name, what: "computed column", doc: "", type: column.type };
  const { table, trace } = fact;
  const title = column.name;
  const base = { title, what: `column of ${table}`, type: column.type, doc: fact.column.doc };
  if (fact.column.allNull === true) {
    return { ...base, facts: [{ name: "values", value: "none: always null in this trace" }] };
  }
  const facts: HoverFact[] = [];
  if (fact.column.guessed) facts.push({ name: "a guess", value: fact.column.guessed.why });
  const bounds = catalog.minMax(table, fact.column.name, trace);
  const shape = { type: column.type, display: column.display };
  if (bounds !== undefined) {
    facts.push({ name: "minimum", value: showValue(bounds.min, shape) });
    facts.push({ name: "maximum", value: showValue(bounds.max, shape) });
  }
  const values = knownValues(columnExpr(scope, index, NOWHERE), scope, catalog)?.values;
  if (values !== undefined) facts.push({ name: "distinct", value: groupDigits(values.length) });
  const top = (values ?? []).slice(0, MAX_VALUES).map(({ label, count }) => ({ value: label, count }));
  const [first] = values ?? [];
  const examples = first === undefined ? [] : [`${column.name}:${writePattern(first.value, shape)}`];
  return { ...base, facts, values: top, examples };
}

/** Describes a literal; if it is compared with a column, also the number of rows that have this value. */
function hoverValue(world: HoverContext): Found | null {
  const { analysis, catalog, path, token } = world;
  const node = path.at(-1);
  if (node === undefined) return null;
  const parent = path.at(-2);
  const operand = parent?.kind === "comparison" && parent.right === node
    ? parent.left
    : parent?.kind === "match" && parent.pattern === node
    ? parent.value
    : parent?.kind === "set" && path.at(-3)?.kind === "in"
    ? (path.at(-3) as Node & { kind: "in" }).value
    : null;
  const expr = operand && analysis.exprs.get(operand);
  const scope = operand && scopeAt(analysis, [...path.slice(0, -2), operand], catalog);
  const literal = literalOf(node);
  if (expr !== null && expr !== undefined && scope !== null && scope !== undefined && literal !== null) {
    const known = knownValues(expr, scope, catalog);
    const hit = known?.values?.find(({ value }) => value === literal);
    if (hit !== undefined) {
      const doc = `${rowsInWords(hit.count)} of ${known!.fact.table}`;
      return { title: token.text, what: "value", doc, type: expr.type };
    }
  }
  const doc = LITERAL_BY_KIND[node.kind];
  const known = doc && LITERAL_DOCS.find(({ name }) => name === doc);
  if (known === undefined || known === "") return null;
  const facts = node.kind === "integer" && node.text !== String(node.value)
    ? [{ name: "value", value: String(node.value) }]
    : [];
  return { ...fromDoc(known, "literal"), facts };
}

function literalOf(node: Node): string | bigint | null {
  switch (node.kind) {
    case "integer":
    case "string":
      return node.value;
    case "word":
      return node.text;
    case "name":
      return node.name;
    default:
      return null;
  }
}

const LITERAL_BY_KIND: Readonly<Record<string, string>> = {
  integer: "number",
  float: "number",
  duration: "duration",
  time: "time",
  regex: "regex",
  percent: "percent",
  range: "range",
};

/** The output columns of a stage. */
function rowsOut({ analysis, path }: HoverContext): Pick<Hover, "facts"> | Record<never, never> {
  const stage = path.findLast((node) => analysis.outputs.has(node));
  const rows = stage && analysis.outputs.get(stage);
  return rows === undefined || rows.open ? {} : { facts: columnsFact(rows.plan.columns) };
}
