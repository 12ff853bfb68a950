/**
 * Parses and binds a text once for all kinds of assistance, and records what each node of its tree was bound
 * to.
 * @module
 */

import type { BindResult } from "../query/analysis/bind.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { type BoundRelation, emptyScope, type Scope, scopeOf } from "../query/analysis/scope.ts";
import type { Expr } from "../query/plan/expressions.ts";
import { planType } from "../query/plan/types.ts";
import { bindScript, parseScript } from "../language/script.ts";
import type { Node } from "../query/syntax/ast.ts";
import type { ParseResult } from "../query/syntax/parser.ts";
import { childrenOf } from "../query/syntax/walk.ts";
import { environmentOfPart, forgetLongText } from "./long_text.ts";
import { deferringCatalog } from "./deferring_catalog.ts";
import { BLANK_LINE, LONG_TEXT_LENGTH, partEnds } from "./text_parts.ts";

/** A text with the results of its analysis. */
export interface Analysis {
  readonly text: string;
  readonly parsed: ParseResult;
  readonly bound: BindResult;
  /** Scopes in which expressions were resolved. */
  readonly scopes: ReadonlyMap<Node, Scope>;
  /** Bound expressions; null after an error. */
  readonly exprs: ReadonlyMap<Node, Expr | null>;
  /** The input rows of each stage. */
  readonly inputs: ReadonlyMap<Node, BoundRelation>;
  /** The output rows of each stage and source. */
  readonly outputs: ReadonlyMap<Node, BoundRelation>;
}

/** Number of texts cached per catalog, because a prompt and an editor request the same text repeatedly. */
const MAX_REMEMBERED = 8;

interface AnalysisCache {
  readonly analyses: Map<string, Analysis>;
  readonly definitions: Map<string, Environment>;
  environment: Environment;
}

const caches = new WeakMap<Catalog, AnalysisCache>();

/**
 * Parses and binds a text, or returns the cached analysis. Does not wait for values that have not been
 * counted yet.
 */
export function analyse(text: string, given: Catalog, environment: Environment): Analysis {
  const catalog = deferringCatalog(given);
  const { analyses } = analysisCacheOf(catalog, environment);
  let analysis = analyses.get(text);
  if (analysis === undefined) {
    analysis = analyseUncached(text, catalog, environment);
    remember(analyses, text, analysis);
  }
  return analysis;
}

/** Parses and binds a script without caching the result. */
export function analyseUncached(text: string, catalog: Catalog, environment: Environment): Analysis {
  const parsed = parseScript(text);
  const scopes = new Map<Node, Scope>();
  const exprs = new Map<Node, Expr | null>();
  const inputs = new Map<Node, BoundRelation>();
  const outputs = new Map<Node, BoundRelation>();
  const bound = bindScript(parsed, catalog, environment, {
    source: (node, rows) => outputs.set(node, rows),
    stage(node, input, output) {
      inputs.set(node, input);
      outputs.set(node, output);
    },
    expression(node, scope, expr) {
      // The argument of an aggregate is bound twice; record the scope of its rows, which comes last.
      scopes.set(node, scope);
      exprs.set(node, expr);
    },
  });
  return { text, parsed, bound, scopes, exprs, inputs, outputs };
}

/**
 * Returns the environment with the definitions in all other parts of a text. Only the part being edited is
 * parsed, so that long scripts are as fast as short ones.
 */
export function definitionsOutsidePart(
  text: string,
  part: Part,
  catalog: Catalog,
  environment: Environment,
): Environment {
  const long = text.length < LONG_TEXT_LENGTH ? null : environmentOfPart(text, catalog, environment);
  if (long) return long;
  const others = `${text.slice(0, part.start)}\n\n${text.slice(part.end)}`;
  if (!/\b(?:let|as|use)\b/i.test(others)) return environment;
  const { definitions } = analysisCacheOf(catalog, environment);
  let known = definitions.get(others);
  if (known === undefined) {
    known = bindScript(parseScript(others), catalog, environment).environment;
    remember(definitions, others, known);
  }
  return known;
}

/** A part of a text that consists of whole statements. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** The part around an offset. */
export function partAt(text: string, offset: number): Part {
  let start = 0;
  let end = text.length;
  // In a short text, definitions before a semicolon are found anyway, because the whole text is parsed.
  const boundaries = text.length < LONG_TEXT_LENGTH ? text.matchAll(BLANK_LINE) : partEnds(text);
  for (const { index, 0: boundary } of boundaries) {
    const at = index + boundary.length;
    if (at <= offset) start = at;
    else {
      end = /[\r\n]/.test(boundary) ? index : at;
      break;
    }
  }
  return { start, end };
}

/** The scope of the innermost of these nodes that has one. */
export function scopeAt(analysis: Analysis, path: readonly Node[], catalog: Catalog): Scope | null {
  for (let at = path.length - 1; at >= 0; at--) {
    const node = path[at]!;
    const scope = analysis.scopes.get(node);
    if (scope !== undefined) return scope;
    const stage = path[at - 1];
    if (node.kind === "joinKey" && stage?.kind === "stage" && path[at + 1] === node.right) {
      // The right side of a pair is a column of the pipeline inside the stage.
      const pipeline = childrenOf(stage).find((each) => each.kind === "pipeline");
      const inner = pipeline && lastRows(analysis, pipeline);
      if (inner !== undefined) return scopeOf(inner, null);
    }
    const rows = analysis.inputs.get(node) ??
      (node.kind === "source" ? firstRows(analysis, node) : undefined);
    if (rows !== undefined) return scopeOf(rows, null);
  }
  return mainScope(catalog);
}

/** The rows of the first source inside a node. */
function firstRows({ outputs }: Analysis, node: Node): BoundRelation | undefined {
  const first = childrenOf(node).find((each) => outputs.has(each));
  return first && outputs.get(first);
}

function lastRows(analysis: Analysis, pipeline: Node & { kind: "pipeline" }): BoundRelation | undefined {
  const last = pipeline.stages.at(-1) ?? pipeline.source;
  return last === null || last === undefined ? undefined : analysis.outputs.get(last);
}

/** The columns visible to a filter without a source. */
export function mainScope(catalog: Catalog): Scope | null {
  return tableScope(catalog.mainTable, catalog);
}

/** The columns of a table. */
export function tableScope(name: string, catalog: Catalog): Scope | null {
  const table = catalog.table(name, null);
  if (table === undefined) return null;
  const facts = table.columns.map((column) => ({ table: name, trace: null, column }));
  const columns = table.columns.map((column) => ({ ...column, type: planType(column.type) }));
  return { ...emptyScope(null), columns, facts, table };
}

/** Drops everything derived from a catalog, because more has become known about it. */
export function forgetAnalysis(catalog: Catalog): void {
  caches.delete(deferringCatalog(catalog));
  forgetLongText(deferringCatalog(catalog));
}

function analysisCacheOf(catalog: Catalog, environment: Environment): AnalysisCache {
  let cache = caches.get(catalog);
  if (cache === undefined || cache.environment !== environment) {
    cache = { analyses: new Map(), definitions: new Map(), environment };
    caches.set(catalog, cache);
  }
  return cache;
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= MAX_REMEMBERED) map.delete(map.keys().next().value!);
  map.set(key, value);
}
