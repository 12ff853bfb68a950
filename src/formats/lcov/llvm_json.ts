/**
 * Reads the JSON of llvm-cov.
 * @module
 */

import { FirstText, PlainNumber } from "./bulk_lists.ts";
import type { BulkKeys } from "./bulk_reader.ts";
import { NO_GROUP } from "./coverage_model.ts";
import { HIGH_HALF_STARTS_AT, isObject, JsonCoverage, listsIn } from "./json_coverage.ts";
import type { Json } from "./json_value.ts";
import { NumberRows } from "./number_rows.ts";
import { CELLS, FALSE_CELL, TRUE_CELL } from "./plain_layout.ts";
import { LAST_LINE, type SyntaxInput } from "./syntax_input.ts";
import type { Plain, PlainObject } from "./whole_values.ts";

/** Indexes of cells in a segment, after its line and column. */
const Segment = { Count: 2, HasCount: 3, Begins: 4, IsGap: 5 } as const;
/** Index of the first outcome count in the cells of a branch. */
const OUTCOMES = 4;

/** Reader of llvm-cov's JSON. */
export class LlvmJson extends JsonCoverage {
  #version = "";
  readonly #segments: NumberRows;
  readonly #branches: NumberRows;
  readonly #regions: NumberRows;
  readonly #unread: NumberRows;
  readonly #called = new PlainNumber();
  readonly #name = new FirstText(false);
  readonly #fileName = new FirstText(true);
  readonly #ofFile: BulkKeys;
  readonly #ofFunction: BulkKeys;
  #hasNoticedSums = false;

  /** Allocates a little memory, which `close()` frees. */
  constructor(input: SyntaxInput) {
    super(input);
    const rows = (): NumberRows => new NumberRows(input.arena);
    [this.#segments, this.#branches, this.#regions, this.#unread] = [rows(), rows(), rows(), rows()];
    this.#ofFile = [["segments", this.#segments], ["branches", this.#branches]];
    this.#ofFunction = [
      ["regions", this.#regions],
      ["branches", this.#unread],
      ["count", this.#called],
      ["name", this.#name],
      ["filenames", this.#fileName],
    ];
  }

  override close(): void {
    for (const each of [this.#segments, this.#branches, this.#regions, this.#unread]) each.close();
  }

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
    const file = this.restOf(path, bytes, at, end, this.#ofFile);
    const isPlain = file !== undefined && segments.hasNumbers(0, 1, 2) &&
      branches.hasNumbers(0, OUTCOMES, OUTCOMES + 1);
    if (!isPlain) return 0;
    if (!this.begin(file.value.filename)) return file.stop;
    if (segments.count === 0) this.#noticeSums(file.value);
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
    const line = regions.count > 0 ? regions.cells[0]! : 0, last = regions.cells[2]!;
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
      Math.floor(called / HIGH_HALF_STARTS_AT),
    );
    return found.stop;
  }

  get version(): string {
    return `llvm-cov JSON${this.#version}`;
  }

  /** Like `#readLines`, but reads rows of numbers. */
  #readSegments(): void {
    const { cells, count } = this.#segments;
    const end = count * CELLS;
    let open = -1;
    for (let at = 0; at < end;) {
      const line = cells[at]!;
      let begins = false, most = 0, next = at;
      const goesOn = open >= 0 && cells[open + Segment.HasCount] === TRUE_CELL;
      if (goesOn) most = cells[open + Segment.Count]!;
      for (; next < end && cells[next] === line; next += CELLS) {
        if (cells[next + Segment.Begins] !== TRUE_CELL || cells[next + Segment.IsGap] === TRUE_CELL) continue;
        begins = true;
        if (cells[next + Segment.HasCount] === TRUE_CELL) most = Math.max(most, cells[next + Segment.Count]!);
      }
      if (this.isLine(line)) {
        const isSkipped = cells[at + Segment.HasCount] === FALSE_CELL &&
          cells[at + Segment.Begins] === TRUE_CELL;
        if (!isSkipped && (goesOn || begins)) {
          this.model.line(line, most >>> 0, Math.floor(most / HIGH_HALF_STARTS_AT), 0);
        }
        open = next - CELLS;
        // The count remains the same up to the next segment.
        if (next < end && cells[open + Segment.HasCount] === TRUE_CELL) {
          const following = cells[next]!, inside = cells[open + Segment.Count]!;
          if (following - line > SPAN_LINES) this.bad("A region has more lines than any source file");
          else {
            for (let each = line + 1; each < following; each++) {
              this.model.line(each, inside >>> 0, Math.floor(inside / HIGH_HALF_STARTS_AT), 0);
            }
          }
        }
      }
      at = next;
    }
  }

  #readBranches(): void {
    const { cells, count } = this.#branches;
    const blocks = new Map<number, number>();
    for (let row = 0, at = 0; row < count; row++, at += CELLS) {
      const line = cells[at]!;
      if (!this.isLine(line)) continue;
      const block = blocks.get(line) ?? 0;
      blocks.set(line, block + 1);
      for (let outcome = 0; outcome < 2; outcome++) {
        const ran = cells[at + OUTCOMES + outcome]!;
        this.model.numberedBranch(line, block, outcome, 0, ran >>> 0, Math.floor(ran / HIGH_HALF_STARTS_AT));
      }
    }
  }

  #readFile(file: PlainObject): void {
    if (!this.begin(file.filename)) return;
    if (file.segments === undefined) this.#noticeSums(file);
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

  /** Reports, once, that a source file has sums but no lines. */
  #noticeSums({ summary }: PlainObject): void {
    const lines = isObject(summary) ? summary.lines : undefined;
    if (this.#hasNoticedSums || !isObject(lines) || !lines.count) return;
    this.#hasNoticedSums = true;
    this.sumsOnly();
  }

  #readConditions(file: PlainObject): void {
    for (const record of listsIn(file.mcdc_records)) {
      // Before version 3, the list of conditions is the last element, or the last one before the test
      // vectors.
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
   * Computes line counts from segments. The count of a line is the largest count among the regions that
   * extend into it or begin on it, except gaps. A line has code if a region begins on it, or if a region with
   * a count continues there.
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
      // The count remains the same up to the next segment.
      if (open?.[3] === true && typeof following === "number") {
        if (following - line > SPAN_LINES) this.bad("A region has more lines than any source file");
        else {for (let inside = line + 1; inside < following; inside++) {
            this.#writeLine(inside, open, segments, next, next);
          }}
      }
      at = next;
    }
  }

  /** Writes a line, given the region that extends into it and its own segments, `segments[from..to)`. */
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

/** Maximum number of lines of one region, as a guard against damaged numbers. */
const SPAN_LINES = 1 << 20;
