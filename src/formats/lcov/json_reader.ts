/**
 * Reads the JSON of gcov, coverage.py and llvm-cov.
 * @module
 */

import { type CoverageModel, Flag, NO_GROUP } from "./coverage_model.ts";
import { CountReader } from "./count_reader.ts";
import { DamagedJson, type JsonLimits, JsonMachine, type JsonTaker } from "./json_machine.ts";
import type { Json } from "./json_value.ts";
import { FirstText, LineTexts, NO, NumberRows, PlainNumber, YES } from "./bulk_lists.ts";
import { type BulkKeys, Rest, withoutBulk } from "./bulk_reader.ts";
import { GcovLines } from "./gcov_lines.ts";
import { type Plain, type PlainObject, WholeValues } from "./whole_values.ts";
import { LCOV_LIMITS } from "./limits.ts";
import type { Report } from "./report.ts";
import { LAST_LINE, type SyntaxInput } from "./syntax_input.ts";

const encoder = new TextEncoder();
const JSON_LIMITS: JsonLimits = {
  depth: LCOV_LIMITS.coverageDepth.most,
  text: LCOV_LIMITS.coverageText.most,
  values: LCOV_LIMITS.coverageValues.most,
};

const KNOWN_CODES = 1 << 12;
const NO_BYTES = new Uint8Array(0);
/** Bytes that are compared with those before them. */
const COMPARED_BYTES = 1 << 10;
const HALF = 0x1_0000_0000;

/** What a kind of JSON needs: where its values are, and what they mean. */
abstract class JsonCoverage implements JsonTaker {
  protected readonly model: CoverageModel;
  readonly #report: Report;
  readonly #counts = new CountReader();
  /** Codes of texts that came lately. */
  readonly #codes = new Map<string, number>();
  readonly #rest = new Rest();
  /** What was built last beside what readers have read. */
  #lastRest: { readonly bytes: Uint8Array; readonly value: PlainObject } = { bytes: NO_BYTES, value: {} };
  /** Offset of what is read, about. */
  offset = 0;
  /** Source files so far. */
  files = 0;
  protected low = 0;
  protected high = 0;

  /** Records go to `model`. */
  constructor({ model, report }: SyntaxInput) {
    this.model = model;
    this.#report = report;
  }

  abstract wants(path: readonly string[]): boolean;
  abstract take(path: readonly string[], value: Json): void;
  /** What the file is, in words. */
  abstract get version(): string;

  protected bad(what: string): void {
    this.#report.warning("bad-record", this.offset, this.files, what, "skipped it");
  }

  /** Begins the section of a file; false when it has no name. */
  protected begin(name: Json | Plain | undefined): boolean {
    if (typeof name !== "string" || name === "") {
      this.bad("A source file has no name");
      return false;
    }
    this.files++;
    this.model.begin(this.code(name));
    return true;
  }

  protected code(text: string): number {
    if (text === "") return 0;
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    if (this.#codes.size === KNOWN_CODES) this.#codes.clear();
    const code = this.model.strings.intern(encoder.encode(text));
    this.#codes.set(text, code);
    return code;
  }

  /** Whether this is a line; reports what is none. */
  protected isLine(line: Json | Plain | undefined): line is number {
    if (typeof line === "number" && Number.isInteger(line) && line > 0 && line <= LAST_LINE) return true;
    if (line === 0) {
      const message = "A record is about line 0";
      this.#report.note("impossible-line", this.offset, this.files, message, "skipped it");
    } else this.bad("A record has no line number");
    return false;
  }

  /** Reads a count into `low` and `high`; false when it is none. */
  protected count(value: Json | Plain | undefined): boolean {
    if (typeof value !== "number" && typeof value !== "bigint") {
      this.bad("A count is not a number");
      return false;
    }
    if (typeof value === "number" && value >= 0 && Number.isSafeInteger(value)) {
      this.low = value >>> 0;
      this.high = Math.floor(value / 0x1_0000_0000);
      return true;
    }
    const odd = this.#counts.readText(`${value}`);
    this.low = this.#counts.low;
    this.high = this.#counts.high;
    if (odd === "negative") {
      this.#report.warning(
        "negative-count",
        this.offset,
        this.files,
        "A count is below zero",
        "took it for zero",
      );
    } else if (odd === "large") {
      const message = "A count has more than 64 bits";
      this.#report.warning("large-count", this.offset, this.files, message, "kept the largest number");
    } else if (odd !== "") this.bad("A count is not a number");
    return odd !== "bad";
  }

