/**
 * What all parts of the binder share: the catalog, the definitions, the diagnostics, and the rules that are handed in.
 * @module
 */

import type { Diagnostic, Severity, Span } from "../../base/diagnostic.ts";
import { didYouMean } from "../../base/did_you_mean.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { TooMuchWork, WorkMeter } from "../../patterns/work_meter.ts";
import type { Expr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Expression, Pipeline, Source, SourceNode, Stage, StageNode } from "../syntax/ast.ts";
import { DiagnosticList } from "../syntax/diagnostic_list.ts";
import type { Catalog, MinMax } from "./catalog.ts";
import type { AnalysisCode } from "./codes.ts";
import type { Definition, Environment } from "./environment.ts";
import { LayeredMap } from "./layered_map.ts";
import { LIVE_SOURCES } from "./live_sources.ts";
import type { Argument, ColumnFact, Frame, Relation, Scope } from "./scope.ts";
import { plural, quote, writtenName } from "./words.ts";

/** Parts of a diagnostic beside its message. */
interface ReportOptions {
  readonly severity?: Severity | undefined;
  readonly suggestion?: string | undefined;
  /** Text that would be right in the place of `fixSpan`, or of the span. */
  readonly fix?: string | undefined;
  readonly fixSpan?: Span | undefined;
}

/** The rules that others need from below: the grammar is circular, the files are not. */
export interface BindRules {
  /** Any expression that has a value; null after a report. */
  expression(binder: Binder, node: Expression, scope: Scope): Expr | null;
  /** A source and its stages. */
  pipeline(binder: Binder, node: Pipeline, frame: Frame | null): Relation;
  /** A stage over the rows before it. */
  stage(binder: Binder, node: StageNode, input: Relation, frame: Frame | null): Relation;
  /** A source that begins with a word of its own. */
  special(binder: Binder, node: SourceNode, frame: Frame | null): Relation;
  /** Where rows come from. */
  source(binder: Binder, node: Source, frame: Frame | null): Relation;
}

/** Hears what each part of a tree has become. Parts of a definition are heard of once for each use. */
export interface BindObserver {
  source(node: Source, rows: Relation): void;
  stage(node: Stage, input: Relation, output: Relation): void;
  expression(node: Expression, scope: Scope, bound: Expr | null): void;
}

/** Levels of trees and definitions that are followed. */
const MAX_DEPTH = QUERY_LIMITS.unfoldedDepth.most;
/** Definitions inside of each other. */
const MAX_CHAIN = QUERY_LIMITS.definitionChain.most;
/** Definitions unfolded in one script. */
const MAX_UNFOLDED = QUERY_LIMITS.unfolded.most;

/**
 * Steps of patterns over present values for remarks, in one script: ten milliseconds or two. A text is bound with each
 * letter that somebody types, and remarks may be missing.
 */
const MAX_REMARK_STEPS = QUERY_LIMITS.warningSteps.most;
/** Steps for a name that may have been meant: a script may define thousands, and have thousands of slips. */
const STEPS_PER_NAME = 10;

