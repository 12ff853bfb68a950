/**
 * The interface of the library for code whose library runs in a worker.
 * @module
 */

import type { Completion } from "../assist/answers.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Reloaded } from "../engine/reload.ts";
import type { Headline } from "../headline/headline.ts";
import type { HeadlineSides } from "../headline/headline_about.ts";
import { isInput, nameOfInput, type TraceInput } from "../library/input_kinds.ts";
import { checkOptions } from "../library/known_options.ts";
import type { AddOptions, LoadProgress, OpenOptions } from "../library/open_options.ts";
import type { OutputOptions } from "../library/output.ts";
import type { QueryOptions, TraceProblem } from "../library/quarry.ts";
import { closedError } from "../library/closed_errors.ts";
import type { TableInfo } from "../library/schema.ts";
import { Connection } from "./connection.ts";
import type {
  LibraryRequest,
  PlainDataCall,
  SentOptions,
  SentResult,
  SentState,
  WorkerRequest,
} from "./requests.ts";
import { type Result, resultOf } from "./result.ts";
import { SentInputList } from "./sent_inputs.ts";
import { type StartedThread, startThread } from "./thread.ts";

/**
 * Open traces that can be queried, in a worker of their own. The methods are those of `Quarry` in the library, and all
 * return promises. `close` ends the worker.
 *
 * ```ts
 * import { Quarry } from "@quarry/quarry/worker";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const leaks = await quarry.query("leaks | where size >= least | summarize n = count(), bytes = sum(size)", {
 *   params: { least: 1 },
 * });
 * console.log(await leaks.rows());
 * if (await leaks.value(0, "n") !== 26n) throw new Error("26 blocks leak");
 * ```
 */
export class Quarry implements AsyncDisposable {
  readonly #thread: StartedThread;
  readonly #connection: Connection;
  readonly #inputs = new SentInputList();
  readonly #listeners = new Map<number, (progress: LoadProgress) => void>();
  #last = 0;
  #state: SentState = { traces: [], warnings: [] };
  #closing: Promise<void> | undefined;

