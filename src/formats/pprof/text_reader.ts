/**
 * Reads heap profiles in text: those of gperftools and Go (`heap profile: …`), and those of jemalloc (`heap_v2/…`).
 * @module
 */

import { highHalf, I64_MAX, lowHalf, U64_MAX } from "../../base/u64.ts";
import { growArray } from "../../base/grow_array.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { ReadingFullError } from "../../memory/arena.ts";
import type { ReadOptions } from "../format.ts";
import { AddressMap } from "../address_map.ts";
import { HEX_DIGITS } from "../hex_number.ts";
import { PPROF_LIMITS } from "./limits.ts";
import type { ProfileModel } from "./profile_model.ts";
import type { ProfileReport } from "./report.ts";

const LONGEST = PPROF_LIMITS.profileMessage.most;
const NEWLINE = 10,
  RETURN = 13,
  BLANK = 32,
  HASH = 35,
  ZERO = 48,
  NINE = 57,
  AT = 64,
  STAR = 42,
  COLON = 58,
  OPEN = 91,
  CLOSE = 93,
  LETTER_H = 104,
  LETTER_T = 116,
  LETTER_X = 120;

/** Matches `N: BYTES [N: BYTES]`, the counts of a stack. */
const FIGURES = String.raw`\s*(-?\d+):\s*(-?\d+)(?:\s*\[\s*(-?\d+):\s*(-?\d+)\s*\])?`;
const HEAD = new RegExp(`^heap profile:${FIGURES}\\s*@\\s*(\\S+)`);
const STACK_FIGURES = new RegExp(`^${FIGURES}\\s*$`);
const JEMALLOC_HEAD = /^(heap_v2\/(\d+))/;
const JEMALLOC_TOTAL = new RegExp(`^\\s*t\\*:${FIGURES}\\s*$`);
const HALF = 0x1_0000_0000;
const JEMALLOC_THREAD = /^\s*t\d+:/;
/** Longest prefix `tNUMBER:` of a line of one thread. */
const THREAD_BYTES = 24;
/** Maximum digits of a number that is read without regular expressions, so that it is exact as a double. */
const PLAIN_DIGITS = 15;
/** Matches a frame with its names, which Go writes after a stack. */
const COMMENT = /^#\t0x([0-9a-f]+)\t(\S.*?)\+0x[0-9a-f]+\s+(\S.*):(\d+)$/i;
const FACT = /^# (\w+) = (.*)$/;
const LIBRARIES = /^MAPPED_LIBRARIES:/;
const MAP = /^([0-9a-f]{1,16})-([0-9a-f]{1,16}) \S+ ([0-9a-f]{1,16}) \S+ \S+(?:\s+(\S.*))?$/i;

/** Names and units of the weights, as in Go's heap profiles. */
export const HEAP_TYPES = [
  ["alloc_objects", "count"],
  ["alloc_space", "bytes"],
  ["inuse_objects", "count"],
  ["inuse_space", "bytes"],
] as const;
/** Position of each weight in a line. */
const PLACES = [2, 3, 0, 1] as const;
/** A number with more digits than this does not fit in 64 bits. */
const ENOUGH_DIGITS = 40;

/** The header of a text profile. */
export interface TextHead {
  /** Name of the format variant. */
  version: string;
  /** Totals, in the order of `HEAP_TYPES`; null if the header has none. */
  totals: (bigint | null)[];
  /** Average number of bytes between two samples; 1 = every allocation was counted. */
  period: bigint;
  readonly facts: [string, string][];
}

/** Reads lines into a model. */
export class TextReader {
  readonly head: TextHead = {
    version: "heap profile",
    totals: [null, null, null, null],
    period: 0n,
    facts: [],
  };
  readonly #model: ProfileModel;
  readonly #report: ProfileReport;
  readonly #text: (text: string) => number;
  readonly #isJemalloc: boolean;
  /** String indices by string. */
  readonly #numbers = new Map<string, number>();
  /** Location places by address. */
  readonly #places = new AddressMap();
  readonly #decoder = new TextDecoder();
  /** The counts of the current sample, in the order of the line. */
  readonly #figures = new Float64Array(4);
  /** Addresses of the current stack, low and high halves. */
  #addresses = new Int32Array(256);
  #addressWords = 0;
  #hasOddAddress = false;
  #line = 0;
  #offset = 0;
  #inLibraries = false;
  /**
   * Whether the counts of the stack in `#addresses` are still missing; jemalloc writes them on a later line.
   */
  #isWaiting = false;
  #hasHead = false;
  #bad = 0;
  /** Number of values that were out of range. */
  #outOfRange = 0;