/** State of binding one script. */
export class Binder {
  readonly catalog: Catalog;
  readonly #diagnostics = new DiagnosticList();
  /** Definitions and results so far. */
  readonly lets: LayeredMap<string, Definition>;
  readonly results: LayeredMap<string, readonly PlanColumn[]>;
  /** Identity of this script. */
  readonly script: object;
  /** Definitions that were used. */
  readonly used = new Set<Definition>();
  /** Set for assistance. */
  readonly observer: BindObserver | null;
  /** Counts what looking for remarks takes. */
  readonly remarkWork = new WorkMeter({ limit: MAX_REMARK_STEPS });
  #errors = 0;
  #depth = 0;
  #unfolded = 0;
  readonly #seen = new Set<string>();
  readonly #remarks = new Set<string>();
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
    this.#rules = rules;
    this.catalog = catalog;
    this.observer = observer;
    this.lets = new LayeredMap(environment.lets);
    this.results = new LayeredMap(environment.results);
    this.script = script;
  }

  /** The operand of a comparison, range or list that is bound next. */
  compared: Expression | null = null;

  /** Whether rows are asked for in the hope that there are none, as in an assertion. */
  hopesForNone = false;

  /** Binds an expression that has a value. */
  expression(node: Expression, scope: Scope): Expr | null {
    const bound = this.deeper(node, scope, () => this.#rules.expression(this, node, scope));
    this.observer?.expression(node, scope, bound);
    return bound;
  }

  /** Binds a pipeline. After a mistake its columns may be unknown, which reports nothing more. */
  pipeline(node: Pipeline, frame: Frame | null): Relation {
    return this.#rules.pipeline(this, node, frame);
  }

  /** Binds a stage over the rows before it. */
  stage(node: Stage, input: Relation, frame: Frame | null): Relation {
    // What a stage with a mistake would have done to the columns is not known.
    return node.kind === "error" ? { ...input, open: true } : this.#rules.stage(this, node, input, frame);
  }

  /** Binds a source that begins with a word of its own. */
  special(node: SourceNode, frame: Frame | null): Relation {
    return this.#rules.special(this, node, frame);
  }

  /** Binds a source to rows. */
  source(node: Source, frame: Frame | null): Relation {
    const rows = this.#rules.source(this, node, frame);
    this.observer?.source(node, rows);
    return rows;
  }

  /** Forgets the remarks of the statement before. */
  beginStatement(): void {
    this.#remarks.clear();
    this.#diagnostics.endStatement();
  }

  /** All mistakes and remarks so far. */
  finish(): Diagnostic[] {
    return this.#diagnostics.finish();
  }

  /** Whether one more remark of a kind would only be counted in this statement. */
  hasEnough(code: AnalysisCode): boolean {
    return this.#diagnostics.isFull(code, "warning");
  }

  /** Whether a remark is made for the first time in this statement. */
  remark(key: string): boolean {
    if (this.#remarks.has(key)) return false;
    this.#remarks.add(key);
    return true;
  }

  /** Smallest and largest value of a stored column; asked of the catalog once, which looks at every block. */
  bounds(fact: ColumnFact): MinMax | undefined {
    if (!this.#bounds.has(fact)) {
      this.#bounds.set(fact, this.catalog.minMax(fact.table, fact.column.name, fact.trace));
    }
    return this.#bounds.get(fact);
  }

  /** Number of errors so far. */
  get errors(): number {
    return this.#errors;
  }

  /** Reports a mistake, or a remark when `severity` says so. The same one twice is one. */
  report(
    code: AnalysisCode,
    message: string,
    at: { readonly span: Span },
    scope: Pick<Scope, "frame"> | null,
    options: ReportOptions = {},
  ): null {
    const anchor = scope?.frame?.anchor ?? null;
    const span = anchor ?? at.span;
    const severity = options.severity ?? "error";
    const { suggestion } = options;
    const key = `${code} ${span.start} ${span.end} ${anchor === null ? "" : message}`;
    if (severity === "error") this.#errors++;
    if (this.#seen.has(key)) return null;
    this.#seen.add(key);
    // A fix would change the wrong text when the definition is from another one.
    const fix = options.fix === undefined || anchor !== null
      ? {}
      : { fix: { span: options.fixSpan ?? span, text: options.fix } };
    this.#diagnostics.add({
      severity,
      code,
      message: anchor === null ? message : `In ${quote(scope!.frame!.chain[0] ?? "")}: ${message}`,
      span,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...fix,
    });
    return null;
  }

  /** Reports a name that nothing has, with the nearest one that exists. */
  reportUnknown(
    code: AnalysisCode,
    what: string,
    name: string,
    at: { readonly span: Span },
    scope: Pick<Scope, "frame"> | null,
    candidates: Iterable<string>,
    otherwise?: string,
  ): null {
    const meant = this.#diagnostics.isFull(code, "error") ? undefined : this.nearest(name, candidates);
    return this.report(code, `Unknown ${what} ${quote(name)}`, at, scope, {
      suggestion: meant === undefined ? otherwise : `did you mean ${quote(meant)}?`,
      fix: meant === undefined ? undefined : writtenName(meant),
    });
  }

  /** The nearest name, unless looking for it would take too long. */
  nearest(name: string, candidates: Iterable<string>): string | undefined {
    const names: string[] = [];
    try {
      for (const candidate of candidates) {
        this.remarkWork.spend(STEPS_PER_NAME);
        names.push(candidate);
      }
    } catch (error) {
      if (error instanceof TooMuchWork) return undefined;
      throw error;
    }
    return didYouMean(name, names);
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
      return this.report(
        "Q205",
        `${quote(name)} takes ${plural(params.length, "argument")}, found ${args.length}`,
        at,
        here,
        { suggestion: params.length === 0 ? `write ${name}` : `write ${name}(${names})` },
      );
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

  /** Whether a name may stand where rows are expected. */
  isSourceName(name: string): boolean {
    if (this.lets.has(name) || this.results.has(name) || this.catalog.tableNames.includes(name)) return true;
    return LIVE_SOURCES.some((each) => each.name === name) &&
      this.catalog.table("allocs", null) !== undefined;
  }

  /** Everything that may stand where rows are expected. */
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
