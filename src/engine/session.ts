/**
 * A session: open traces, definitions, and the path from query text to results. All front ends share it.
 * @module
 */

import type { LeftOut } from "../base/left_out.ts";
import type { Diagnostic, Span } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { setThreads, threadSettings } from "../memory/threads.ts";
import type { Catalog, ValueCount } from "../query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT, type Environment, LAST_RESULT } from "../query/analysis/environment.ts";
import { type Relation, relationRows, type RunProgress } from "../query/execution/relation.ts";
import { readSingle } from "../query/execution/single_values.ts";
import type { BoundStatement } from "../query/plan/statement.ts";
import type { ScanPlan } from "../query/plan/steps.ts";
import { warnAddedTraces } from "../language/added_traces.ts";
import { ALL_STEPS } from "../language/plan_steps.ts";
import { type QueryRows, runPlanInSlices, yieldIfDue } from "../query/run.ts";
import { bindScript, parseScript } from "../language/script.ts";
import { NOTHING_KNOWN } from "../query/plan/row_function.ts";
import { explainingPlan } from "../query/stages/explain.ts";
import type { AssertStatement, Pipeline, Script, Statement } from "../query/syntax/ast.ts";
import { printString } from "../query/syntax/print_expression.ts";
import { newPools, type Pools } from "../tables/pools.ts";
import { librariesOf, type LibraryFiles, libraryOf, suppressionsOf } from "./libraries.ts";
import type { OpenTrace } from "./open_trace.ts";
import { makeTable, prepare } from "./prepare.ts";
import { QueryResult } from "./query_result.ts";
import { SessionCatalog } from "./session_catalog.ts";
import { SessionTables } from "./session_tables.ts";
import { SharedRows } from "./shared.ts";
import { verdictOf } from "./verdict.ts";

export type { RunProgress };

/** The outcome of a statement. */
type Outcome = QueryOutcome | AssertOutcome;

/** The rows of a query. */
export interface QueryOutcome {
  readonly kind: "query";
  readonly table: ResultTable;
  /** Text of the statement, and its syntax tree. */
  readonly text: string;
  readonly pipeline: Pipeline;
  readonly milliseconds: number;
  /** Rows and blocks that were scanned. */
  readonly scanned: { readonly rows: number; readonly blocks: number; readonly blocksSkipped: number };
  /** Frees the memory of the rows. */
  release(): void;
}

/** The verdict of an assertion. */
export interface AssertOutcome {
  readonly kind: "assert";
  readonly passed: boolean;
  /** The message of the assertion. */
  readonly message: string | null;
  /** Text of the statement, and its syntax tree. */
  readonly text: string;
  readonly node: AssertStatement;
  /** Position in the script. */
  readonly span: Span;
  /** The verdict in words, such as `26 rows`. */
  readonly found: string;
  readonly milliseconds: number;
}

/** A query that counts the suppressed leaks of these traces; a null name stands for all traces. */
function suppressedCountQuery(traces: ReadonlySet<string | null>): string {
  const names = [...traces].flatMap((each) => each === null ? [] : [printString(each)]);
  const which = traces.has(null) ? "" : ` | where trace in {${names.join(", ")}}`;
  return `leaks | where suppressed is not null${which} | summarize n = count(), bytes = sum(size)`;
}

/** Memory for the data of a session, in bytes. */
interface SessionMemory {
  /** Above this, blocks of columns are spilled. */
  budget: number;
  /** Bytes in use. */
  readonly used: number;
  /** Bytes spilled to a file so far. */
  readonly written: number;
}

/** A script that is ready to run. */
interface Prepared {
  readonly statements: readonly BoundStatement[];
  /** Warnings only, because errors are thrown. */
  readonly warnings: readonly Diagnostic[];
  readonly source: string;
  readonly environment: Environment;
}

