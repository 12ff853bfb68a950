/**
 * Adds up the content of coverage files: lines, functions, branches and conditions of source files, and which
 * test ran what. Readers of all syntaxes fill it section by section; a section is the part of a file that
 * describes one source file.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";
import { WordsList } from "../words_list.ts";
import { addHalves, KeyedRows, type Progress } from "./keyed_rows.ts";
import { Mark } from "./plain_layout.ts";

/** Word offsets in a row of a line. */
export const Line = { File: 0, Line: 1, Count: 2, Words: 4 } as const;
/** Word offsets in a row of a function. */
export const Func = { File: 0, Line: 1, Name: 2, End: 3, Group: 4, Count: 5, Words: 7 } as const;
/** Word offsets in a row of a branch outcome. */
export const Branch = {
  File: 0,
  Line: 1,
  Block: 2,
  Name: 3,
  Flags: 4,
  Count: 5,
  Section: 7,
  /** In the first outcome of a key: the last outcome that occurred in the current section. */
  Last: 8,
  /** Row number plus one of the next outcome with the same key. */
  Next: 9,
  Words: 10,
} as const;
/** Word offsets in a row of a condition; the key consists of file, line, group, and index with sense. */
export const Condition = {
  File: 0,
  Line: 1,
  Group: 2,
  Place: 3,
  Expression: 4,
  Count: 5,
  Flags: 7,
  Section: 8,
  Last: 9,
  Next: 10,
  Words: 11,
} as const;
/** Word offsets in a row of branch totals, for files that give only totals per line. */
export const Sums = { File: 0, Line: 1, Branches: 2, Taken: 3, Words: 4 } as const;
/** Word offsets in a row of a line that a test reached. */
export const TestLine = { Test: 0, File: 1, Line: 2, Count: 3, Words: 5 } as const;

/** Flags of outcomes and conditions. */
export const Flag = {
  Exception: Mark.Exception,
  FallThrough: Mark.FallThrough,
  Unreachable: 4,
  Unknown: Mark.Unknown,
} as const;

/** Group of a function that belongs to no group. */
export const NO_GROUP = 0xffff_ffff;
/** Means that a section belongs to no test. */
export const NO_TEST = -1;

/** A source file. */
interface SourceFile {
  readonly name: number;
  version: number;
  /** Row of its first line. Its lines have consecutive rows until one of them is added to the index. */
  first: number;
  end: number;
  isIndexed: boolean;
  lastLine: number;
  /**
   * Row of its first function. Functions have consecutive rows in line order until one of them is added to
   * the index.
   */
  firstFunction: number;
  endFunction: number;
  hasFunctionIndex: boolean;
  /**
   * Row of its first outcome. Outcomes have consecutive rows in rising order until one of them is added to
   * the index.
   */
  firstBranch: number;
  endBranch: number;
  hasBranchIndex: boolean;
}

const NO_SOURCE: SourceFile = {
  name: 0,
  version: 0,
  first: 0,
  end: 0,
  isIndexed: false,
  lastLine: 0,
  firstFunction: 0,
  endFunction: 0,
  hasFunctionIndex: false,
  firstBranch: 0,
  endBranch: 0,
  hasBranchIndex: false,
};

/** A test. */
interface Test {
  readonly name: number;
  files: number;
}

/** Collects coverage records and adds up their counts. */
export class CoverageModel {
  readonly strings: StringPool;
  /** How much of the file has been read, if the reader reports it. */
  readonly progress: Progress = { part: 0 };
  readonly lines = new KeyedRows(Line.Words, 2, this.progress);
  /** Checksums of lines, by row; empty in most files. */
  readonly checksums = new WordsList();
  readonly functions = new KeyedRows(Func.Words, 3, this.progress);
  readonly branches = new KeyedRows(Branch.Words, 4, this.progress);
  readonly conditions = new KeyedRows(Condition.Words, 4, this.progress);
  readonly sums = new KeyedRows(Sums.Words, 2, this.progress);
  readonly testLines = new KeyedRows(TestLine.Words, 3, this.progress);
  readonly files: SourceFile[] = [];
  readonly tests: Test[] = [];
  readonly #fileOf = new Map<number, number>();
  readonly #testOf = new Map<number, number>();
  readonly #filesOfTests = new Set<number>();
  /** The last file and line that each test reached, two numbers per test. */
  readonly #lastReached: number[] = [];
  readonly #numbers: number[] = [];
  readonly #numberOfText = new Map<number, number>();
  #file = 0;
  /** Facts about the current source file. */
  #source: SourceFile = NO_SOURCE;
  #test = NO_TEST;
  #section = 0;
  #cursor = 0;
  #branchCursor = 0;
  #lastOfTest = 0;
  /** Whether the branch totals are ordered by file and line, so they need no index. */
  #sumsInOrder = true;
  /** Whether a line of a test may occur twice. */
  testsRepeat = false;
  /** Number of sums that did not fit in 64 bits and were replaced by the maximum. */
  overflows = 0;

