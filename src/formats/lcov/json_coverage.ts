/**
 * Shared code of the readers for the JSON of gcov, coverage.py and llvm-cov.
 * @module
 */

import { bytesEqual } from "./bytes_equal.ts";
import type { CoverageModel } from "./coverage_model.ts";
import { CountReader } from "./count_reader.ts";
import { DamagedJson, type JsonLimits, JsonMachine, type JsonTaker } from "./json_machine.ts";
import type { Json } from "./json_value.ts";
import { type BulkKeys, readBulkValues, RemainingObject } from "./bulk_reader.ts";
import { type Plain, type PlainObject, WholeValues } from "./whole_values.ts";
import { LCOV_LIMITS } from "./limits.ts";
import type { Report } from "./report.ts";
import { LAST_LINE, type SyntaxInput } from "./syntax_input.ts";

const JSON_LIMITS: JsonLimits = {
  depth: LCOV_LIMITS.coverageDepth.most,
  text: LCOV_LIMITS.coverageText.most,
  values: LCOV_LIMITS.coverageValues.most,
};

/** Maximum number of cached string ids. */
export const CACHED_CODES = 1 << 12;
const NO_BYTES = new Uint8Array(0);
/** Maximum size of an object that is compared with the one before it. */
const COMPARED_BYTES = 1 << 10;
/** The smallest number that does not fit in 32 bits, so that its high half is not 0. */
export const HIGH_HALF_STARTS_AT = 0x1_0000_0000;

/** Base class of the JSON readers; each reader defines where its values are and what they mean. */
export abstract class JsonCoverage implements JsonTaker {
  protected readonly model: CoverageModel;
  readonly #report: Report;
  readonly #counts = new CountReader();
  /** String ids of recent texts. */
  readonly #codes = new Map<string, number>();
  readonly #rest = new RemainingObject();
  /** The last object that was built from the bytes that byte readers left over. */
  #lastRest: { readonly bytes: Uint8Array; readonly value: PlainObject } = { bytes: NO_BYTES, value: {} };
  /** Approximate offset of the current value. */
  offset = 0;
  /** Number of source files so far. */
  files = 0;
  protected low = 0;
  protected high = 0;

  /** Creates a reader that adds records to `model`. */
  constructor({ model, report }: SyntaxInput) {
    this.model = model;
    this.#report = report;
  }

  abstract wants(path: readonly string[]): boolean;
  abstract take(path: readonly string[], value: Json): void;
  /** Name and version of the file's format. */
  abstract get version(): string;

  /** Frees the reader's memory. */
  close(): void {}

  protected bad(what: string): void {
    this.#report.warning("bad-record", this.offset, this.files, what, "skipped it");
  }

  /** Reports that a source file has sums but no lines. */
  protected sumsOnly(): void {
    const message = "The file has the sums of its source files, but not their lines";
    this.#report.warning("sums-only", this.offset, this.files, message, "kept their names only");
  }

  /** Begins the section of a source file; returns false if it has no name. */
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
    if (this.#codes.size === CACHED_CODES) this.#codes.clear();
    const code = this.model.strings.internText(text);
    this.#codes.set(text, code);
    return code;
  }

  /** Returns whether this is a valid line number, and reports it if not. */
  protected isLine(line: Json | Plain | undefined): line is number {
    if (typeof line === "number" && Number.isInteger(line) && line > 0 && line <= LAST_LINE) return true;
    if (line === 0) {
      const message = "A record is about line 0";
      this.#report.note("impossible-line", this.offset, this.files, message, "skipped it");
    } else this.bad("A record has no line number");
    return false;
  }

  /** Reads a count into `low` and `high`; returns false if it is not a number. */
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
        "treated it as zero",
      );
    } else if (odd === "large") {
      const message = "A count has more than 64 bits";
      this.#report.warning("large-count", this.offset, this.files, message, "kept the largest number");
    } else if (odd !== "") this.bad("A count is not a number");
    return odd !== "bad";
  }

  /**
   * Builds an object without the values of `keys`, which their readers read from the bytes; undefined if the
   * whole object must be built.
   */
  protected restOf(
    path: readonly string[],
    bytes: Uint8Array,
    at: number,
    end: number,
    keys: BulkKeys,
  ): RestOf | undefined {
    const rest = this.#rest;
    const stop = readBulkValues(bytes, at, end, keys, rest);
    if (stop === 0) return undefined;
    // Functions of llvm-cov often differ only in values that byte readers read; then the last object can be
    // reused.
    const { length } = rest;
    if (bytesEqual(this.#lastRest.bytes, rest.bytes, 0, length)) return { value: this.#lastRest.value, stop };
    if (whole.endOf(rest.bytes, 0, length, JSON_LIMITS.depth - path.length) !== length) return undefined;
    const value = whole.build(rest.bytes, 0, length);
    if (!isObject(value)) return undefined;
    if (length <= COMPARED_BYTES) this.#lastRest = { bytes: rest.bytes.slice(0, length), value };
    return { value, stop };
  }
}

const whole = new WholeValues(JSON_LIMITS.values);

/** An object without the values that byte readers have read, and where it ends. */
interface RestOf {
  readonly value: PlainObject;
  readonly stop: number;
}

export function isObject(value: Plain | undefined): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the elements of a list that are objects. */
export function objectsIn(value: Plain | undefined): readonly PlainObject[] {
  if (!Array.isArray(value)) return [];
  return value.every(isObject) ? value : value.filter(isObject);
}

/** Returns the elements of a list that are lists. */
export function listsIn<T extends Json | Plain>(value: T | undefined): Extract<T, readonly unknown[]>[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => Array.isArray(each)) as Extract<T, readonly unknown[]>[];
}

/** Reads a sequence of JSON objects into the model. */
export async function readJson(
  input: SyntaxInput,
  Kind: new (input: SyntaxInput) => JsonCoverage,
): Promise<string | undefined> {
  const coverage = new Kind(input);
  try {
    await readValues(input, coverage);
  } finally {
    coverage.close();
  }
  return coverage.files === 0 ? undefined : coverage.version;
}

async function readValues(
  { window, report, options }: SyntaxInput,
  coverage: JsonCoverage,
): Promise<void> {
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
      // gcov --stdout writes one object per line.
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
      const message = "The file ends inside its JSON";
      report.error("cut-record", window.offset, coverage.files, message, "kept what was read");
      break;
    }
  }
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
