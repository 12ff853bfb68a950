/**
 * The public interface of the library: opens traces, runs queries, and returns results.
 * @module
 */

import { complete as completeAt, diagnose } from "../assist/assist.ts";
import type { Completion } from "../assist/answers.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { UsageError } from "../base/errors.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import { reload, type Reloaded } from "../engine/reload.ts";
import { LastRows, runScript } from "../engine/run_script.ts";
import type { LeftOut } from "../base/left_out.ts";
import { type AssertOutcome, Session } from "../engine/session.ts";
import type { Problem } from "../events/trace_sink.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import { nodeFiles, nodeLibraryFiles } from "../ingest/node_files.ts";
import { hasFiles } from "../ingest/permission.ts";
import { currentCrew } from "../memory/crew.ts";
import { withDataSettings } from "../memory/data_settings.ts";
import { setThreads } from "../memory/threads.ts";
import type { IndexSettings } from "../index/settings.ts";
import { headlineAbout, type HeadlineSides } from "../headline/headline_about.ts";
import type { Headline } from "../headline/headline.ts";
import { isInput, isStream, nameOfInput, type TraceInput } from "./input_kinds.ts";
import { checkOptions } from "./known_options.ts";
import { loadTraces } from "./load_traces.ts";
import {
  type AddOptions,
  dataSettingsOf,
  indexSettingsOf,
  type OpenOptions,
  optionsWithoutEffect,
  threadsOf,
} from "./open_options.ts";
import { collectOutput, type OutputOptions, writeTracesAs } from "./output.ts";
import { fillInParams, type Params } from "./params.ts";
import { closedError } from "./closed_errors.ts";
import { type Result, resultOf } from "./result.ts";
import { type TableInfo, tableInfo, tableInfos } from "./schema.ts";
import { planLines } from "./plan_lines.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/**
 * Options of a query.
 *
 * ```ts
 * import { Quarry, type QueryOptions } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const options: QueryOptions = { params: { least: 4096n }, signal: AbortSignal.timeout(10_000) };
 * console.log((await quarry.query("leaks | where size >= least", options)).rows());
 * ```
 */
export interface QueryOptions {
  /**
   * Values of the parameters of a query: `{ least: 4096n }` for `leaks | where size >= least`. A value replaces a
   * `let least = …` of the query. The definitions of a query with parameters do not outlive it.
   */
  readonly params?: Params;
  /** Aborts the operation. */
  readonly signal?: AbortSignal;
}

/**
 * Something odd or damaged in a trace.
 *
 * ```ts
 * import { Quarry, type TraceProblem } from "@quarry/quarry";
 *
 * const bytes = await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * await using quarry = await Quarry.open({ cut: bytes.subarray(0, 1000) });
 * const problems: readonly TraceProblem[] = quarry.problems();
 * if (problems[0]?.trace !== "cut") throw new Error("A trace that is cut has a problem");
 * ```
 */
export interface TraceProblem extends Problem {
  /** Name of the trace. */
  readonly trace: string;
}

/** Instances that were opened with an option for the number of threads. */
const wantThreads = new Set<Quarry>();

/**
 * Open traces that can be queried.
 *
 * ```ts
 * import { Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const leaks = await quarry.query("leaks | where size >= least | summarize n = count(), bytes = sum(size)", {
 *   params: { least: 1 },
 * });
 * console.log(leaks.rows());
 * if (leaks.value(0, "n") !== 26n) throw new Error("26 blocks leak");
 * ```
 */
