/**
 * Parses the texts of frames: `0xADDR: NAME (FILE:LINE)`, `(FILE:LINE:COLUMN)`, `(in OBJECT)`.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { EMPTY_FRAME, type Frame, NO_STACK } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { isAllocator } from "../allocator_names.ts";
import { NO_FRAME } from "./points.ts";

const OPEN = 40, CLOSE = 41, COLON = 58, SPACE = 32, QUESTION = 63;
/** The largest line number that fits in a column. */
const LAST_LINE = 0xffff_ffff;

/** Matches valgrind's library that replaces the allocators. */
const REPLACED = /(?:^|\/)vgpreload_/;
/** Matches functions of Rust's standard libraries, which allocate on behalf of a caller. */
const LIBRARY =
  /^(?:<&?)?(?:mut )?(?:alloc|core|std|dhat|hashbrown)::|^<(?:str|\[\w+\])>::|^<&?(?:mut )?(?:[iu](?:\d+|size)|f\d+|bool|char|str|[A-Z]|\[\w+\]) as (?:alloc|core|std|hashbrown)::|^_?_?_?_r(?:ust|g|dl|ustc)_|^__rustc::/;

/**
 * Matches source files of these libraries and of C++'s: valgrind names inlined functions without their namespaces, and
 * files mostly without folders. `src/raw` belongs to hashbrown, which is part of Rust's library.
 */
const LIBRARY_FILE =
  /^\/rustc\/|(?:^|\/)library\/(?:std|core|alloc)\/src\/|\/c\+\+\/(?:v1|\d[\d.]*)\/|(?:^|\/)(?:alloc\.rs|src\/raw\/mod\.rs|new_allocator\.h|(?:alloc_traits|allocator|allocator_traits|allocate|allocated_ptr)\.h|stl_\w+\.h|(?:vector|deque|list|forward_list|basic_string|string_view|hashtable|[iof]?stream|sstream|regex_\w+)\.tcc|(?:basic_string|forward_list|hashtable(?:_policy)?|unordered_(?:map|set)|shared_ptr(?:_base)?|unique_ptr|std_function|std_thread|regex_\w+|fs_path|memory_resource)\.h|vector|string|deque|list|map|set|unordered_(?:map|set)|functional|memory|memory_resource|future|thread|any|optional|variant|[sfio]stream|__(?:tree|hash_table|split_buffer|string))$/;
/** Matches functions that get Rust's allocator as their last type argument: methods of collections. */
const LIBRARY_ARGUMENT = /[<,] ?alloc::alloc::Global>$/;
/** The name that valgrind gives to inlined functions without one. */
const NAMELESS = "UnknownInlinedFun";

const enum Says {
  Unknown,
  Caller,
  Library,
}

/** Frames by their number in the file. */
export class FrameTable {
  readonly #sink: TraceSink;
  /** Pool ids of frames, by their number in the file. */
  #ids = new Uint32Array(1024);
  #says = new Uint8Array(1024);
  /** Frames that have been described, by number. */
  #described: (Frame | undefined)[] = [];
  /** Pool ids of frames whose text is missing because the file is truncated. */
  readonly #nameless = new Map<number, number>();
  #list = new Uint32Array(64);
  count = 0;
  /** Whether the file's list of frames was read to its end. */
  isWhole = false;
  /**
   * The innermost frame of the last stack, and the innermost one that neither allocates nor passes an
   * allocation on; null = none.
   */
  first: Frame | null = null;
  caller: Frame | null = null;
  /** Number of frames of the last stack that the file does not describe. */
  missing = 0;

  /** Creates an empty table that adds frames to the pool of `sink`. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  /** Removes all frames. */
  clear(): void {
    this.count = 0;
    this.isWhole = false;
    this.#says.fill(Says.Unknown);
    this.#described = [];
  }

  /** Adds the frame with the next number, from its text. */
  add(bytes: Uint8Array, from: number, end: number): void {
    this.#push(this.#sink.stacks.frame(this.#parse(bytes, from, end)));
  }

  /** Adds the next number without a frame. */
  addNothing(): void {
    this.#push(0);
  }

