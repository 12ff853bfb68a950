/**
 * The result of a query in a worker.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import type { LeftOut } from "../base/left_out.ts";
import type { ResultColumn, ResultType, ResultValue } from "../base/result_table.ts";
import type { ColumnArrays } from "../library/column_values.ts";
import { AssertionError } from "../library/errors.ts";
import { checkOptions } from "../library/known_options.ts";
import type { OutputOptions } from "../library/output.ts";
import { releasedError } from "../library/closed_errors.ts";
import type { Row } from "../library/row.ts";
import type { Verdict } from "../library/verdict.ts";
import { type Connection, streamOf } from "./connection.ts";
import type { ResultCall, SentResult, WorkerRequest } from "./requests.ts";

/** Gives this module access to the private constructor. */
let make: (sent: SentResult, connection: Connection) => Result;

/** The result of a script that ran in a worker. */
export function resultOf(sent: SentResult, connection: Connection): Result {
  return make(sent, connection);
}

/**
 * The rows of the last query of a script, the verdicts of its assertions, and its warnings. The rows stay in the worker
 * until they are read; arrays and bytes are moved, not copied. `using`, `release()` or closing the `Quarry` frees their
 * memory.
 *
 * ```ts
 * import { Quarry } from "@quarry/quarry/worker";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * using leaks = await quarry.query("leaks | by func | top 3 by bytes");
 * for await (const row of leaks) console.log(row.func, row.bytes);
 * const bytes = await leaks.column("bytes", "u64");
 * if (bytes[0]! < bytes[1]!) throw new Error("The largest comes first");
 * ```
 */
export class Result implements Disposable, AsyncDisposable {
  /** The columns: name, type, and how their numbers are shown. */
  readonly columns: readonly ResultColumn[];
  /** Number of rows. */
  readonly rowCount: number;
  /** Warnings about the script, such as a column that is always null. */
  readonly warnings: readonly Diagnostic[];
  /** The outcome of each assertion of the script, in order. */
  readonly verdicts: readonly Verdict[];
  /** Leaks that `suppress "FILE"` removed from the rows; null if there are none. */
  readonly leftOut: LeftOut | null;
  /** Duration of the query in milliseconds. */
  readonly milliseconds: number;
  readonly #number: number;
  readonly #connection: Connection;
  /** Moves in progress: moved data can only be requested once. */
  readonly #moved = new Map<string, Promise<unknown>>();
  #open = true;

  static {
    make = (sent, connection) => new Result(sent, connection);
  }

  /** Called only through `make`; a caller of the library gets results from `Quarry.query`. */
  private constructor(sent: SentResult, connection: Connection) {
    this.columns = sent.columns;
    this.rowCount = sent.rowCount;
    this.warnings = sent.warnings;
    this.verdicts = sent.verdicts;
    this.leftOut = sent.leftOut;
    this.milliseconds = sent.milliseconds;
    this.#number = sent.result;
    this.#connection = connection;
  }

  /** Whether all assertions hold. */
  get passed(): boolean {
    return this.verdicts.every((each) => each.passed);
  }

  /** Throws `AssertionError` with the rows if an assertion of the script failed; returns the result otherwise. */
  throwIfFailed(): this {
    if (!this.passed) throw new AssertionError(this.verdicts.filter((each) => !each.passed));
    return this;
  }

  /** One value, by row (from 0) and by column (from 0, or by name); null if there is no value. */
  value(row: number, column: number | string): Promise<ResultValue> {
    return this.#call("value", row, column);
  }

