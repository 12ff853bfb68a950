/**
 * Backtraces of a report. Frame lines are interned by their bytes, and a backtrace is a list of them. A
 * backtrace is resolved once, when the first call that uses it is written to the tables, because the memory
 * map may come after the calls.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { highHalf, lowHalf } from "../../base/u64.ts";
import { type Frame, StackPool } from "../../events/stack_pool.ts";
import { StringPool } from "../../events/string_pool.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { type CodePlace, type FunctionAt, nameFrame } from "../../events/code_place.ts";
import type { CodeRange } from "../../events/unnamed_frames.ts";
import { FRAME_TEXTS_TABLE } from "./columns.ts";
import { FrameText, splitFrameText } from "./frame_text.ts";
import type { MapPlace, MemoryMap } from "./memory_map.ts";
import { hasName, isUseless } from "./useful_frames.ts";
import { readPrefixedHex, Scan, skipBlanks } from "./scan.ts";

const scan = new Scan();
const text = new FrameText();

/** The resolved form of a backtrace, for the tables. */
interface KnownStack {
  /** Id in the session's pool. */
  readonly id: number;
  /** Function of the innermost useful frame, as a string code. */
  readonly func: number;
  /** Source file of that frame. */
  readonly file: number;
  /** Source line of that frame, 0 = unknown. */
  readonly line: number;
  readonly module: number;
}

const NONE: KnownStack = { id: 0, func: 0, file: 0, line: 0, module: 0 };

/** Receives new frame lines and backtraces. */
interface StackListener {
  /** Called for a new frame line, with its number. */
  learnFrame(bytes: Uint8Array, start: number, end: number, code: number): void;
  /** Called for a new backtrace, with the numbers of its frame lines and its own number. */
  learnStack(frames: Uint32Array, depth: number, stack: number): void;
}

/** Interns the backtraces of one report. */
export class CallStacks {
  /** Called for new frames and backtraces. */
  listener: StackListener | undefined;
  readonly #sink: TraceSink;
  readonly #map: MemoryMap;
  readonly #functionAt: FunctionAt | undefined;
  #lines = new StringPool();
  #stacks = new StackPool();
  #texts: TableRows;
  /** The text after the address of a frame at its first occurrence, as a string code; 0 = no text. */
  #firstText = new Map<number, number>();
  /** Ids of frames that occur again with another text, by the first id and the string code of the text. */
  #variants = new Map<string, number>();
  #variantCounts = new Map<number, number>();
  /**
   * Ids of frames by position and text, and numbers of texts by position; used if functions get their names
   * later.
   */
  #bareFrames = new Map<string, number>();
  #bareCounts = new Map<string, number>();
  #frameIds: number[] = [];
  #known: (KnownStack | undefined)[] = [NONE];
  #scratch = new Uint32Array(64);
  #depth = 0;

  /** Adds frames to the sink's pool, with modules from the map; `functionAt` names frames without a name. */
  constructor(sink: TraceSink, map: MemoryMap, functionAt?: FunctionAt) {
    this.#sink = sink;
    this.#map = map;
    this.#functionAt = functionAt;
    this.#texts = new TableRows(() => sink.table(FRAME_TEXTS_TABLE), sink.strings);
  }

  /**
   * Returns a copy on top of the lines and backtraces of this one; what is resolved through the copy can be
   * discarded.
   */
  copy(): CallStacks {
    const copy = new CallStacks(this.#sink, this.#map, this.#functionAt);
    copy.#lines = this.#lines;
    copy.#stacks = this.#stacks;
    copy.#texts = this.#texts.copy();
    copy.#firstText = new Map(this.#firstText);
    copy.#variants = new Map(this.#variants);
    copy.#variantCounts = new Map(this.#variantCounts);
    copy.#bareFrames = new Map(this.#bareFrames);
    copy.#bareCounts = new Map(this.#bareCounts);
    copy.#frameIds = this.#frameIds.slice();
    copy.#known = this.#known.slice();
    copy.#scratch = this.#scratch.slice();
    copy.#depth = this.#depth;
    copy.listener = this.listener;
    return copy;
  }

  /** Number of frames in the backtrace being read. */
  get depth(): number {
    return this.#depth;
  }

  /** Adds a frame, given as `0xADDRESS[ TEXT]`, to the backtrace being read. */
  addFrame(bytes: Uint8Array, start: number, end: number): void {
    const before = this.#lines.size;
    const code = this.#lines.intern(bytes, start, end);
    if (code === before) this.listener?.learnFrame(bytes, start, end, code);
    if (this.#depth === this.#scratch.length) this.#scratch = growArray(this.#scratch, this.#depth * 2);
    this.#scratch[this.#depth++] = code;
  }

  /** Ends the backtrace being read; returns its number in this report, 0 = none. */
  finish(): number {
    const before = this.#stacks.size;
    const local = this.#stacks.stack(this.#scratch, 0, this.#depth);
    if (local === before) this.listener?.learnStack(this.#scratch, this.#depth, local);
    this.#depth = 0;
    return local;
  }

  /** Returns the resolved form of a backtrace, given its number in this report. */
  known(local: number): KnownStack {
    return this.#known[local] ?? this.#learn(local);
  }

  /** Flushes the remaining rows. */
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
      if (isUseless(strings.text(frame.func), strings.text(frame.module))) continue;
      best = frame;
      break;
    }
    const known = { id, func: best.func, file: best.file, line: best.line, module: best.module };
    this.#known[local] = known;
    return known;
  }

  /** Returns the source position of the call before a return address, from the program files if available. */
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
    const isNamed = hasName(strings.text(func));
    const call = isNamed ? undefined : this.#callAt(place);
    const source = { file, line: text.line };
    const frame: Frame = {
      addrLow: scan.low,
      addrHigh: scan.high,
      hasAddr: true,
      ...(call ? nameFrame(call, source, strings) : { func, ...source }),
      module: module || place.module,
      offsetLow: lowHalf(place.offset),
      offsetHigh: highHalf(place.offset),
      hasOffset: place.module !== 0,
    };
    const words = intern(start, bytes.length);
    const id = this.#sink.unnamedFrame
      ? this.#bareIdOf(frame, words, isNamed || place.module === 0 ? undefined : place)
      : this.#idOf(frame, words);
    this.#frameIds[line] = id;
    return id;
  }

  /**
   * Returns the id of a frame with this text after its address. If a frame occurs again with another text it
   * gets another id, so that a report can be written back exactly.
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

  /**
   * Does the work of `#idOf` if functions get their names later: frames at one position, which may then all
   * have the same name, are distinguished by their text. A program can supply names for frames that are in a
   * range.
   */
  #bareIdOf(frame: Frame, words: number, range: Omit<CodeRange, "spelling"> | undefined): number {
    const { addrLow, addrHigh, module, hasOffset, offsetLow, offsetHigh } = frame;
    const place = `${addrHigh} ${addrLow} ${module} ${hasOffset} ${offsetHigh} ${offsetLow}`;
    const key = `${place} ${words}`;
    let id = this.#bareFrames.get(key);
    if (id === undefined) {
      const variant = this.#bareCounts.get(place) ?? 0;
      this.#bareCounts.set(place, variant + 1);
      const { stacks, unnamedFrame } = this.#sink;
      id = range
        ? unnamedFrame!(frame, { module: range.module, from: range.from, to: range.to, spelling: variant })
        : stacks.frame({ ...frame, variant });
      this.#bareFrames.set(key, id);
      this.#writeText(id, words);
    }
    return id;
  }

  #writeText(frame: number, words: number): void {
    if (words !== 0) this.#texts.add({ frame, text: words });
  }
}
