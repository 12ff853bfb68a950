/**
 * What all parts of the binder share: the catalog, the definitions, and the rules that are handed in.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Expr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanColumn } from "../plan/values.ts";
import type {
  Expression,
  InExpression,
  Pipeline,
  Source,
  SourceNode,
  Stage,
  StageNode,
} from "../syntax/ast.ts";
import type { PointList } from "../syntax/points.ts";
import type { Catalog, MinMax } from "./catalog.ts";
import type { Definition, Environment, Suppressions } from "./environment.ts";
import { LayeredMap } from "./layered_map.ts";
import { LIVE_SOURCES } from "./live_sources.ts";
import { Reporter } from "./reporter.ts";
import type { Argument, BoundRelation, ColumnFact, Frame, Scope } from "./scope.ts";
import { plural, quote } from "./words.ts";

/** The rules that others need from below: the grammar is circular, the files are not. */
interface BindRules {
  /** Any expression that has a value; null after a report. */
  expression(binder: Binder, node: Expression, scope: Scope): Expr | null;
  /** A source and its stages. */
  pipeline(binder: Binder, node: Pipeline, frame: Frame | null): BoundRelation;
  /** A stage over the rows before it. */
  stage(binder: Binder, node: StageNode, input: BoundRelation, frame: Frame | null): BoundRelation;
  /** A source that begins with a word of its own. */
  special(binder: Binder, node: SourceNode, frame: Frame | null): BoundRelation;
  /** Where rows come from. */
  source(binder: Binder, node: Source, frame: Frame | null): BoundRelation;
  /** Forms of `… in NAME(…)` that only some tables know. */
  readonly memberships: readonly MembershipRule[];
  /** What may be after `@`. */
  readonly points: PointList;
}

/** The rules that the caller of the analysis supplies. */
export type GivenRules = Pick<BindRules, "stage" | "special" | "memberships" | "points">;

/** A form of `… in NAME(…)` that only some tables know. */
export interface MembershipRule {
  /** Binds the test; null after an error was reported, undefined if this rule does not apply. */
  bind(binder: Binder, node: InExpression, scope: Scope): Expr | null | undefined;
  /** The table that a filter asks which begins so. */
  tableOf(binder: Binder, condition: Expression): string | undefined;
}

/** Hears what each part of a tree has become. Parts of a definition are heard of once for each use. */
export interface BindObserver {
  source(node: Source, rows: BoundRelation): void;
  stage(node: Stage, input: BoundRelation, output: BoundRelation): void;
  expression(node: Expression, scope: Scope, bound: Expr | null): void;
}

/** Levels of trees and definitions that are followed. */
const MAX_DEPTH = QUERY_LIMITS.unfoldedDepth.most;
/** Definitions inside each other. */
const MAX_CHAIN = QUERY_LIMITS.definitionChain.most;
/** Definitions unfolded in one script. */
const MAX_UNFOLDED = QUERY_LIMITS.unfolded.most;

/** State of binding one script. */
export class Binder extends Reporter {
  readonly catalog: Catalog;
  /** Definitions and results so far. */
  readonly lets: LayeredMap<string, Definition>;
  readonly results: LayeredMap<string, readonly PlanColumn[]>;
  /** Identity of this script. */
  readonly script: object;
  /** Definitions that were used. */
  readonly used = new Set<Definition>();
  /** Set for assistance. */
  readonly observer: BindObserver | null;
  #depth = 0;
  #unfolded = 0;
  /** Where the rows of a chain of stages come from, as far as somebody asked. */
  readonly sources = new WeakMap<Plan, Plan>();
  readonly #bounds = new Map<ColumnFact, MinMax | undefined>();

  readonly #rules: BindRules;

  /** Begins with what earlier scripts have defined. */
  constructor(
    rules: BindRules,
    catalog: Catalog,
    environment: Environment,
    script: object,
    observer: BindObserver | null = null,
  ) {
    super();
    this.#rules = rules;
    this.catalog = catalog;
    this.observer = observer;
    this.lets = new LayeredMap(environment.lets);
    this.results = new LayeredMap(environment.results);
    this.script = script;
    this.suppressions = environment.suppressions ?? [];
  }

  /** What may be after `@`. */
  get points(): PointList {
    return this.#rules.points;
  }

  /** The operand of a comparison, range or list that is bound next. */
  compared: Expression | null = null;

  /** Files of suppressions so far. */
  suppressions: readonly Suppressions[];
  /** Whether leaks are seen that these know. */
  showsSuppressed = false;
  /** Traces whose leaks the statement that is bound does not have all of; null is all traces. */
  leavesOut = new Set<string | null>();

  /** Whether rows are asked for in the hope that there are none, as in an assertion. */
  hopesForNone = false;