  /** All rows as objects. */
  async rows(): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const piece of this.#pieces()) for (const row of piece) rows.push(row);
    return rows;
  }

  /**
   * The rows as objects of a type that you choose; property names are column names, and 64-bit numbers are
   * bigints.
   */
  async objects<T extends object = Row>(): Promise<T[]> {
    return await this.rows() as unknown as T[];
  }

  /** Iterates over the rows; the worker sends more of them as needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void> {
    for await (const piece of this.#pieces()) yield* piece;
  }

  /** A column as a typed array; see `Result.column` of the library. */
  column(name: string): Promise<ColumnArrays[ResultType]>;
  /** A column as a typed array of the given type. Throws `UsageError` if the column has another type. */
  column<T extends ResultType>(name: string, type: T): Promise<ColumnArrays[T]>;
  async column(name: string, type?: ResultType): Promise<ColumnArrays[ResultType]> {
    const isOther = type !== undefined && this.columns.find((each) => each.name === name)?.type !== type;
    // The library reports the error.
    if (isOther) return await this.#call("column", name, type);
    return await this.#once("column", name);
  }

  /** One bit per row of a column, lowest bit first, set where there is no value; null if every row has one. */
  nulls(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#once("nulls", name);
  }

  /** Whether a row has no value in a column. */
  async isNull(name: string, row: number): Promise<boolean> {
    const nulls = await this.nulls(name);
    return nulls !== null && (nulls[row >>> 3]! >>> (row & 7) & 1) === 1;
  }

  /** The rows as text, in a display mode or a text format of `quarry export`. */
  async toText(name: string, options: OutputOptions = {}): Promise<string> {
    checkOptions("output", options);
    return await this.#call("toText", name, options);
  }

  /** The rows as bytes, in any mode or format. */
  async toBytes(name: string, options: OutputOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions("output", options);
    return await this.#call("toBytes", name, options);
  }

  /**
   * The rows as a stream in any mode or format, written only as fast as it is read. Keep the result until the
   * stream has ended.
   */
  stream(name: string, options: OutputOptions = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
    checkOptions("output", options);
    return streamOf(
      this.#connection.send(this.#checked({ call: "stream", result: this.#number, name, options })),
    );
  }

  /** Comma-separated values with a header line, as RFC 4180 describes them. */
  toCsv(options: OutputOptions = {}): Promise<string> {
    return this.toText("csv", options);
  }

  /** The rows as a Markdown table. */
  toMarkdown(): Promise<string> {
    return this.toText("markdown");
  }

  /** JSON: an array of objects. Numbers that a double would round are strings, unless `jsonNumbers` is set. */
  toJson(options: OutputOptions = {}): Promise<string> {
    return this.toText("json", options);
  }

  /** The rows as an Apache Arrow file, or with `stream` as Arrow stream messages. */
  async toArrow(options: { readonly stream?: boolean } = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions("toArrow", options);
    return await this.toBytes(options.stream === true ? "arrows" : "arrow");
  }

  /** The rows as a Parquet file. */
  async toParquet(options: Pick<OutputOptions, "compression"> = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions("toParquet", options);
    return await this.toBytes("parquet", options);
  }

  /** What a notebook shows: the rows as a table, their numbers as a chart, and plain text as a fallback. */
  [Symbol.for("Jupyter.display")](): Promise<Record<string, string>> {
    return this.#call("display");
  }

  /** Frees the memory of the rows; copies already taken stay valid. Calling it again has no effect. */
  release(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#moved.clear();
    // If the worker has ended, the rows are gone too.
    this.#connection.ask({ call: "release", result: this.#number }).catch(() => {});
  }

  /** Calls `release` at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.release();
  }

  /** Calls `release` at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    this.release();
    return Promise.resolve();
  }

  #checked(request: WorkerRequest): WorkerRequest {
    if (!this.#open) throw releasedError();
    return request;
  }

  async *#pieces(): AsyncGenerator<Row[], void> {
    const request = { call: "rows", result: this.#number } as const;
    for await (const piece of this.#connection.send(this.#checked(request))) {
      // As in the library, reading fails if the rows have been released in the meantime.
      this.#checked(request);
      yield piece as Row[];
    }
  }

  async #call<T>(call: ResultCall, ...args: readonly unknown[]): Promise<T> {
    return await this.#connection.ask<T>(this.#checked({ call, result: this.#number, args }));
  }

  #once<T>(call: "column" | "nulls", name: string): Promise<T> {
    const key = `${call} ${name}`;
    let found = this.#moved.get(key) as Promise<T> | undefined;
    if (!found) {
      found = this.#call<T>(call, name);
      this.#moved.set(key, found);
    }
    return found;
  }
}
