/**
 * Binding converts the syntax tree of a script to plans that can be run. All errors are collected; a
 * statement with an error gets no plan.
 *
 * Names are looked up in this order: parameters of the definition that is being expanded, columns of the rows
 * at this step, definitions. A bare word that is none of these means a text when it is compared with a text,
 * and a size class when it is compared with a number.
 * @module
 */

import type { Diagnostic } from "../../base/diagnostic.ts";
import type { BoundStatement } from "../plan/statement.ts";
import type {
  AssertStatement,
  LetStatement,
  Pipeline,
  Stage,
  Statement,
  SuppressStatement,
} from "../syntax/ast.ts";
import type { ParseResult } from "../syntax/parser.ts";
import { walk } from "../syntax/walk.ts";
import { bindExpression } from "./bind_expression.ts";
import { bindMainTable, bindSource } from "./bind_source.ts";
import { Binder, type BindObserver, type GivenRules } from "./binder.ts";
import type { Catalog } from "./catalog.ts";
import { EMPTY_ENVIRONMENT, type Environment, LAST_RESULT, type Library } from "./environment.ts";
import { isStoredSource } from "./live_sources.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { type BoundRelation, type DefinitionUse, emptyScope, openRelation } from "./scope.ts";
import type { CompareExpr } from "../plan/expressions.ts";
import { typeText } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import { fitComparison } from "./fit_comparison.ts";
import { plural, quote } from "./message_words.ts";

/** These rules are passed to the binder, so that their files do not import each other. */
const RULES = { expression: bindExpression, pipeline: bindPipeline, source: bindSource };

/** The result of binding. */
export interface BindResult {
  /** Statements in text order, without those that have errors. */
  readonly statements: readonly BoundStatement[];
  /** Diagnostics in text order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Definitions and results that later scripts may use after this script has run. */
  readonly environment: Environment;
}

/**
 * Binds a parsed script to the open traces.
 *
 * @param rules Rules that bind stages and sources.
 * @param parsed Result of the parser, including errors: parts that it could not parse are skipped.
 * @param catalog What is known about the traces.
 * @param environment Definitions of earlier scripts.
 * @param observer Called with the result for each part.
 */
export function bindStatements(
  rules: GivenRules,
  parsed: Pick<ParseResult, "script">,
  catalog: Catalog,
  environment: Environment = EMPTY_ENVIRONMENT,
  observer: BindObserver | null = null,
): BindResult {
  const binder = new Binder({ ...RULES, ...rules }, catalog, environment, parsed.script, observer);
  const statements: BoundStatement[] = [];
  // A definition is bound when it is used, so it may use a later one. If a name is defined twice, a use
  // refers to the last definition before it.
  for (const statement of parsed.script.statements.toReversed()) {
    if (statement.kind === "let") define(binder, statement);
    else if (statement.kind === "use") {
      useLibrary(binder, environment.library?.(statement.path.value));
    }
  }
  for (const statement of parsed.script.statements) {
    binder.beginStatement();
    const before = binder.errors;
    binder.leavesOut = new Set();
    const bound = bindStatement(binder, statement, environment);
    if (bound === null || binder.errors !== before) continue;
    statements.push(binder.leavesOut.size > 0 ? { ...bound, leavesOut: binder.leavesOut } : bound);
  }
  checkUnused(binder, parsed.script.statements);
  const diagnostics = binder.finish().sort((a, b) => a.span.start - b.span.start);
  return {
    statements,
    diagnostics,
    environment: {
      ...environment,
      lets: binder.lets.settled,
      results: binder.results,
      suppressions: binder.suppressions,
    },
  };
}

function define(binder: Binder, node: LetStatement): void {
  const { name } = node.name;
  if (isStoredSource(name, binder.catalog)) {
    binder.report(
      "Q216",
      `Name "${name}" is already used by a table`,
      node.name,
      null,
      "choose another name",
    );
    return;
  }
  binder.lets.set(name, { node, script: binder.script });
}

/** Adds the definitions of a file to the environment. */
function useLibrary(binder: Binder, library: Library | undefined): void {
  if (library === undefined || "problem" in library) return;
  for (const definition of library.definitions) binder.lets.set(definition.node.name.name, definition);
}

/** From here on, leaves out leaks that match a suppression file. */
function suppress(
  binder: Binder,
  node: SuppressStatement,
  suppressionFile: Environment["suppressionFile"],
): void {
  const { value } = node.path;
  const found = suppressionFile?.(value) ?? { problem: "files cannot be read here" };
  if ("problem" in found) {
    binder.report("Q237", `Cannot suppress by "${value}": ${found.problem}`, node.path, null, {});
    return;
  }
  binder.suppressions = [...binder.suppressions.filter(({ name }) => name !== found.name), found];
}