  /** Creates a reader that fills a model; `text` interns a string and returns its code. */
  constructor(
    model: ProfileModel,
    report: ProfileReport,
    text: (text: string) => number,
    isJemalloc: boolean,
  ) {
    this.#model = model;
    this.#report = report;
    this.#text = text;
    this.#isJemalloc = isJemalloc;
    model.texts.push(0);
    for (const [name, unit] of HEAP_TYPES) {
      model.types.push({ name: this.#numberOf(name), unit: this.#numberOf(unit) });
    }
  }

  /** Reads the whole file, or up to a line that is too long. */
  async read(window: ByteWindow, options: ReadOptions): Promise<void> {
    while (await window.need(1)) {
      options.signal?.throwIfAborted();
      this.#takeWhole(window);
      if (window.left === 0) continue;
      if (window.left > LONGEST) {
        this.#report.error("bad-structure", window.offset, this.#line + 1, "A line is too long");
        while (await window.skip(window.left + 1));
        break;
      }
      if (await window.more()) continue;
      // A number at the end may be incomplete.
      this.#report.error("cut-record", window.offset, this.#line + 1, "The last line has no line end");
      while (await window.skip(window.left + 1));
      break;
    }
    if (this.#isWaiting) {
      this.#report.error(
        "cut-record",
        this.#offset,
        this.#line,
        "The file ends before the figures of a stack",
      );
    }
    if (this.#bad > 0) {
      this.#report.warning("bad-record", `${this.#bad} lines are malformed`, "left them out");
    }
    if (this.#outOfRange > 0) {
      const message = `${this.#outOfRange} numbers are out of range`;
      this.#report.warning("number-overflow", message, "left them out");
    }
  }

  /** Reads all complete lines in the window at once. */
  #takeWhole(window: ByteWindow): void {
    const { bytes, base, end } = window;
    let { at } = window;
    const last = at < end ? bytes.lastIndexOf(NEWLINE, end - 1) : -1;
    while (at <= last) {
      const newline = bytes.indexOf(NEWLINE, at);
      this.#offset = base + at;
      this.#take(bytes, at, newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline);
      at = newline + 1;
    }
    window.at = at;
  }