  /** What an object has beside some keys, whose readers read them; undefined where all of it has to be built. */
  protected restOf(
    path: readonly string[],
    bytes: Uint8Array,
    at: number,
    end: number,
    keys: BulkKeys,
  ): RestOf | undefined {
    const rest = this.#rest;
    const stop = withoutBulk(bytes, at, end, keys, rest);
    if (stop === 0) return undefined;
    // Functions of llvm-cov differ in nothing but what their readers have.
    const { length } = rest;
    if (isSame(rest, this.#lastRest.bytes)) return { value: this.#lastRest.value, stop };
    if (whole.endOf(rest.bytes, 0, length, JSON_LIMITS.depth - path.length) !== length) return undefined;
    const value = whole.build(rest.bytes, 0, length);
    if (!isObject(value)) return undefined;
    if (length <= COMPARED_BYTES) this.#lastRest = { bytes: rest.bytes.slice(0, length), value };
    return { value, stop };
  }
}

const whole = new WholeValues(JSON_LIMITS.values);

/** An object without the values of some keys, which their readers have, and where it ends. */
interface RestOf {
  readonly value: PlainObject;
  readonly stop: number;
}

function isSame({ bytes, length }: Rest, other: Uint8Array): boolean {
  if (length !== other.length) return false;
  for (let at = 0; at < length; at++) if (bytes[at] !== other[at]) return false;
  return true;
}

function isObject(value: Plain | undefined): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The elements of a list that are objects. */
function objectsIn(value: Plain | undefined): readonly PlainObject[] {
  if (!Array.isArray(value)) return [];
  return value.every(isObject) ? value : value.filter(isObject);
}

/** The elements of a list that are lists. */
function listsIn<T extends Json | Plain>(value: T | undefined): Extract<T, readonly unknown[]>[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => Array.isArray(each)) as Extract<T, readonly unknown[]>[];
}

/** Reads values of JSON, one after the other. */
export async function readJson(
  { window, report, options }: SyntaxInput,
  coverage: JsonCoverage,
): Promise<string | undefined> {
  let machine = new JsonMachine(coverage, JSON_LIMITS);
  while (true) {
    options.signal?.throwIfAborted();
    coverage.offset = window.offset;
    try {
      window.at = machine.run(window.bytes, window.at, window.end, window.ended);
    } catch (error) {
      if (!(error instanceof DamagedJson)) throw error;
      report.error(error.code, window.base + error.at, coverage.files, error.message, "kept what was read");
      while (await window.skip(window.left + 1));
      break;
    }
    if (machine.isDone) {
      // gcov --stdout writes an object a line.
      if (!(await nextObject(window))) {
        if (window.left > 0) {
          const message = "Data follows the end of the JSON";
          report.note("trailing-data", window.offset, coverage.files, message, "left it out");
          while (await window.skip(window.left + 1));
        }
        break;
      }
      machine = new JsonMachine(coverage, JSON_LIMITS);
      const message = "Another JSON object follows";
      report.note("trailing-data", window.offset, coverage.files, message, "added it to the one before it");
    } else if (!(await window.more())) {
      if (window.left > 0) continue;
      const message = "The file ends before its JSON does";
      report.error("cut-record", window.offset, coverage.files, message, "kept what was read");
      break;
    }
  }
  return coverage.files === 0 ? undefined : coverage.version;
}

async function nextObject(window: SyntaxInput["window"]): Promise<boolean> {
  while (await window.need(1)) {
    const byte = window.bytes[window.at]!;
    if (byte === 0x7b) return true;
    if (byte > 32) return false;
    window.at++;
  }
  return false;
}

/** gcov's JSON, of gcc 9 and later. */
export class GcovJson extends JsonCoverage {
  #version = "1";
  readonly #lines = new GcovLines();
  readonly #bulk: BulkKeys = [["lines", this.#lines]];

  wants(path: readonly string[]): boolean {
    return (path.length === 2 && path[0] === "files") || (path.length === 1 && path[0] === "format_version");
  }

  take(path: readonly string[], value: Json): void {
    if (path[0] === "format_version") this.#version = String(value);
    else this.bad("A source file is not an object");
  }

  takePlain(_path: readonly string[], value: Plain): void {
    if (isObject(value)) this.#readFile(value);
    else this.bad("A source file is not an object");
  }

