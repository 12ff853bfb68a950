/**
 * Completion: suggests what may be written at a position.
 * @module
 */

import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { isStoredSource } from "../query/analysis/live_sources.ts";
import { columnExpr } from "../query/analysis/make_expressions.ts";
import type { Scope } from "../query/analysis/scope.ts";
import { NOWHERE } from "../query/syntax/build_nodes.ts";
import type { Expr } from "../query/plan/expressions.ts";
import type { Expression } from "../query/syntax/ast.ts";
import { mainScope, scopeAt, tableScope } from "./analysis.ts";
import type { Completion } from "./answers.ts";
import { type Candidate, rankCandidates } from "./candidates.ts";
import { type Caret, caretAt } from "./caret.ts";
import { findValues, knownValues } from "./known_values.ts";
import { deferringCatalog } from "./deferring_catalog.ts";
import {
  proposeAggregates,
  proposeColumns,
  proposeConnectives,
  proposeDefinitions,
  proposeFunctions,
  proposeOperators,
  proposeWindowFunctions,
} from "./propose_expressions.ts";
import {
  proposeBitNames,
  proposeCounts,
  proposeKeywords,
  proposePoints,
  proposeSources,
  proposeStages,
  proposeStatementWords,
  proposeTraces,
} from "./propose_rows.ts";
import { proposeBounds, proposeValues, type ValuePosition } from "./propose_values.ts";
import {
  rowsInWords,
  writeNameWord,
  writePattern,
  writeStringContent,
  writeStringTail,
} from "./value_syntax.ts";
import { type Expectation, expectationsAt, isBooleanNode, isSortKeyOrCount } from "./expectations.ts";

/** Completions at an offset, best first. */
export function complete(text: string, offset: number, given: Catalog, environment: Environment): Completion {
  const catalog = deferringCatalog(given);
  const caret = caretAt(text, offset, catalog, environment);
  if (caret === null) return { from: offset, to: offset, items: [], incomplete: false };
  const more = { values: false };
  const { items, incomplete } = rankCandidates(caret.typed, propose(caret, catalog, more));
  return { from: caret.from, to: caret.to, items, incomplete: incomplete || more.values };
}

function* propose(caret: Caret, catalog: Catalog, more: { values: boolean }): Generator<Candidate> {
  for (const want of expectationsAt(caret)) {
    // Inside quotes only values are suggested.
    if (caret.quote !== null && !IN_QUOTES.has(want.want)) continue;
    yield* proposeWanted(want, caret, catalog, more);
  }
}

const IN_QUOTES: ReadonlySet<string> = new Set(
  "value argument trace bit function symbol library suppressions".split(" "),
);