  /** Reads the line `bytes[at..end)`. If memory is full, its sample is dropped and the model records that. */
  #take(bytes: Uint8Array, at: number, end: number): void {
    this.#line++;
    try {
      this.#takeLine(bytes, at, end);
    } catch (error) {
      if (!(error instanceof ReadingFullError)) throw error;
      this.#model.samples.dropSample();
      this.#model.full ??= error;
    }
  }

  /** Reads a line. Nearly all bytes belong to addresses, so only the rest is decoded to a string. */
  #takeLine(bytes: Uint8Array, at: number, end: number): void {
    const isComment = bytes[at] === HASH;
    if (!this.#inLibraries && !isComment) {
      if (this.#isJemalloc) {
        if (bytes[at] === AT) {
          if (this.#isWaiting) this.#bad++;
          this.#isWaiting = true;
          this.#readAddresses(bytes, at + 1, end);
          return;
        }
        if (isOfThread(bytes, at, end)) return;
        if (this.#isWaiting) {
          const from = afterStar(bytes, at, end);
          if (from > 0 && this.#readFigures(bytes, from, end)) {
            this.#isWaiting = false;
            this.#plainSample();
            return;
          }
        }
      } else if (bytes[at] !== LETTER_H) {
        let mark = at;
        while (mark < end && bytes[mark] !== AT) mark++;
        if (mark < end) {
          this.#readAddresses(bytes, mark + 1, end);
          if (this.#readFigures(bytes, at, mark)) this.#plainSample();
          else this.#heap(this.#textOf(bytes, at, mark));
          return;
        }
      }
    }
    const line = this.#textOf(bytes, at, end);
    if (line.trim() === "") return;
    if (LIBRARIES.test(line)) this.#inLibraries = true;
    else if (this.#inLibraries) this.#map(line);
    else if (isComment) this.#comment(line);
    else if (this.#isJemalloc) this.#jemalloc(line);
    else this.#head(line);
  }

  #textOf(bytes: Uint8Array, at: number, end: number): string {
    return this.#decoder.decode(bytes.subarray(at, end));
  }

  /** Reads the header line; any other line without a stack is malformed. */
  #head(line: string): void {
    const head = this.#hasHead ? null : HEAD.exec(line);
    if (head === null) {
      this.#bad++;
      return;
    }
    this.#hasHead = true;
    this.#setTotals(head);
    const kind = head[5]!;
    this.head.version = `heap profile ${kind}`;
    const period = this.#inRange(/\/(\d+)$/.exec(kind)?.[1]);
    // Go writes twice its sampling rate here.
    const isGo = kind.startsWith("heap/");
    this.head.period = period === undefined ? 1n : period / (isGo ? 2n : 1n);
  }

  /** Reads the counts before the addresses of a stack. */
  #heap(text: string): void {
    const found = STACK_FIGURES.exec(text);
    if (found === null) this.#bad++;
    else this.#sample(found.slice(1, 5));
  }

  #jemalloc(line: string): void {
    const head = this.#hasHead ? null : JEMALLOC_HEAD.exec(line);
    if (head !== null) {
      this.#hasHead = true;
      this.head.version = `jemalloc ${head[1]}`;
      this.head.period = this.#inRange(head[2]) ?? 1n;
      return;
    }
    const total = JEMALLOC_TOTAL.exec(line);
    if (total === null) {
      if (!JEMALLOC_THREAD.test(line)) this.#bad++;
    } else if (this.#isWaiting) {
      this.#isWaiting = false;
      this.#sample(total.slice(1, 5));
    } else if (this.#model.samples.count === 0 && this.head.totals[0] === null) this.#setTotals(total);
  }

  /**
   * Fast path for `FIGURES`: reads short numbers separated by blanks, which is the usual form; returns false
   * if the text has another form.
   */
  #readFigures(bytes: Uint8Array, at: number, end: number): boolean {
    const figures = this.#figures;
    figures[2] = figures[3] = 0;
    for (let place = 0; place < 4; place++) {
      while (at < end && bytes[at] === BLANK) at++;
      if (place === 2) {
        if (at === end) return true;
        if (bytes[at++] !== OPEN) return false;
        while (at < end && bytes[at] === BLANK) at++;
      }
      const from = at;
      let figure = 0;
      for (; at < end; at++) {
        const digit = bytes[at]! - ZERO;
        if (digit < 0 || digit > 9) break;
        figure = 10 * figure + digit;
      }
      if (at === from || at - from > PLAIN_DIGITS) return false;
      figures[place] = figure;
      if ((place & 1) === 0 && (at === end || bytes[at++] !== COLON)) return false;
    }
    while (at < end && bytes[at] === BLANK) at++;
    if (at === end || bytes[at++] !== CLOSE) return false;
    while (at < end && bytes[at] === BLANK) at++;
    return at === end;
  }

  /** Reads addresses separated by blanks. */
  #readAddresses(bytes: Uint8Array, at: number, end: number): void {
    this.#addressWords = 0;
    this.#hasOddAddress = false;
    while (true) {
      while (at < end && bytes[at]! <= BLANK) at++;
      if (at === end) return;
      let low = 0, high = 0, digits = 0;
      if (bytes[at] === ZERO && at + 2 < end && (bytes[at + 1]! | 32) === LETTER_X) {
        at += 2;
        while (at < end && bytes[at] === ZERO) at++;
        const from = at;
        // Other characters map to 16, and bytes past the array are undefined; both end the loop.
        for (let digit; at < end && (digit = HEX_DIGITS[bytes[at]!]!) < 16; at++) {
          high = (high << 4) | (low >>> 28);
          low = (low << 4) | digit;
        }
        digits = at > from ? at - from : bytes[at - 1] === ZERO ? 1 : 0;
      }
      const isWhole = digits > 0 && digits <= 16 && (at === end || bytes[at]! <= BLANK);
      if (isWhole) {
        if (this.#addressWords === this.#addresses.length) {
          this.#addresses = growArray(this.#addresses, 2 * this.#addressWords);
        }
        this.#addresses[this.#addressWords] = low;
        this.#addresses[this.#addressWords + 1] = high;
        this.#addressWords += 2;
      } else {
        this.#hasOddAddress = true;
        while (at < end && bytes[at]! > BLANK) at++;
      }
    }
  }

  #setTotals(found: RegExpExecArray): void {
    this.head.totals = PLACES.map((place) => this.#inRange(found[1 + place]) ?? null);
  }

  /**
   * Parses a signed 64-bit number; undefined if there is none or if it is out of range. Numbers out of range
   * are counted.
   */
  #inRange(digits: string | undefined): bigint | undefined {
    if (digits === undefined) return undefined;
    const number = digits.length > ENOUGH_DIGITS ? U64_MAX : BigInt(digits);
    if (number <= I64_MAX && number >= -I64_MAX) return number;
    this.#outOfRange++;
    return undefined;
  }

  /** Adds a sample with the addresses just read and these counts. */
  #sample(figures: readonly (string | undefined)[]): void {
    if (this.#model.full !== undefined) return;
    const values: bigint[] = [];
    for (const place of PLACES) {
      const value = this.#inRange(figures[place] ?? "0");
      if (value === undefined) return;
      values.push(value);
    }
    this.#addFrames();
    for (const value of values) this.#model.samples.addWeight(lowHalf(value), highHalf(value));
    this.#model.samples.endSample();
  }

  /** Adds a sample with the addresses and counts just read. */
  #plainSample(): void {
    const model = this.#model;
    if (model.full !== undefined) return;
    this.#addFrames();
    for (const place of PLACES) {
      const figure = this.#figures[place]!;
      model.samples.addWeight(figure >>> 0, Math.floor(figure / HALF));
    }
    model.samples.endSample();
  }

  #addFrames(): void {
    const model = this.#model;
    const addresses = this.#addresses, words = this.#addressWords;
    for (let at = 0; at < words; at += 2) {
      model.samples.addFrame(this.#location(addresses[at]!, addresses[at + 1]!) + 1, 0);
    }
    if (this.#hasOddAddress) {
      this.#report.warning("bad-frame", "Malformed address in a stack", "left it out", this.#offset);
    }
  }

  /** Returns the position of an address's location, whose id is one more. A new location has no names yet. */
  #location(addrLow: number, addrHigh: number): number {
    const known = this.#places.get(0, addrLow, addrHigh);
    if (known >= 0) return known;
    const model = this.#model;
    const place = model.locationIds.place(model.locationIds.size + 1, 0);
    model.setLocation(place, {
      mapping: 0,
      addrLow: addrLow >>> 0,
      addrHigh: addrHigh >>> 0,
      hasAddr: true,
      firstLine: 0,
      lineCount: 0,
    });
    this.#places.set(0, addrLow, addrHigh, place);
    return place;
  }

  /**
   * Reads a comment line. Go names frames after the stack, by the address of the call, which is one less than
   * the return address.
   */
  #comment(line: string): void {
    const fact = FACT.exec(line);
    if (fact !== null) this.head.facts.push([fact[1]!, fact[2]!]);
    const found = COMMENT.exec(line);
    if (found === null) return;
    const [, digits, name, file, row] = found;
    const address = digits!.length > 16 ? U64_MAX : BigInt(`0x${digits}`);
    if (address === U64_MAX) {
      this.#outOfRange++;
      return;
    }
    const model = this.#model;
    const place = this.#location(lowHalf(address + 1n), highHalf(address + 1n));
    const location = model.location(place)!;
    // The lines of a location must be adjacent, so an inlined function is added only while the location is
    // the last one.
    const isLast = location.firstLine + 2 * location.lineCount === model.lines.length;
    if (location.lineCount > 0 && !isLast || this.#named.has(`${address} ${name}`)) return;
    this.#named.add(`${address} ${name}`);
    const func = model.functionIds.place(model.functionIds.size, 0);
    model.setFunction(func, this.#numberOf(name!), this.#numberOf(file!));
    const firstLine = location.lineCount === 0 ? model.lines.length : location.firstLine;
    model.lines.push(func + 1);
    const isLine = Number(row) <= 0xffff_ffff;
    if (!isLine) this.#outOfRange++;
    model.lines.push(isLine ? Number(row) : 0);
    model.setLocation(place, { ...location, firstLine, lineCount: location.lineCount + 1 });
  }

  readonly #named = new Set<string>();

  #map(line: string): void {
    const found = MAP.exec(line.trimEnd());
    if (found === null) this.#bad++;
    // Anonymous memory has no file name.
    if (found?.[4] === undefined) return;
    const [start, end, offset] = found.slice(1, 4).map((digits) => BigInt(`0x${digits}`));
    const model = this.#model;
    const place = model.mappingIds.place(model.mappingIds.size, 0);
    model.mappings[place] = {
      start: start!,
      end: end!,
      offset: offset!,
      file: this.#numberOf(found[4]!),
      build: 0,
    };
  }

  #numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, number = this.#model.texts.push(this.#text(text)) - 1);
    return number;
  }
}

/** Whether the line has the counts of a single thread; the counts of all threads include these. */
function isOfThread(bytes: Uint8Array, at: number, end: number): boolean {
  while (at < end && bytes[at]! <= BLANK) at++;
  if (bytes[at] !== LETTER_T) return false;
  const from = at + 1, most = Math.min(end, at + THREAD_BYTES);
  for (at = from; at < most && bytes[at]! >= ZERO && bytes[at]! <= NINE;) at++;
  return at > from && at < most && bytes[at] === COLON;
}

/** Returns where the counts of all threads begin; 0 if the line has none. */
function afterStar(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] === BLANK) at++;
  return at + 2 < end && bytes[at] === LETTER_T && bytes[at + 1] === STAR && bytes[at + 2] === COLON
    ? at + 3
    : 0;
}
