/**
 * Lists of frames. Python's pickler writes a list that many entries share once, so that a list is a backtrace as soon as
 * an entry names it.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { BARE_FRAME } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { grown } from "../../base/grown.ts";
import { AddressMap } from "../address_map.ts";
import { Records } from "./records.ts";

/** Words of a list. */
enum List {
  Start = 1,
  Length,
  Stack,
  Words,
}

/** Words of a frame. */
enum Word {
  Name = 1,
  File,
  Line,
  Id,
  Words,
}

/** Frames per backtrace that are always kept. */
const FRAMES_PER_STACK = 256;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;

/** Where something was allocated: codes of texts, and a line. */
export interface Place {
  /** Code of the function; 0 where none is known. */
  readonly func: number;
  readonly file: number;
  readonly line: number;
}

/** Nothing is known. */
const NO_PLACE: Place = { func: 0, file: 0, line: 0 };

/** Collects frames and lists of them. */
export class FrameLists {
  readonly #sink: TraceSink;
  #lists = new Records(List.Words);
  #frames = new Records(Word.Words);
  /** Frames of lists that are not backtraces yet. */
  #pool = new Uint32Array(1024);
  #poolLength = 0;
  readonly #places: Place[] = [NO_PLACE];
  readonly #placeNumbers = new Map<number, number>();
  /** Numbers of places by backtrace: frames that are the same are shown as the same place. */
  #placeOfStack = new Uint32Array(1024);
  /** Ids of frames by function, file and line: without a memo the same frame comes again and again. */
  readonly #known = new AddressMap();
  #ids = new Uint32Array(FRAMES_PER_STACK);
  /** Files of frames of which no source is known. */
  readonly #unknown: ReadonlySet<number>;
  #budget = SPARE_FRAMES;
  /** Whether frames of a backtrace had to be left out. */
  cut = false;

  /** Empty. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#unknown = new Set([...["??", "none"].map((name) => sink.strings.internText(name))]);
  }

  /** No list comes any more: what remains is the places of backtraces. */
  close(): void {
    this.#lists = new Records(List.Words);
    this.#frames = new Records(Word.Words);
    this.#pool = new Uint32Array();
  }

  /** A list begins. */
  addList(): number {
    const list = this.#lists.add();
    this.#lists.put(list, List.Start, this.#poolLength);
    return list;
  }

  /** A frame begins. */
  addFrame(): number {
    return this.#frames.add();
  }

  /** Takes the name of a frame. */
  setName(frame: number, code: number): void {
    this.#frames.put(frame, Word.Name, code);
  }

  /** Takes the file of a frame. */
  setFile(frame: number, code: number): void {
    this.#frames.put(frame, Word.File, code);
  }

  /** Takes the line of a frame. */
  setLine(frame: number, line: number): void {
    this.#frames.put(frame, Word.Line, line);
  }

  /** Puts a frame behind the others of a list. */
  append(list: number, frame: number): void {
    // A list that is a backtrace already has what entries saw of it.
    if (this.#lists.has(list, List.Stack)) return;
    const length = this.#lists.word(list, List.Length);
    let start = this.#lists.word(list, List.Start);
    if (start + length !== this.#poolLength) {
      // Another list began in between: this one goes on behind it.
      this.#reserve(length);
      this.#pool.copyWithin(this.#poolLength, start, start + length);
      start = this.#poolLength;
      this.#lists.put(list, List.Start, start);
      this.#poolLength += length;
    }
    if (length >= FRAMES_PER_STACK) {
      if (this.#budget === 0) {
        this.cut = true;
        return;
      }
      this.#budget--;
    }
    this.#reserve(1);
    this.#pool[this.#poolLength++] = frame;
    this.#lists.put(list, List.Length, length + 1);
  }

  /** The backtrace of a list: its id. */
  stackOf(list: number): number {
    if (!this.#lists.has(list, List.Stack)) this.#intern(list);
    return this.#lists.word(list, List.Stack);
  }

  /** The place that a backtrace is shown as. */
  place(stack: number): Place {
    return this.#places[this.#placeOfStack[stack]!]!;
  }

  #intern(list: number): void {
    const start = this.#lists.word(list, List.Start), length = this.#lists.word(list, List.Length);
    if (this.#ids.length < length) this.#ids = new Uint32Array(2 * length);
    // Frames of the allocator and of the interpreter stand around those of the program, and have no lines.
    let shown = length > 0 ? this.#pool[start]! : -1, found = false;
    for (let at = 0; at < length; at++) {
      const frame = this.#pool[start + at]!;
      if (!found && this.#frames.word(frame, Word.Line) > 0) {
        shown = frame;
        found = true;
      }
      this.#ids[at] = this.#idOf(frame);
    }
    const stack = this.#sink.stacks.stack(this.#ids, 0, length);
    this.#lists.put(list, List.Stack, stack);
    if (stack >= this.#placeOfStack.length) this.#placeOfStack = grown(this.#placeOfStack, 2 * stack);
    if (shown >= 0) this.#placeOfStack[stack] = this.#placeOf(shown);
    // Nobody looks at the frames again.
    if (start + length === this.#poolLength) this.#poolLength = start;
  }

  #idOf(frame: number): number {
    if (!this.#frames.has(frame, Word.Id)) {
      const func = this.#frames.word(frame, Word.Name);
      const file = this.#fileOf(frame);
      const line = this.#frames.word(frame, Word.Line);
      let id = this.#known.get(func, file, line);
      if (id < 0) {
        id = this.#sink.stacks.frame({ ...BARE_FRAME, func, file, line });
        this.#known.set(func, file, line, id);
      }
      this.#frames.put(frame, Word.Id, id);
    }
    return this.#frames.word(frame, Word.Id);
  }

  #fileOf(frame: number): number {
    const file = this.#frames.word(frame, Word.File);
    return this.#unknown.has(file) ? 0 : file;
  }

  #placeOf(frame: number): number {
    const id = this.#idOf(frame);
    let number = this.#placeNumbers.get(id);
    if (number === undefined) {
      const func = this.#frames.word(frame, Word.Name), line = this.#frames.word(frame, Word.Line);
      number = this.#places.push({ func, file: this.#fileOf(frame), line }) - 1;
      this.#placeNumbers.set(id, number);
    }
    return number;
  }

  #reserve(count: number): void {
    if (this.#poolLength + count <= this.#pool.length) return;
    this.#pool = grown(this.#pool, 2 * (this.#poolLength + count));
  }
}