function* proposeWanted(
  want: Expectation,
  caret: Caret,
  catalog: Catalog,
  more: { values: boolean },
): Generator<Candidate> {
  const { environment } = caret.analysis.bound;
  const scope = (): Scope | null =>
    scopeAt(caret.analysis, caret.inTree ? caret.path : caret.pathBefore, catalog);
  switch (want.want) {
    case "statement":
      yield* proposeSources(catalog, environment);
      yield* proposeFilter(mainScope(catalog), caret, 50);
      yield* proposeStages(40);
      yield* proposeStatementWords();
      return;
    case "source":
      for (const each of proposeSources(catalog, environment)) {
        const needsBracket = want.bracket && caret.before.at(-1)?.role === "stage";
        yield needsBracket ? { ...each, insert: `(${each.insert ?? each.label}`, caret: undefined } : each;
      }
      return;
    case "stage":
      return yield* proposeStages(60);
    case "point":
      return yield* proposePoints(catalog);
    case "bit":
      return yield* proposeBitNames(want.column, catalog);
    case "library":
      return yield* proposeFiles(caret, "definitions");
    case "suppressions":
      return yield* proposeFiles(caret, "suppressions");
    case "trace":
      return yield* inQuotes(proposeTraces(catalog), caret);
    case "symbol":
      return yield* proposeNames(["symbol", "func"], caret, catalog);
    case "function":
      return yield* proposeNames(["func", "name"], caret, catalog);
    case "words":
      return yield* proposeKeywords(
        want.words.filter((word) => word !== "of" || mayNameTrace(caret, catalog)),
      );
    case "count":
      return yield* proposeCounts();
    case "flag":
      return yield* proposeFlags(operandOf(want.of, caret, catalog), catalog);
    case "argument":
      return yield* proposeArguments(want.family, scope(), caret, catalog);
    case "expression": {
      const at = scope();
      const weight = want.low === true ? 10 : 50;
      if (want.use === "window") yield* proposeWindowFunctions(caret.after, 70);
      if (want.use === "aggregate") yield* proposeAggregates(caret.after, 60);
      if (want.use === "filter") return yield* proposeFilter(at, caret, weight);
      if (at !== null) yield* proposeColumns(at, want.use, weight, typeOf(want.like, caret, catalog));
      if (want.use === "column") return;
      yield* proposeDefinitions(at, environment);
      return yield* proposeFunctions(caret.after, Math.min(weight, 25));
    }
    case "bound":
    case "value": {
      const operand = operandOf(want.of, caret, catalog);
      if (operand === null) return;
      if (want.want === "bound") return yield* proposeBounds(operand.expr, operand.scope, catalog);
      const place = placeOf(caret, want.form, operand.scope);
      if (yield* proposeValues(operand.expr, operand.scope, catalog, place)) more.values = true;
      return;
    }
    case "operator":
      return yield* proposeAfter(want.of, caret, catalog);
  }
}

/** Whether "of" and a trace may follow; false if this is the "of" of callers. */
function mayNameTrace({ pathBefore, before }: Caret, catalog: Catalog): boolean {
  if (before.at(-1)?.role === "stage") return true;
  const table = pathBefore.findLast((node) => node.kind === "table");
  return catalog.traceNames.length > 1 && table?.kind === "table" && isStoredSource(table.name.name, catalog);
}

function* proposeFilter(scope: Scope | null, caret: Caret, weight: number): Generator<Candidate> {
  const { environment } = caret.analysis.bound;
  if (scope !== null) yield* proposeColumns(scope, "any", weight);
  yield* proposeDefinitions(scope, environment);
  yield* proposeFunctions(caret.after, Math.min(weight, 20));
  yield { label: "not", insert: "not ", kind: "operator", detail: "not a", doc: "The opposite", weight: 15 };
}

/** Type of an expression that others are compared with. */
function typeOf(node: Expression | undefined, caret: Caret, catalog: Catalog): Expr["type"] | undefined {
  return node === undefined ? undefined : operandOf(node, caret, catalog)?.expr.type;
}

/** A bound expression with the scope of its columns. */
interface Operand {
  readonly expr: Expr;
  readonly scope: Scope;
}

function operandOf(node: Expression, caret: Caret, catalog: Catalog): Operand | null {
  const { analysis } = caret;
  const expr = analysis.exprs.get(node);
  const scope = analysis.scopes.get(node) ?? scopeAt(analysis, [...caret.path.slice(0, -1), node], catalog);
  if (scope === null) return null;
  if (expr !== undefined && expr !== null) return { expr, scope };
  const name = node.kind === "name" ? node.name : null;
  const index = name === null ? -1 : scope.columns.findIndex((column) => column.name === name);
  return index < 0 ? null : { expr: columnExpr(scope, index, node.span), scope };
}

function placeOf(caret: Caret, form: ValuePosition["form"], scope: Scope): ValuePosition {
  const { typed, quote, after } = caret;
  const { lets } = caret.analysis.bound.environment;
  // A bare word compared with a text stands for that text, unless a text variable has that name.
  const isTaken = (word: string): boolean =>
    lets.has(word) || scope.columns.some(({ name, type }) => name === word && type === "text") ||
    scope.frame?.params.has(word) === true;
  return { form, typed, quote, after, isTaken };
}

