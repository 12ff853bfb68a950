/**
 * Python frames by number, and their numbers by what records call them.
 * @module
 */

import { BARE_FRAME } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { ArenaList } from "../arena_list.ts";
import { WordsList } from "../words_list.ts";
import { Frame, UNKNOWN } from "./call_layout.ts";
import { PairMap } from "./pair_map.ts";

/** Functions, files and lines. */
export class FrameTable {
  readonly #sink: TraceSink;
  readonly #frames: ArenaList;
  /** Ids of frames in the pool. */
  readonly #ids = new WordsList();
  /** Frames by code object and offset, or by the id that the file has. */
  readonly numbers: PairMap;

  /** With the frame of what has none. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#frames = new ArenaList(sink.arena, Frame.Bytes);
    this.numbers = new PairMap(sink.arena);
    this.add(0, 0, 0);
  }

  /** Where they are, `Frame` by number; elsewhere after `add`. */
  get pointer(): number {
    return this.#frames.pointer;
  }

  /** A frame by codes of its texts, and its line; gives its number. */
  add(func: number, file: number, line: number): number {
    const frame = this.#frames.add();
    this.#frames.set(frame, Frame.Func, func);
    this.#frames.set(frame, Frame.File, file);
    this.#frames.set(frame, Frame.Line, line);
    this.#ids.push(UNKNOWN);
    return frame;
  }

  /** Code of the function of a frame. */
  func(frame: number): number {
    return this.#frames.word(frame, Frame.Func);
  }

  /** Code of its file. */
  file(frame: number): number {
    return this.#frames.word(frame, Frame.File);
  }

  /** Its line. */
  line(frame: number): number {
    return this.#frames.word(frame, Frame.Line);
  }

  /** Its id in the pool. */
  id(frame: number): number {
    const known = this.#ids.words[frame]!;
    if (known !== UNKNOWN) return known;
    const place = { func: this.func(frame), file: this.file(frame), line: this.line(frame) };
    return this.#ids.words[frame] = this.#sink.stacks.frame({ ...BARE_FRAME, ...place });
  }

  /** Gives the memory back. */
  close(): void {
    this.#frames.close();
    this.numbers.close();
  }
}
