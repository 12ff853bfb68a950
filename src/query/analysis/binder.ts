/**
 * State shared by all parts of the binder: the catalog, the definitions, and the rules passed to it.
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
import type { Argument, BoundRelation, DefinitionUse, Scope, StoredColumnFact } from "./scope.ts";
import { plural, quote } from "./message_words.ts";

/** Rules that are passed to the binder, because the grammar is recursive but imports must not be circular. */
interface BindRules {
  /** Binds any expression that has a value; null after reporting an error. */
  expression(binder: Binder, node: Expression, scope: Scope): Expr | null;
  /** Binds a source and its stages. */
  pipeline(binder: Binder, node: Pipeline, frame: DefinitionUse | null): BoundRelation;
  /** Binds a stage, given its input rows. */
  stage(binder: Binder, node: StageNode, input: BoundRelation, frame: DefinitionUse | null): BoundRelation;
  /** Binds a source with a keyword of its own. */
  special(binder: Binder, node: SourceNode, frame: DefinitionUse | null): BoundRelation;
  /** Binds any source of rows. */
  source(binder: Binder, node: Source, frame: DefinitionUse | null): BoundRelation;
  /** Forms of `… in NAME(…)` for particular tables. */
  readonly memberships: readonly MembershipRule[];
  /** The points that may follow `@`. */
  readonly points: PointList;
}

/** The rules that the caller of the analysis supplies. */
export type GivenRules = Pick<BindRules, "stage" | "special" | "memberships" | "points">;

/** A form of `… in NAME(…)` for particular tables. */
export interface MembershipRule {
  /** Binds the test; null after reporting an error, undefined if this rule does not apply. */
  bind(binder: Binder, node: InExpression, scope: Scope): Expr | null | undefined;
  /** Returns the table that a bare filter of this form reads. */
  tableOf(binder: Binder, condition: Expression): string | undefined;
}

/** Observes what each part of a tree is bound to. Parts of a definition are reported again for each use. */
export interface BindObserver {
  source(node: Source, rows: BoundRelation): void;
  stage(node: Stage, input: BoundRelation, output: BoundRelation): void;
  expression(node: Expression, scope: Scope, bound: Expr | null): void;
}

/** Maximum nesting of trees and definitions. */
const MAX_DEPTH = QUERY_LIMITS.unfoldedDepth.most;
/** Maximum length of a chain of definitions that use each other. */
const MAX_CHAIN = QUERY_LIMITS.definitionChain.most;
/** Maximum number of definitions expanded in one script. */
const MAX_UNFOLDED = QUERY_LIMITS.unfolded.most;

/** The state of binding one script. */
export class Binder extends Reporter {
  readonly catalog: Catalog;
  /** Definitions and results visible so far. */
  readonly lets: LayeredMap<string, Definition>;
  readonly results: LayeredMap<string, readonly PlanColumn[]>;
  /** Identifies this script. */
  readonly script: object;
  /** Definitions that have been used. */
  readonly used = new Set<Definition>();
  /** Set by completion, hover and diagnostics. */
  readonly observer: BindObserver | null;
  #depth = 0;
  #unfolded = 0;
  /** Cache: the source of each chain of stages. */
  readonly sources = new WeakMap<Plan, Plan>();
  readonly #bounds = new Map<StoredColumnFact, MinMax | undefined>();

  readonly #rules: BindRules;

  /** Starts from the environment of earlier scripts. */
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

  /** The points that may follow `@`. */
  get points(): PointList {
    return this.#rules.points;
  }

  /** The operand of the comparison, range or list being bound. */
  compared: Expression | null = null;

  /** Suppression files that are active so far. */
  suppressions: readonly Suppressions[];
  /** Whether suppressed leaks are included. */
  showsSuppressed = false;
  /** Traces whose suppressed leaks the current statement leaves out; null stands for all traces. */
  leavesOut = new Set<string | null>();

