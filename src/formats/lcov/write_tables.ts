/**
 * Writes the tables of a coverage file, ordered by file and line.
 * @module
 */

import {
  BATCH_ROWS,
  type RowWriter,
  type StagingColumn,
  type TableLayout,
  type TraceSink,
} from "../../events/trace_sink.ts";
import {
  Branch,
  Condition,
  type CoverageModel,
  Flag,
  Func,
  Line,
  NO_GROUP,
  TestLine,
} from "./coverage_model.ts";
import { addHalves, KeyedRows } from "./keyed_rows.ts";
import { type FileSums, LineRows } from "./line_rows.ts";
import { inOrder, type Order, rowAt } from "./row_order.ts";
import {
  BRANCHES_TABLE,
  CONDITIONS_TABLE,
  FILES_TABLE,
  FUNCTIONS_TABLE,
  LINES_TABLE,
  TEST_LINES_TABLE,
  TESTS_TABLE,
} from "./table_docs.ts";

/** Writes all tables. */
export function writeTables(sink: TraceSink, model: CoverageModel): void {
  new TableWriter(sink, model).write();
}

class TableWriter {
  readonly #sink: TraceSink;
  readonly #model: CoverageModel;
  readonly #lines: Order;
  readonly #functions: Order;
  readonly #branches: Order;
  readonly #ofFiles: FileSums;

  constructor(sink: TraceSink, model: CoverageModel) {
    this.#sink = sink;
    this.#model = model;
    this.#lines = inOrder(model.lines, Line.Words, 0);
    this.#functions = inOrder(model.functions, Func.Words, 0);
    this.#branches = inOrder(model.branches, Branch.Words, 0);
    const counts = (): Uint32Array => new Uint32Array(model.files.length);
    this.#ofFiles = { lines: counts(), covered: counts(), functions: counts(), branches: counts() };
  }

  write(): void {
    this.#writeLines();
    this.#writeFunctions();
    this.#writeBranches();
    this.#writeConditions();
    this.#writeFiles();
    this.#writeTests();
  }

