/**
 * What addresses mean while a trace continues: a kernel may have loaded the program anywhere, and modules come and go.
 * @module
 */

import { COVERAGE_LIMITS } from "./limits.ts";

/** A module as a load event describes it. */
export interface Module {
  /** Path as bytes of the event. */
  readonly path: Uint8Array;
  /** First address. */
  readonly start: bigint;
  /** Bytes of code, 0 when the event does not say. */
  readonly size: bigint;
}

/** More modules than this are never loaded at once; a file that says so is damaged, and looking them up costs. */
const MOST_MODULES = COVERAGE_LIMITS.modules.most;

/** What became of a load. */
type LoadResult = "loaded" | "overlap" | "too-many" | "unknown-range";

/** Number of the program itself, where a module number is expected. */
export const PROGRAM = 0;

/** The modules that are loaded at one moment, in address order, and all that ever were. */
export class AddressSpace {
  /** Every module of the trace; number 0 is the program. */
  readonly modules: (Module | null)[] = [null];
  /** Where a kernel loaded the program; null as long as that is not known. */
  loadAddress: bigint | null = null;
  #loaded: number[] = [];

  /** True when no module is loaded. */
  get isBare(): boolean {
    return this.#loaded.length === 0;
  }

  /** Takes a module in. It gets a number in any case, and addresses only when it is loaded. */
  load(module: Module): { readonly number: number; readonly result: LoadResult } {
    const number = this.modules.length;
    this.modules.push(module);
    if (module.size === 0n) return { number, result: "unknown-range" };
    if (this.#loaded.length >= MOST_MODULES) {
      return { number, result: "too-many" };
    }
    const at = this.#firstAbove(module.start);
    const below = at > 0 ? this.modules[this.#loaded[at - 1]!] : null;
    const above = at < this.#loaded.length ? this.modules[this.#loaded[at]!] : null;
    const overlaps = (below && below.start + below.size > module.start) ||
      (above && above.start < module.start + module.size);
    if (overlaps) return { number, result: "overlap" };
    this.#loaded.splice(at, 0, number);
    return { number, result: "loaded" };
  }

  /** Removes the module that holds `pc`; its number, or -1 when there is none. */
  unload(pc: bigint): number {
    const at = this.#firstAbove(pc) - 1;
    const number = this.#loaded[at];
    if (number === undefined || !this.#holds(number, pc)) return -1;
    this.#loaded.splice(at, 1);
    return number;
  }

  /** Number of the loaded module that holds `pc`, else `PROGRAM`. */
  moduleAt(pc: bigint): number {
    const number = this.#loaded[this.#firstAbove(pc) - 1];
    return number !== undefined && this.#holds(number, pc) ? number : PROGRAM;
  }

  /** What to take off an address of a module to get one of its file. */
  baseOf(module: number): bigint {
    return this.modules[module]?.start ?? this.loadAddress ?? 0n;
  }

  #holds(number: number, pc: bigint): boolean {
    const module = this.modules[number]!;
    return pc >= module.start && pc < module.start + module.size;
  }

  /** Index of the first loaded module that starts above `pc`. */
  #firstAbove(pc: bigint): number {
    let low = 0, high = this.#loaded.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.modules[this.#loaded[middle]!]!.start > pc) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