  takeBytes(path: readonly string[], bytes: Uint8Array, at: number, end: number): number {
    const file = path[0] === "files" ? this.restOf(path, bytes, at, end, this.#bulk) : undefined;
    if (file === undefined) return 0;
    // A zero stands for its lines.
    if (this.#readFile(file.value)) this.#readLines();
    return file.stop;
  }

  get version(): string {
    return `gcov JSON ${this.#version}`;
  }

  /** Reads all that is there; false when the file has no name. */
  #readFile(file: PlainObject): boolean {
    if (!this.begin(file.file)) return false;
    for (const each of objectsIn(file.functions)) {
      const [name, line, end] = [
        each.demangled_name ?? each.name,
        each.start_line,
        each.end_line,
      ];
      if (typeof name !== "string" || !this.isLine(line) || !this.count(each.execution_count)) {
        continue;
      }
      this.model.func(
        this.code(name),
        line,
        typeof end === "number" && end > 0 ? end : 0,
        NO_GROUP,
        this.low,
        this.high,
      );
    }
    // Each function that has code on a line has outcomes of its own there.
    const outcomes = new Map<number, number>();
    for (const each of objectsIn(file.lines)) {
      const line = each.line_number;
      if (!this.isLine(line) || !this.count(each.count)) continue;
      this.model.line(line, this.low, this.high, 0);
      for (const branch of objectsIn(each.branches)) {
        if (!this.count(branch.count)) continue;
        const number = outcomes.get(line) ?? 0;
        outcomes.set(line, number + 1);
        const flags = branch.throw === true
          ? Flag.Exception
          : branch.fallthrough === true
          ? Flag.FallThrough
          : 0;
        this.model.numberedBranch(line, 0, number, flags, this.low, this.high);
      }
      this.#readConditions(line, objectsIn(each.conditions));
    }
    return true;
  }

  /** Reads lines that are in columns. */
  #readLines(): void {
    const { lines, counts, starts, taken, flags, count } = this.#lines;
    const outcomes = new Map<number, number>();
    for (let at = 0; at < count; at++) {
      const line = lines[at]!, ran = counts[at]!;
      if (!this.isLine(line)) continue;
      this.model.line(line, ran >>> 0, Math.floor(ran / HALF), 0);
      const end = starts[at + 1]!;
      for (let branch = starts[at]!; branch < end; branch++) {
        const number = outcomes.get(line) ?? 0;
        outcomes.set(line, number + 1);
        const seen = taken[branch]!;
        this.model.numberedBranch(line, 0, number, flags[branch]!, seen >>> 0, Math.floor(seen / HALF));
      }
    }
  }

  /** From gcc 14 on: how many conditions decided, and which did not. */
  #readConditions(line: number, expressions: readonly PlainObject[]): void {
    for (const each of expressions) {
      const count = each.count;
      const conditions = typeof count === "number" ? Math.floor(count / 2) : 0;
      if (conditions > 64) {
        this.bad("An expression has more than 64 conditions");
        continue;
      }
      const lists = ["not_covered_true", "not_covered_false"].map((key) => {
        const list = each[key];
        return new Set(Array.isArray(list) ? list : []);
      });
      for (let index = 0; index < conditions; index++) {
        this.model.condition(line, conditions, index, true, 0, 0, lists[0]!.has(index) ? 0 : 1, 0);
        this.model.condition(line, conditions, index, false, 0, 0, lists[1]!.has(index) ? 0 : 1, 0);
      }
    }
  }
}

/** coverage.py's JSON. */
export class CoveragePyJson extends JsonCoverage {
  readonly #tag: SyntaxInput["tag"];
  readonly #noContext: number;
  readonly #contexts: LineTexts;
  readonly #bulk: BulkKeys;
  /** Numbers of the tests that came lately, by their contexts. */
  readonly #tests = new Map<string, number>();
  #format = "";