/** Open traces and the definitions made over them. */
export class Session {
  /** Memory, texts and stacks that all traces share. */
  readonly pools: Pools = newPools();
  readonly #traces: OpenTrace[] = [];
  #environment: Environment = EMPTY_ENVIRONMENT;
  #joined: { readonly own: Environment; readonly all: Environment } | undefined;
  readonly #tables: SessionTables;
  #catalog: SessionCatalog | undefined;
  readonly #shown = new WeakMap<QueryResult, SharedRows>();
  readonly #counts = new Map<string, readonly ValueCount[] | undefined>();
  /** Tables whose values could not be counted because they are still to be built. */
  readonly #uncounted = new Map<string, Pick<ScanPlan, "table" | "trace">>();

  readonly #files: LibraryFiles | undefined;

  /** Creates a session without traces. Scripts may use files of definitions only if `files` is given. */
  constructor(files?: LibraryFiles) {
    this.#files = files;
    this.#tables = new SessionTables(this.pools, this.#traces);
  }

  /**
   * Memory for data: the budget, the bytes in use, and the bytes that were spilled to files. A new budget
   * applies from now on.
   */
  get memory(): SessionMemory {
    const { heap } = this.pools.arena;
    return {
      get budget() {
        return heap.budget;
      },
      set budget(bytes) {
        heap.budget = bytes;
        heap.makeRoom();
      },
      used: heap.used,
      written: heap.store.bytesWritten,
    };
  }

  /** Threads for queries, shared by all sessions. */
  get threads(): number {
    return threadSettings().threads;
  }

  set threads(threads: number) {
    setThreads(threads);
  }

  /** The open traces, in the order of opening. */
  get traces(): readonly OpenTrace[] {
    return this.#traces;
  }

  /** Adds loaded traces. */
  add(traces: readonly OpenTrace[]): void {
    this.#traces.push(...traces);
    this.#changed();
  }