  private constructor() {
    this.#thread = startThread((error) => this.#connection.break(error));
    this.#connection = new Connection(
      this.#thread.port,
      (request) => this.#answer(request as LibraryRequest),
      (waiting) => this.#thread.keep(waiting > 0),
    );
  }

  /**
   * Starts a worker and opens one trace, or several by name, or none yet. Throws as `Quarry.open` of the
   * library does.
   */
  static async open(
    input?: TraceInput | Readonly<Record<string, TraceInput>>,
    options: OpenOptions = {},
  ): Promise<Quarry> {
    checkOptions("open", options);
    const quarry = new Quarry();
    try {
      const named = isInput(input) ? { ...options, name: options.name ?? nameOfInput(input) } : options;
      quarry.#state = await quarry.#load(named, (sent, buffers) => ({
        call: "open",
        inputs: quarry.#inputs.all(input, buffers),
        options: sent,
      }));
      return quarry;
    } catch (error) {
      await quarry.close();
      throw error;
    }
  }

  /** Names of the open traces. */
  get traces(): readonly string[] {
    return this.#state.traces;
  }

  /** Warnings about the files, and about options that have no effect in this runtime. */
  get warnings(): readonly string[] {
    return this.#state.warnings;
  }

  /** Bytes of memory that traces and results use. */
  get memoryUsed(): Promise<number> {
    return this.#ask({ call: "memoryUsed" });
  }

  /** Opens another trace and returns its names. */
  async add(input: TraceInput, options: AddOptions = {}): Promise<readonly string[]> {
    checkOptions("add", options);
    const named = { ...options, name: options.name ?? nameOfInput(input) };
    return this.#take(
      await this.#load<Answered<readonly string[]>>(named, (sent, buffers) => ({
        call: "add",
        input: this.#inputs.one(input, buffers),
        options: sent,
      })),
    );
  }

  /** Closes a trace and returns whether one had that name. */
  remove(name: string): Promise<boolean> {
    return this.#call("remove", [name]);
  }

  /** Reads one trace again, or all of them, from where it was opened, and reports what has changed. */
  async reload(
    name?: string,
    options: Pick<QueryOptions, "signal"> = {},
  ): Promise<readonly Reloaded[]> {
    checkOptions("reload", options);
    return await this.#call("reload", [name], options.signal);
  }

  /** Runs a script; the rows of its last query stay in the worker until they are read. */
  async query(text: string, options: QueryOptions = {}): Promise<Result> {
    checkOptions("query", options);
    const { signal, ...sent } = options;
    return resultOf(
      await this.#ask<SentResult>({ call: "query", text, options: sent }, signal),
      this.#connection,
    );
  }

  /** The tables of all open traces, with their columns. */
  tables(): Promise<TableInfo[]> {
    return this.#call("tables", []);
  }

  /** Returns a table and its columns, of all traces or of one. Throws `UsageError` if there is no such table. */
  schema(table: string, trace?: string): Promise<TableInfo> {
    return this.#call("schema", [table, trace]);
  }

  /** Oddities and damage found in the open traces, as in the table `problems`. */
  problems(): Promise<TraceProblem[]> {
    return this.#call("problems", []);
  }

  /** Summarizes a trace, or what changed between two. */
  async headline(
    of?: string | HeadlineSides,
    options: Pick<QueryOptions, "signal"> = {},
  ): Promise<Headline> {
    checkOptions("headline", options);
    return await this.#call("headline", [of], options.signal);
  }

  /** Returns all errors and warnings of a script, in the order of the text, without running it. */
  async check(text: string, options: Pick<QueryOptions, "params"> = {}): Promise<readonly Diagnostic[]> {
    checkOptions("check", options);
    return await this.#call("check", [text, options]);
  }

  /** Completions at an offset in a text, best first; at its end by default. */
  complete(text: string, at: number = text.length): Promise<Completion> {
    return this.#call("complete", [text, at]);
  }

  /** The plan of the last statement of a script, one line per step. Nothing is run. */
  explain(text: string): Promise<string[]> {
    return this.#call("explain", [text]);
  }

  /** Writes the open traces in a format of `quarry export` that takes traces rather than rows. */
  async export(name: string, options: OutputOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions("output", options);
    return await this.#call("export", [name, options]);
  }

  /**
   * Cancels what is running, frees the memory of all traces and results, and ends the worker. Calling it
   * again has no effect.
   */
  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    // A worker that has already ended has no memory to free.
    await this.#ask({ call: "close" }).catch(() => {});
    this.#connection.break(closedError());
    this.#thread.end();
  }

  /** Calls `close` at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #ask<T>(request: WorkerRequest, signal?: AbortSignal): Promise<T> {
    return this.#connection.ask<T>(request, signal);
  }

  async #call<T>(call: PlainDataCall, args: readonly unknown[], signal?: AbortSignal): Promise<T> {
    return this.#take(await this.#ask<Answered<T>>({ call, args }, signal));
  }

  #take<T>({ value, traces, warnings }: Answered<T>): T {
    this.#state = { traces, warnings };
    return value;
  }

  async #load<T>(
    { signal, onProgress, index, ...options }: OpenOptions,
    request: (sent: SentOptions, buffers: Transferable[]) => WorkerRequest,
  ): Promise<T> {
    const progress = ++this.#last;
    if (onProgress) this.#listeners.set(progress, onProgress);
    try {
      const sent: SentOptions = {
        ...options,
        // URLs cannot be sent in messages.
        ...(index === undefined ? {} : { index: String(index) }),
        ...(onProgress ? { progress } : {}),
      };
      const buffers: Transferable[] = [];
      return await this.#connection.ask<T>(request(sent, buffers), signal, buffers);
    } finally {
      this.#listeners.delete(progress);
    }
  }

  async *#answer(request: LibraryRequest): AsyncGenerator<unknown> {
    if (request.call === "read") yield* this.#inputs.read(request.number);
    else this.#listeners.get(request.number)?.(request.progress);
  }
}

/** The result of a call, and the state of the traces after it. */
interface Answered<T> extends SentState {
  readonly value: T;
}