  /** Facts of the file are tags. */
  constructor(input: SyntaxInput) {
    super(input);
    this.#noContext = this.model.strings.intern(encoder.encode(""));
    this.#tag = input.tag;
    const { strings } = this.model;
    // A text without bytes is that of no context, and no other.
    this.#contexts = new LineTexts((bytes, from, to) =>
      to > from ? strings.intern(bytes, from, to) : this.#noContext
    );
    this.#bulk = [["contexts", this.#contexts]];
  }

  wants(path: readonly string[]): boolean {
    return path.length === 2 && (path[0] === "files" || path[0] === "meta");
  }

  take(path: readonly string[], value: Json): void {
    if (path[0] === "files") this.bad("A source file is not an object");
    else if (path[1] === "format") this.#format = ` ${value}`;
    else if (path[1] === "version") this.#tag("coverage.py", String(value));
    else if (path[1] === "timestamp") this.#tag("start", String(value));
  }

  takePlain(path: readonly string[], value: Plain): void {
    if (path[0] !== "files") return;
    if (isObject(value)) this.#readFile(path[1]!, value);
    else this.bad("A source file is not an object");
  }

  takeBytes(path: readonly string[], bytes: Uint8Array, at: number, end: number): number {
    const file = path[0] === "files" ? this.restOf(path, bytes, at, end, this.#bulk) : undefined;
    if (file === undefined) return 0;
    if (!this.#readFile(path[1]!, file.value)) return file.stop;
    const { pairs, length } = this.#contexts;
    const { model } = this;
    for (let pair = 0, code = -1, test = 0; pair < length; pair += 2) {
      if (pairs[pair + 1] !== code) test = model.test(code = pairs[pair + 1]!);
      model.reached(test, pairs[pair]!);
    }
    return file.stop;
  }

  get version(): string {
    return `coverage.py JSON${this.#format}`;
  }

  /** Reads everything but contexts that are read already; false when the file has no name. */
  #readFile(name: string, file: PlainObject): boolean {
    if (!this.begin(name)) return false;
    const executed = this.#linesIn(file.executed_lines), missing = this.#linesIn(file.missing_lines);
    // Of a line in both lists it is the first that counts.
    for (let ran = 0, not = 0, last = 0; ran < executed.length || not < missing.length;) {
      const hasRun = not === missing.length || (ran < executed.length && executed[ran]! <= missing[not]!);
      const line = hasRun ? executed[ran++]! : missing[not++]!;
      if (line === last) continue;
      last = line;
      this.model.line(line, hasRun ? 1 : 0, 0, 0);
    }
    for (const [key, count] of [["executed_branches", 1], ["missing_branches", 0]] as const) {
      for (const [line, target] of listsIn(file[key])) {
        if (!this.isLine(line)) continue;
        this.model.branch(line, 0, this.code(String(target ?? "")), 0, count, 0);
      }
    }
    this.#readFunctions(file.functions);
    const { contexts } = file;
    if (!isObject(contexts)) return true;
    for (const [line, names] of Object.entries(contexts)) {
      const number = Number(line);
      if (!this.isLine(number)) continue;
      for (const each of Array.isArray(names) ? names : []) {
        if (typeof each !== "string") continue;
        this.model.reached(this.#testOf(each), number);
      }
    }
    return true;
  }

  /** Lines of a list, in order. */
  #linesIn(list: Plain | undefined): number[] {
    if (!Array.isArray(list)) return [];
    const lines: number[] = [];
    let isRising = true;
    for (const line of list) {
      if (!this.isLine(line)) continue;
      isRising &&= lines.length === 0 || line > lines[lines.length - 1]!;
      lines.push(line);
    }
    return isRising ? lines : lines.sort((left, right) => left - right);
  }

  #testOf(context: string): number {
    let test = this.#tests.get(context);
    if (test === undefined) {
      // Lines that ran outside of tests are those of the test "", which is not none.
      test = this.model.test(context === "" ? this.#noContext : this.code(context));
      if (this.#tests.size === KNOWN_CODES) this.#tests.clear();
      this.#tests.set(context, test);
    }
    return test;
  }

  #readFunctions(functions: Plain | undefined): void {
    if (!isObject(functions)) return;
    for (const [name, part] of Object.entries(functions)) {
      if (name === "" || !isObject(part)) continue;
      const { executed_lines: executed, missing_lines: missing, start_line: start } = part;
      const inside = [executed, missing].flatMap((list) => Array.isArray(list) ? list : [])
        .filter((line): line is number => typeof line === "number");
      // Before release 7.13 there is no line of the definition: the first statement is next to it.
      const line = start ?? inside.reduce((least, each) => Math.min(least, each), Infinity);
      if (!this.isLine(line)) continue;
      const end = inside.reduce((most, each) => Math.max(most, each), line);
      const ran = Array.isArray(executed) && executed.length > 0 ? 1 : 0;
      this.model.func(this.code(name), line, Math.min(end, LAST_LINE), NO_GROUP, ran, 0);
    }
  }
}