  /** Creates an empty model, whose names are string ids of `strings`. */
  constructor(strings: StringPool) {
    this.strings = strings;
  }

  /** Returns the number of a test, adding it if it is new. */
  test(name: number): number {
    let test = this.#testOf.get(name);
    if (test === undefined) {
      test = this.tests.push({ name, files: 0 }) - 1;
      this.#lastReached.push(-1, 0);
      this.#testOf.set(name, test);
    }
    return test;
  }

  /** Begins a section: the following records belong to this source file and test. */
  begin(name: number, test: number = NO_TEST): void {
    let file = this.#fileOf.get(name);
    if (file === undefined) {
      const { count } = this.lines;
      const branch = this.branches.count;
      file = this.files.push({
        name,
        version: 0,
        first: count,
        end: count,
        isIndexed: false,
        lastLine: 0,
        firstFunction: this.functions.count,
        endFunction: this.functions.count,
        hasFunctionIndex: false,
        firstBranch: branch,
        endBranch: branch,
        hasBranchIndex: false,
      }) - 1;
      this.#fileOf.set(name, file);
    }
    const source = this.files[file]!;
    this.#file = file;
    this.#source = source;
    this.#section++;
    this.#cursor = source.first;
    this.#branchCursor = source.firstBranch;
    this.#test = test;
    this.#lastOfTest = 0;
    if (test !== NO_TEST && !this.#seeFile(test, file)) this.testsRepeat = true;
  }

  /** Counts a file for a test; returns false if it was counted before. */
  #seeFile(test: number, file: number): boolean {
    const key = test * 0x400_0000 + file;
    if (this.#filesOfTests.has(key)) return false;
    this.#filesOfTests.add(key);
    this.tests[test]!.files++;
    return true;
  }

  /** Sets the version of the current source file, if it has none yet. */
  version(code: number): void {
    this.#source.version ||= code;
  }

  /** Adds a line with its count. */
  line(line: number, low: number, high: number, checksum: number): void {
    const { lines } = this;
    const source = this.#source;
    if (this.#cursor === lines.count && line > source.lastLine && this.#isOpen(source)) {
      // A line after all others, which is the usual case.
      const at = this.#newLine(line);
      const { words } = lines;
      words[at + Line.Count] = low;
      words[at + Line.Count + 1] = high;
      if (checksum !== 0) this.#setChecksum(lines.count - 1, checksum);
      source.lastLine = line;
      this.#cursor = source.end = lines.count;
    } else this.#addLine(line, low, high, checksum);
    if (this.#test === NO_TEST) return;
    if (line <= this.#lastOfTest) this.testsRepeat = true;
    this.#lastOfTest = line;
    if (low !== 0 || high !== 0) this.#addTestLine(this.#test, line, low, high);
  }

  /**
   * Adds `count` lines without checksums, like `line()`; the first of them is `words[at]`, with three words
   * per line.
   */
  counts(words: Uint32Array, at: number, count: number): void {
    const end = at + 3 * count;
    const { lines } = this;
    const source = this.#source;
    if (this.#cursor === lines.count && count > 0 && words[at]! > source.lastLine && this.#isOpen(source)) {
      at = this.#addRising(words, at, end);
      source.end = this.#cursor = lines.count;
    }
    for (; at < end; at += 3) this.line(words[at]!, words[at + 1]!, words[at + 2]!, 0);
  }

  /** Appends new lines as long as each comes after the previous one; returns where the rest begins. */
  #addRising(words: Uint32Array, from: number, end: number): number {
    const { lines } = this;
    const file = this.#file;
    let place = lines.reserve((end - from) / 3);
    const into = lines.words;
    let last = this.#source.lastLine;
    let at = from;
    for (; at < end && words[at]! > last; at += 3, place += Line.Words) {
      into[place] = file;
      into[place + Line.Line] = last = words[at]!;
      into[place + Line.Count] = words[at + 1]!;
      into[place + Line.Count + 1] = words[at + 2]!;
    }
    lines.count += (at - from) / 3;
    this.#source.lastLine = last;
    if (this.#test === NO_TEST) return at;
    this.#lastOfTest = last;
    for (let each = from; each < at; each += 3) {
      const low = words[each + 1]!, high = words[each + 2]!;
      if (low !== 0 || high !== 0) this.#addTestLine(this.#test, words[each]!, low, high);
    }
    return at;
  }

  /** Whether new rows of a file can be appended after all existing rows. */
  #isOpen(source: SourceFile): boolean {
    if (source.isIndexed) return false;
    if (source.first === source.end) source.first = source.end = this.lines.count;
    return source.end === this.lines.count;
  }

  #addLine(line: number, low: number, high: number, checksum: number): void {
    const { lines } = this;
    const file = this.#file;
    let at = this.#cursor * Line.Words;
    // A further test usually has the same lines in the same order.
    if (
      this.#cursor >= lines.count || lines.words[at] !== file || lines.words[at + Line.Line] !== line
    ) at = this.#placeOf(line);
    if (!addHalves(lines.words, at + Line.Count, low, high)) this.overflows++;
    if (checksum !== 0) this.#setChecksum(at / Line.Words, checksum);
    this.#cursor = at / Line.Words + 1;
  }

  /** Sets the checksum of a line, unless it already has one. */
  #setChecksum(row: number, checksum: number): void {
    const at = this.checksums.reach(row, 1);
    this.checksums.words[at] ||= checksum;
  }

