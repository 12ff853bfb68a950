/**
 * Finds the first frame of a backtrace in the program itself, that is, outside allocators, runtimes, system
 * libraries and packages. Each frame and each stack is examined once.
 * @module
 */

import { isForeign } from "../names/foreign_code.ts";
import { globPattern, type TextPattern } from "../patterns/text_pattern.ts";
import { WorkMeter } from "../patterns/work_meter.ts";
import type { StackPlace } from "../query/plan/row_function.ts";
import type { Pools } from "../tables/pools.ts";
import { namedFrame } from "./stack_frames.ts";

/** Paths are short, so matching needs no limit; a run is cancelled between stacks. */
const UNLIMITED = new WorkMeter();

/** Matches the name of a frame whose address alone is known; it differs from run to run. */
const ADDRESS = /^0x[0-9a-f]+$/;

/** Matches files of JavaScript, whose built-in functions (`map`, `parse`) have neither a file nor a module. */
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Source positions of stacks, cached as long as the stacks exist. */
export class StackPlaces {
  readonly #pools: Pools;
  readonly #mine: TextPattern | null;
  readonly #ofFrames = new Map<number, StackPlace | null>();
  readonly #ofStacks = new Map<number, StackPlace | null>();

  /**
   * `mine` is a glob for the program's own files or modules; null includes everything that is not known to be
   * foreign.
   */
  constructor(pools: Pools, mine: string | null) {
    this.#pools = pools;
    this.#mine = mine === null ? null : globPattern(mine);
  }

  /** Returns the source position of a stack; null if all of its frames are foreign. */
  of(stack: number): StackPlace | null {
    let place = this.#ofStacks.get(stack);
    if (place === undefined) {
      place = this.#find(stack);
      this.#ofStacks.set(stack, place);
    }
    return place;
  }

  #find(stack: number): StackPlace | null {
    const { stacks } = this.#pools;
    /** The first place, if it may be a function that is built into JavaScript. */
    let builtIn: StackPlace | null = null;
    for (const frame of stacks.frames(stack)) {
      const place = this.#ofFrame(frame);
      if (place === null) continue;
      if (builtIn !== null && SCRIPT.test(place.file)) return place;
      if (place.file !== "" || stacks.describeFrame(frame).module !== 0) return builtIn ?? place;
      builtIn ??= place;
    }
    return builtIn;
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

  /**
   * Whether a path, or its part after some folder, matches: `src/**` matches a folder `src` anywhere in the
   * path.
   */
  #passes(path: string): boolean {
    if (path === "") return false;
    const text = path.replaceAll("\\", "/");
    for (let from = 0; from >= 0; from = text.indexOf("/", from) + 1 || -1) {
      if (this.#mine!.test(text.slice(from), UNLIMITED)) return true;
    }
    return false;
  }
}
