/**
 * Backtraces of a report. Frame lines are known by their bytes, a backtrace is a list of known lines; what they mean is
 * worked out once for each when the first call with it goes to the tables, because the memory map may appear after the
 * calls.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { highHalf, lowHalf } from "../../base/u64.ts";
import { type Frame, StackPool, UNKNOWN_FUNCTION } from "../../events/stack_pool.ts";
import { StringPool } from "../../events/string_pool.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { isAllocator } from "../allocator_names.ts";
import type { CodePlace, FunctionAt } from "../format.ts";
import { FRAME_TEXTS_TABLE } from "./columns.ts";
import { FrameText, splitFrameText } from "./frame_text.ts";
import type { MapPlace, MemoryMap } from "./memory_map.ts";
import { readPrefixedHex, Scan, skipBlanks } from "./scan.ts";

const scan = new Scan();
const text = new FrameText();

/** What the tables get to know about one backtrace. */
interface KnownStack {
  /** Id in the session's pool. */
  readonly id: number;
  /** Function of the innermost useful frame, a text code. */
  readonly func: number;
  /** Its source file. */
  readonly file: number;
  /** Its source line, 0 = unknown. */
  readonly line: number;
  readonly module: number;
}

const NONE: KnownStack = { id: 0, func: 0, file: 0, line: 0, module: 0 };

/** Gets to know what is new. */
interface StackListener {
  /** A frame line that was not seen before, and its number. */
  learnFrame(bytes: Uint8Array, start: number, end: number, code: number): void;
  /** A backtrace that was not seen before: numbers of frame lines, and its own. */
  learnStack(frames: Uint32Array, depth: number, stack: number): void;
}

/** Interns the backtraces of one report. */
export class CallStacks {
  /** Called for new frames and backtraces. */
  listener: StackListener | undefined;
  readonly #sink: TraceSink;
  readonly #map: MemoryMap;
  readonly #functionAt: FunctionAt | undefined;
  readonly #lines = new StringPool();
  readonly #stacks = new StackPool();
  readonly #texts: TableRows;
  /** What stood after the address of a frame where it was seen first: a text code, 0 = nothing. */
  readonly #firstText = new Map<number, number>();
  /** Frames with other texts, by the first one and the code of the text. */
  readonly #variants = new Map<string, number>();
  readonly #variantCounts = new Map<number, number>();
  readonly #frameIds: number[] = [];
  readonly #known: (KnownStack | undefined)[] = [NONE];
  #scratch = new Uint32Array(64);
  #depth = 0;

  /** Frames go to the sink's pool, with modules of the map; `functionAt` names those without a name. */
  constructor(sink: TraceSink, map: MemoryMap, functionAt?: FunctionAt) {
    this.#sink = sink;
    this.#map = map;
    this.#functionAt = functionAt;
    this.#texts = new TableRows(() => sink.table(FRAME_TEXTS_TABLE), sink.strings);
  }

  /** Frames of the backtrace that is being read. */
  get depth(): number {
    return this.#depth;
  }