function bindStatement(
  binder: Binder,
  node: Statement,
  { library, suppressionFile }: Environment,
): BoundStatement | null {
  switch (node.kind) {
    case "error":
      return null;
    case "let":
      define(binder, node);
      return null;
    case "use": {
      const found = library?.(node.path.value) ?? { problem: "files cannot be read here" };
      useLibrary(binder, found);
      if ("problem" in found) {
        binder.report("Q236", `Cannot use "${node.path.value}": ${found.problem}`, node.path, null, {});
      }
      return null;
    }
    case "suppress":
      suppress(binder, node, suppressionFile);
      return null;
    case "assert":
      return bindAssert(binder, node);
    case "query": {
      const { plan, open } = binder.pipeline(node.pipeline, null);
      if (open) return null;
      binder.results.set(LAST_RESULT, plan.columns);
      return { kind: "query", plan, node: node.pipeline, span: node.span };
    }
  }
}

/** Binds definitions of rows that are never used, so that their errors are reported. */
function checkUnused(binder: Binder, statements: readonly Statement[]): void {
  for (const node of statements) {
    if (node.kind !== "let" || node.params.length > 0 || node.value.kind !== "pipeline") continue;
    const definition = binder.lets.get(node.name.name);
    if (definition?.node !== node || binder.used.has(definition)) continue;
    const frame = binder.enter(node.name.name, definition, [], node.name, null);
    if (frame !== null) binder.pipeline(node.value, frame);
  }
}

/** Most columns of rows, and most columns that a stage may list. */
const MAX_COLUMNS = QUERY_LIMITS.columns.most;

/** Whether a stage mentions `suppressed`, which gives the rule that suppresses a leak. */
function namesSuppressed(stage: Stage): boolean {
  let found = false;
  walk(stage, (node) => {
    found ||= (node.kind === "name" || node.kind === "identifier") && node.name === "suppressed";
    return !found;
  });
  return found;
}

/**
 * Binds a pipeline. After an error its columns may be unknown; then unknown column names are not reported.
 */
function bindPipeline(binder: Binder, node: Pipeline, frame: DefinitionUse | null): BoundRelation {
  const shown = binder.showsSuppressed;
  // A query for the rules that suppress leaks must include suppressed leaks.
  if (binder.suppressions.length > 0 && node.stages.some(namesSuppressed)) binder.showsSuppressed = true;
  let relation = node.source === null
    ? bindMainTable(binder, node, frame)
    : binder.source(node.source, frame);
  binder.showsSuppressed = shown;
  for (const stage of node.stages) {
    const input = relation;
    relation = bindWithin(binder, stage, input, frame);
    binder.observer?.stage(stage, input, relation);
  }
  return relation;
}

/** Binds a stage. If its result has too many columns, nothing is known about its rows. */
function bindWithin(
  binder: Binder,
  stage: Stage,
  input: BoundRelation,
  frame: DefinitionUse | null,
): BoundRelation {
  const lists: unknown[][] = Object.values(stage).filter(Array.isArray);
  const named = Math.max(0, ...lists.map(({ length }) => length));
  const relation = named > MAX_COLUMNS ? null : binder.stage(stage, input, frame);
  const count = relation === null ? named : relation.plan.columns.length;
  if (relation !== null && count <= MAX_COLUMNS) return relation;
  const message = `Stage has ${count} columns, the limit is ${MAX_COLUMNS}`;
  binder.report("Q228", message, stage, { frame }, "select the ones you need");
  return openRelation(stage.span);
}

type Assertion = Extract<BoundStatement, { kind: "assert" }>;

/** Binds an assertion; returns null after reporting an error. */
function bindAssert(binder: Binder, node: AssertStatement): Assertion | null {
  binder.expectsNoRows = true;
  const { plan, open } = binder.pipeline(node.pipeline, null);
  binder.expectsNoRows = false;
  const message = node.message?.value ?? null;
  if (node.comparison === null) {
    return open ? null : { kind: "assert", plan, comparison: null, message, node, span: node.span };
  }
  const comparison = bindExpected(binder, node, open ? null : plan.columns);
  return open || comparison === null
    ? null
    : { kind: "assert", plan, comparison, message, node, span: node.span };
}

function bindExpected(
  binder: Binder,
  node: AssertStatement,
  columns: readonly PlanColumn[] | null,
): Assertion["comparison"] {
  const { op, expected } = node.comparison!;
  const scope = emptyScope(null);
  const fn = ["==", "!=", "<", "<=", ">", ">="].includes(op) ? op as CompareExpr["fn"] : null;
  if (fn === null) {
    const message = `An assertion cannot compare with "${op}"`;
    const suggestion = "use it in a filter, then compare the count";
    return binder.report("Q206", message, node.comparison!, null, suggestion);
  }
  const value = binder.expression(expected, scope);
  if (value === null || columns === null) return null;
  if (value.op !== "constant") {
    return binder.report("Q210", "Expected a value that is known before the query runs", expected, null);
  }
  const [first] = columns;
  if (columns.length !== 1 || first === undefined) {
    const message = `Query has ${plural(columns.length, "column")}, expected a single value to compare`;
    return binder.report("Q220", message, node.pipeline, null, "end it with count, summarize or select");
  }
  const left = { op: "column", index: 0, type: first.type, span: node.pipeline.span } as const;
  const fitted = fitComparison(left, value);
  if (fitted?.[1].op !== "constant") {
    const message = `Cannot compare ${quote(first.name)}, which is ${typeText(first.type)}, with ${
      typeText(value.type)
    }`;
    return binder.report("Q206", message, expected, null);
  }
  return { fn, expected: fitted[1].value };
}
