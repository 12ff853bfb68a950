/**
 * The rows of a query for use in programs: by row, by column, or as bytes in other formats.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import type { ResultColumn, ResultTable, ResultType, ResultValue } from "../base/result_table.ts";
import type { LeftOut } from "../base/left_out.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";
import { type ColumnArrays, type ColumnValues, readColumn } from "./column_values.ts";
import { AssertionError } from "./errors.ts";
import { checkOptions } from "./known_options.ts";
import {
  collectOutput,
  isBinary,
  outputNames,
  type OutputOptions,
  type OutputRows,
  streamed,
  writeRowsAs,
} from "./output.ts";
import { releasedError } from "./closed_errors.ts";
import { type Row, rowMaker, rowsOf } from "./row.ts";
import type { Verdict } from "./verdict.ts";

/** Number of rows after which an async loop lets other tasks run. */
const ROWS_PER_TURN = 2048;
const NOTHING: ResultTable = { columns: [], rowCount: 0, value: () => null };

/** The parts of a finished script from which its result is made. */
interface ResultParts {
  readonly session: Session;
  /** The rows of the last query; null if no statement returned any. */
  readonly outcome: QueryOutcome | null;
  readonly warnings: readonly Diagnostic[];
  readonly verdicts: readonly Verdict[];
  readonly leftOut: LeftOut | null;
  /** Called when the rows are released. */
  readonly onRelease: (result: Result) => void;
}

/** Gives this module access to the private constructor. */
let make: (parts: ResultParts) => Result;

/** Makes the result of a script that has run. */
export function resultOf(parts: ResultParts): Result {
  return make(parts);
}

/**
 * The rows of the last query of a script, the verdicts of its assertions, and its warnings. The rows are in the memory
 * of the traces; `using`, `release()` or closing the `Quarry` frees it.
 *
 * ```ts
 * import { Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * using leaks = await quarry.query("leaks | by func | top 3 by bytes");
 * for await (const row of leaks) console.log(row.func, row.bytes);
 * const bytes = leaks.column("bytes", "u64");
 * if (bytes[0]! < bytes[1]!) throw new Error("The largest comes first");
 * ```
 */
export class Result implements ResultTable, Disposable, AsyncDisposable {
  /** The columns: name, type, and how their numbers are shown. */
  readonly columns: readonly ResultColumn[];
  /** Number of rows. */
  readonly rowCount: number;
  /** Warnings about the script, such as a column that is always null. */
  readonly warnings: readonly Diagnostic[];
  /** The outcome of each assertion of the script, in order. */
  readonly verdicts: readonly Verdict[];
  /** Leaks that `suppress "FILE"` removed from the rows; null if it removed none. */
  readonly leftOut: LeftOut | null;
  readonly #parts: ResultParts;
  readonly #columns = new Map<number, ColumnValues>();
  #open = true;

  static {
    make = (parts) => new Result(parts);
  }