/** llvm-cov's JSON. */
export class LlvmJson extends JsonCoverage {
  #version = "";
  readonly #segments = new NumberRows();
  readonly #branches = new NumberRows();
  readonly #bulk: BulkKeys = [["segments", this.#segments], ["branches", this.#branches]];
  readonly #regions = new NumberRows();
  readonly #called = new PlainNumber();
  readonly #name = new FirstText(false);
  readonly #fileName = new FirstText(true);
  readonly #ofFunction: BulkKeys = [
    ["regions", this.#regions],
    ["branches", new NumberRows()],
    ["count", this.#called],
    ["name", this.#name],
    ["filenames", this.#fileName],
  ];

  wants(path: readonly string[]): boolean {
    return (path.length === 4 && path[0] === "data" && (path[2] === "files" || path[2] === "functions")) ||
      (path.length === 1 && path[0] === "version");
  }

  take(path: readonly string[], value: Json): void {
    if (path[0] === "version") this.#version = ` ${value}`;
    else this.bad("A source file or a function is not an object");
  }

  takePlain(path: readonly string[], value: Plain): void {
    if (!isObject(value)) this.bad("A source file or a function is not an object");
    else if (path[2] === "files") this.#readFile(value);
    else this.#readFunction(value);
  }

  takeBytes(path: readonly string[], bytes: Uint8Array, at: number, end: number): number {
    if (path[2] === "functions") return this.#takeFunction(path, bytes, at, end);
    if (path[2] !== "files") return 0;
    const segments = this.#segments, branches = this.#branches;
    const file = this.restOf(path, bytes, at, end, this.#bulk);
    const isPlain = file !== undefined && segments.hasNumbers(0, 1, 2) && branches.hasNumbers(0, 4, 5);
    if (!isPlain) return 0;
    if (!this.begin(file.value.filename)) return file.stop;
    this.#readSegments();
    this.#readBranches();
    this.#readConditions(file.value);
    return file.stop;
  }

  #takeFunction(path: readonly string[], bytes: Uint8Array, at: number, end: number): number {
    const regions = this.#regions, name = this.#name, file = this.#fileName;
    const found = this.restOf(path, bytes, at, end, this.#ofFunction);
    const called = this.#called.value;
    if (found === undefined || called < 0 || name.from === 0 || file.from === 0) return 0;
    const line = regions.count > 0 ? regions.cell(0, 0) : 0, last = regions.cell(0, 2);
    if (!(line > 0 && line <= LAST_LINE)) return 0;
    const { strings } = this.model;
    const codeOf = ({ from, to }: FirstText): number => to > from ? strings.intern(bytes, from, to) : 0;
    this.model.begin(codeOf(file));
    this.model.func(
      codeOf(name),
      line,
      last > 0 ? last : 0,
      NO_GROUP,
      called >>> 0,
      Math.floor(called / HALF),
    );
    return found.stop;
  }

  get version(): string {
    return `llvm-cov JSON${this.#version}`;
  }

  /** What `#readLines` does, of rows of numbers. */
  #readSegments(): void {
    const rows = this.#segments;
    const { cells, starts, count } = rows;
    let open = -1;
    for (let at = 0; at < count;) {
      const line = cells[starts[at]!]!;
      let begins = false, most = 0, next = at;
      const goesOn = open >= 0 && rows.cell(open, 3) === YES;
      if (goesOn) most = rows.cell(open, 2);
      for (; next < count && cells[starts[next]!] === line; next++) {
        if (rows.cell(next, 4) !== YES || rows.cell(next, 5) === YES) continue;
        begins = true;
        if (rows.cell(next, 3) === YES) most = Math.max(most, rows.cell(next, 2));
      }
      if (this.isLine(line)) {
        const isSkipped = rows.cell(at, 3) === NO && rows.cell(at, 4) === YES;
        if (!isSkipped && (goesOn || begins)) this.model.line(line, most >>> 0, Math.floor(most / HALF), 0);
        open = next - 1;
        // Up to the next segment nothing changes.
        if (next < count && rows.cell(open, 3) === YES) {
          const following = cells[starts[next]!]!, inside = rows.cell(open, 2);
          if (following - line > SPAN_LINES) this.bad("A region has more lines than any source file");
          else {
            for (let each = line + 1; each < following; each++) {
              this.model.line(each, inside >>> 0, Math.floor(inside / HALF), 0);
            }
          }
        }
      }
      at = next;
    }
  }

  #readBranches(): void {
    const rows = this.#branches;
    const blocks = new Map<number, number>();
    for (let row = 0; row < rows.count; row++) {
      const line = rows.cell(row, 0);
      if (!this.isLine(line)) continue;
      const block = blocks.get(line) ?? 0;
      blocks.set(line, block + 1);
      for (let outcome = 0; outcome < 2; outcome++) {
        const count = rows.cell(row, 4 + outcome);
        this.model.numberedBranch(line, block, outcome, 0, count >>> 0, Math.floor(count / HALF));
      }
    }
  }

  #readFile(file: PlainObject): void {
    if (!this.begin(file.filename)) return;
    this.#readLines(listsIn(file.segments));
    const blocks = new Map<number, number>();
    for (const [line, , , , yes, no] of listsIn(file.branches)) {
      if (!this.isLine(line)) continue;
      const block = blocks.get(line) ?? 0;
      blocks.set(line, block + 1);
      [yes, no].forEach((count, outcome) => {
        if (this.count(count)) {
          this.model.numberedBranch(line, block, outcome, 0, this.low, this.high);
        }
      });
    }
    this.#readConditions(file);
  }

  #readConditions(file: PlainObject): void {
    for (const record of listsIn(file.mcdc_records)) {
      // Before version 3 the list of conditions comes last but for the vectors of tests.
      const [line] = record;
      const conditions = record.find((each) =>
        Array.isArray(each) && each.length > 0 && each.every((one) => typeof one === "boolean")
      );
      if (!this.isLine(line) || !Array.isArray(conditions) || conditions.length > 64) continue;
      conditions.forEach((covered, index) => {
        for (const sense of [true, false]) {
          this.model.condition(line, conditions.length, index, sense, 0, 0, covered === true ? 1 : 0, 0);
        }
      });
    }
  }

