/**
 * Reads the JSON of gcov.
 * @module
 */

import type { BulkKeys } from "./bulk_reader.ts";
import { Flag, NO_GROUP } from "./coverage_model.ts";
import { GcovLines } from "./gcov_lines.ts";
import { HIGH_HALF_STARTS_AT, isObject, JsonCoverage, objectsIn } from "./json_coverage.ts";
import type { Json } from "./json_value.ts";
import type { Plain, PlainObject } from "./whole_values.ts";

/** Reader of gcov's JSON, from gcc 9 on. */
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
    // The value of `lines` is a zero here, because it was read from bytes.
    if (this.#readFile(file.value)) this.#readLines();
    return file.stop;
  }

  get version(): string {
    return `gcov JSON ${this.#version}`;
  }

  /** Reads a source file with everything in its JSON; returns false if it has no name. */
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
    // Several functions may have code on one line, each with its own outcomes, so outcomes are numbered per
    // line.
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

  /** Reads the lines that `GcovLines` has put into columns. */
  #readLines(): void {
    const { lines, counts, starts, taken, flags, count } = this.#lines;
    const outcomes = new Map<number, number>();
    for (let at = 0; at < count; at++) {
      const line = lines[at]!, ran = counts[at]!;
      if (!this.isLine(line)) continue;
      this.model.line(line, ran >>> 0, Math.floor(ran / HIGH_HALF_STARTS_AT), 0);
      const end = starts[at + 1]!;
      for (let branch = starts[at]!; branch < end; branch++) {
        const number = outcomes.get(line) ?? 0;
        outcomes.set(line, number + 1);
        const seen = taken[branch]!;
        this.model.numberedBranch(
          line,
          0,
          number,
          flags[branch]!,
          seen >>> 0,
          Math.floor(seen / HIGH_HALF_STARTS_AT),
        );
      }
    }
  }

  /**
   * Reads conditions, which gcov reports since gcc 14: how many outcomes they have, and which of them were
   * not covered.
   */
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
