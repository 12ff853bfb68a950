/**
 * Python stacks as a tree: a push leads from a node to one below it, a pop back, and a stack is made of a node when
 * something is allocated there for the first time.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { grown } from "../../base/grown.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { PairMap } from "./pair_map.ts";
import { WordsList } from "./words_list.ts";

/** The stack of no frames of threads other than the main one. */
export const ROOT = 0;
/** That of the main thread, whose outermost frames are memray's own. */
export const MAIN_ROOT = 1;

/** Frames per stack that are always kept. */
const FRAMES_PER_STACK = 256;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;
/** Not made yet. */
const UNKNOWN = 0xffff_ffff;
/** Levels are counted from here, so that none is below zero. */
const SURFACE = 1024;

/** What a file does not say of a Python frame. */
const BARE = {
  addrLow: 0,
  addrHigh: 0,
  hasAddr: false,
  module: 0,
  offsetLow: 0,
  offsetHigh: 0,
  hasOffset: false,
};

/** Frames, and stacks of them. */
export class FrameTree {
  readonly #sink: TraceSink;
  readonly #funcs = new WordsList();
  readonly #files = new WordsList();
  readonly #lines = new WordsList();
  /** Ids of frames in the pool. */
  readonly #ids = new WordsList();
  readonly #parents = new WordsList();
  readonly #frames = new WordsList();
  /** `SURFACE` and the number of frames that are shown. */
  readonly #levels = new WordsList();
  readonly #stacks = new WordsList();
  readonly #children = new PairMap();
  /** The child of each node that was entered last. */
  readonly #latest = new WordsList();
  #list = new Uint32Array(256);
  #budget = SPARE_FRAMES;
  /** Whether frames of a stack had to be left out. */
  cut = false;

  /** Roots only: the outermost `skipped` frames of the main thread are not shown. */
  constructor(sink: TraceSink, skipped: number) {
    this.#sink = sink;
    this.addFrame(0, 0, 0);
    this.#addNode(ROOT, 0, SURFACE);
    this.#addNode(MAIN_ROOT, 0, SURFACE - skipped);
  }

  /** A frame by codes of its texts, and its line; gives its number. */
  addFrame(func: number, file: number, line: number): number {
    this.#funcs.push(func);
    this.#files.push(file);
    this.#lines.push(line);
    this.#ids.push(UNKNOWN);
    return this.#ids.length - 1;
  }

  /** The node below another one by a frame. */
  push(node: number, frame: number): number {
    // Most calls come from the same place as the last one.
    const last = this.#latest.words[node]!;
    if (this.#frames.words[last] === frame && this.#parents.words[last] === node && last > MAIN_ROOT) {
      return last;
    }
    const known = this.#children.get(node, frame);
    if (known >= 0) return this.#latest.words[node] = known;
    const made = this.#addNode(node, frame, this.#levels.words[node]! + 1);
    this.#children.set(node, frame, made);
    return this.#latest.words[node] = made;
  }

  /** The node above; -1 above a root. */
  pop(node: number): number {
    return node <= MAIN_ROOT ? -1 : this.#parents.words[node]!;
  }

  /** Code of the function of a node. */
  func(node: number): number {
    return this.#funcs.words[this.#frames.words[node]!]!;
  }

  /** Code of its file. */
  file(node: number): number {
    return this.#files.words[this.#frames.words[node]!]!;
  }

  /** Its line. */
  line(node: number): number {
    return this.#lines.words[this.#frames.words[node]!]!;
  }

  /** The stack of a node. */
  stack(node: number): number {
    const known = this.#stacks.words[node]!;
    return known === UNKNOWN ? this.#makeStack(node) : known;
  }

  #addNode(parent: number, frame: number, level: number): number {
    this.#parents.push(parent);
    this.#frames.push(frame);
    this.#levels.push(level);
    this.#stacks.push(UNKNOWN);
    this.#latest.push(ROOT);
    return this.#stacks.length - 1;
  }

  #makeStack(node: number): number {
    this.#budget += FRAMES_PER_STACK;
    let depth = 0;
    for (
      let each = node;
      each > MAIN_ROOT && this.#levels.words[each]! > SURFACE;
      each = this.#parents.words[each]!
    ) {
      if (depth >= FRAMES_PER_STACK && this.#budget <= depth) {
        this.cut = true;
        break;
      }
      if (depth === this.#list.length) this.#list = grown(this.#list, 2 * depth);
      this.#list[depth++] = this.#idOf(this.#frames.words[each]!);
    }
    this.#budget -= depth;
    const stack = this.#sink.stacks.stack(this.#list, 0, depth);
    this.#stacks.words[node] = stack;
    return stack;
  }

  #idOf(frame: number): number {
    const known = this.#ids.words[frame]!;
    if (known !== UNKNOWN) return known;
    const place = {
      func: this.#funcs.words[frame]!,
      file: this.#files.words[frame]!,
      line: this.#lines.words[frame]!,
    };
    return this.#ids.words[frame] = this.#sink.stacks.frame({ ...BARE, ...place });
  }
}