  #placeOf(line: number): number {
    const { lines } = this;
    const source = this.#source;
    if (line > source.lastLine && this.#isOpen(source)) {
      source.lastLine = line;
      source.end++;
      return this.#newLine(line);
    }
    if (!source.isIndexed) {
      for (let row = source.first; row < source.end; row++) lines.index(row);
      source.isIndexed = true;
    }
    const row = lines.find(this.#file, line);
    if (row >= 0) return row * Line.Words;
    const at = this.#newLine(line);
    lines.index(lines.count - 1);
    return at;
  }

  #newLine(line: number): number {
    const at = this.lines.push();
    this.lines.words[at] = this.#file;
    this.lines.words[at + Line.Line] = line;
    return at;
  }

  #addTestLine(test: number, line: number, low: number, high: number): void {
    const at = this.testLines.push();
    const { words } = this.testLines;
    words[at] = test;
    words[at + TestLine.File] = this.#file;
    words[at + TestLine.Line] = line;
    words[at + TestLine.Count] = low;
    words[at + TestLine.Count + 1] = high;
  }

  /** Adds a line that a test reached, for files that are not organized by test. */
  reached(test: number, line: number): void {
    const last = 2 * test;
    if (this.#lastReached[last] !== this.#file) {
      this.#lastReached[last] = this.#file;
      if (!this.#seeFile(test, this.#file)) this.testsRepeat = true;
    } else if (line <= this.#lastReached[last + 1]!) this.testsRepeat = true;
    this.#lastReached[last + 1] = line;
    this.#addTestLine(test, line, 1, 0);
  }

  /** Adds the count of a function, identified by its name and line. */
  func(name: number, line: number, end: number, group: number, low: number, high: number): void {
    const { functions } = this;
    const row = this.#isNewFunction(line)
      ? this.#newFunction(name, line, group)
      : this.#functionOf(name, line, group);
    const at = row * Func.Words;
    functions.words[at + Func.End] ||= end;
    if (!addHalves(functions.words, at + Func.Count, low, high)) this.overflows++;
  }

  /**
   * Whether a function comes after all others and has a later line than the others of its file: then no
   * lookup is needed.
   */
  #isNewFunction(line: number): boolean {
    const { words, count } = this.functions;
    const source = this.#source;
    if (source.hasFunctionIndex) return false;
    const isFirst = source.firstFunction === source.endFunction;
    if (isFirst) source.firstFunction = source.endFunction = count;
    if (source.endFunction === count && (isFirst || line > words[(count - 1) * Func.Words + Func.Line]!)) {
      source.endFunction++;
      return true;
    }
    for (let row = source.firstFunction; row < source.endFunction; row++) this.functions.index(row);
    source.hasFunctionIndex = true;
    return false;
  }

  /** Finds the row of a function, or adds one. */
  #functionOf(name: number, line: number, group: number): number {
    const known = this.functions.find(this.#file, line, name);
    if (known >= 0) return known;
    const row = this.#newFunction(name, line, group);
    this.functions.index(row);
    return row;
  }

  #newFunction(name: number, line: number, group: number): number {
    const { functions } = this;
    const at = functions.push();
    functions.words[at] = this.#file;
    functions.words[at + Func.Line] = line;
    functions.words[at + Func.Name] = name;
    functions.words[at + Func.Group] = group;
    return functions.count - 1;
  }

  /**
   * Adds an outcome of a branch; the flag `Unknown` means that the branch was never evaluated, and the count
   * is 0.
   */
  branch(line: number, block: number, name: number, flags: number, low: number, high: number): void {
    const row = this.#occurrence(this.branches, line, block, name, Branch.Section, Branch.Words);
    this.#addBranch(row, flags, low, high);
  }

  /** Whether `newBranch` may add outcomes: the current source file has none, or only such outcomes. */
  get takesNewBranches(): boolean {
    const { firstBranch, endBranch, hasBranchIndex } = this.#source;
    return !hasBranchIndex && firstBranch === endBranch;
  }

  /**
   * Adds an outcome that the current source file does not have yet, and counts it. The caller adds them in the order of
   * lines, so that nothing is looked up and no row is moved; see `takesNewBranches`.
   */
  newBranch(line: number, block: number, name: number, low: number, high: number): void {
    const { branches } = this;
    const file = this.#source;
    if (file.firstBranch === file.endBranch) file.firstBranch = branches.count;
    const row = this.#newRow(branches, line, block, name, Branch.Section);
    file.endBranch = branches.count;
    this.#addBranch(row, 0, low, high);
  }

  /** Adds an outcome of a branch whose name is a number below 4096. */
  numberedBranch(
    line: number,
    block: number,
    number: number,
    flags: number,
    low: number,
    high: number,
  ): void {
    const file = this.#source;
    const name = this.#numbers[number] ?? this.numberText(number);
    if (file.hasBranchIndex) return this.branch(line, block, name, flags, low, high);
    const { branches } = this;
    const { words, count } = branches;
    const row = this.#branchCursor;
    const at = row * Branch.Words;
    if (row < file.endBranch) {
      // A further section usually has the same outcomes in the same order.
      if (
        words[at + Branch.Line] !== line || words[at + Branch.Block] !== block ||
        words[at + Branch.Name] !== name
      ) return this.branch(line, block, name, flags, low, high);
      words[at + Branch.Section] = this.#section;
    } else {
      if (file.firstBranch === file.endBranch) file.firstBranch = file.endBranch = this.#branchCursor = count;
      const before = at - Branch.Words;
      // While outcomes come in rising order, none occurs twice, so no lookup is needed.
      const isRising = file.firstBranch === count || (file.endBranch === count && row === count &&
        (line > words[before + Branch.Line]! || (line === words[before + Branch.Line] &&
          (block > words[before + Branch.Block]! || (block === words[before + Branch.Block] &&
            number > this.#numberOf(words[before + Branch.Name]!))))));
      if (!isRising) return this.branch(line, block, name, flags, low, high);
      this.#newRow(branches, line, block, name, Branch.Section);
      file.endBranch = branches.count;
    }
    this.#addBranch(this.#branchCursor++, flags, low, high);
  }

  #numberOf(code: number): number {
    return this.#numberOfText.get(code) ?? Infinity;
  }

  #addBranch(row: number, flags: number, low: number, high: number): void {
    const { branches } = this;
    const at = row * Branch.Words;
    // The flag `Unknown` remains only if every section has it.
    branches.words[at + Branch.Flags] = (branches.words[at + Branch.Flags]! & flags & Flag.Unknown) |
      ((branches.words[at + Branch.Flags]! | flags) & ~Flag.Unknown);
    if (!addHalves(branches.words, at + Branch.Count, low, high)) this.overflows++;
  }

  /** Adds the count of one sense (true or false) of a condition. */
  condition(
    line: number,
    group: number,
    index: number,
    isTrue: boolean,
    expression: number,
    flags: number,
    low: number,
    high: number,
  ): void {
    const { conditions } = this;
    const place = index * 2 + (isTrue ? 1 : 0);
    const row = this.#occurrence(conditions, line, group, place, Condition.Section, Condition.Words);
    const at = row * Condition.Words;
    conditions.words[at + Condition.Expression] ||= expression;
    conditions.words[at + Condition.Flags]! |= flags;
    if (!addHalves(conditions.words, at + Condition.Count, low, high)) this.overflows++;
  }

  /**
   * Finds or adds the row of a key: the n-th record with this key in a section belongs to the n-th row.
   * `links` is the index of the word with the section; the words with the last and the next row follow it.
   */
  #occurrence(rows: KeyedRows, line: number, b: number, c: number, links: number, stride: number): number {
    if (rows === this.branches) this.#indexBranches();
    const head = rows.find(this.#file, line, b, c);
    if (head < 0) {
      const row = this.#newRow(rows, line, b, c, links);
      rows.index(row);
      return row;
    }
    const at = head * stride + links;
    const last = at + 1;
    if (rows.words[at] !== this.#section) {
      rows.words[at] = this.#section;
      return rows.words[last] = head;
    }
    const before = rows.words[last]! * stride + links + 2;
    if (rows.words[before] === 0) {
      const row = this.#newRow(rows, line, b, c, links);
      rows.words[before] = row + 1;
    }
    return rows.words[last] = rows.words[before]! - 1;
  }

  #indexBranches(): void {
    const file = this.#source;
    if (file.hasBranchIndex) return;
    file.hasBranchIndex = true;
    for (let row = file.firstBranch; row < file.endBranch; row++) this.branches.index(row);
  }

  #newRow(rows: KeyedRows, line: number, b: number, c: number, links: number): number {
    const row = rows.count;
    const at = rows.push();
    const { words } = rows;
    words[at] = this.#file;
    words[at + 1] = line;
    words[at + 2] = b;
    words[at + 3] = c;
    // Branches are unknown until they get a count; conditions have no such flag.
    if (rows === this.branches) words[at + Branch.Flags] = Flag.Unknown;
    words[at + links] = this.#section;
    words[at + links + 1] = row;
    return row;
  }

  /**
   * Finds or adds the row of a line's branch totals through the index. The index is built on the first call,
   * since only totals that are out of order need it.
   */
  #sumsOf(line: number): number {
    const { sums } = this;
    if (this.#sumsInOrder) { for (let row = 0; row < sums.count; row++) sums.index(row); }
    this.#sumsInOrder = false;
    const known = sums.find(this.#file, line);
    if (known >= 0) return known;
    const row = this.#newSums(line);
    sums.index(row);
    return row;
  }

  #newSums(line: number): number {
    const { sums } = this;
    const at = sums.push();
    sums.words[at] = this.#file;
    sums.words[at + Sums.Line] = line;
    return sums.count - 1;
  }

  /** Adds the branch totals of a line, for files that do not list single branches. */
  branchSums(line: number, branches: number, taken: number): void {
    const { sums } = this;
    const file = this.#file;
    let row = sums.count - 1;
    const last = row * Sums.Words;
    const before = row < 0 ? -1 : sums.words[last]! - file || sums.words[last + Sums.Line]! - line;
    if (!this.#sumsInOrder || before > 0) row = this.#sumsOf(line);
    else if (before < 0) row = this.#newSums(line);
    const at = row * Sums.Words;
    sums.words[at + Sums.Branches] = Math.max(sums.words[at + Sums.Branches]!, branches);
    sums.words[at + Sums.Taken] = Math.max(sums.words[at + Sums.Taken]!, taken);
  }

  /** Returns the string id of a number, which is how branches are named. */
  numberText(value: number): number {
    if (value >= 4096) return this.strings.internText(`${value}`);
    const known = this.#numbers[value];
    if (known !== undefined) return known;
    const code = this.strings.internText(`${value}`);
    this.#numberOfText.set(code, value);
    return this.#numbers[value] = code;
  }
}
