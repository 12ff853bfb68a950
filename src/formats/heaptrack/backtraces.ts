/**
 * Stores backtraces in the form of the file: texts, instructions with the functions inlined there, and a tree
 * of instructions in which each node is a backtrace.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { AllocatorCodes } from "../allocator_names.ts";
import { ArenaList } from "../arena_list.ts";
import { ListGrowth } from "../list_growth.ts";
import { WordsList } from "../words_list.ts";
import type { HexLine } from "./hex_line.ts";
import { BacktraceTree, Frame, Instruction, Trace } from "./path_layout.ts";

/** What is wrong with a line: nothing, a number, or a missing entry of this kind to which the line refers. */
export type LineDefect = "" | "text" | "instruction" | "backtrace" | "number";

/** Collects texts, instructions and backtraces. */
export class Backtraces {
  readonly #sink: TraceSink;
  readonly #paths: KernelState<BacktraceTree>;
  readonly #texts = new WordsList();
  readonly #allocators: AllocatorCodes;
  readonly #frames: ArenaList;
  readonly #instructions: ArenaList;
  /** The kernel keeps the length of this list. */
  readonly #traces: ArenaList;
  readonly #growth = new ListGrowth(Trace.Bytes / 4);

  /** Creates empty lists. */
  constructor(sink: TraceSink) {
    const { arena } = sink;
    this.#sink = sink;
    this.#allocators = new AllocatorCodes(sink.strings);
    this.#paths = new KernelState(arena, BacktraceTree.Bytes);
    this.#frames = new ArenaList(arena, Frame.Bytes);
    this.#instructions = new ArenaList(arena, Instruction.Bytes);
    this.#traces = new ArenaList(arena, Trace.Bytes);
    this.#instructions.add();
    this.#paths.setWide(BacktraceTree.Spare, BigInt(TRACE_LIMITS.profileFrames.most));
    this.#lend();
  }

  /** Address of the `BacktraceTree` in the arena. */
  get pointer(): number {
    return this.#paths.pointer;
  }

  /** Number of backtraces. */
  get count(): number {
    return this.#paths.word(BacktraceTree.TraceCount);
  }

  /** Whether any backtrace has lost frames to the limit. */
  get cut(): boolean {
    return this.#paths.word(BacktraceTree.Cut) !== 0;
  }

  /** Adds a text. */
  addText(bytes: Uint8Array, at: number, end: number): void {
    this.#texts.push(at === end ? 0 : this.#sink.strings.intern(bytes, at, end));
  }

  /** Adds an instruction: its address, its module, and functions with their lines, innermost first. */
  addInstruction(line: HexLine): LineDefect {
    let odd: LineDefect = "";
    const first = this.#frames.length;
    const text = (): number => {
      const code = this.#textAt(line);
      if (code < 0) odd = "text";
      return Math.max(code, 0);
    };
    const hasAddr = line.next();
    if (!hasAddr) odd = "number";
    const addrLow = hasAddr ? line.low : 0, addrHigh = hasAddr ? line.high : 0;
    const module = line.next() ? text() : 0;
    // Without a function, only the address is known.
    let named = line.next();
    do {
      const func = named ? text() : 0;
      const file = named && line.next() ? text() : 0;
      const number = named && line.next() && line.high === 0 ? line.low : 0;
      const id = this.#sink.stacks.frame({
        addrLow,
        addrHigh,
        hasAddr,
        func,
        module,
        file,
        line: number,
        offsetLow: 0,
        offsetHigh: 0,
        hasOffset: false,
      });
      const frame = this.#frames.add();
      this.#frames.set(frame, Frame.Id, id);
      this.#frames.set(frame, Frame.Hidden, this.#allocators.has(func) ? 1 : 0);
      this.#frames.set(frame, Frame.Func, func);
      this.#frames.set(frame, Frame.File, file);
      this.#frames.set(frame, Frame.Line, number);
      this.#frames.set(frame, Frame.Module, module);
      named = named && line.next();
    } while (named);
    const instruction = this.#instructions.add();
    this.#instructions.set(instruction, Instruction.First, first);
    this.#instructions.set(instruction, Instruction.Count, this.#frames.length - first);
    this.#lend();
    return odd;
  }

  /** Adds a backtrace that the kernel did not take: an instruction, and the backtrace of its caller. */
  addBacktrace(line: HexLine): LineDefect {
    this.makeRoom();
    const { count } = this;
    const instruction = line.index(), parent = line.index();
    let odd: LineDefect = instruction < 0 || parent < 0 ? "number" : "";
    const known = instruction > 0 && instruction < this.#instructions.length;
    if (odd === "" && !known) odd = "instruction";
    const above = parent >= 0 && parent <= count ? parent : 0;
    if (odd === "" && above !== parent) odd = "backtrace";
    this.#traces.set(count, Trace.Instruction, known ? instruction : 0);
    // A backtrace may only refer to earlier ones, so paths have no cycles.
    this.#traces.set(count, Trace.Parent, above);
    this.#paths.set(BacktraceTree.TraceCount, count + 1);
    return odd;
  }

  /** Makes room for one more backtrace. Throws `ReadingFullError`. */
  makeRoom(): void {
    const { count } = this;
    if (count < this.#traces.room) return;
    this.#growth.bytesFor(2 * count * Trace.Bytes, 0);
    this.#traces.length = count;
    this.#traces.reserve(count + 1);
    this.#lend();
  }

  /** Frees the memory. */
  close(): void {
    for (const each of [this.#frames, this.#instructions, this.#traces, this.#paths]) {
      each.close();
    }
  }

  /** Gives the kernel the current pointers of lists that may have moved. */
  #lend(): void {
    const paths = this.#paths;
    paths.set(BacktraceTree.Traces, this.#traces.pointer);
    paths.set(BacktraceTree.TraceRoom, this.#traces.room);
    paths.set(BacktraceTree.Instructions, this.#instructions.pointer);
    paths.set(BacktraceTree.InstructionCount, this.#instructions.length);
    paths.set(BacktraceTree.Frames, this.#frames.pointer);
  }

  /** Returns the string id of the text whose number was just read; -1 if there is none. */
  #textAt({ low, high }: HexLine): number {
    if (high !== 0 || low > this.#texts.length) return -1;
    return low === 0 ? 0 : this.#texts.at(low - 1);
  }
}