  /** Binds an expression that has a value. */
  expression(node: Expression, scope: Scope): Expr | null {
    // As deeper() does it, with two calls less for each level: the stack has to hold all of them.
    const levels = node.kind === "call" ? 2 : 1;
    let bound: Expr | null;
    if (this.#depth >= MAX_DEPTH) bound = this.#reportTooFar(node, scope);
    else {
      this.#depth += levels;
      try {
        bound = this.#rules.expression(this, node, scope);
      } finally {
        this.#depth -= levels;
      }
    }
    this.observer?.expression(node, scope, bound);
    return bound;
  }

  /** Binds a pipeline. After an error its columns may be unknown, which reports nothing more. */
  pipeline(node: Pipeline, frame: Frame | null): BoundRelation {
    return this.#rules.pipeline(this, node, frame);
  }

  /** Binds a stage over the rows before it. */
  stage(node: Stage, input: BoundRelation, frame: Frame | null): BoundRelation {
    // What a stage with an error would have done to the columns is not known.
    return node.kind === "error" ? { ...input, open: true } : this.#rules.stage(this, node, input, frame);
  }

  /** Binds a source that begins with a word of its own. */
  special(node: SourceNode, frame: Frame | null): BoundRelation {
    return this.#rules.special(this, node, frame);
  }

  /** The test of a form of `in` that only some tables know; undefined for any other. */
  membership(node: InExpression, scope: Scope): Expr | null | undefined {
    for (const rule of this.#rules.memberships) {
      const test = rule.bind(this, node, scope);
      if (test !== undefined) return test;
    }
    return undefined;
  }

  /** The table that a filter asks which begins with such a form. */
  tableOfFilter(condition: Expression): string | undefined {
    for (const rule of this.#rules.memberships) {
      const table = rule.tableOf(this, condition);
      if (table !== undefined) return table;
    }
    return undefined;
  }

  /** Binds a source to rows. */
  source(node: Source, frame: Frame | null): BoundRelation {
    const rows = this.#rules.source(this, node, frame);
    this.observer?.source(node, rows);
    return rows;
  }

  /** Smallest and largest value of a stored column; asked of the catalog once, which looks at every block. */
  bounds(fact: ColumnFact): MinMax | undefined {
    if (!this.#bounds.has(fact)) {
      this.#bounds.set(fact, this.catalog.minMax(fact.table, fact.column.name, fact.trace));
    }
    return this.#bounds.get(fact);
  }

  /** Runs a step one level deeper; null, after a report, when that is too deep. */
  deeper<T>(at: { readonly span: Span }, scope: Pick<Scope, "frame"> | null, step: () => T): T | null {
    if (this.#depth >= MAX_DEPTH) return this.#reportTooFar(at, scope);
    this.#depth++;
    try {
      return step();
    } finally {
      this.#depth--;
    }
  }

  /** The frame for using a definition; null, after a report, when it cannot be used here. */
  enter(
    name: string,
    definition: Definition,
    args: readonly Expression[],
    at: { readonly span: Span },
    frame: Frame | null,
  ): Frame | null {
    this.used.add(definition);
    const chain = frame?.chain ?? [];
    const { params } = definition.node;
    const here = { frame };
    if (chain.includes(name)) {
      const around = [...chain.slice(0, chain.indexOf(name)).reverse(), name].map(quote).join(
        ", which uses ",
      );
      return this.report("Q215", `Definition ${quote(name)} uses ${around}`, at, here);
    }
    if (args.length !== params.length) {
      const names = params.map((param) => param.name).join(", ");
      const message = `${quote(name)} takes ${plural(params.length, "argument")}, found ${args.length}`;
      const suggestion = params.length === 0 ? `write ${name}` : `write ${name}(${names})`;
      return this.report("Q205", message, at, here, suggestion);
    }
    if (chain.length >= MAX_CHAIN || ++this.#unfolded > MAX_UNFOLDED) return this.#reportTooFar(at, here);
    const bound = new Map<string, Argument>();
    params.forEach((param, index) => bound.set(param.name, { node: args[index]!, frame }));
    const foreign = definition.script !== this.script;
    return {
      params: bound,
      chain: [name, ...chain],
      anchor: frame?.anchor ?? (foreign ? at.span : null),
    };
  }

  /** The definition that a name means where columns come first. */
  definition(name: string): Definition | undefined {
    return this.lets.get(name);
  }

  /** Whether a name may be where rows are expected. */
  isSourceName(name: string): boolean {
    if (this.lets.has(name) || this.results.has(name) || this.catalog.tableNames.includes(name)) return true;
    return LIVE_SOURCES.some((each) => each.name === name) &&
      this.catalog.table("allocs", null) !== undefined;
  }

  /** Everything that may be where rows are expected. */
  *sourceNames(): Iterable<string> {
    yield* this.catalog.tableNames;
    if (this.catalog.table("allocs", null) !== undefined) yield* LIVE_SOURCES.map(({ name }) => name);
    yield* this.lets.keys();
    yield* this.results.keys();
  }

  #reportTooFar(at: { readonly span: Span }, scope: Pick<Scope, "frame"> | null): null {
    return this.report("Q222", "Definitions expand too far", at, scope);
  }
}
