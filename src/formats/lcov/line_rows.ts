/**
 * Writes the table of lines in batches, one source file at a time and column by column: simple loops over one
 * column take a third of the time.
 * @module
 */

import type { StagingColumn } from "../../events/trace_sink.ts";
import { Branch, type CoverageModel, Func, Line, Sums } from "./coverage_model.ts";
import type { KeyedRows } from "./keyed_rows.ts";
import { inOrder, type Order, rowAt, Rows } from "./row_order.ts";
import { LAST_LINE } from "./syntax_input.ts";

/** Totals of each file. */
export interface FileSums {
  readonly lines: Uint32Array;
  /** Number of lines that ran. */
  readonly covered: Uint32Array;
  readonly functions: Uint32Array;
  readonly branches: Uint32Array;
}

/** Finds the function that contains a line; lines must be given in rising order. */
class FunctionRanges {
  readonly #functions: KeyedRows;
  readonly #order: Order;
  readonly #open: number[] = [];
  #file = -1;
  #next = 0;
  /** The name of the function stays the same up to this line. */
  until = 0;
  #name = 0;

  /** Starts before the first line of the first file. */
  constructor(functions: KeyedRows, order: Order) {
    this.#functions = functions;
    this.#order = order;
  }

  /** String id of the innermost function that contains the line; 0 = none. */
  nameOf(file: number, line: number): number {
    if (file === this.#file && line <= this.until) return this.#name;
    const { words } = this.#functions;
    if (file !== this.#file) {
      this.#file = file;
      this.#open.length = 0;
    }
    for (; this.#next < this.#order.length; this.#next++) {
      const at = rowAt(this.#order, this.#next) * Func.Words;
      if (words[at]! > file || (words[at] === file && words[at + Func.Line]! > line)) break;
      const end = words[at + Func.End]!;
      if (words[at] !== file || end < line) continue;
      // If a function has several names, show the first one.
      const last = this.#open.at(-1);
      if (last === undefined || words[last + Func.Line] !== words[at + Func.Line]) this.#open.push(at);
    }
    while (this.#open.length > 0 && words[this.#open.at(-1)! + Func.End]! < line) this.#open.pop();
    const open = this.#open.at(-1);
    const following = this.#next < this.#order.length ? rowAt(this.#order, this.#next) * Func.Words : -1;
    this.until = Math.min(
      open === undefined ? LAST_LINE : words[open + Func.End]!,
      following >= 0 && words[following] === file ? words[following + Func.Line]! - 1 : LAST_LINE,
    );
    return this.#name = open === undefined ? 0 : words[open + Func.Name]!;
  }
}

/** Writes lines, grouped by file. */
export class LineRows {
  readonly #model: CoverageModel;
  readonly #order: Order;
  readonly #ofFiles: FileSums;
  readonly #names: Uint32Array;
  readonly #ranges: FunctionRanges;
  readonly #branches: Rows;
  readonly #sums: Rows;
  readonly #nulls: readonly Uint8Array[];
  readonly #file: Uint32Array;
  readonly #line: Uint32Array;
  readonly #func: Uint32Array;
  readonly #covered: Uint32Array;
  readonly #count: Uint32Array;
  readonly #outcomes: Uint32Array;
  readonly #taken: Uint32Array;
  readonly #checksum: Uint32Array;

  /** Creates a writer; `columns` must have the order of the table. */
  constructor(
    model: CoverageModel,
    orders: { readonly lines: Order; readonly functions: Order; readonly branches: Order },
    ofFiles: FileSums,
    columns: readonly StagingColumn[],
  ) {
    this.#model = model;
    this.#order = orders.lines;
    this.#ofFiles = ofFiles;
    this.#names = Uint32Array.from(model.files, ({ name }) => name);
    this.#ranges = new FunctionRanges(model.functions, orders.functions);
    this.#branches = new Rows(model.branches, Branch.Words, orders.branches);
    this.#sums = new Rows(model.sums, Sums.Words, inOrder(model.sums, Sums.Words, 0));
    const [file, line, func, covered, count, outcomes, taken, checksum] = columns.map(({ u32 }) => u32);
    this.#file = file!;
    this.#line = line!;
    this.#func = func!;
    this.#covered = covered!;
    this.#count = count!;
    this.#outcomes = outcomes!;
    this.#taken = taken!;
    this.#checksum = checksum!;
    this.#nulls = [columns[5]!.nulls, columns[6]!.nulls];
  }

  /** Writes the lines `from` to `to` of the order as the first rows of a batch. */
  write(from: number, to: number): void {
    const { words } = this.#model.lines;
    const rows = to - from;
    const known = this.#model.branches.count > 0 || this.#model.sums.count > 0;
    for (const nulls of this.#nulls) nulls.fill(known ? 0 : 1, 0, rows);
    this.#outcomes.fill(0, 0, 2 * rows);
    this.#taken.fill(0, 0, 2 * rows);
    this.#writeChecksums(from, rows);
    for (let start = 0; start < rows;) {
      const file = words[rowAt(this.#order, from + start) * Line.Words]!;
      const end = this.#writeCounts(file, from, start, rows);
      this.#file.fill(this.#names[file]!, start, end);
      this.#writeFunctions(file, start, end);
      this.#addOutcomes(file, start, end);
      this.#addSums(file, start, end);
      start = end;
    }
  }

  /** Writes lines and counts up to the end of the file's lines; returns the row after them. */
  #writeCounts(file: number, from: number, start: number, end: number): number {
    const { words } = this.#model.lines;
    const order = this.#order, line = this.#line, covered = this.#covered, count = this.#count;
    let row = start, ran = 0;
    for (; row < end; row++) {
      const at = rowAt(order, from + row) * Line.Words;
      if (words[at] !== file) break;
      const low = words[at + Line.Count]!, high = words[at + Line.Count + 1]!;
      const hasRun = (low | high) !== 0 ? 1 : 0;
      line[row] = words[at + Line.Line]!;
      covered[row] = hasRun;
      count[2 * row] = low;
      count[2 * row + 1] = high;
      ran += hasRun;
    }
    this.#ofFiles.lines[file]! += row - start;
    this.#ofFiles.covered[file]! += ran;
    return row;
  }

  /** Writes the function that contains each line. */
  #writeFunctions(file: number, start: number, end: number): void {
    const line = this.#line, func = this.#func, ranges = this.#ranges;
    for (let row = start; row < end;) {
      const name = ranges.nameOf(file, line[row]!);
      const { until } = ranges;
      do func[row++] = name; while (row < end && line[row]! <= until);
    }
  }

  /** Adds up the outcomes of branches on each line. */
  #addOutcomes(file: number, start: number, end: number): void {
    const { words } = this.#model.branches;
    const branches = this.#branches;
    for (
      let row = this.#rowOf(branches, file, start, end);
      row < end;
      row = this.#rowOf(branches, file, row, end)
    ) {
      const at = branches.at + Branch.Count;
      this.#outcomes[2 * row]!++;
      if (words[at] !== 0 || words[at + 1] !== 0) this.#taken[2 * row]!++;
      branches.next();
    }
  }

  /** Adds the branch totals that the file gives. */
  #addSums(file: number, start: number, end: number): void {
    const { words } = this.#model.sums;
    const sums = this.#sums;
    for (let row = this.#rowOf(sums, file, start, end); row < end; row = this.#rowOf(sums, file, row, end)) {
      const all = words[sums.at + Sums.Branches]!;
      this.#outcomes[2 * row]! += all;
      this.#taken[2 * row]! += words[sums.at + Sums.Taken]!;
      this.#ofFiles.branches[file]! += all;
      sums.next();
    }
  }

  /**
   * Advances to the row of the line at which `others` is, starting at `row`, and skips lines in `others` that
   * have no row. Returns `end` if no row is left.
   */
  #rowOf(others: Rows, file: number, row: number, end: number): number {
    const line = this.#line;
    while (others.file < file) others.next();
    while (others.file === file) {
      while (row < end && line[row]! < others.line) row++;
      // Entries after these lines are handled with the next batch.
      if (row === end || line[row] === others.line) return row;
      others.next();
    }
    return end;
  }

  #writeChecksums(from: number, rows: number): void {
    const { words, length } = this.#model.checksums;
    const checksum = this.#checksum;
    checksum.fill(0, 0, rows);
    if (length === 0) return;
    for (let row = 0; row < rows; row++) {
      const place = rowAt(this.#order, from + row);
      if (place < length) checksum[row] = words[place]!;
    }
  }
}