export class Quarry implements AsyncDisposable {
  readonly #session: Session;
  readonly #index: IndexSettings;
  readonly #results = new Set<Result>();
  readonly #ending = new AbortController();
  readonly #warnings: string[] = [];
  /** The input of each open trace, keyed by its memory. */
  readonly #inputs = new WeakMap<OpenTrace["memory"], { input: TraceInput; options: AddOptions }>();
  /** Settles when the latest query has ended, since the queries of one instance run one after another. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(options: OpenOptions) {
    const nodes = nodeFiles();
    const files = hasFiles() ? libraryFiles : nodes && nodeLibraryFiles(nodes);
    const settings = dataSettingsOf(options);
    const make = (): Session => new Session(files);
    this.#session = settings ? withDataSettings(settings, make) : make();
    this.#index = indexSettingsOf(options);
    this.#noteOptions(options);
    const threads = threadsOf(options);
    if (threads === undefined) return;
    wantThreads.add(this);
    setThreads(threads);
  }

  /**
   * Opens one trace, or several by name, or none yet. Throws `InputError` if an input cannot be read, `FormatError` if
   * it is not a trace, `UsageError` if two traces have the same name; then nothing stays open.
   *
   * ```ts
   * import { Quarry } from "@quarry/quarry";
   *
   * const path = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
   * await using both = await Quarry.open({ before: path, after: await Deno.readFile(path) });
   * const result = await both.query("events | by trace: n = count()");
   * if (result.rowCount !== 2) throw new Error("One row per trace");
   * ```
   */
  static async open(
    input?: TraceInput | Readonly<Record<string, TraceInput>>,
    options: OpenOptions = {},
  ): Promise<Quarry> {
    checkOptions("open", options);
    const quarry = new Quarry(options);
    try {
      if (input === undefined) return quarry;
      if (isInput(input)) {
        await quarry.#add(input, options);
        return quarry;
      }
      if (input === null || typeof input !== "object" || options.name !== undefined) {
        throw new UsageError("Cannot open traces: give an input, or a record of inputs by name", "bad-input");
      }
      for (const [name, one] of Object.entries(input)) await quarry.#add(one, { ...options, name });
      return quarry;
    } catch (error) {
      await quarry.close();
      throw error;
    }
  }

  /** Names of the open traces. */
  get traces(): readonly string[] {
    return this.#session.traces.map((each) => each.name);
  }

  /**
   * Warnings about the files, such as a program other than the one a coverage trace was recorded with, and
   * about options that have no effect in this runtime.
   */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Bytes of memory that traces and results use. */
  get memoryUsed(): number {
    return this.#session.memory.used;
  }

  /**
   * Opens another trace and returns its names: a file of several segments has several, `NAME`, `NAME#2`, …. Throws as
   * `open` does; the traces that are open stay open.
   */
  async add(input: TraceInput, options: AddOptions = {}): Promise<readonly string[]> {
    checkOptions("add", options);
    this.#noteOptions(options);
    return await this.#add(input, options);
  }

