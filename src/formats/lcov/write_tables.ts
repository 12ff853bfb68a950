/**
 * Writes the tables of a coverage file, by file and line.
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
  Sums,
  TestLine,
} from "./coverage_model.ts";
import { addHalves, KeyedRows } from "./keyed_rows.ts";
import { LAST_LINE } from "./syntax_input.ts";
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

/** Rows in an order: their numbers, or none where they are in it as they are. */
interface Order {
  readonly rows: Uint32Array | undefined;
  readonly length: number;
}

/** The rows of a table, by file and then by line; those of one place stay in their order. */
function inOrder({ words, count }: KeyedRows, stride: number, file: number): Order {
  const line = file + 1;
  for (let row = 1, at = stride; row < count; row++, at += stride) {
    const one = words[at + file]!, before = words[at + file - stride]!;
    if (one > before || (one === before && words[at + line]! >= words[at + line - stride]!)) continue;
    return { rows: sorted(words, count, stride, file), length: count };
  }
  return { rows: undefined, length: count };
}

/** The row at a place of an order. */
function rowAt({ rows }: Order, index: number): number {
  return rows === undefined ? index : rows[index]!;
}

/** Files are few: their rows are put together first, and are in the order of their lines then, nearly always. */
function sorted(words: Uint32Array, count: number, stride: number, file: number): Uint32Array {
  const line = file + 1;
  let files = 0;
  for (let row = 0; row < count; row++) files = Math.max(files, words[row * stride + file]! + 1);
  const ends = new Uint32Array(files);
  for (let row = 0; row < count; row++) ends[words[row * stride + file]!]!++;
  for (let each = 1; each < files; each++) ends[each]! += ends[each - 1]!;
  const order = new Uint32Array(count);
  for (let row = count - 1; row >= 0; row--) order[--ends[words[row * stride + file]!]!] = row;
  // What were ends are where the rows of each file begin now.
  for (let each = 0; each < files; each++) {
    const rows = order.subarray(ends[each], each + 1 < files ? ends[each + 1] : count);
    const isRising = rows.every((row, at) =>
      at === 0 || words[row * stride + line]! >= words[rows[at - 1]! * stride + line]!
    );
    if (isRising) continue;
    rows.sort((left, right) => words[left * stride + line]! - words[right * stride + line]! || left - right);
  }
  return order;
}

/** No file has this number. */
const NO_FILE = 0x7fff_ffff;

/** Goes through rows in order, one file and line after another. */
class Rows {
  readonly #words: Uint32Array;
  readonly #stride: number;
  readonly #order: Order;
  #index = 0;
  /** Where the row begins. */
  at = 0;
  /** Its file; `NO_FILE` behind the last one. */
  file = NO_FILE;
  /** Its line. */
  line = 0;

  constructor({ words }: KeyedRows, stride: number, order: Order) {
    this.#words = words;
    this.#stride = stride;
    this.#order = order;
    this.#look();
  }

  /** Goes on with the next row. */
  next(): void {
    this.#index++;
    this.#look();
  }

  /** Passes over what is before a line; whether a row is about that line. */
  isAt(file: number, line: number): boolean {
    while (this.file < file || (this.file === file && this.line < line)) this.next();
    return this.file === file && this.line === line;
  }

  #look(): void {
    if (this.#index === this.#order.length) {
      this.file = NO_FILE;
      return;
    }
    this.at = rowAt(this.#order, this.#index) * this.#stride;
    this.file = this.#words[this.at]!;
    this.line = this.#words[this.at + 1]!;
  }
}

/** Functions that a line is in, for lines in order. */
class Ranges {
  readonly #functions: KeyedRows;
  readonly #order: Order;
  readonly #open: number[] = [];
  #file = -1;
  #next = 0;
  /** Up to this line of the file the name stays what it is. */
  #until = 0;
  #name = 0;

  constructor(functions: KeyedRows, order: Order) {
    this.#functions = functions;
    this.#order = order;
  }