  /** Called only through `make`; a caller of the library gets results from `Quarry.query`. */
  private constructor(parts: ResultParts) {
    this.#parts = parts;
    const { columns, rowCount } = parts.outcome?.table ?? NOTHING;
    this.columns = columns;
    this.rowCount = rowCount;
    this.warnings = parts.warnings;
    this.verdicts = parts.verdicts;
    this.leftOut = parts.leftOut;
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

  /** Duration of the query in milliseconds. */
  get milliseconds(): number {
    return this.#parts.outcome?.milliseconds ?? 0;
  }

  /** One value, by row (from 0) and by column (from 0, or by name); null if there is no value. */
  value(row: number, column: number | string): ResultValue {
    return this.#table.value(row, typeof column === "string" ? this.#indexOf(column) : column);
  }

  /** All rows as objects. */
  rows(): Row[] {
    return [...rowsOf(this.#table)];
  }

  /**
   * The rows as objects of a type that you choose; property names are column names, and 64-bit numbers are
   * bigints.
   */
  objects<T extends object = Row>(): T[] {
    return this.rows() as unknown as T[];
  }

  /** Iterates over the rows. */
  [Symbol.iterator](): Iterator<Row> {
    return rowsOf(this.#table);
  }

  /** Iterates over the rows and yields to other tasks in between. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void> {
    const rowAt = rowMaker(this.#table);
    for (let row = 0; row < this.rowCount; row++) {
      if (row > 0 && row % ROWS_PER_TURN === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      yield this.#open ? rowAt(row) : this.#refuse();
    }
  }

  /**
   * A column as a typed array: `BigUint64Array` for `u64` and `time`, `BigInt64Array` for `i64`,
   * `Float64Array` for `f64`, `Uint32Array` for `u32`, `Uint8Array` of 0 and 1 for `bool`, `(string |
   * null)[]` for texts. A missing number is 0; use `isNull` or `nulls` to tell it from a real 0. The array is
   * a copy and outlives the result.
   */
  column(name: string): ColumnArrays[ResultType];
  /** A column as a typed array of the given type. Throws `UsageError` if the column has another type. */
  column<T extends ResultType>(name: string, type: T): ColumnArrays[T];
  column(name: string, type?: ResultType): ColumnArrays[ResultType] {
    const index = this.#indexOf(name);
    const found = this.columns[index]!.type;
    if (type !== undefined && found !== type) {
      throw new UsageError(`Column "${name}" is ${found}, not ${type}`, "other-type");
    }
    return this.#read(index).values;
  }

  /**
   * One bit per row of a column, lowest bit first, set where there is no value; null if every row has one.
   */
  nulls(name: string): Uint8Array<ArrayBuffer> | null {
    return this.#read(this.#indexOf(name)).nulls;
  }

  /** Whether a row has no value in a column. */
  isNull(name: string, row: number): boolean {
    const nulls = this.nulls(name);
    return nulls !== null && (nulls[row >>> 3]! >>> (row & 7) & 1) === 1;
  }

  /** Names of all outputs that `to` and `stream` can write. */
  static get outputs(): readonly string[] {
    return outputNames();
  }

  /**
   * The rows as text, in a display mode (`box`, `json`, `markdown`, `html`, `plot`, …) or a text format of
   * `quarry export` (`csv`, `ndjson`, `folded`, `speedscope`, …).
   */
  async toText(name: string, options: OutputOptions = {}): Promise<string> {
    if (isBinary(name)) throw new UsageError(`Output "${name}" is not text: use toBytes`, "binary-output");
    return new TextDecoder().decode(await this.toBytes(name, options));
  }

  /** The rows as bytes, in any mode or format. */
  async toBytes(name: string, options: OutputOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkOptions("output", options);
    const rows = this.#output;
    return await collectOutput((sink) => writeRowsAs(name, rows, sink, options));
  }

  /**
   * The rows as a stream in any mode or format, written only as fast as it is read. Keep the result until the
   * stream has ended.
   */
  stream(name: string, options: OutputOptions = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
    // Throws for an unknown name here, since it is an error of the caller and not of the stream.
    isBinary(name);
    checkOptions("output", options);
    const rows = this.#output;
    return streamed((sink) => writeRowsAs(name, rows, sink, options));
  }

  /** Comma-separated values with a header line, as RFC 4180 describes them. */
  toCsv(options: OutputOptions = {}): Promise<string> {
    return this.toText("csv", options);
  }

  /** The rows as a Markdown table. */
  toMarkdown(): Promise<string> {
    return this.toText("markdown");
  }

  /**
   * JSON: an array of objects. Numbers that a double would round are strings, unless `jsonNumbers` is set.
   */
  toJson(options: OutputOptions = {}): Promise<string> {
    return this.toText("json", options);
  }

  /**
   * The rows as an Apache Arrow file, or with `stream` as Arrow stream messages, which pyarrow's
   * `open_stream` and DuckDB in a page read.
   */
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
  async [Symbol.for("Jupyter.display")](): Promise<Record<string, string>> {
    const { notebookOutputs } = await import("./notebook.ts");
    return await notebookOutputs(this.#table, this.verdicts);
  }

  /**
   * Frees the memory of the rows; arrays and objects already taken stay valid. Calling it again has no
   * effect.
   */
  release(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#columns.clear();
    this.#parts.outcome?.release();
    this.#parts.onRelease(this);
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

  get #table(): ResultTable {
    return this.#open ? this.#parts.outcome?.table ?? NOTHING : this.#refuse();
  }

  get #output(): OutputRows {
    const { session, outcome } = this.#parts;
    return { session, table: this.#table, query: outcome?.text ?? "" };
  }

  #refuse(): never {
    throw releasedError();
  }

  #read(column: number): ColumnValues {
    const table = this.#table;
    let values = this.#columns.get(column);
    if (!values) {
      values = readColumn(this.#parts.session.pools, table, column);
      this.#columns.set(column, values);
    }
    return values;
  }

  #indexOf(name: string): number {
    const at = this.columns.findIndex((column) => column.name === name);
    if (at >= 0) return at;
    const names = this.columns.map((column) => column.name);
    const near = didYouMean(name, names);
    throw new UsageError(
      `Unknown column "${name}": ${
        near ? `did you mean ${near}?` : `the result has ${names.join(", ") || "none"}`
      }`,
      "unknown-column",
    );
  }
}
