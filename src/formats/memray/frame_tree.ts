/**
 * Python stacks as a tree: a push leads from a node to one below it, a pop back, and a stack is made of a node when
 * something is allocated there for the first time.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { grown } from "../../base/grown.ts";
import { BARE_FRAME } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { ArenaList } from "../arena_list.ts";
import { LAST_ROOT, Node, UNKNOWN } from "./decoder_layout.ts";
import { PairMap } from "./pair_map.ts";
import { WordsList } from "../words_list.ts";

/** The stack of no frames of threads other than the main one. */
export const ROOT = 0;
/** That of the main thread, whose outermost frames are memray's own. */
export const MAIN_ROOT: number = LAST_ROOT;

/** Frames per stack that are always kept. */
const FRAMES_PER_STACK = 256;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;
/** Levels are counted from here, so that none is below zero. */
const SURFACE = 1024;

/** Frames, and stacks of them. */
export class FrameTree {
  readonly #sink: TraceSink;
  readonly #funcs = new WordsList();
  readonly #files = new WordsList();
  readonly #lines = new WordsList();
  /** Ids of frames in the pool. */
  readonly #ids = new WordsList();
  /** Where the decoder of events sees them. */
  readonly #nodes: ArenaList;
  readonly #frames = new WordsList();
  /** `SURFACE` and the number of frames that are shown. */
  readonly #levels = new WordsList();
  readonly #children = new PairMap();
  #list = new Uint32Array(256);
  #budget = SPARE_FRAMES;
  /** Whether frames of a stack had to be left out. */
  cut = false;

  /** Roots only: the outermost `skipped` frames of the main thread are not shown. */
  constructor(sink: TraceSink, skipped: number) {
    this.#sink = sink;
    this.#nodes = new ArenaList(sink.arena, Node.Bytes);
    this.addFrame(0, 0, 0);
    this.#addNode(ROOT, 0, SURFACE);
    this.#addNode(MAIN_ROOT, 0, SURFACE - skipped);
  }

  /** Where the nodes are, `Node` by number; elsewhere after `push`. */
  get pointer(): number {
    return this.#nodes.pointer;
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
    const known = this.#children.get(node, frame);
    if (known >= 0) return known;
    const made = this.#addNode(node, frame, this.#levels.words[node]! + 1);
    this.#children.set(node, frame, made);
    return made;
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
    const known = this.#nodes.word(node, Node.Stack);
    return known === UNKNOWN ? this.#makeStack(node) : known;
  }

  /** Gives the memory back. */
  close(): void {
    this.#nodes.close();
  }

  #addNode(parent: number, frame: number, level: number): number {
    const nodes = this.#nodes;
    const node = nodes.add();
    nodes.set(node, Node.Parent, parent);
    nodes.set(node, Node.Stack, UNKNOWN);
    nodes.set(node, Node.Func, this.#funcs.words[frame]!);
    nodes.set(node, Node.File, this.#files.words[frame]!);
    nodes.set(node, Node.Line, this.#lines.words[frame]!);
    this.#frames.push(frame);
    this.#levels.push(level);
    return node;
  }

  #makeStack(node: number): number {
    this.#budget += FRAMES_PER_STACK;
    let depth = 0;
    for (
      let each = node;
      each > MAIN_ROOT && this.#levels.words[each]! > SURFACE;
      each = this.#nodes.word(each, Node.Parent)
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
    this.#nodes.set(node, Node.Stack, stack);
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
    return this.#ids.words[frame] = this.#sink.stacks.frame({ ...BARE_FRAME, ...place });
  }
}