  /** The code of the name of the innermost function that the line is in; 0 = none. */
  nameOf(file: number, line: number): number {
    if (file === this.#file && line <= this.#until) return this.#name;
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
      // Of several names of one function the first is shown.
      const last = this.#open.at(-1);
      if (last === undefined || words[last + Func.Line] !== words[at + Func.Line]) this.#open.push(at);
    }
    while (this.#open.length > 0 && words[this.#open.at(-1)! + Func.End]! < line) this.#open.pop();
    const open = this.#open.at(-1);
    const following = this.#next < this.#order.length ? rowAt(this.#order, this.#next) * Func.Words : -1;
    this.#until = Math.min(
      open === undefined ? LAST_LINE : words[open + Func.End]!,
      following >= 0 && words[following] === file ? words[following + Func.Line]! - 1 : LAST_LINE,
    );
    return this.#name = open === undefined ? 0 : words[open + Func.Name]!;
  }
}

class TableWriter {
  readonly #sink: TraceSink;
  readonly #model: CoverageModel;
  readonly #lines: Order;
  readonly #functions: Order;
  readonly #branches: Order;
  /** By file: lines, lines that ran, functions, branches. */
  readonly #ofFiles: Record<"lines" | "covered" | "functions" | "branches", Uint32Array>;

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

  /** Opens a table and has a row written for each of `count`. */
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

  /** Opens a table of `count` rows and has them written a batch at a time: those from `from` on, up to `to`. */
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
    const { lines, branches, sums, functions } = this.#model;
    const { words } = lines;
    const order = this.#lines;
    const ranges = new Ranges(functions, this.#functions);
    const known = branches.count > 0 || sums.count > 0;
    const ofBranches = new Rows(branches, Branch.Words, this.#branches);
    const ofSums = new Rows(sums, Sums.Words, inOrder(sums, Sums.Words, 0));
    const ofFiles = this.#ofFiles;
    const names = Uint32Array.from(this.#model.files, ({ name }) => name);
    this.#batches(LINES_TABLE, order.length, (columns) => {
      const [fileCells, lineCells, func, covered, count, outcomes, taken, checksum] = cellsOf(columns);
      const [, , , , , noOutcomes, noneTaken] = columns;
      return (from, to) => {
        noOutcomes!.nulls.fill(known ? 0 : 1, 0, to - from);
        noneTaken!.nulls.fill(known ? 0 : 1, 0, to - from);
        for (let index = from, row = 0; index < to; index++, row++) {
          const at = rowAt(order, index) * Line.Words;
          const file = words[at]!, line = words[at + Line.Line]!;
          const low = words[at + Line.Count]!, high = words[at + Line.Count + 1]!;
          const ran = low !== 0 || high !== 0;
          let all = 0, seen = 0;
          for (; ofBranches.isAt(file, line); ofBranches.next(), all++) {
            const branch = ofBranches.at + Branch.Count;
            if (branches.words[branch] !== 0 || branches.words[branch + 1] !== 0) seen++;
          }
          for (; ofSums.isAt(file, line); ofSums.next()) {
            all += sums.words[ofSums.at + Sums.Branches]!;
            seen += sums.words[ofSums.at + Sums.Taken]!;
            ofFiles.branches[file]! += sums.words[ofSums.at + Sums.Branches]!;
          }
          ofFiles.lines[file]!++;
          if (ran) ofFiles.covered[file]!++;
          fileCells![row] = names[file]!;
          lineCells![row] = line;
          func![row] = ranges.nameOf(file, line);
          covered![row] = ran ? 1 : 0;
          count![2 * row] = low;
          count![2 * row + 1] = high;
          outcomes![2 * row] = all;
          outcomes![2 * row + 1] = 0;
          taken![2 * row] = seen;
          taken![2 * row + 1] = 0;
          checksum![row] = words[at + Line.Checksum]!;
        }
      };
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

/** Cells of columns, whose memory stays where it is. */
function cellsOf(columns: readonly StagingColumn[]): Uint32Array[] {
  return columns.map(({ u32 }) => u32);
}

/** Lines of tests with counts of one test and line added up. */
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
