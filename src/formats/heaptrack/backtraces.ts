/**
 * Backtraces as the file has them: texts, instructions with the functions that were inlined there, and a tree of
 * instructions whose leaves are the backtraces.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { BARE_FRAME } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { isAllocator } from "../allocator_names.ts";
import type { HexLine } from "./hex_line.ts";
import { WordsList } from "../words_list.ts";

/** Frames per backtrace that are always kept; heaptrack records no more addresses than that, without inlined ones. */
const FRAMES_PER_STACK = 64;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;
/** Not looked up yet; 0 is "no stack". */
const UNKNOWN = 0xffff_ffff;

/** What was odd about a line that names others: nothing, or what it names that is not there. */
export type Oddity = "" | "text" | "instruction" | "backtrace" | "number";

/** The place that a backtrace is shown as: codes of texts, and a line. */
export interface Place {
  /** Id of the stack. */
  stack: number;
  func: number;
  file: number;
  line: number;
  module: number;
}

/** Collects texts, instructions and backtraces. */
export class Backtraces {
  readonly #sink: TraceSink;
  readonly #texts = new WordsList();
  /** Frames of all instructions, and where those of each begin. */
  readonly #frames = new WordsList();
  readonly #hidden = new WordsList();
  readonly #starts = new WordsList();
  readonly #instructions = new WordsList();
  readonly #parents = new WordsList();
  readonly #stacks = new WordsList();
  /** The frame that each backtrace is shown as. */
  readonly #shown = new WordsList();
  #list = new Uint32Array(256);
  #budget = SPARE_FRAMES;
  /** Whether frames of a backtrace had to be left out. */
  cut = false;

  /** Empty. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#starts.push(0);
  }

  /** Takes a text. */
  addText(bytes: Uint8Array, at: number, end: number): void {
    this.#texts.push(at === end ? 0 : this.#sink.strings.intern(bytes, at, end));
  }

  /** Takes an instruction: its address, its module, and functions with their lines, the innermost first. */
  addInstruction(line: HexLine): Oddity {
    let odd: Oddity = "";
    const text = (): number => {
      const code = this.#textAt(line);
      if (code < 0) odd = "text";
      return Math.max(code, 0);
    };
    if (!line.next()) odd = "number";
    const addrLow = line.low, addrHigh = line.high;
    const module = line.next() ? text() : 0;
    // Without a function the address is all that is known.
    let named = line.next();
    do {
      const func = named ? text() : 0;
      const file = named && line.next() ? text() : 0;
      const number = named && line.next() && line.high === 0 ? line.low : 0;
      const place = { addrLow, addrHigh, hasAddr: true, func, module, file, line: number };
      this.#frames.push(this.#sink.stacks.frame({ ...BARE_FRAME, ...place }));
      this.#hidden.push(isAllocator(this.#sink.strings.text(func)) ? 1 : 0);
      named = named && line.next();
    } while (named);
    this.#starts.push(this.#frames.length);
    return odd;
  }

  /** Takes a backtrace: an instruction, and the backtrace that led there. */
  addBacktrace(line: HexLine): Oddity {
    const instruction = line.index(), parent = line.index();
    let odd: Oddity = instruction < 0 || parent < 0 ? "number" : "";
    const known = instruction > 0 && instruction < this.#starts.length;
    if (odd === "" && !known) odd = "instruction";
    const above = parent >= 0 && parent <= this.#parents.length ? parent : 0;
    if (odd === "" && above !== parent) odd = "backtrace";
    this.#instructions.push(known ? instruction : 0);
    // A backtrace names only those before it, so that no path is a circle.
    this.#parents.push(above);
    this.#stacks.push(UNKNOWN);
    this.#shown.push(0);
    return odd;
  }

  /** The place that backtrace `number` (from 1) is shown as; false where there is none of that number. */
  placeOf(number: number, place: Place): boolean {
    place.stack =
      place.func =
      place.file =
      place.line =
      place.module =
        0;
    if (number === 0) return true;
    if (number > this.#parents.length) return false;
    if (this.#stacks.at(number - 1) === UNKNOWN) this.#intern(number);
    place.stack = this.#stacks.at(number - 1);
    const shown = this.#shown.at(number - 1);
    if (shown === 0) return true;
    const { func, file, line, module } = this.#sink.stacks.describeFrame(shown);
    place.func = func;
    place.file = file;
    place.line = line;
    place.module = module;
    return true;
  }

  #intern(number: number): void {
    this.#budget += FRAMES_PER_STACK;
    let depth = 0, shown = -1;
    for (let each = number; each > 0; each = this.#parents.at(each - 1)) {
      const instruction = this.#instructions.at(each - 1);
      if (instruction === 0) continue;
      const from = this.#starts.at(instruction - 1), to = this.#starts.at(instruction);
      if (this.#budget < depth + to - from && depth >= FRAMES_PER_STACK) {
        this.cut = true;
        break;
      }
      for (let frame = from; frame < to; frame++) {
        if (depth === this.#list.length) this.#list = grown(this.#list, 2 * depth);
        if (shown < 0 && this.#hidden.at(frame) === 0) shown = depth;
        this.#list[depth++] = this.#frames.at(frame);
      }
    }
    this.#budget -= depth;
    this.#stacks.set(number - 1, this.#sink.stacks.stack(this.#list, 0, depth));
    if (depth > 0) this.#shown.set(number - 1, this.#list[Math.max(shown, 0)]!);
  }

  /** The code of the text whose number was just read; -1 where there is none. */
  #textAt({ low, high }: HexLine): number {
    if (high !== 0 || low > this.#texts.length) return -1;
    return low === 0 ? 0 : this.#texts.at(low - 1);
  }
}
