/**
 * Reads lcov's `.info` of releases 1 and 2: one record per line.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { ReadOptions } from "../format.ts";
import { type CoverageModel, Flag, NO_GROUP, NO_TEST } from "./coverage_model.ts";
import { BYTE_ORDER_MARK } from "./header.ts";
import { CountReader } from "./count_reader.ts";
import type { PlainLines } from "./plain_lines.ts";
import type { Report } from "./report.ts";
import { SectionFunctions } from "./section_functions.ts";
import { LAST_LINE } from "./syntax_input.ts";

const NEWLINE = 10, RETURN = 13, MINUS = 45, COMMA = 44, COLON = 58, ZERO = 48, NINE = 57;
const [A, B, D, E, F, L, M, N, R, S, T, U, V] = [..."ABDEFLMNRSTUV"].map((each) => each.charCodeAt(0));
const [SMALL_E, SMALL_F, SMALL_T] = [..."eft"].map((each) => each.charCodeAt(0));
/** A longer line is skipped, so that a file without line ends cannot fill the memory. */
const LONGEST_LINE = TRACE_LIMITS.reportLine.most;

const END_OF_RECORD = new TextEncoder().encode("end_of_record");
/** Totals and comments, which are skipped: the totals can be computed from the other records. */
const UNREAD = /^(?:(?:LF|LH|FNF|FNH|BRF|BRH|MCF|MCH):|#)/;

/** A group of functions declared in a section. */
interface Declared {
  readonly line: number;
  readonly end: number;
}

/** Reads the lines of a file into a model. */
export class InfoReader {
  readonly #model: CoverageModel;
  readonly #report: Report;
  readonly #counts = new CountReader();
  readonly #plain: PlainLines;
  #bytes: Uint8Array = new Uint8Array(0);
  #base = 0;
  /** Current line number, from 1. */
  #record = 0;
  #test = NO_TEST;
  #inSection = false;
  /** Number of sections so far. */
  sections = 0;
  /** Whether functions are in groups, as lcov writes them since 2.2. */
  hasGroups = false;
  #unknown = 0;
  /** The first record with an unknown tag. */
  #firstUnknown = { offset: 0, record: 0 };
  readonly #functions = new SectionFunctions();
  readonly #groups = new Map<number, Declared>();
  // Position after the last number.
  #at = 0;

  /** Creates a reader that fills `model`. */
  constructor(model: CoverageModel, report: Report, plain: PlainLines) {
    this.#model = model;
    this.#report = report;
    this.#plain = plain;
  }

  /** Reads the whole file. */
  async read(window: ByteWindow, { signal }: ReadOptions): Promise<void> {
    await window.need(BYTE_ORDER_MARK.length);
    const isLong = window.left >= BYTE_ORDER_MARK.length;
    if (isLong && BYTE_ORDER_MARK.every((byte, at) => window.bytes[window.at + at] === byte)) {
      window.at += BYTE_ORDER_MARK.length;
    }
    while (true) {
      signal?.throwIfAborted();
      const { bytes, at, end } = window;
      const last = bytes.lastIndexOf(NEWLINE, end - 1);
      if (end > at && last >= at) {
        this.#bytes = bytes;
        this.#base = window.base;
        this.#model.progress.part = window.size === undefined ? 0 : (window.base + end) / window.size;
        this.#readLines(at, last + 1);
        window.at = last + 1;
      } else if (window.left >= LONGEST_LINE) {
        if (!(await this.#skipLong(window))) break;
        continue;
      }
      if (!(await window.more())) break;
    }
    this.#readRest(window);
    this.#reportUnknown();
  }

  /** Handles the last line if it has no line end: only `end_of_record` is certain to be complete. */
  #readRest(window: ByteWindow): void {
    if (window.left > 0) {
      const { bytes, at, end } = window;
      const text = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 32)));
      this.#record++;
      if (/^end_of_record\r?$/.test(text)) this.#endSection();
      else {
        const message = "The last line has no line end";
        this.#report.error("cut-record", window.offset, this.#record, message, "kept the lines before it");
      }
      window.at = end;
      if (this.#inSection) this.#endSection();
    } else if (this.#inSection) {
      const message = "The last section has no end_of_record";
      this.#report.error("cut-record", window.offset, this.#record, message, "kept what it has");
      this.#endSection();
    }
  }

  async #skipLong(window: ByteWindow): Promise<boolean> {
    const message = `A line has more than ${LONGEST_LINE} bytes`;
    this.#report.warning("long-line", window.offset, ++this.#record, message, "skipped it");
    // If `SF` is incomplete, the lines after it would otherwise be counted for the previous file.
    if (window.bytes[window.at] === S) {
      if (this.#inSection) this.#endSection();
      this.sections++;
    }
    do {
      const newline = window.bytes.indexOf(NEWLINE, window.at);
      if (newline >= 0 && newline < window.end) {
        window.at = newline + 1;
        return true;
      }
      window.at = window.end;
    } while (await window.more());
    return false;
  }

  #readLines(from: number, to: number): void {
    const bytes = this.#bytes;
    for (let at = from; at < to;) {
      if (this.#inSection) {
        // Nearly all lines are counts, in long runs.
        if (bytes[at] === D || bytes[at] === B) {
          at = this.#plain.read(bytes, at, to, this.#model);
          this.#record += this.#plain.count;
          if (at === to) break;
        }
      }
      this.#record++;
      const newline = bytes.indexOf(NEWLINE, at);
      const stop = newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      if (stop > at) this.#readLine(at, stop);
      at = newline + 1;
    }
  }

  #readLine(at: number, stop: number): void {
    const bytes = this.#bytes;
    const [first, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    // The colon must be in this line, not in the bytes after it.
    if (third === COLON && at + 2 < stop) {
      const from = at + 3;
      if (first === D && second === A) return this.#readCount(from, stop);
      if (first === S && second === F) return this.#beginSection(from, stop);
      if (first === T && second === N) return this.#readTest(from, stop);
      if (first === F && second === N) return this.#readFunction(from, stop);
      return this.#other(at, stop);
    }
    const fourth = bytes[at + 3], fifth = bytes[at + 4];
    if (fourth === COLON && at + 3 < stop) {
      const from = at + 4;
      if (first === F && second === N && third === L) return this.#readGroup(from, stop);
      if (first === F && second === N && third === A) return this.#readAlias(from, stop);
      if (first === V && second === E && this.#inSection) {
        if (stop > from) this.#model.version(this.#model.strings.intern(bytes, from, stop));
        return;
      }
      return this.#other(at, stop);
    }
    if (fifth === COLON && at + 4 < stop) {
      const from = at + 5;
      if (first === F && second === N && third === D) return this.#readEntries(from, stop);
      if (first === B && second === R && third === D) return this.#readBranch(from, stop);
      if (first === M && third === D) return this.#readCondition(from, stop);
      return this.#other(at, stop);
    }
    // "end_of_record" starts with a lower-case letter, unlike any tag.
    if (first === SMALL_E && stop - at === 13 && this.#isEnd(at)) {
      if (this.#inSection) this.#endSection();
      else this.#outside(at);
    } else this.#other(at, stop);
  }

  /** Handles any other line: counts it as unknown, unless it is a total or a comment. */
  #other(at: number, stop: number): void {
    const text = String.fromCharCode(...this.#bytes.subarray(at, Math.min(stop, at + 16)));
    if (UNREAD.test(text)) return;
    if (this.#unknown++ === 0) this.#firstUnknown = { offset: this.#base + at, record: this.#record };
  }

  #reportUnknown(): void {
    if (this.#unknown === 0) return;
    const { offset, record } = this.#firstUnknown;
    const message = this.#unknown === 1
      ? "Unknown record"
      : `${this.#unknown} lines from here on are unknown records`;
    const handling = this.#unknown === 1 ? "skipped it" : "skipped them";
    this.#report.note("unknown-record", offset, record, message, handling);
  }

  #isEnd(at: number): boolean {
    return END_OF_RECORD.every((byte, each) => this.#bytes[at + each] === byte);
  }

  #readTest(from: number, stop: number): void {
    const { strings } = this.#model;
    const bytes = this.#bytes;
    let end = stop;
    // A suffix that old releases write after a subtraction.
    if (stop - from >= 5 && String.fromCharCode(...bytes.subarray(stop - 5, stop)) === ",diff") end -= 5;
    this.#test = end > from ? this.#model.test(strings.intern(bytes, from, end)) : NO_TEST;
  }

  #beginSection(from: number, stop: number): void {
    if (this.#inSection) {
      const message = "A source file begins before the previous one has ended";
      this.#report.warning(
        "no-end-of-record",
        this.#base + from,
        this.#record,
        message,
        "ended that one there",
      );
      this.#endSection();
    }
    if (stop === from) return this.#bad(from, "A source file has no name", "skipped its lines");
    this.#inSection = true;
    this.sections++;
    this.#model.begin(this.#model.strings.intern(this.#bytes, from, stop), this.#test);
  }

  #endSection(): void {
    this.#inSection = false;
    const model = this.#model;
    this.#functions.end(
      (name, line, end, low, high) => model.func(name, line, end, NO_GROUP, low, high),
      (offset) => {
        const message = "A count names a function that is not in its section";
        this.#bad(offset - this.#base, message, "skipped it");
      },
    );
    if (this.#groups.size > 0) this.#groups.clear();
  }

  #outside(at: number): void {
    this.#report.warning(
      "record-outside",
      this.#base + at,
      this.#record,
      "A record is outside any source file",
      "skipped it",
    );
  }

  /** Returns whether a record is inside a section, and reports one that is not. */
  #isInside(at: number): boolean {
    if (!this.#inSection) this.#outside(at);
    return this.#inSection;
  }

  #bad(at: number, message: string, handling: string): void {
    this.#report.warning("bad-record", this.#base + at, this.#record, message, handling);
  }

  /**
   * Reads a number up to the first byte that is not a digit and sets `#at` to it. Returns -1 if there are no
   * digits or it is too large.
   */
  #number(at: number, stop: number): number {
    const bytes = this.#bytes;
    let value = 0;
    const from = at;
    for (; at < stop; at++) {
      const byte = bytes[at]!;
      if (byte < ZERO || byte > NINE) break;
      value = Math.min(value * 10 + byte - ZERO, 0x1_0000_0000);
    }
    this.#at = at;
    return at === from || value > LAST_LINE ? -1 : value;
  }

  /** Reads a line number and the comma after it; returns -1 and reports a problem if it is not valid. */
  #lineNumber(at: number, stop: number): number {
    const line = this.#number(at, stop);
    const hasComma = this.#at < stop && this.#bytes[this.#at] === COMMA;
    this.#at++;
    if (line > 0 && hasComma) return line;
    if (hasComma && (line === 0 || isNumber(this.#bytes, at, this.#at - 1))) {
      const message = line === 0 ? "A record is about line 0" : "A line number has more than 32 bits";
      this.#report.note("impossible-line", this.#base + at, this.#record, message, "skipped it");
    } else this.#bad(at, "A record has no line number, or too few fields", "skipped it");
    return -1;
  }

  /** Reads a count; returns false and reports a problem if it is not valid. */
  #count(from: number, stop: number): boolean {
    const counts = this.#counts;
    const odd = counts.read(this.#bytes, from, stop);
    if (odd === "") return true;
    const offset = this.#base + from;
    if (odd === "negative") {
      this.#report.warning(
        "negative-count",
        offset,
        this.#record,
        "A count is below zero",
        "treated it as zero",
      );
      return true;
    }
    if (odd === "large") {
      this.#report.warning(
        "large-count",
        offset,
        this.#record,
        "A count has more than 64 bits",
        "kept the largest number",
      );
      return true;
    }
    this.#bad(from, "A count is not a number", "skipped the record");
    return false;
  }

  #comma(at: number, stop: number): number {
    const comma = this.#bytes.indexOf(COMMA, at);
    return comma < 0 || comma > stop ? stop : comma;
  }

  #readCount(from: number, stop: number): void {
    if (!this.#isInside(from)) return;
    const line = this.#lineNumber(from, stop);
    if (line < 0) return;
    const at = this.#at;
    const comma = this.#comma(at, stop);
    if (!this.#count(at, comma)) return;
    const { low, high } = this.#counts;
    const checksum = comma + 1 < stop ? this.#model.strings.intern(this.#bytes, comma + 1, stop) : 0;
    this.#model.line(line, low, high, checksum);
  }

  #readFunction(from: number, stop: number): void {
    if (!this.#isInside(from)) return;
    const line = this.#lineNumber(from, stop);
    if (line < 0) return;
    let name = this.#at;
    let end = this.#number(name, stop);
    // A name may begin with digits, so a second number is an end line only if it is followed by a comma and a
    // name.
    if (end >= 0 && this.#bytes[this.#at] === COMMA && this.#at + 1 < stop) name = this.#at + 1;
    else end = 0;
    if (name >= stop) return this.#bad(from, "A function has no name", "skipped it");
    const code = this.#model.strings.intern(this.#bytes, name, stop);
    this.#functions.declare(code, line, end);
  }

  #readEntries(from: number, stop: number): void {
    if (!this.#isInside(from)) return;
    const comma = this.#comma(from, stop);
    if (comma + 1 >= stop) return this.#bad(from, "A record has too few fields", "skipped it");
    if (!this.#count(from, comma)) return;
    const { low, high } = this.#counts;
    const name = this.#model.strings.intern(this.#bytes, comma + 1, stop);
    this.#functions.count(name, low, high, this.#base + from);
  }

  #readGroup(from: number, stop: number): void {
    if (!this.#isInside(from)) return;
    this.hasGroups = true;
    const group = this.#number(from, stop);
    if (group < 0 || this.#bytes[this.#at] !== COMMA || this.#at >= stop) {
      return this.#bad(from, "A record has too few fields", "skipped it");
    }
    const line = this.#number(this.#at + 1, stop);
    if (line <= 0) return this.#bad(from, "A function has no line", "skipped it");
    const hasEnd = this.#at < stop && this.#bytes[this.#at] === COMMA;
    const end = hasEnd ? this.#number(this.#at + 1, stop) : 0;
    if (this.#groups.has(group)) return this.#bad(from, "A function is declared twice", "kept the first");
    this.#groups.set(group, { line, end: Math.max(end, 0) });
  }

  #readAlias(from: number, stop: number): void {
    if (!this.#isInside(from)) return;
    this.hasGroups = true;
    const group = this.#number(from, stop);
    const at = this.#at + 1;
    const comma = this.#comma(Math.min(at, stop), stop);
    if (group < 0 || this.#bytes[at - 1] !== COMMA || comma + 1 >= stop) {
      return this.#bad(from, "A record has too few fields", "skipped it");
    }
    const place = this.#groups.get(group);
    if (!place) return this.#bad(from, "A name belongs to a function that is not declared", "skipped it");
    if (!this.#count(at, comma)) return;
    const { low, high } = this.#counts;
    const name = this.#model.strings.intern(this.#bytes, comma + 1, stop);
    this.#model.func(name, place.line, place.end, group, low, high);
  }

  #readBranch(from: number, stop: number): void {
    if (!this.#isInside(from)) return;
    const line = this.#lineNumber(from, stop);
    if (line < 0) return;
    const bytes = this.#bytes;
    let at = this.#at;
    let flags = 0;
    if (bytes[at] === SMALL_E) flags = Flag.Exception;
    else if (bytes[at] === SMALL_F) flags = Flag.FallThrough;
    if (flags !== 0) at++;
    if (bytes[at] === U) {
      flags |= Flag.Unreachable;
      at++;
    }
    const block = this.#number(at, stop);
    const name = this.#at + 1;
    const last = bytes.lastIndexOf(COMMA, stop - 1);
    if (block < 0 || bytes[name - 1] !== COMMA || last < name) {
      return this.#bad(from, "A branch has too few fields, or no block", "skipped it");
    }
    let low = 0, high = 0;
    if (stop - last === 2 && bytes[last + 1] === MINUS) flags |= Flag.Unknown;
    else if (this.#count(last + 1, stop)) ({ low, high } = this.#counts);
    else return;
    // Most names are short numbers.
    const number = last - name <= 3 && (bytes[name] !== ZERO || last - name === 1)
      ? this.#number(name, last)
      : -1;
    if (number >= 0 && this.#at === last) {
      return this.#model.numberedBranch(line, block, number, flags, low, high);
    }
    const code = last > name ? this.#model.strings.intern(bytes, name, last) : 0;
    this.#model.branch(line, block, code, flags, low, high);
  }

  #readCondition(from: number, stop: number): void {
    if (!this.#isInside(from)) return;
    const line = this.#lineNumber(from, stop);
    if (line < 0) return;
    const bytes = this.#bytes;
    let at = this.#at;
    const flags = bytes[at] === U ? Flag.Unreachable : 0;
    if (flags !== 0) at++;
    const group = this.#number(at, stop);
    const sense = this.#at + 1;
    const isTrue = bytes[sense] === SMALL_T;
    const count = sense + 2;
    const isSound = group >= 0 && count < stop && bytes[sense - 1] === COMMA && bytes[count - 1] === COMMA &&
      (isTrue || bytes[sense] === SMALL_F);
    const comma = isSound ? this.#comma(count, stop) : stop;
    const index = comma < stop ? this.#number(comma + 1, stop) : -1;
    const expression = this.#at + 1;
    if (index < 0 || index > 0x7fff_ffff || bytes[expression - 1] !== COMMA || expression > stop) {
      return this.#bad(from, "A condition has too few fields", "skipped it");
    }
    if (!this.#count(count, comma)) return;
    const { low, high } = this.#counts;
    const code = expression < stop ? this.#model.strings.intern(bytes, expression, stop) : 0;
    this.#model.condition(line, group, index, isTrue, code, flags, low, high);
  }
}

function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! < ZERO || bytes[at]! > NINE) return false;
  return to > from;
}