  /**
   * A line has the largest count of what reaches into it and of what begins on it, gaps left out. It has code where a region
   * begins on it, or where one with a count goes on.
   */
  #readLines(segments: readonly Plain[][]): void {
    let open: Plain[] | undefined;
    for (let at = 0; at < segments.length;) {
      const line = segments[at]![0];
      let next = at;
      while (next < segments.length && segments[next]![0] === line) next++;
      if (!this.isLine(line)) {
        at = next;
        continue;
      }
      this.#writeLine(line, open, segments, at, next);
      open = segments[next - 1];
      const following = segments[next]?.[0];
      // Up to the next segment nothing changes.
      if (open?.[3] === true && typeof following === "number") {
        if (following - line > SPAN_LINES) this.bad("A region has more lines than any source file");
        else {for (let inside = line + 1; inside < following; inside++) {
            this.#writeLine(inside, open, segments, next, next);
          }}
      }
      at = next;
    }
  }

  /** A line with what reaches into it and its own segments, `segments[from..to)`. */
  #writeLine(
    line: number,
    open: Plain[] | undefined,
    segments: readonly Plain[][],
    from: number,
    to: number,
  ): void {
    const goesOn = open !== undefined && open[3] === true;
    let begins = false;
    let most: Plain = goesOn ? open[2]! : 0;
    for (let at = from; at < to; at++) {
      const segment = segments[at]!;
      if (segment[4] !== true || segment[5] === true) continue;
      begins = true;
      const count = segment[2];
      const isNumber = typeof count === "number" || typeof count === "bigint";
      if (segment[3] === true && isNumber && count > (most as number | bigint)) most = count;
    }
    const isSkipped = from < to && segments[from]![3] === false && segments[from]![4] === true;
    if (isSkipped || !(goesOn || begins)) return;
    if (this.count(most)) this.model.line(line, this.low, this.high, 0);
  }

  #readFunction(each: PlainObject): void {
    const names = each.filenames, name = each.name;
    const file = Array.isArray(names) ? names[0] : undefined;
    const [region] = listsIn(each.regions);
    const line = region?.[0], end = region?.[2];
    if (typeof name !== "string" || typeof file !== "string" || !this.isLine(line)) {
      return this.bad("A function has no name, no file or no line");
    }
    if (!this.count(each.count)) return;
    this.model.begin(this.code(file));
    this.model.func(
      this.code(name),
      line,
      typeof end === "number" && end > 0 ? end : 0,
      NO_GROUP,
      this.low,
      this.high,
    );
  }
}

/** Lines of one region, at most: damaged numbers may say anything. */
const SPAN_LINES = 1 << 20;
