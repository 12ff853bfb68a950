/**
 * Makes stacks of lists of frames, of which a file may have only so many: a deep stack for each record would be quadratic.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { TraceSink } from "../../events/trace_sink.ts";

/** Frames per stack that are always kept. */
const FRAMES_PER_STACK = 256;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;

/** One stack after the other. */
export class StackMaker {
  readonly #sink: TraceSink;
  #budget = SPARE_FRAMES;
  /** Ids of frames, innermost first: written between `begin` and `end`. */
  list: Uint32Array = new Uint32Array(FRAMES_PER_STACK);
  /** Whether frames of a stack had to be left out. */
  cut = false;

  /** None yet. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  /** How many frames are kept of a stack of so many, the innermost ones; `list` has room for them. */
  begin(depth: number): number {
    this.#budget += FRAMES_PER_STACK;
    const kept = Math.min(depth, Math.max(FRAMES_PER_STACK, this.#budget));
    if (kept < depth) this.cut = true;
    this.#budget -= kept;
    if (kept > this.list.length) this.list = grown(this.list, Math.max(kept, 2 * this.list.length));
    return kept;
  }

  /** The stack of so many frames in `list`. */
  end(kept: number): number {
    return this.#sink.stacks.stack(this.list, 0, kept);
  }
}