  async #add(input: TraceInput, options: AddOptions): Promise<readonly string[]> {
    this.#checkOpen();
    const name = options.name ?? nameOfInput(input);
    const signal = this.#signal(options.signal);
    return await this.#afterOthers(signal, async () => {
      if (this.traces.includes(name)) {
        throw new UsageError(`Cannot open a second trace "${name}": give it another name`, "name-taken");
      }
      const index = this.#index;
      const loaded = await loadTraces(this.#session.pools, input, { ...options, name, signal, index });
      const second = loaded.traces.find((each) => this.traces.includes(each.name));
      if (second) {
        loaded.close();
        throw new UsageError(
          `Cannot open a second trace "${second.name}": give it another name`,
          "name-taken",
        );
      }
      this.#warnings.push(...loaded.warnings);
      this.#session.add(loaded.traces);
      this.#noteInput(loaded.traces, input, options);
      return loaded.traces.map((each) => each.name);
    });
  }

  /**
   * Closes a trace and returns whether there was one of that name. Open results keep the memory they need.
   */
  remove(name: string): boolean {
    return this.#session.close(name);
  }

  /**
   * Reads one trace again, or all of them, from where it was opened, and reports what has changed: a file may
   * have grown. Definitions of scripts stay, and results keep their rows. If a trace cannot be read, this
   * throws as `open` does and all traces stay as they were; a stream can be read only once (`UsageError`).
   *
   * ```ts
   * import { Quarry, type Reloaded } from "@quarry/quarry";
   *
   * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
   * const [change]: readonly Reloaded[] = await quarry.reload();
   * if (change!.change !== "same" || change!.rows !== change!.rowsBefore) throw new Error("Nobody writes to it");
   * ```
   */
  async reload(
    name?: string,
    options: Pick<QueryOptions, "signal"> = {},
  ): Promise<readonly Reloaded[]> {
    checkOptions("reload", options);
    this.#checkOpen();
    const signal = this.#signal(options.signal);
    return await this.#afterOthers(signal, async () => {
      const session = this.#session;
      const asked = session.traces.filter((each) => name === undefined || each.name === name);
      if (name !== undefined && asked.length === 0) {
        throw new UsageError(
          `No trace "${name}" is open: open traces are ${this.traces.join(", ")}`,
          "bad-input",
        );
      }
      const traces = session.traces.filter(({ memory }) => asked.some((each) => each.memory === memory));
      return await reload(session, traces, async ([first]) => {
        const { memory, name } = first!;
        const { input, options } = this.#inputs.get(memory)!;
        if (isStream(input)) {
          throw new UsageError(`Cannot reload "${name}": a stream can be read only once`, "bad-input");
        }
        const loaded = await loadTraces(session.pools, input, {
          ...options,
          name,
          signal,
          index: this.#index,
        });
        this.#noteInput(loaded.traces, input, options);
        return loaded.traces;
      });
    });
  }

  /** Stores the input of these traces for `reload`. */
  #noteInput([first]: readonly OpenTrace[], input: TraceInput, options: AddOptions): void {
    if (first) this.#inputs.set(first.memory, { input, options });
  }

  /**
   * Runs a script: queries, assertions, definitions. The result has the rows of the last query and the
   * verdicts of all assertions; a failed assertion does not throw (`Result.throwIfFailed` does). Later
   * scripts can use the definitions and named results of earlier ones. Throws `QueryError` with every error
   * in the text and its position; `check` finds these errors without running the script.
   *
   * ```ts
   * import { Quarry } from "@quarry/quarry";
   *
   * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
   * const { verdicts } = await quarry.query('assert leaks | where size > 1M : "no large leaks"');
   * if (!verdicts[0]!.passed) throw new Error(verdicts[0]!.found);
   * ```
   */
  async query(text: string, options: QueryOptions = {}): Promise<Result> {
    checkOptions("query", options);
    this.#checkOpen();
    const signal = this.#signal(options.signal);
    const filled = fillInParams(text, options.params);
    const hasParams = filled.text !== text;
    return await this.#afterOthers(signal, async () => {
      const session = this.#session;
      const warnings: Diagnostic[] = [];
      const asserted: AssertOutcome[] = [];
      let leftOut: LeftOut | null = null;
      const last = new LastRows();
      try {
        await runScript(session, filled.text, {
          warning: (warning) => void warnings.push(warning),
          keep: last.keep,
          verdict: (outcome) => void asserted.push(outcome),
          leftOut: (leaks) => void (leftOut = leaks),
        }, { signal, alone: hasParams });
        const verdicts: Verdict[] = [];
        for (const outcome of asserted) {
          const verdict = await verdictOf(session, outcome, { text: filled.text, signal });
          verdicts.push({ ...verdict, span: filled.backSpan(outcome.span) });
        }
        const result = resultOf({
          session,
          outcome: last.outcome,
          warnings: filled.back(warnings),
          verdicts,
          leftOut,
          onRelease: (released) => this.#results.delete(released),
        });
        this.#results.add(result);
        return result;
      } catch (error) {
        last.release();
        throw filled.explain(error);
      }
    });
  }

  /** The tables of all open traces, with their columns. */
  tables(): TableInfo[] {
    this.#checkOpen();
    return tableInfos(this.#session.catalog);
  }

  /** Returns a table and its columns, of all traces or of one. Throws `UsageError` if there is no such table. */
  schema(table: string, trace?: string): TableInfo {
    this.#checkOpen();
    return tableInfo(this.#session.catalog, table, trace ?? null);
  }

  /** Oddities and damage found in the open traces, as in the table `problems`. */
  problems(): TraceProblem[] {
    this.#checkOpen();
    return this.#session.traces.flatMap(({ name, trace }) =>
      trace.problems.map((problem) => ({ trace: name, ...problem }))
    );
  }

  /**
   * Summarizes a trace: one sentence, one chart, and at most five rows, each with its query. For two traces of
   * the same kind it summarizes what changed from the first to the second; `headline({ before, after })` says
   * which is which. Throws `UsageError` if it is not clear which trace is meant.
   *
   * ```ts
   * import { type Headline, Quarry } from "@quarry/quarry";
   *
   * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
   * const { sentence, rows }: Headline = await quarry.headline();
   * console.log(sentence);
   * using blocks = await quarry.query(rows[0]!.query);
   * if (blocks.rowCount !== 24) throw new Error("24 blocks of read_word leak");
   * ```
   */
  async headline(
    of?: string | HeadlineSides,
    options: Pick<QueryOptions, "signal"> = {},
  ): Promise<Headline> {
    checkOptions("headline", options);
    this.#checkOpen();
    const ending = this.#signal(options.signal);
    return await this.#afterOthers(ending, () => headlineAbout(this.#session, of, ending));
  }

  /** Returns all errors and warnings of a script, in the order of the text, without running it. */
  check(text: string, options: Pick<QueryOptions, "params"> = {}): readonly Diagnostic[] {
    checkOptions("check", options);
    this.#checkOpen();
    const filled = fillInParams(text, options.params);
    return filled.back(diagnose(filled.text, this.#session.catalog, this.#session.environment, true));
  }

  /** Completions at an offset in a text, best first; at its end by default. */
  complete(text: string, at: number = text.length): Completion {
    this.#checkOpen();
    return completeAt(text, at, this.#session.catalog, this.#session.environment);
  }

  /**
   * The plan of the last statement of a script, as `explain plan` shows it: one line per step, with the
   * strategy and the expected number of rows. Nothing runs; for a statement that reads an earlier result only
   * the steps are listed.
   */
  async explain(text: string): Promise<string[]> {
    this.#checkOpen();
    const signal = this.#signal(undefined);
    return await this.#afterOthers(signal, () => planLines(this.#session, text, signal));
  }

  /**
   * Writes the open traces in a format of `quarry export` that takes traces rather than rows: `perfetto`, or
   * the profile of the traces as `pprof`, `folded` or `speedscope`.
   */
  async export(name: string, options: OutputOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions("output", options);
    this.#checkOpen();
    return await this.#afterOthers(
      this.#ending.signal,
      () => collectOutput((sink) => writeTracesAs(name, this.#session, sink, options)),
    );
  }

  /**
   * Cancels what is running and frees the memory of all traces and results. Calling it again has no effect.
   */
  async close(): Promise<void> {
    this.#ending.abort(closedError());
    await this.#last;
    for (const result of [...this.#results]) result.release();
    this.#session.closeAll();
    if (wantThreads.delete(this) && wantThreads.size === 0) {
      setThreads(undefined);
      // A pool of threads keeps the program running until it is replaced by another.
      currentCrew();
    }
  }

  /** Calls `close` at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #noteOptions(options: OpenOptions): void {
    for (const warning of optionsWithoutEffect(options)) {
      if (!this.#warnings.includes(warning)) this.#warnings.push(warning);
    }
  }

  #checkOpen(): void {
    if (this.#ending.signal.aborted) throw closedError();
  }

  #signal(given: AbortSignal | undefined): AbortSignal {
    return given ? AbortSignal.any([given, this.#ending.signal]) : this.#ending.signal;
  }

  async #afterOthers<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    try {
      await before;
      signal.throwIfAborted();
      return await work();
    } finally {
      resolve();
    }
  }
}
