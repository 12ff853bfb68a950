/**
 * Reads the JSON of coverage.py.
 * @module
 */

import { LineTexts } from "./bulk_lists.ts";
import type { BulkKeys } from "./bulk_reader.ts";
import { NO_GROUP } from "./coverage_model.ts";
import { CACHED_CODES, isObject, JsonCoverage, listsIn } from "./json_coverage.ts";
import type { Json } from "./json_value.ts";
import { LAST_LINE, type SyntaxInput } from "./syntax_input.ts";
import type { Plain, PlainObject } from "./whole_values.ts";

/** A line with a branch, and the line that it leads to, or the negative line of the function that it leaves. */
type Pair = readonly [line: number, target: number];

/** Reader of coverage.py's JSON. */
export class CoveragePyJson extends JsonCoverage {
  readonly #tag: SyntaxInput["tag"];
  readonly #noContext: number;
  readonly #contexts: LineTexts;
  readonly #bulk: BulkKeys;
  /** Test numbers of recent contexts. */
  readonly #tests = new Map<string, number>();
  /** Lines of the current source file that ran. */
  #ran: ReadonlySet<number> = new Set();
  #format = "";

  /** Creates a reader; metadata of the file becomes tags. */
  constructor(input: SyntaxInput) {
    super(input);
    this.#noContext = this.model.strings.internText("");
    this.#tag = input.tag;
    const { strings } = this.model;
    // Intern the empty context too: its string id is then not 0.
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
    for (let pair = 0, code = -1, test = 0, last = 0, isLine = false; pair < length; pair += 2) {
      const line = pairs[pair]!;
      if (line !== last) isLine = this.#ran.has(last = line);
      if (!isLine) continue;
      if (pairs[pair + 1] !== code) test = model.test(code = pairs[pair + 1]!);
      model.reached(test, line);
    }
    return file.stop;
  }

  get version(): string {
    return `coverage.py JSON${this.#format}`;
  }

  /**
   * Reads a source file, except contexts that were already read from bytes; returns false if it has no name.
   */
  #readFile(name: string, file: PlainObject): boolean {
    if (!this.begin(name)) return false;
    // In releases up to 7.4 at least, executed lines include those that a comment excludes from coverage.
    const excluded = new Set(Array.isArray(file.excluded_lines) ? file.excluded_lines : []);
    const executed = this.#linesIn(file.executed_lines).filter((line) => !excluded.has(line));
    this.#ran = new Set(executed);
    const missing = this.#linesIn(file.missing_lines);
    // If a line is in both lists, the entry that comes first counts.
    for (let ran = 0, not = 0, last = 0; ran < executed.length || not < missing.length;) {
      const hasRun = not === missing.length || (ran < executed.length && executed[ran]! <= missing[not]!);
      const line = hasRun ? executed[ran++]! : missing[not++]!;
      if (line === last) continue;
      last = line;
      this.model.line(line, hasRun ? 1 : 0, 0, 0);
    }
    this.#readBranches(file.executed_branches, file.missing_branches);
    this.#readFunctions(file.functions);
    const { contexts } = file;
    if (!isObject(contexts)) return true;
    for (const [line, names] of Object.entries(contexts)) {
      const number = Number(line);
      // Contexts also list the further lines of long statements, which the report does not have, and in release 5.5 the
      // ends of functions as negative numbers.
      if (!this.#ran.has(number) && (number < 0 || this.isLine(number))) continue;
      for (const each of Array.isArray(names) ? names : []) {
        if (typeof each !== "string") continue;
        this.model.reached(this.#testOf(each), number);
      }
    }
    return true;
  }

  /** Reads branches of a source file, which are pairs of lines; those that were taken come first in a line. */
  #readBranches(executed: Plain | undefined, missing: Plain | undefined): void {
    const { model } = this;
    const taken = this.#risingPairs(executed), not = this.#risingPairs(missing);
    if (model.takesNewBranches && taken && not && !haveCommonPair(taken, not)) {
      for (let ran = 0, other = 0; ran < taken.length || other < not.length;) {
        const isTaken = other === not.length || (ran < taken.length && taken[ran]![0] <= not[other]![0]);
        const [line, target] = isTaken ? taken[ran++]! : not[other++]!;
        model.newBranch(line, 0, this.code(`${target}`), isTaken ? 1 : 0, 0);
      }
      return;
    }
    for (const [list, count] of [[executed, 1], [missing, 0]] as const) {
      for (const [line, target] of listsIn(list)) {
        if (this.isLine(line)) model.branch(line, 0, this.code(String(target ?? "")), 0, count, 0);
      }
    }
  }

  /** The list itself if it has valid pairs in rising order, as coverage.py writes them; else undefined. */
  #risingPairs(list: Plain | undefined): readonly Pair[] | undefined {
    if (list === undefined) return [];
    if (!Array.isArray(list)) return undefined;
    let before: Pair = [0, 0];
    for (const pair of list) {
      if (!isPair(pair) || comparePairs(before, pair) >= 0) return undefined;
      before = pair;
    }
    return list as unknown as readonly Pair[];
  }

  /** Returns the valid lines of a list, in rising order. */
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
      // Lines that ran outside tests belong to the test "", which is not the same as no test.
      test = this.model.test(context === "" ? this.#noContext : this.code(context));
      if (this.#tests.size === CACHED_CODES) this.#tests.clear();
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
      // A comment excludes the whole function.
      if (inside.length === 0 && Array.isArray(part.excluded_lines) && part.excluded_lines.length > 0) {
        continue;
      }
      // Before release 7.13 the line of the definition is missing; use the first statement, which is close to
      // it.
      const line = start ?? inside.reduce((least, each) => Math.min(least, each), Infinity);
      if (!this.isLine(line)) continue;
      const end = inside.reduce((most, each) => Math.max(most, each), line);
      const ran = Array.isArray(executed) && executed.length > 0 ? 1 : 0;
      this.model.func(this.code(name), line, Math.min(end, LAST_LINE), NO_GROUP, ran, 0);
    }
  }
}

function isPair(value: Plain): value is [number, number] {
  if (!Array.isArray(value)) return false;
  const [line, target] = value;
  return typeof line === "number" && line > 0 && line <= LAST_LINE && Number.isInteger(line) &&
    Number.isSafeInteger(target);
}

function comparePairs([line, target]: Pair, [otherLine, otherTarget]: Pair): number {
  return line - otherLine || target - otherTarget;
}

/** Whether two lists in rising order have a pair in common. */
function haveCommonPair(left: readonly Pair[], right: readonly Pair[]): boolean {
  for (let at = 0, other = 0; at < left.length && other < right.length;) {
    const order = comparePairs(left[at]!, right[other]!);
    if (order === 0) return true;
    if (order < 0) at++;
    else other++;
  }
  return false;
}