  /** Adds a frame, given as `0xADDRESS[ TEXT]`, to the backtrace that is being read. */
  addFrame(bytes: Uint8Array, start: number, end: number): void {
    const before = this.#lines.size;
    const code = this.#lines.intern(bytes, start, end);
    if (code === before) this.listener?.learnFrame(bytes, start, end, code);
    if (this.#depth === this.#scratch.length) this.#scratch = grown(this.#scratch, this.#depth * 2);
    this.#scratch[this.#depth++] = code;
  }

  /** Ends the backtrace that is being read; its number in this report, 0 = none. */
  finish(): number {
    const before = this.#stacks.size;
    const local = this.#stacks.stack(this.#scratch, 0, this.#depth);
    if (local === before) this.listener?.learnStack(this.#scratch, this.#depth, local);
    this.#depth = 0;
    return local;
  }

  /** What is known about a backtrace of this report. */
  known(local: number): KnownStack {
    return this.#known[local] ?? this.#learn(local);
  }

  /** Hands over what waits. */
  close(): void {
    this.#texts.finish();
  }

  #learn(local: number): KnownStack {
    const depth = this.#stacks.depth(local);
    const frames = new Uint32Array(depth);
    for (let level = 0; level < depth; level++) {
      frames[level] = this.#frame(this.#stacks.frameAt(local, level));
    }
    const { stacks, strings } = this.#sink;
    const id = stacks.stack(frames, 0, depth);
    let best = stacks.describeFrame(frames[0]!);
    for (let level = 0; level < depth; level++) {
      const frame = stacks.describeFrame(frames[level]!);
      if (!this.#isNamed(frame.func) && frame.module === 0) continue;
      if (!isUsefulFrame(strings.text(frame.func), strings.text(frame.module))) continue;
      best = frame;
      break;
    }
    const known = { id, func: best.func, file: best.file, line: best.line, module: best.module };
    this.#known[local] = known;
    return known;
  }

  /** True for a function that has a name. */
  #isNamed(func: number): boolean {
    return func !== 0 && this.#sink.strings.text(func) !== UNKNOWN_FUNCTION;
  }

  /** The call before the address that was just read, by the programs at hand. */
  #callAt(place: MapPlace): CodePlace | undefined {
    if (!this.#functionAt || place.module === 0) return undefined;
    const module = this.#sink.strings.text(place.module);
    return this.#functionAt(module, place.from, place.to, place.from + place.offset);
  }

  #frame(line: number): number {
    const have = this.#frameIds[line];
    if (have !== undefined) return have;
    const bytes = this.#lines.bytes(line);
    const at = readPrefixedHex(bytes, 0, bytes.length, scan);
    const start = skipBlanks(bytes, Math.max(0, at), bytes.length);
    splitFrameText(bytes, start, bytes.length, text);
    const { strings } = this.#sink;
    const intern = (from: number, to: number): number => from < to ? strings.intern(bytes, from, to) : 0;
    const place = this.#map.find(scan.low, scan.high);
    const module = intern(text.moduleStart, text.moduleEnd);
    const func = intern(text.funcStart, text.funcEnd);
    const file = intern(text.fileStart, text.fileEnd);
    const call = this.#isNamed(func) ? undefined : this.#callAt(place);
    const source = file === 0 ? call?.source : undefined;
    const id = this.#idOf({
      addrLow: scan.low,
      addrHigh: scan.high,
      hasAddr: true,
      func: call ? strings.internText(call.func) : func,
      file: source ? strings.internText(source.file) : file,
      line: source ? source.line : text.line,
      module: module || place.module,
      offsetLow: lowHalf(place.offset),
      offsetHigh: highHalf(place.offset),
      hasOffset: place.module !== 0,
    }, intern(start, bytes.length));
    this.#frameIds[line] = id;
    return id;
  }

  /**
   * The id of a frame with this text after its address. The same frame with another text is a variant of it, so that a
   * report can be written as it was read.
   */
  #idOf(frame: Frame, words: number): number {
    const { stacks } = this.#sink;
    const first = stacks.frame(frame);
    const before = this.#firstText.get(first);
    if (before === words) return first;
    if (before === undefined) {
      this.#firstText.set(first, words);
      this.#writeText(first, words);
      return first;
    }
    const key = `${first},${words}`;
    let id = this.#variants.get(key);
    if (id === undefined) {
      const variant = (this.#variantCounts.get(first) ?? 0) + 1;
      this.#variantCounts.set(first, variant);
      id = stacks.frame({ ...frame, variant });
      this.#variants.set(key, id);
      this.#writeText(id, words);
    }
    return id;
  }

  #writeText(frame: number, words: number): void {
    if (words !== 0) this.#texts.add({ frame, text: words });
  }
}

/** Modules of the tracer itself, by a part of their path. */
const TRACER_MODULE = "libsp-rtrace";

/** True when a frame of this function and module is the code that requested memory. */
function isUsefulFrame(func: string, module: string): boolean {
  if (module.includes(TRACER_MODULE)) return false;
  return !isAllocator(func);
}