/** Suggests what can follow a complete value or comparison. */
function* proposeAfter(node: Expression, caret: Caret, catalog: Catalog): Generator<Candidate> {
  yield* proposeKeywords(["|"]);
  if (isBooleanNode(node)) return yield* proposeConnectives();
  // A single name is parsed as a table; if there is no such table, it may be the beginning of a filter.
  const source = node as unknown as { kind: string; name: { name: string } };
  if (source.kind === "table") {
    const { name } = source.name;
    const isSource = isStoredSource(name, catalog) ||
      caret.analysis.bound.environment.results.has(name) || caret.analysis.bound.environment.lets.has(name);
    const column = mainScope(catalog)?.columns.find((each) => each.name === name);
    if (isSource || column === undefined) return;
    yield* proposeOperators(column, name);
    return;
  }
  const operand = operandOf(node, caret, catalog);
  if (operand === null) return;
  const { expr, scope } = operand;
  const column = expr.op === "column" ? scope.columns[expr.index] : undefined;
  if (isSortKeyOrCount(caret.pathBefore, caret.before)) return;
  yield* proposeOperators({ type: expr.type, display: column?.display ?? "plain" }, column?.name ?? null);
}

function* proposeFlags(operand: Operand | null, catalog: Catalog): Generator<Candidate> {
  const fact = operand?.expr.op === "column" ? operand.scope.facts[operand.expr.index] : null;
  if (fact === null || fact === undefined) return;
  for (const [name, mask] of catalog.bitNames?.(fact.table, fact.column.name) ?? []) {
    const insert = writePattern(name, { type: "text", display: "plain" });
    yield { label: name, insert, kind: "flag", detail: `0x${mask.toString(16)}`, weight: 60 };
  }
}

/** Files of a kind, folder by folder; for suppressions also the built-in list. */
function* proposeFiles(
  { typed, quote, after, environment }: Caret,
  detail: "definitions" | "suppressions",
): Generator<Candidate> {
  if (quote === null) return;
  if (detail === "suppressions") {
    const insert = writeStringTail("known", quote, after);
    yield { label: "known", insert, kind: "value", detail: "built-in list", weight: 70 };
  }
  for (const path of environment.paths?.(typed, detail) ?? []) {
    if (path.endsWith("/")) {
      yield {
        label: path,
        insert: writeStringContent(path, quote),
        kind: "value",
        detail: "folder",
        weight: 50,
      };
    } else {
      const insert = writeStringTail(path, quote, after);
      yield { label: path, insert, kind: "value", detail, weight: 60 };
    }
  }
}

/** Arguments of column families. */
function* proposeArguments(
  family: string,
  scope: Scope | null,
  caret: Caret,
  catalog: Catalog,
): Generator<Candidate> {
  const quote = caret.quote ?? '"';
  const table = scope?.table?.name ??
    catalog.tableNames.find((each) => catalog.table(each, null)?.families.includes(family));
  for (const name of (table && catalog.familyArguments?.(table, family)) ?? []) {
    const insert = writeStringTail(name, quote, caret.after);
    yield { label: name, insert, kind: "value", type: "text", detail: "argument", weight: 60 };
  }
}

/** Suggests names of functions or symbols: the values of the first of these columns that has any. */
function* proposeNames(columns: readonly string[], caret: Caret, catalog: Catalog): Generator<Candidate> {
  for (const scope of [mainScope(catalog), tableScope("blocks", catalog)]) {
    for (const name of columns) {
      const index = scope?.columns.findIndex((column) => column.name === name) ?? -1;
      if (scope === null || index < 0) continue;
      const known = knownValues(columnExpr(scope, index, NOWHERE), scope, catalog);
      if (known?.values === undefined || known.values.length === 0) continue;
      for (const { label, count } of findValues(known.values, caret.typed, 100).found) {
        const { quote, after } = caret;
        const insert = quote === null ? writeNameWord(label) : writeStringTail(label, quote, after);
        yield { label, insert, kind: "value", type: "text", count, detail: rowsInWords(count), weight: 60 };
      }
      return;
    }
  }
}

function* inQuotes(candidates: Iterable<Candidate>, { quote, after }: Caret): Generator<Candidate> {
  for (const each of candidates) {
    yield quote === null ? each : { ...each, insert: writeStringTail(each.label, quote, after) };
  }
}
