/**
 * Where a backtrace is in the program itself: its first frame that is of no allocator, run-time system, library or package.
 * Each frame is looked at once, and each stack.
 * @module
 */

import { isForeign } from "../names/foreign_code.ts";
import { globPattern, type TextPattern } from "../patterns/text_pattern.ts";
import { WorkMeter } from "../patterns/work_meter.ts";
import type { StackPlace } from "../query/plan/row_function.ts";
import type { Pools } from "../tables/pools.ts";
import { namedFrame } from "./stack_frames.ts";

/** Paths are short: the stacks are where a run is stopped. */
const UNLIMITED = new WorkMeter();

/** What a frame is called of which nothing else is known: another one in the next run. */
const ADDRESS = /^0x[0-9a-f]+$/;

/** Places of stacks, which stay as long as the stacks do. */
export class StackPlaces {
  readonly #pools: Pools;
  readonly #mine: TextPattern | null;
  readonly #ofFrames = new Map<number, StackPlace | null>();
  readonly #ofStacks = new Map<number, StackPlace | null>();

  /** `mine` is a glob of the files or modules of the program; null = all that is not known to be of others. */
  constructor(pools: Pools, mine: string | null) {
    this.#pools = pools;
    this.#mine = mine === null ? null : globPattern(mine);
  }

  /** The place of a stack; null where all of it is of others. */
  of(stack: number): StackPlace | null {
    let place = this.#ofStacks.get(stack);
    if (place === undefined) {
      place = null;
      const { stacks } = this.#pools;
      const depth = stacks.depth(stack);
      for (let level = 0; level < depth && place === null; level++) {
        place = this.#ofFrame(stacks.frameAt(stack, level));
      }
      this.#ofStacks.set(stack, place);
    }
    return place;
  }

  #ofFrame(frame: number): StackPlace | null {
    let place = this.#ofFrames.get(frame);
    if (place === undefined) {
      const { name: func, file, line, module } = namedFrame(this.#pools, frame);
      const isMine = this.#mine
        ? this.#passes(file) || this.#passes(module)
        : !isForeign({ func, file, module });
      place = isMine && ((func !== "" && !ADDRESS.test(func)) || file !== "") ? { func, file, line } : null;
      this.#ofFrames.set(frame, place);
    }
    return place;
  }

  /** Whether a path, or the end of one after some folder, passes: `src/**` is a folder of any path. */
  #passes(path: string): boolean {
    if (path === "") return false;
    const text = path.replaceAll("\\", "/");
    for (let from = 0; from >= 0; from = text.indexOf("/", from) + 1 || -1) {
      if (this.#mine!.test(text.slice(from), UNLIMITED)) return true;
    }
    return false;
  }
}