  /** Opens a table and writes `count` rows one by one. */
  #rows(
    layout: TableLayout,
    count: number,
    open: (writer: RowWriter) => (at: number, row: number) => void,
  ): void {
    const writer = this.#sink.table(layout);
    const write = open(writer);
    for (let at = 0; at < count; at++) {
      write(at, writer.count);
      if (++writer.count === BATCH_ROWS) writer.flush();
    }
    if (writer.count > 0) writer.flush();
  }

  /** Opens a table of `count` rows and writes them in batches; each call fills the rows `from` up to `to`. */
  #batches(
    layout: TableLayout,
    count: number,
    open: (columns: readonly StagingColumn[]) => (from: number, to: number) => void,
  ): void {
    const writer = this.#sink.table(layout);
    const write = open(columnsOf(writer, layout));
    for (let from = 0; from < count; from += BATCH_ROWS) {
      const to = Math.min(count, from + BATCH_ROWS);
      write(from, to);
      writer.count = to - from;
      writer.flush();
    }
  }

  #fileName(file: number): number {
    return this.#model.files[file]!.name;
  }

  #writeLines(): void {
    const orders = { lines: this.#lines, functions: this.#functions, branches: this.#branches };
    this.#batches(LINES_TABLE, this.#lines.length, (columns) => {
      const rows = new LineRows(this.#model, orders, this.#ofFiles, columns);
      return (from, to) => rows.write(from, to);
    });
  }

  #writeFunctions(): void {
    const { words } = this.#model.functions;
    const order = this.#functions;
    this.#rows(FUNCTIONS_TABLE, order.length, (writer) => {
      const [func, fileCells, line, end, count, group] = columnsOf(writer, FUNCTIONS_TABLE);
      return (index, row) => {
        const at = rowAt(order, index) * Func.Words;
        this.#ofFiles.functions[words[at]!]!++;
        func!.u32[row] = words[at + Func.Name]!;
        fileCells!.u32[row] = this.#fileName(words[at]!);
        line!.u32[row] = words[at + Func.Line]!;
        end!.u32[row] = words[at + Func.End]!;
        const [low, high] = [words[at + Func.Count]!, words[at + Func.Count + 1]!];
        count!.u32[2 * row] = low;
        count!.u32[2 * row + 1] = high;
        const isAlone = words[at + Func.Group] === NO_GROUP;
        group!.u32[row] = isAlone ? 0 : words[at + Func.Group]!;
        group!.nulls[row] = isAlone ? 1 : 0;
      };
    });
  }

  #writeBranches(): void {
    const { words } = this.#model.branches;
    const { strings } = this.#sink;
    const order = this.#branches;
    const ofFiles = this.#ofFiles;
    const names = Uint32Array.from(this.#model.files, ({ name }) => name);
    this.#batches(BRANCHES_TABLE, order.length, (columns) => {
      const exception = strings.internText("exception"), fallthrough = strings.internText("fallthrough");
      const [fileCells, line, block, branch, taken, count, kind, reachable] = cellsOf(columns);
      const { nulls } = columns[5]!;
      return (from, to) => {
        for (let index = from, row = 0; index < to; index++, row++) {
          const at = rowAt(order, index) * Branch.Words;
          const low = words[at + Branch.Count]!, high = words[at + Branch.Count + 1]!;
          const flags = words[at + Branch.Flags]!;
          ofFiles.branches[words[at]!]!++;
          fileCells![row] = names[words[at]!]!;
          line![row] = words[at + Branch.Line]!;
          block![row] = words[at + Branch.Block]!;
          branch![row] = words[at + Branch.Name]!;
          taken![row] = low !== 0 || high !== 0 ? 1 : 0;
          count![2 * row] = low;
          count![2 * row + 1] = high;
          nulls[row] = (flags & Flag.Unknown) !== 0 ? 1 : 0;
          kind![row] = (flags & Flag.Exception) !== 0
            ? exception
            : (flags & Flag.FallThrough) !== 0
            ? fallthrough
            : 0;
          reachable![row] = (flags & Flag.Unreachable) !== 0 ? 0 : 1;
        }
      };
    });
  }

  #writeConditions(): void {
    const { conditions } = this.#model;
    const order = inOrder(conditions, Condition.Words, 0);
    const { strings } = this.#sink;
    this.#rows(CONDITIONS_TABLE, order.length, (writer) => {
      const [isFalse, isTrue] = [strings.internText("f"), strings.internText("t")];
      const [fileCells, line, group, place, sense, count, expression, reachable] = columnsOf(
        writer,
        CONDITIONS_TABLE,
      );
      return (index, row) => {
        const { words } = conditions;
        const at = rowAt(order, index) * Condition.Words;
        fileCells!.u32[row] = this.#fileName(words[at]!);
        line!.u32[row] = words[at + Condition.Line]!;
        group!.u32[row] = words[at + Condition.Group]!;
        place!.u32[row] = words[at + Condition.Place]! >>> 1;
        sense!.u32[row] = (words[at + Condition.Place]! & 1) !== 0 ? isTrue : isFalse;
        count!.u32[2 * row] = words[at + Condition.Count]!;
        count!.u32[2 * row + 1] = words[at + Condition.Count + 1]!;
        expression!.u32[row] = words[at + Condition.Expression]!;
        reachable!.u32[row] = (words[at + Condition.Flags]! & Flag.Unreachable) !== 0 ? 0 : 1;
      };
    });
  }

  #writeFiles(): void {
    const { files } = this.#model;
    const { lines, covered, functions, branches } = this.#ofFiles;
    this.#rows(FILES_TABLE, files.length, (writer) => {
      const [file, version] = [writer.column("file"), writer.column("version")];
      const number = (name: string): (row: number, value: number) => void => {
        const { u32 } = writer.column(name);
        return (row, value) => {
          u32[2 * row] = value;
          u32[2 * row + 1] = 0;
        };
      };
      const [all, ran, missed, funcs, outcomes] = ["lines", "covered", "uncovered", "functions", "branches"]
        .map(number);
      return (at, row) => {
        file.u32[row] = files[at]!.name;
        version.u32[row] = files[at]!.version;
        all!(row, lines[at]!);
        ran!(row, covered[at]!);
        missed!(row, lines[at]! - covered[at]!);
        funcs!(row, functions[at]!);
        outcomes!(row, branches[at]!);
      };
    });
  }

  #writeTests(): void {
    const { tests, files } = this.#model;
    const reached = this.#model.testsRepeat ? merged(this.#model) : this.#model.testLines;
    const hits = new Uint32Array(tests.length);
    const order = inOrder(reached, TestLine.Words, 1);
    const { words } = reached;
    const testNames = Uint32Array.from(tests, ({ name }) => name);
    const fileNames = Uint32Array.from(files, ({ name }) => name);
    this.#batches(TEST_LINES_TABLE, order.length, (columns) => {
      const [test, file, line, count] = cellsOf(columns);
      return (from, to) => {
        for (let index = from, row = 0; index < to; index++, row++) {
          const at = rowAt(order, index) * TestLine.Words;
          hits[words[at]!]!++;
          test![row] = testNames[words[at]!]!;
          file![row] = fileNames[words[at + TestLine.File]!]!;
          line![row] = words[at + TestLine.Line]!;
          count![2 * row] = words[at + TestLine.Count]!;
          count![2 * row + 1] = words[at + TestLine.Count + 1]!;
        }
      };
    });
    this.#rows(TESTS_TABLE, tests.length, (writer) => {
      const [test, fileCells, lines] = columnsOf(writer, TESTS_TABLE);
      return (at, row) => {
        test!.u32[row] = tests[at]!.name;
        fileCells!.u32[2 * row] = tests[at]!.files;
        fileCells!.u32[2 * row + 1] = 0;
        lines!.u32[2 * row] = hits[at]!;
        lines!.u32[2 * row + 1] = 0;
      };
    });
  }
}

function columnsOf(writer: RowWriter, { columns }: TableLayout): StagingColumn[] {
  return columns.map(({ name }) => writer.column(name));
}

/** Returns the arrays of columns. They may be kept, because their addresses do not change. */
function cellsOf(columns: readonly StagingColumn[]): Uint32Array[] {
  return columns.map(({ u32 }) => u32);
}

/** Merges rows of one test and line by adding their counts. */
function merged({ testLines }: CoverageModel): KeyedRows {
  const into = new KeyedRows(TestLine.Words, 3);
  const { words } = testLines;
  for (let at = 0; at < testLines.count * TestLine.Words; at += TestLine.Words) {
    const test = words[at]!, file = words[at + TestLine.File]!, line = words[at + TestLine.Line]!;
    const low = words[at + TestLine.Count]!, high = words[at + TestLine.Count + 1]!;
    const row = into.find(test, file, line);
    const place = row < 0 ? into.push() : row * TestLine.Words;
    if (row < 0) {
      into.words.set(words.subarray(at, at + TestLine.Words), place);
      into.index(into.count - 1);
    } else addHalves(into.words, place + TestLine.Count, low, high);
  }
  return into;
}
