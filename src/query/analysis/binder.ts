/**
 * What all parts of the binder share: the catalog, the definitions, the diagnostics, and the unfolding of names.
 * @module
 */

import type { Diagnostic, Severity, Span } from "../../base/diagnostic.ts";
import { didYouMean } from "../../base/did_you_mean.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { TooMuchWork, WorkMeter } from "../../patterns/work_meter.ts";
import type { Expression, NameExpression, Pipeline, Source, Stage } from "../syntax/ast.ts";
import { DiagnosticList } from "../syntax/diagnostic_list.ts";
import { findAggregate, findFunction } from "../functions/registry.ts";
import type { Expr, Plan, PlanColumn } from "../plan/plan.ts";
import type { Catalog, MinMax } from "./catalog.ts";
import type { AnalysisCode } from "./codes.ts";
import type { Definition, Environment } from "./environment.ts";
import { LayeredMap } from "./layered_map.ts";
import { LIVE_SOURCES } from "./live_sources.ts";
import type { Argument, ColumnFact, Frame, Relation, Scope } from "./scope.ts";

/** Parts of a diagnostic beside its message. */
interface ReportOptions {
  readonly severity?: Severity | undefined;
  readonly suggestion?: string | undefined;
  /** Text that would be right in the place of `fixSpan`, or of the span. */
  readonly fix?: string | undefined;
  readonly fixSpan?: Span | undefined;
}

/** An expression with the scope its names belong to. */
export interface Located<T extends Expression = Expression> {
  readonly node: T;
  readonly scope: Scope;
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

  /** Begins with what earlier scripts have defined. */
  constructor(
    catalog: Catalog,
    environment: Environment,
    script: object,
    observer: BindObserver | null = null,
  ) {
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

/** A span as the plan shall have it: of this text, even for a definition from another. */
export function placed(span: Span, scope: Pick<Scope, "frame">): Span {
  return scope.frame?.anchor ?? span;
}

/** Unfolds parameters and definitions until something else stands there; null after a report. */
export function unfold(
  binder: Binder,
  node: Expression,
  scope: Scope,
): Located | { pipeline: Pipeline; scope: Scope } | null {
  let at: Located = { node, scope };
  for (;;) {
    const use = at.node;
    if (use.kind !== "name" && use.kind !== "call") return at;
    const name = use.kind === "name" ? use.name : use.name.name;
    const param = at.scope.frame?.params.get(name);
    if (param !== undefined && use.kind === "name") {
      at = { node: param.node, scope: { ...at.scope, frame: param.frame } };
      continue;
    }
    const definition = binder.definition(name);
    if (definition === undefined || (use.kind === "call" && isFunctionCall(definition, name))) return at;
    if (use.kind === "name" && hasColumn(at.scope, name)) {
      reportHidden(binder, use, at.scope);
      return at;
    }
    const args = use.kind === "call" ? use.args : [];
    const frame = binder.enter(name, definition, args, use, at.scope.frame);
    if (frame === null) return null;
    const inner = { ...at.scope, frame };
    const { value } = definition.node;
    if (value.kind === "pipeline") return { pipeline: value, scope: inner };
    at = { node: value, scope: inner };
  }
}

/** Whether a call means the function although a value has its name: `let max = 4K; max(a, b)`. */
export function isFunctionCall(definition: Definition, name: string): boolean {
  const known = findFunction(name) !== undefined || findAggregate(name) !== undefined;
  return known && definition.node.params.length === 0;
}

function reportHidden(binder: Binder, use: NameExpression, scope: Scope): void {
  binder.report("Q306", `Column ${quote(use.name)} hides the definition of that name`, use, scope, {
    severity: "warning",
    suggestion: "rename the definition",
  });
}

/** Whether the scope has a column of that name. */
export function hasColumn(scope: Scope, name: string): boolean {
  return scope.columns.some((column) => column.name === name);
}

/** A name or word between quotes, for messages. */
export function quote(text: string): string {
  const short = text.length > 60 ? text.slice(0, 57) + "..." : text;
  return `"${short}"`;
}

/** A name as it has to be written in a query. */
export function writtenName(name: string): string {
  const plain = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name);
  const reserved = /^(?:and|or|not|true|false|null)$/i.test(name);
  return plain && !reserved ? name : `\`${name}\``;
}

/** `1 argument`, `2 arguments`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Names of several lists, each read on demand. */
export function* namesOf(...lists: readonly Iterable<string>[]): Iterable<string> {
  for (const list of lists) yield* list;
}

/** A few names for a suggestion: `columns: a, b, c …`. */
export function listSome(names: Iterable<string>, most = 12): string {
  const all = [...names];
  return all.slice(0, most).join(", ") + (all.length > most ? ", …" : "");
}
