/**
 * Numbers Python frames, and maps the keys that records use to these numbers.
 * @module
 */

import { EMPTY_FRAME } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { ArenaList } from "../arena_list.ts";
import { Frame, UNKNOWN } from "./call_layout.ts";
import { PairMap } from "./pair_map.ts";

/** A table of Python frames: function, file and line. */
export class FrameTable {
  readonly #sink: TraceSink;
  readonly #frames: ArenaList;
  /** Frame numbers, by code object and offset or by the file's frame id. */
  readonly numbers: PairMap;

  /** Adds frame 0, which stands for "no frame". */
  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#frames = new ArenaList(sink.arena, Frame.Bytes);
    this.numbers = new PairMap(sink.arena);
    this.add(0, 0, 0);
  }

  /** Address of the frames, each laid out as `Frame`; `add` may move them. */
  get pointer(): number {
    return this.#frames.pointer;
  }

  /** Adds a frame, with string codes for function and file; returns its number. */
  add(func: number, file: number, line: number): number {
    const frame = this.#frames.add();
    this.#frames.set(frame, Frame.Func, func);
    this.#frames.set(frame, Frame.File, file);
    this.#frames.set(frame, Frame.Line, line);
    this.#frames.set(frame, Frame.Id, UNKNOWN);
    return frame;
  }

  /** String code of the frame's function. */
  func(frame: number): number {
    return this.#frames.word(frame, Frame.Func);
  }

  /** String code of the frame's file. */
  file(frame: number): number {
    return this.#frames.word(frame, Frame.File);
  }

  /** Line number of the frame. */
  line(frame: number): number {
    return this.#frames.word(frame, Frame.Line);
  }

  /** Id of the frame in the stack pool; added there on first use. */
  id(frame: number): number {
    const known = this.#frames.word(frame, Frame.Id);
    if (known !== UNKNOWN) return known;
    const place = { func: this.func(frame), file: this.file(frame), line: this.line(frame) };
    const id = this.#sink.stacks.frame({ ...EMPTY_FRAME, ...place });
    this.#frames.set(frame, Frame.Id, id);
    return id;
  }

  /** Frees the arena memory. */
  close(): void {
    this.#frames.close();
    this.numbers.close();
  }
}
