/**
 * Backtraces as the file has them: texts, instructions with the functions that were inlined there, and a tree of
 * instructions whose leaves are the backtraces.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { BARE_FRAME } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { isAllocator } from "../allocator_names.ts";
import { ArenaList } from "../arena_list.ts";
import { ListGrowth } from "../list_growth.ts";
import { WordsList } from "../words_list.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";
import type { HexLine } from "./hex_line.ts";
import { Frame, FRAMES_PER_STACK, Instruction, NO_ROOM, Paths, Trace } from "./path_layout.ts";

const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;

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
  readonly #kernel: Kernels;
  readonly #paths: KernelState<Paths>;
  readonly #texts = new WordsList();
  readonly #frames: ArenaList;
  readonly #instructions: ArenaList;
  /** The kernel counts them. */
  readonly #traces: ArenaList;
  readonly #growth = new ListGrowth(Trace.Bytes / 4);
  /** Of backtraces that were looked up: their stacks, and the frames that they are shown as. */
  readonly #stacks = new WordsList();
  readonly #shown = new WordsList();
  readonly #list: ArenaList;
  #budget = SPARE_FRAMES;
  /** Whether frames of a backtrace had to be left out. */
  cut = false;

  /** Empty. */
  constructor(sink: TraceSink, kernel: Kernels) {
    const { arena } = sink;
    this.#sink = sink;
    this.#kernel = kernel;
    this.#paths = new KernelState(arena, Paths.Bytes);
    this.#frames = new ArenaList(arena, Frame.Bytes);
    this.#instructions = new ArenaList(arena, Instruction.Bytes);
    this.#traces = new ArenaList(arena, Trace.Bytes);
    this.#list = new ArenaList(arena, 4);
    this.#instructions.add();
    this.#lend();
  }

  /** Where `Paths` are. */
  get pointer(): number {
    return this.#paths.pointer;
  }

  /** Takes a text. */
  addText(bytes: Uint8Array, at: number, end: number): void {
    this.#texts.push(at === end ? 0 : this.#sink.strings.intern(bytes, at, end));
  }

  /** Takes an instruction: its address, its module, and functions with their lines, the innermost first. */
  addInstruction(line: HexLine): Oddity {
    let odd: Oddity = "";
    const first = this.#frames.length;
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
      const frame = this.#frames.add();
      this.#frames.set(frame, Frame.Id, this.#sink.stacks.frame({ ...BARE_FRAME, ...place }));
      this.#frames.set(frame, Frame.Hidden, isAllocator(this.#sink.strings.text(func)) ? 1 : 0);
      named = named && line.next();
    } while (named);
    const instruction = this.#instructions.add();
    this.#instructions.set(instruction, Instruction.First, first);
    this.#instructions.set(instruction, Instruction.Count, this.#frames.length - first);
    this.#lend();
    return odd;
  }

  /** Takes a backtrace that the kernel has left: an instruction, and the backtrace that led there. */
  addBacktrace(line: HexLine): Oddity {
    this.makeRoom();
    const count = this.#paths.word(Paths.TraceCount);
    const instruction = line.index(), parent = line.index();
    let odd: Oddity = instruction < 0 || parent < 0 ? "number" : "";
    const known = instruction > 0 && instruction < this.#instructions.length;
    if (odd === "" && !known) odd = "instruction";
    const above = parent >= 0 && parent <= count ? parent : 0;
    if (odd === "" && above !== parent) odd = "backtrace";
    this.#traces.set(count, Trace.Instruction, known ? instruction : 0);
    // A backtrace names only those before it, so that no path is a circle.
    this.#traces.set(count, Trace.Parent, above);
    this.#traces.set(count, Trace.Known, 0);
    this.#paths.set(Paths.TraceCount, count + 1);
    return odd;
  }

  /** Makes room for another backtrace. Throws `ReadingFullError`. */
  makeRoom(): void {
    const count = this.#paths.word(Paths.TraceCount);
    if (count < this.#traces.room) return;
    this.#growth.bytesFor(2 * count * Trace.Bytes, 0);
    this.#traces.length = count;
    this.#traces.reserve(count + 1);
    this.#lend();
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
    if (number > this.#paths.word(Paths.TraceCount)) return false;
    const known = this.#traces.word(number - 1, Trace.Known) || this.#intern(number);
    place.stack = this.#stacks.at(known - 1);
    const shown = this.#shown.at(known - 1);
    if (shown === 0) return true;
    const { func, file, line, module } = this.#sink.stacks.describeFrame(shown);
    place.func = func;
    place.file = file;
    place.line = line;
    place.module = module;
    return true;
  }

  /** Gives the memory back. */
  close(): void {
    for (const each of [this.#frames, this.#instructions, this.#traces, this.#list, this.#paths]) {
      each.close();
    }
  }

  /** Makes the stack of a backtrace; its number among those that were looked up, plus one. */
  #intern(number: number): number {
    this.#budget += FRAMES_PER_STACK;
    const most = Math.min(Math.max(0, this.#budget), 0x7fff_ffff);
    let depth = 0;
    // A result above 2 GiB has a sign.
    while ((depth = this.#kernel.framesOf(this.pointer, number, most) >>> 0) === NO_ROOM) {
      this.#list.reserve(this.#list.room + 1);
      this.#lend();
    }
    this.#budget -= depth;
    if (this.#paths.word(Paths.Cut) !== 0) this.cut = true;
    const { arena, stacks } = this.#sink;
    this.#stacks.push(stacks.stack(arena.u32, this.#list.pointer >>> 2, depth));
    this.#shown.push(this.#paths.word(Paths.Shown));
    this.#traces.set(number - 1, Trace.Known, this.#stacks.length);
    return this.#stacks.length;
  }

  /** Points the kernel at lists that may have moved. */
  #lend(): void {
    const paths = this.#paths;
    paths.set(Paths.Traces, this.#traces.pointer);
    paths.set(Paths.TraceRoom, this.#traces.room);
    paths.set(Paths.Instructions, this.#instructions.pointer);
    paths.set(Paths.InstructionCount, this.#instructions.length);
    paths.set(Paths.Frames, this.#frames.pointer);
    paths.set(Paths.List, this.#list.pointer);
    paths.set(Paths.ListRoom, this.#list.room);
  }

  /** The code of the text whose number was just read; -1 where there is none. */
  #textAt({ low, high }: HexLine): number {
    if (high !== 0 || low > this.#texts.length) return -1;
    return low === 0 ? 0 : this.#texts.at(low - 1);
  }
}