  /** Closes a trace and drops the results read from it. Returns whether there was a trace of that name. */
  close(name: string): boolean {
    const at = this.#traces.findIndex((each) => each.name === name);
    if (at < 0) return false;
    const [open] = this.#traces.splice(at, 1);
    const results = new Map(this.#environment.results);
    for (const [kept, rows] of this.#tables.kept) {
      if (!rows.isFrom(open!.memory)) continue;
      this.#tables.drop(kept);
      results.delete(kept);
    }
    this.#environment = { ...this.#environment, results };
    this.#changed();
    open!.memory.release();
    return true;
  }

  /**
   * Replaces open traces by newly read ones. Definitions and results are kept; results keep the parts of the
   * old traces that they need.
   */
  replace(before: readonly OpenTrace[], after: readonly OpenTrace[]): void {
    const at = this.#traces.findIndex((each) => before.includes(each));
    const others = this.#traces.filter((each) => !before.includes(each));
    others.splice(at < 0 ? others.length : at, 0, ...after);
    this.#traces.splice(0, this.#traces.length, ...others);
    this.#changed();
    for (const { memory } of before) memory.release();
  }

  /**
   * Closes all traces and drops all results. Running statements and results on display keep their memory
   * until they end.
   */
  closeAll(): void {
    this.#tables.close();
    for (const { name } of [...this.#traces]) this.close(name);
  }

  /** The tables and columns of the open traces. */
  get catalog(): Catalog {
    this.#catalog ??= new SessionCatalog(
      this.#traces,
      (table, column, trace) => this.#valuesOf(table, column, trace),
    );
    return this.#catalog;
  }

  /** Definitions left by statements, and those of the files that inline statements may use. */
  get environment(): Environment {
    // Returns the same object while nothing changes, because callers use it as a cache key.
    if (this.#joined?.own !== this.#environment) {
      const files = this.#files;
      // Files may change while the user types, so each use reads them again.
      const libraries = files && {
        ...librariesOf(files),
        library: (path: string) => libraryOf(files)(path),
        suppressionFile: (path: string) => suppressionsOf(files)(path),
      };
      this.#joined = { own: this.#environment, all: { ...this.#environment, ...libraries } };
    }
    return this.#joined.all;
  }

  /**
   * Parses and binds a script, of a file or inline. Throws `QueryError` with every error of the script;
   * `withAdvice` adds the queries that were probably meant.
   */
  prepare(source: string, file?: string): Prepared {
    this.#uncounted.clear();
    const parsed = parseScript(source);
    const library = this.#files && libraryOf(this.#files, file);
    const suppressionFile = suppressionsOf(this.#files, file);
    const bound = bindScript(parsed, this.catalog, { ...this.#environment, library, suppressionFile });
    this.#tables.suppress(bound.environment.suppressions);
    const diagnostics = [...parsed.diagnostics, ...bound.diagnostics]
      .sort((left, right) => left.span.start - right.span.start);
    if (diagnostics.some((each) => each.severity === "error")) {
      throw new QueryError(diagnostics, source);
    }
    const warnings = [...diagnostics, ...warnAddedTraces(source, bound.statements, this.catalog)];
    return { statements: bound.statements, warnings, source, environment: bound.environment };
  }

  /**
   * Adds to the errors of a script the queries that were probably meant. What reads other languages and plain
   * words is loaded here, since correct scripts do not need it.
   */
  async withAdvice({ diagnostics, source }: QueryError): Promise<QueryError> {
    const { withAdvice } = await import("../language/advice.ts");
    return new QueryError(withAdvice(source, diagnostics, this.catalog, this.#environment), source);
  }

  /**
   * Builds the on-demand tables whose values the last `prepare` asked for; returns whether any was built. A script that
   * pivots by such values can be bound only after that.
   */
  async makeUncounted(signal?: AbortSignal): Promise<boolean> {
    const wanted = [...this.#uncounted.values()];
    const derive = (query: string, trace: OpenTrace) => this.#derive(query, trace, signal);
    for (const each of wanted) {
      await makeTable(each, this.#tables, derive, () => signal?.throwIfAborted());
    }
    return wanted.some(({ table, trace }) => this.#tables.isMade(table, trace));
  }

  /** Whether a query binds without errors; nothing runs. */
  understands(pipeline: Pipeline): boolean {
    const { span } = pipeline;
    const script: Script = { kind: "script", statements: [{ kind: "query", pipeline, span }], span };
    const { diagnostics } = bindScript({ script }, this.catalog, this.environment);
    return !diagnostics.some(({ severity }) => severity === "error");
  }

  /** The plan of the last statement of a script, one step per line; nothing runs. */
  planOf(source: string): string[] {
    const last = this.prepare(source).statements.at(-1);
    return last === undefined ? [] : ALL_STEPS.print(last.plan);
  }

  /**
   * Returns the output of `explain plan` for the last statement of a script; undefined if it reads the result
   * of an earlier one.
   */
  async explainPlan(source: string, signal?: AbortSignal): Promise<QueryOutcome | undefined> {
    const { script } = parseScript(source);
    const last = script.statements.at(-1);
    const before = script.statements.slice(0, -1);
    if ((last?.kind !== "query" && last?.kind !== "assert") || before.some(({ kind }) => kind === "query")) {
      return undefined;
    }
    const pipeline = explainingPlan(last.pipeline);
    const statement: Statement = { kind: "query", pipeline, span: last.span };
    const planned: Script = {
      ...script,
      statements: [...before.filter(({ kind }) => kind !== "assert"), statement],
    };
    const { statements, environment } = bindScript({ script: planned }, this.catalog, this.environment);
    const prepared: Prepared = { statements, warnings: [], source, environment };
    for await (const outcome of this.run(prepared, signal, undefined, true)) {
      if (outcome.kind === "query") return outcome;
    }
    return undefined;
  }

  /**
   * Runs the statements of a script one after another. `_` is the result of the previous statement; with
   * `aside`, `_` remains unchanged.
   */
  async *run(
    prepared: Prepared,
    signal?: AbortSignal,
    progress?: RunProgress,
    aside = false,
  ): AsyncGenerator<Outcome> {
    try {
      yield* this.#runStatements(prepared, signal, progress, aside);
    } finally {
      // By now, the rows of earlier outcomes have been shown.
      for (const { trace } of this.#traces) await trace.later?.settle?.();
    }
    const { lets, suppressions } = prepared.environment;
    // Callers use the environment as a cache key, so create another object only if a statement has defined
    // something.
    if (lets !== this.#environment.lets || suppressions !== this.#environment.suppressions) {
      this.#environment = { ...this.#environment, lets, suppressions };
    }
  }

  async *#runStatements(
    prepared: Prepared,
    signal: AbortSignal | undefined,
    progress: RunProgress | undefined,
    aside: boolean,
  ): AsyncGenerator<Outcome> {
    let paused = performance.now();
    for (const statement of prepared.statements) {
      // A statement pauses by itself only if it takes long, but many short ones take long together.
      paused = await yieldIfDue(paused, signal);
      const text = prepared.source.slice(statement.span.start, statement.span.end);
      const start = performance.now();
      const shared = await this.#execute(statement, prepared.source, signal, progress);
      const { rows } = shared;
      const milliseconds = performance.now() - start;
      if (statement.kind === "assert") {
        let verdict: ReturnType<typeof verdictOf>;
        try {
          verdict = verdictOf(statement, {
            rows: relationRows(rows.relation),
            columns: rows.relation.columns.length,
            single: () => readSingle(contextOf(rows, prepared.source), rows.relation),
          });
        } finally {
          shared.release();
        }
        const { message, node, span } = statement;
        yield { kind: "assert", message, text, node, span, milliseconds, ...verdict };
        continue;
      }
      let table: QueryResult;
      try {
        table = new QueryResult(rows);
      } catch (error) {
        shared.release();
        throw error;
      }
      this.#shown.set(table, shared);
      if (!aside) this.#keepRows(LAST_RESULT, shared);
      let open = true;
      const release = (): void => {
        if (open) shared.release();
        open = false;
      };
      const { node: pipeline } = statement;
      yield { kind: "query", table, text, pipeline, milliseconds, scanned: scannedBy(rows), release };
    }
  }

  /**
   * The leaks that the statements of a script have left out; null if they read no leaks, or no suppression
   * matches any.
   */
  async leftOut({ statements, environment }: Prepared, signal?: AbortSignal): Promise<LeftOut | null> {
    const traces = new Set(statements.flatMap(({ leavesOut }) => [...leavesOut ?? []]));
    if (traces.size === 0) return null;
    const query = suppressedCountQuery(traces);
    const parsed = parseScript(query);
    const { statements: [statement] } = bindScript(parsed, this.catalog, environment);
    if (!statement) return null;
    const shared = await this.#execute(statement, query, signal, undefined);
    try {
      const table = new QueryResult(shared.rows);
      const [count, bytes] = [table.value(0, 0), table.value(0, 1)];
      const files = (environment.suppressions ?? []).map(({ name }) => name);
      return { count: Number(count ?? 0), bytes: typeof bytes === "bigint" ? bytes : 0n, files };
    } finally {
      shared.release();
    }
  }

  /** Stores a result under a name, in addition to `_`. */
  keep(name: string, table: ResultTable): void {
    const shared = table instanceof QueryResult ? this.#shown.get(table) : undefined;
    if (!shared) return;
    this.#keepRows(name, shared);
  }

  /** Drops the result that is stored under a name. */
  forget(name: string): void {
    this.#tables.drop(name);
    const results = new Map(this.#environment.results);
    results.delete(name);
    this.#environment = { ...this.#environment, results };
  }

  /** Drops all definitions and results, as if the traces had just been opened. */
  reset(): void {
    for (const name of this.#environment.results?.keys() ?? []) this.#tables.drop(name);
    this.#environment = EMPTY_ENVIRONMENT;
    this.#changed();
  }

  /** Gives these rows a name for later statements, even if a later statement fails. */
  #keepRows(name: string, shared: SharedRows): void {
    this.#tables.keep(name, shared);
    const results = new Map(this.#environment.results);
    results.set(name, shared.rows.relation.columns);
    this.#environment = { ...this.#environment, results };
  }

  async #execute(
    statement: BoundStatement,
    source: string,
    signal: AbortSignal | undefined,
    progress: RunProgress | undefined,
  ): Promise<SharedRows> {
    // A trace that is closed in the meantime is kept until this statement has ended.
    const traces = [...this.#traces];
    for (const { memory } of traces) memory.hold();
    try {
      const derive = (query: string, trace: OpenTrace) => this.#derive(query, trace, signal);
      const { store } = this.pools.arena;
      const readBefore = store.bytesRead;
      await prepare(statement.plan, this.#tables, derive, { later: true, signal });
      const named: [name: string, relation: Relation][] = [];
      const rows = await runPlanInSlices(statement.plan, {
        steps: ALL_STEPS,
        pools: this.pools,
        source,
        tables: this.#tables,
        functions: this.#tables,
        family: (expr, rows) => this.#tables.family(expr, rows),
        makeFamily: (expr, rows, work) => this.#tables.familyFor(expr, rows, work),
        isMade: (expr) => this.#tables.hasFamily(expr),
        names: traces.flatMap(({ trace }) => trace.later ?? []),
        keep: (name, relation) => named.push([name, relation]),
        bytesBefore: store.bytesRead - readBefore,
        signal,
        progress,
      });
      const shared = new SharedRows(rows);
      for (const [name, relation] of named) {
        // Rows from the middle of a pipeline are in the same memory as those from its end.
        shared.hold();
        const inside = new SharedRows({ ...rows, relation, release: () => shared.release() });
        this.#keepRows(name, inside);
        inside.release();
      }
      return shared;
    } finally {
      for (const { memory } of traces) memory.release();
      // In tests, this detects a write outside an allocation while the statement that caused it is still
      // known.
      this.pools.arena.heap.check();
    }
  }

  /** The rows of a query over one trace, for derived tables. */
  async #derive(query: string, trace: OpenTrace, signal?: AbortSignal): Promise<QueryRows> {
    const only = new SessionCatalog([trace], () => undefined);
    const parsed = parseScript(query);
    const bound = bindScript(parsed, only, EMPTY_ENVIRONMENT);
    const [statement] = bound.statements;
    if (!statement) throw new QueryError(bound.diagnostics, query);
    const tables = new SessionTables(this.pools, [trace]);
    await prepare(
      statement.plan,
      tables,
      () => Promise.reject(new Error("A derived table may only read events")),
      { signal },
    );
    return await runPlanInSlices(statement.plan, {
      steps: ALL_STEPS,
      pools: this.pools,
      source: query,
      tables,
      functions: tables,
      family: (expr, rows) => tables.family(expr, rows),
      signal,
      largeSumsAreNull: true,
    });
  }

  #valuesOf(table: string, column: string, trace: string | null): readonly ValueCount[] | undefined {
    const key = `${table}\u0000${column}\u0000${trace ?? ""}`;
    if (!this.#tables.isMade(table, trace)) {
      this.#uncounted.set(`${table}\u0000${trace ?? ""}`, { table, trace });
      return undefined;
    }
    if (!this.#counts.has(key)) this.#counts.set(key, this.#tables.countValues(table, column, trace));
    return this.#counts.get(key);
  }

  #changed(): void {
    // A new object makes callers that use the environment as a cache key compute their results again.
    this.#environment = { ...this.#environment };
    this.#catalog = undefined;
    this.#counts.clear();
    this.#tables.changed();
  }
}

/** Rows and blocks that a run scanned. */
function scannedBy({ steps }: QueryRows): QueryOutcome["scanned"] {
  return {
    rows: steps[0]?.rowsOut ?? 0,
    blocks: steps.reduce((sum, step) => sum + step.blocks, 0),
    blocksSkipped: steps.reduce((sum, step) => sum + step.blocksSkipped, 0),
  };
}

/** The context for reading single values of a finished run. */
function contextOf(rows: QueryRows, source: string): Parameters<typeof readSingle>[0] {
  const refuse = (): never => {
    throw new Error("A finished query cannot run another one");
  };
  return {
    work: rows.work,
    source,
    functions: NOTHING_KNOWN,
    run: refuse,
    family: refuse,
  };
}
