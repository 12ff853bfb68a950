/**
 * Makes stacks from lists of frames, within a total budget: a deep stack for each record would take quadratic
 * memory.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { TraceSink } from "../../events/trace_sink.ts";

/** Number of frames of each stack that are always stored. */
const FRAMES_PER_STACK = 256;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;

/** Makes one stack at a time. */
export class StackMaker {
  readonly #sink: TraceSink;
  #budget = SPARE_FRAMES;
  /** Ids of the frames, innermost first; fill it between `begin` and `end`. */
  list: Uint32Array = new Uint32Array(FRAMES_PER_STACK);
  /** Whether frames of any stack were left out. */
  cut = false;

  /** Starts with the full budget. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  /**
   * Starts a stack of `depth` frames; returns how many of the innermost ones to keep, for which `list` has
   * room.
   */
  begin(depth: number): number {
    this.#budget += FRAMES_PER_STACK;
    const kept = Math.min(depth, Math.max(FRAMES_PER_STACK, this.#budget));
    if (kept < depth) this.cut = true;
    this.#budget -= kept;
    if (kept > this.list.length) this.list = growArray(this.list, Math.max(kept, 2 * this.list.length));
    return kept;
  }

  /** Makes the stack from the first `kept` frames of a list, by default of `list`; returns its id. */
  end(kept: number, list: Uint32Array = this.list): number {
    return this.#sink.stacks.stack(list, 0, kept);
  }
}