  /** Whether the query is expected to give no rows, as in an assertion. */
  expectsNoRows = false;

  /** Binds an expression that has a value. */
  expression(node: Expression, scope: Scope): Expr | null {
    // Does the work of deeper() inline, which saves two stack frames per level.
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

  /**
   * Binds a pipeline. After an error its columns may be unknown; then unknown column names are not reported.
   */
  pipeline(node: Pipeline, frame: DefinitionUse | null): BoundRelation {
    return this.#rules.pipeline(this, node, frame);
  }

  /** Binds a stage against the columns of its input. */
  stage(node: Stage, input: BoundRelation, frame: DefinitionUse | null): BoundRelation {
    // After a stage with an error, the columns are unknown.
    return node.kind === "error" ? { ...input, open: true } : this.#rules.stage(this, node, input, frame);
  }

  /** Binds a source with a keyword of its own. */
  special(node: SourceNode, frame: DefinitionUse | null): BoundRelation {
    return this.#rules.special(this, node, frame);
  }

  /** Binds a form of `in` for particular tables; undefined if the node is not one. */
  membership(node: InExpression, scope: Scope): Expr | null | undefined {
    for (const rule of this.#rules.memberships) {
      const test = rule.bind(this, node, scope);
      if (test !== undefined) return test;
    }
    return undefined;
  }

  /** Returns the table that a filter without a source reads if its condition has a special form; undefined for other conditions. */
  tableOfFilter(condition: Expression): string | undefined {
    for (const rule of this.#rules.memberships) {
      const table = rule.tableOf(this, condition);
      if (table !== undefined) return table;
    }
    return undefined;
  }

  /** Binds a source to rows. */
  source(node: Source, frame: DefinitionUse | null): BoundRelation {
    const rows = this.#rules.source(this, node, frame);
    this.observer?.source(node, rows);
    return rows;
  }

  /** Returns minimum and maximum of a stored column. Cached, because the catalog looks at every block. */
  bounds(fact: StoredColumnFact): MinMax | undefined {
    if (!this.#bounds.has(fact)) {
      this.#bounds.set(fact, this.catalog.minMax(fact.table, fact.column.name, fact.trace));
    }
    return this.#bounds.get(fact);
  }

  /** Runs a step one nesting level deeper; if that is too deep, reports an error and returns null. */
  deeper<T>(at: { readonly span: Span }, scope: Pick<Scope, "frame"> | null, step: () => T): T | null {
    if (this.#depth >= MAX_DEPTH) return this.#reportTooFar(at, scope);
    this.#depth++;
    try {
      return step();
    } finally {
      this.#depth--;
    }
  }

  /**
   * Returns the frame for a use of a definition; if the definition cannot be used here, reports an error and
   * returns null.
   */
  enter(
    name: string,
    definition: Definition,
    args: readonly Expression[],
    at: { readonly span: Span },
    frame: DefinitionUse | null,
  ): DefinitionUse | null {
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

  /** Returns the definition of a name, in places where columns take precedence. */
  definition(name: string): Definition | undefined {
    return this.lets.get(name);
  }

  /** Whether a name may be used as a source. */
  isSourceName(name: string): boolean {
    if (this.lets.has(name) || this.results.has(name) || this.catalog.tableNames.includes(name)) return true;
    return LIVE_SOURCES.some((each) => each.name === name) &&
      this.catalog.table("allocs", null) !== undefined;
  }

  /** All names that may be used as a source. */
  *sourceNames(): Iterable<string> {
    yield* this.catalog.tableNames;
    if (this.catalog.table("allocs", null) !== undefined) yield* LIVE_SOURCES.map(({ name }) => name);
    yield* this.lets.keys();
    yield* this.results.keys();
  }

  #reportTooFar(at: { readonly span: Span }, scope: Pick<Scope, "frame"> | null): null {
    return this.report("Q222", "Definitions become too large when expanded", at, scope);
  }
}
