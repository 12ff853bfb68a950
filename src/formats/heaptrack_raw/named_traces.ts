/**
 * Takes names from the interpreted data of the recording. heaptrack_interpret keeps the order of all lines,
 * so the numbers of traces and allocations are equal in both files.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { LETTERS, parseVersions, SIZED_VERSION, type Versions } from "../heaptrack/header.ts";
import { HexLine } from "../heaptrack/hex_line.ts";
import { hasLength, readTextLine } from "../heaptrack/text_line.ts";
import { WordsList } from "../words_list.ts";
import { SUM_ALLOCATIONS, SUM_HIGH, SUM_LOW } from "./decoder_layout.ts";

const NEWLINE = 10;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;

/** Value of each byte as a hexadecimal digit; 255 for other bytes. */
const DIGITS = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

/** What is known about a frame besides its address: string ids and a line. */
export interface NamedFrame {
  readonly func: number;
  readonly file: number;
  readonly line: number;
  readonly module: number;
}

/** Adds a size to the running checksum of sizes. */
function sumOfSizes(sum: number, low: number, high: number): number {
  const next = Math.imul((sum ^ low) + Math.imul(high, SUM_HIGH), SUM_LOW);
  return (next ^ (next >>> 15)) >>> 0;
}

/** Traces from interpreted data, with the functions inlined at their addresses. */
export class NamedTraces {
  readonly #sink: TraceSink;
  readonly #texts = new WordsList();
  /** Columns of instructions, by number. */
  readonly #lows = new WordsList();
  readonly #highs = new WordsList();
  readonly #modules = new WordsList();
  readonly #starts = new WordsList();
  /** Columns of the frames of instructions. */
  readonly #funcs = new WordsList();
  readonly #files = new WordsList();
  readonly #lineNumbers = new WordsList();
  /** Columns of traces, by number. */
  readonly #instructions = new WordsList();
  readonly #parents = new WordsList();
  /** Size and backtrace of each kind of blocks, as columns. */
  readonly #sizes = new WordsList();
  readonly #sizesHigh = new WordsList();
  /** A checksum for every `SUM_ALLOCATIONS` allocations. */
  #sums = new Uint32Array(16);
  #sumCount = 0;
  #sum = 0;
  #allocations = 0;
  #compared = 0;
  readonly #line = new HexLine();
  #versions: Versions | undefined;
  #command = "";
  /** Whether each text is preceded by its length; unknown before the first text. */
  #sized: boolean | undefined;
  /** Describes the first difference from the raw data; empty if there is none. */
  difference = "";