  #push(id: number): void {
    if (this.count === this.#ids.length) {
      this.#ids = growArray(this.#ids, this.count * 2);
      this.#says = growArray(this.#says, this.count * 2);
    }
    this.#ids[this.count++] = id;
  }

  /** Builds the stack of these frame numbers and sets `first`, `caller` and `missing`. */
  stack(numbers: Uint32Array, from: number, end: number): number {
    this.first = this.caller = null;
    this.missing = 0;
    if (this.#list.length < end - from) this.#list = new Uint32Array(2 * (end - from));
    let depth = 0;
    for (let at = from; at < end; at++) {
      const number = numbers[at]!;
      const known = number < this.count;
      const id = known
        ? this.#ids[number]!
        : number === NO_FRAME || this.isWhole
        ? 0
        : this.#numbered(number);
      if (id === 0) {
        this.missing++;
        continue;
      }
      this.#list[depth++] = id;
      if (this.caller !== null || (known && this.#says[number] === Says.Library && this.first !== null)) {
        continue;
      }
      const frame = known
        ? this.#described[number] ??= this.#sink.stacks.describeFrame(id)
        : this.#sink.stacks.describeFrame(id);
      this.first ??= frame;
      if (!known || this.#callerAt(number, frame)) this.caller = frame;
    }
    this.caller ??= this.first;
    return depth === 0 ? NO_STACK : this.#sink.stacks.stack(this.#list, 0, depth);
  }

  #callerAt(number: number, { func, file, module }: Frame): boolean {
    if (this.#says[number] !== Says.Unknown) return this.#says[number] === Says.Caller;
    const { strings } = this.#sink;
    const name = func === 0 ? "" : strings.text(func);
    const hands = isAllocator(name) || LIBRARY.test(name) || LIBRARY_ARGUMENT.test(name) ||
      name === NAMELESS ||
      (file !== 0 && LIBRARY_FILE.test(strings.text(file))) ||
      (module !== 0 && REPLACED.test(strings.text(module)));
    this.#says[number] = hands ? Says.Library : Says.Caller;
    return !hands;
  }

  /**
   * Returns a frame named by its number: a truncated file has no texts, but equal stacks must still be
   * recognized.
   */
  #numbered(number: number): number {
    let id = this.#nameless.get(number);
    if (id === undefined) {
      id = this.#sink.stacks.frame({
        ...EMPTY_FRAME,
        func: this.#sink.strings.internText(`frame ${number}`),
      });
      this.#nameless.set(number, id);
    }
    return id;
  }

  #parse(bytes: Uint8Array, from: number, end: number): Frame {
    const frame = { ...EMPTY_FRAME };
    let at = readAddress(bytes, from, end, frame);
    const place = placeIn(bytes, at, end);
    const { strings } = this.#sink;
    if (place >= 0) {
      const start = place + 2, stop = end - 1;
      if (isObject(bytes, start)) frame.module = this.#named(bytes, start + 3, stop);
      else {
        const colon = readLine(bytes, start, stop, frame);
        frame.file = strings.intern(bytes, start, colon);
      }
    }
    const stop = place < 0 ? end : place;
    while (at < stop && bytes[at] === SPACE) at++;
    frame.func = this.#named(bytes, at, stop);
    return frame;
  }

  /** Interns a name, unless it is `???`. */
  #named(bytes: Uint8Array, from: number, end: number): number {
    const isUnknown = end - from === 3 && bytes[from] === QUESTION && bytes[from + 1] === QUESTION &&
      bytes[from + 2] === QUESTION;
    return isUnknown || end <= from ? 0 : this.#sink.strings.intern(bytes, from, end);
  }
}

type Draft = { -readonly [Key in keyof Frame]: Frame[Key] };

/** Reads `0xADDR: ` and returns where the name begins, which is `from` if there is no address. */
function readAddress(bytes: Uint8Array, from: number, end: number, frame: Draft): number {
  if (bytes[from] !== 48 || (bytes[from + 1]! | 32) !== 120) return from;
  let low = 0, high = 0;
  let at = from + 2;
  for (; at < end; at++) {
    const digit = hexDigit(bytes[at]!);
    if (digit < 0) break;
    if (high > 0x0fff_ffff) return from;
    high = (high << 4 | low >>> 28) >>> 0;
    low = (low << 4 | digit) >>> 0;
  }
  if (at === from + 2 || bytes[at] !== COLON || at >= end) return from;
  frame.addrLow = low;
  frame.addrHigh = high;
  frame.hasAddr = true;
  return at + 1;
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/**
 * Finds the ` (` that begins the source position, or returns -1. Prefers the one that matches the last
 * parenthesis, because names and paths may contain parentheses.
 */
function placeIn(bytes: Uint8Array, from: number, end: number): number {
  if (end - from < 4 || bytes[end - 1] !== CLOSE) return -1;
  let depth = 0;
  let last = -1;
  for (let at = end - 1; at >= from; at--) {
    const byte = bytes[at]!;
    if (byte === CLOSE) depth++;
    else if (byte === OPEN) {
      depth--;
      const begins = at > from && bytes[at - 1] === SPACE && isPlace(bytes, at + 1, end - 1);
      if (begins && depth === 0) return at - 1;
      if (begins && last < 0) last = at - 1;
      if (depth === 0) break;
    }
  }
  return last;
}

function isObject(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 105 && bytes[at + 1] === 110 && bytes[at + 2] === SPACE;
}

function isPlace(bytes: Uint8Array, from: number, end: number): boolean {
  if (isObject(bytes, from)) return true;
  let at = end;
  while (at > from && isDigit(bytes[at - 1]!)) at--;
  return at < end && at > from + 1 && bytes[at - 1] === COLON;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** Reads `FILE:LINE` or `FILE:LINE:COLUMN` and returns where the file name ends. */
function readLine(bytes: Uint8Array, from: number, end: number, frame: Draft): number {
  const last = colonBefore(bytes, from, end);
  const before = colonBefore(bytes, from, last);
  const [colon, stop] = before > from && before < last - 1 ? [before, last] : [last, end];
  let line = 0;
  for (let at = colon + 1; at < stop; at++) line = line * 10 + bytes[at]! - 48;
  frame.line = line <= LAST_LINE ? line : 0;
  return colon;
}

/** Finds the colon before the digits that end at `end`; returns `from` if there is none. */
function colonBefore(bytes: Uint8Array, from: number, end: number): number {
  let at = end - 1;
  while (at > from && isDigit(bytes[at]!)) at--;
  return bytes[at] === COLON ? at : from;
}
