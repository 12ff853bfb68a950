/**
 * Reads heap profiles in text: those of gperftools and Go (`heap profile: …`), and those of jemalloc (`heap_v2/…`).
 * @module
 */

import { highHalf, I64_MAX, lowHalf, U64_MAX } from "../../base/u64.ts";
import { grown } from "../../base/grown.ts";
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

/** `N: BYTES [N: BYTES]`. */
const FIGURES = String.raw`\s*(-?\d+):\s*(-?\d+)(?:\s*\[\s*(-?\d+):\s*(-?\d+)\s*\])?`;
const HEAD = new RegExp(`^heap profile:${FIGURES}\\s*@\\s*(\\S+)`);
const STACK_FIGURES = new RegExp(`^${FIGURES}\\s*$`);
const JEMALLOC_HEAD = /^(heap_v2\/(\d+))/;
const JEMALLOC_TOTAL = new RegExp(`^\\s*t\\*:${FIGURES}\\s*$`);
const HALF = 0x1_0000_0000;
const JEMALLOC_THREAD = /^\s*t\d+:/;
/** The number of a thread and its colon are no longer. */
const THREAD_BYTES = 24;
/** Digits of a figure that is read from bytes: an exact double. */
const PLAIN_DIGITS = 15;
/** A frame with its names, as Go writes it after a stack. */
const COMMENT = /^#\t0x([0-9a-f]+)\t(\S.*?)\+0x[0-9a-f]+\s+(\S.*):(\d+)$/i;
const FACT = /^# (\w+) = (.*)$/;
const LIBRARIES = /^MAPPED_LIBRARIES:/;
const MAP = /^([0-9a-f]{1,16})-([0-9a-f]{1,16}) \S+ ([0-9a-f]{1,16}) \S+ \S+(?:\s+(\S.*))?$/i;

/** Names of the weights, those of heaps of Go; numbers of texts in the model. */
export const HEAP_TYPES = [
  ["alloc_objects", "count"],
  ["alloc_space", "bytes"],
  ["inuse_objects", "count"],
  ["inuse_space", "bytes"],
] as const;
/** Where these are in a line. */
const PLACES = [2, 3, 0, 1] as const;
/** More than 64 bits have. */
const ENOUGH_DIGITS = 40;

/** What the head of a text says. */
export interface TextHead {
  /** What wrote it, in words. */
  version: string;
  /** Its totals, in the order of `HEAP_TYPES`; null where it has none. */
  totals: (bigint | null)[];
  /** Bytes between two samples; 1 = every allocation was counted. */
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
  /** Numbers of texts by what they say. */
  readonly #numbers = new Map<string, number>();
  /** Places of locations by their addresses. */
  readonly #places = new AddressMap();
  readonly #decoder = new TextDecoder();
  /** Those of a sample, in the order of the line. */
  readonly #figures = new Float64Array(4);
  /** Addresses of a stack, low and high half. */
  #addresses = new Int32Array(256);
  #addressWords = 0;
  #hasOddAddress = false;
  #line = 0;
  #offset = 0;
  #inLibraries = false;
  /** Whether figures of jemalloc have to follow, those of `#addresses`. */
  #isWaiting = false;
  #hasHead = false;
  #bad = 0;
  /** Numbers that are larger than any. */
  #outOfRange = 0;

  /** `text` gives the code of a text. */
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

  /** Reads everything, or up to a line that is too long. */
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
      // What is there may be half of a number.
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

  /** Takes in the lines that are at hand as a whole, without asking for bytes before each. */
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

  /** Takes in the line `bytes[at..end)`. What memory has no room for is left out, and the model says so. */
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

  /** Nearly all bytes are addresses: only what is around them becomes a text. */
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
          const from = behindStar(bytes, at, end);
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

  /** The first line; what is none has no stack either. */
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
    // Go writes twice its rate.
    const isGo = kind.startsWith("heap/");
    this.head.period = period === undefined ? 1n : period / (isGo ? 2n : 1n);
  }

  /** The figures before the addresses of a stack. */
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

  /** Reads what `FIGURES` describes, where all of it are short numbers and blanks, as nearly all figures are. */
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

  /** Reads addresses with blanks between them. */
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
        // No digit has 16, and what is beyond the end has none.
        for (let digit; at < end && (digit = HEX_DIGITS[bytes[at]!]!) < 16; at++) {
          high = (high << 4) | (low >>> 28);
          low = (low << 4) | digit;
        }
        digits = at > from ? at - from : bytes[at - 1] === ZERO ? 1 : 0;
      }
      const isWhole = digits > 0 && digits <= 16 && (at === end || bytes[at]! <= BLANK);
      if (isWhole) {
        if (this.#addressWords === this.#addresses.length) {
          this.#addresses = grown(this.#addresses, 2 * this.#addressWords);
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

  /** A number of 64 bits; undefined where there is none, or a larger one, which is counted. */
  #inRange(digits: string | undefined): bigint | undefined {
    if (digits === undefined) return undefined;
    const number = digits.length > ENOUGH_DIGITS ? U64_MAX : BigInt(digits);
    if (number <= I64_MAX && number >= -I64_MAX) return number;
    this.#outOfRange++;
    return undefined;
  }

  /** A stack of the addresses that were read. */
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

  /** Adds a sample with the figures that were read. */
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

  /** The place of an address, one less than its id; a new one has no names yet. */
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

  /** Go names frames after the stack, by the address of the call, which is one less than that of the return. */
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
    // Lines of one location are one after the other, so that they are written at once: inlined ones follow it.
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
    // Memory of no file has no names.
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

/** Whether a line has the figures of one thread, which those of all have in them. */
function isOfThread(bytes: Uint8Array, at: number, end: number): boolean {
  while (at < end && bytes[at]! <= BLANK) at++;
  if (bytes[at] !== LETTER_T) return false;
  const from = at + 1, most = Math.min(end, at + THREAD_BYTES);
  for (at = from; at < most && bytes[at]! >= ZERO && bytes[at]! <= NINE;) at++;
  return at > from && at < most && bytes[at] === COLON;
}

/** Where the figures of all threads begin; 0 where a line has none. */
function behindStar(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] === BLANK) at++;
  return at + 2 < end && bytes[at] === LETTER_T && bytes[at + 1] === STAR && bytes[at + 2] === COLON
    ? at + 3
    : 0;
}