  /** Creates empty lists; texts are interned in the pool of the sink. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#starts.push(0);
  }

  /** Reads everything; returns false if this is not interpreted data. */
  async read(window: ByteWindow, signal?: AbortSignal): Promise<boolean> {
    await window.need(64);
    const { bytes, at, end } = window;
    const head = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 64)));
    this.#versions = parseVersions(head);
    if (!this.#versions) return false;
    window.at += this.#versions.bytes;
    if (this.#versions.file >= SIZED_VERSION) this.#sized = true;
    do {
      signal?.throwIfAborted();
      window.at = this.#readLines(window);
    } while (await window.more());
    return this.#instructions.length > 0;
  }

  /** Compares version and command with those of the raw data. */
  checkHead(versions: Versions, command: string): void {
    const own = this.#versions;
    if (own?.program !== versions.program || own.file !== versions.file) {
      this.#differ("it has a different version");
    } else if (this.#command !== command) this.#differ("a different command was recorded");
  }

  /** Compares a trace, numbered from 1, with that of the raw data. */
  check(number: number, low: number, high: number, parent: number): void {
    if (this.difference !== "" || number > this.#instructions.length) return;
    const instruction = this.#instructions.at(number - 1);
    const isSame = instruction > 0 && this.#lows.at(instruction - 1) === low &&
      this.#highs.at(instruction - 1) === high && this.#parents.at(number - 1) === parent;
    if (!isSame) this.#differ(`its backtrace ${number} is different`);
  }

  /** Compares checksums of sizes with those of the raw data. */
  checkSums(sums: Uint32Array): void {
    for (const sum of sums) {
      const at = this.#compared++;
      if (at >= this.#sumCount || this.#sums[at] === sum) continue;
      const last = this.#compared * SUM_ALLOCATIONS;
      this.#differ(`sizes differ among its allocations ${last - SUM_ALLOCATIONS + 1} to ${last}`);
    }
  }

  /**
   * Returns the frames at the address of a trace, innermost first; undefined if nothing is known for that
   * module.
   */
  framesOf(number: number, module: number): NamedFrame[] | undefined {
    if (this.difference !== "" || number > this.#instructions.length) return undefined;
    const instruction = this.#instructions.at(number - 1);
    const own = this.#modules.at(instruction - 1);
    if (own !== module) return undefined;
    const frames: NamedFrame[] = [];
    for (let at = this.#starts.at(instruction - 1); at < this.#starts.at(instruction); at++) {
      const place = { file: this.#files.at(at), line: this.#lineNumbers.at(at) };
      frames.push({ func: this.#funcs.at(at), ...place, module: own });
    }
    return frames.some(({ func }) => func !== 0) ? frames : undefined;
  }

  #differ(difference: string): void {
    if (this.difference === "") this.difference = difference;
  }

  #readLines({ bytes, at, end, ended }: ByteWindow): number {
    const line = this.#line;
    while (at < end) {
      const isAllocation = bytes[at] === PLUS;
      if ((isAllocation || bytes[at] === MINUS) && bytes[at + 1] === SPACE) {
        // Most lines are of this kind, and parsing them with `HexLine` would take three times as long.
        let kind = 0, place = at + 2;
        for (let digit = DIGITS[bytes[place]!]!; digit < 16; digit = DIGITS[bytes[++place]!]!) {
          kind = kind * 16 + digit;
        }
        if (place < end && bytes[place] === NEWLINE && place > at + 2) {
          if (isAllocation) this.#addAllocation(kind);
          at = place + 1;
          continue;
        }
      }
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0 || newline >= end) break;
      const letter = bytes[at]!;
      line.begin(bytes, at + 1, newline);
      if (letter === LETTERS.text) {
        const sized = this.#sized ??= hasLength(bytes, at, newline);
        const text = readTextLine({ bytes, at, stop: newline, end, ended, sized });
        if (text.next < 0) break;
        this.#texts.push(text.from === text.to ? 0 : this.#sink.strings.intern(bytes, text.from, text.to));
        at = text.next;
        continue;
      } else this.#readOther(letter, bytes, at, newline);
      at = newline + 1;
    }
    return at;
  }

  #readOther(letter: number, bytes: Uint8Array, at: number, stop: number): void {
    const line = this.#line;
    if (letter === LETTERS.instruction) this.#addInstruction();
    else if (letter === LETTERS.backtrace) {
      const instruction = line.index(), parent = line.index();
      this.#instructions.push(instruction > 0 && instruction < this.#starts.length ? instruction : 0);
      this.#parents.push(Math.max(parent, 0));
    } else if (letter === LETTERS.kind) {
      const hasSize = line.next();
      this.#sizes.push(hasSize ? line.low : 0);
      this.#sizesHigh.push(hasSize ? line.high : 0);
    } else if (letter === LETTERS.command) {
      this.#command = new TextDecoder().decode(bytes.subarray(Math.min(at + 2, stop), stop));
    }
  }

  #addAllocation(kind: number): void {
    if (kind >= this.#sizes.length) return;
    this.#sum = sumOfSizes(this.#sum, this.#sizes.at(kind), this.#sizesHigh.at(kind));
    if (++this.#allocations % SUM_ALLOCATIONS !== 0) return;
    if (this.#sumCount === this.#sums.length) this.#sums = growArray(this.#sums, 2 * this.#sumCount);
    this.#sums[this.#sumCount++] = this.#sum;
  }

  #addInstruction(): void {
    const line = this.#line;
    const hasAddress = line.next();
    this.#lows.push(hasAddress ? line.low : 0);
    this.#highs.push(hasAddress ? line.high : 0);
    this.#modules.push(line.next() ? this.#textAt(line) : 0);
    while (line.next()) {
      this.#funcs.push(this.#textAt(line));
      this.#files.push(line.next() ? this.#textAt(line) : 0);
      this.#lineNumbers.push(line.next() && line.high === 0 ? line.low : 0);
    }
    this.#starts.push(this.#funcs.length);
  }

  /** Returns the string id of the text whose number was just read. */
  #textAt({ low, high }: HexLine): number {
    return high !== 0 || low === 0 || low > this.#texts.length ? 0 : this.#texts.at(low - 1);
  }
}
