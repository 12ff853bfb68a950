/**
 * Tracks what addresses refer to in the course of a trace: a kernel may load the program anywhere, and
 * modules are loaded and unloaded.
 * @module
 */

import { COVERAGE_LIMITS } from "./limits.ts";

/** A module as a load event describes it. */
export interface Module {
  /** Path, as the bytes in the event. */
  readonly path: Uint8Array;
  /** First address of the module. */
  readonly start: bigint;
  /** Size of the code in bytes; 0 if the event does not say. */
  readonly size: bigint;
}

/**
 * Real programs never load more modules at once; a file with more is damaged, and lookups in it would be
 * slow.
 */
const MOST_MODULES = COVERAGE_LIMITS.modules.most;

/** The outcome of a load event. */
type LoadResult = "loaded" | "overlap" | "too-many" | "unknown-range";

/** Module number of the program itself. */
export const PROGRAM = 0;

/** The currently loaded modules in address order, and all modules of the trace. */
export class AddressSpace {
  /** Every module of the trace; number 0 is the program. */
  readonly modules: (Module | null)[] = [null];
  /** Address at which a kernel loaded the program; null while unknown. */
  loadAddress: bigint | null = null;
  #loaded: number[] = [];

  /** True when no module is loaded. */
  get isBare(): boolean {
    return this.#loaded.length === 0;
  }

  /** Adds a module. It always gets a number, but it gets addresses only if it can be loaded. */
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

  /** Unloads the module that contains `pc`; returns its number, or -1 if there is none. */
  unload(pc: bigint): number {
    const at = this.#firstAbove(pc) - 1;
    const number = this.#loaded[at];
    if (number === undefined || !this.#holds(number, pc)) return -1;
    this.#loaded.splice(at, 1);
    return number;
  }

  /** Number of the loaded module that contains `pc`, or `PROGRAM`. */
  moduleAt(pc: bigint): number {
    const number = this.#loaded[this.#firstAbove(pc) - 1];
    return number !== undefined && this.#holds(number, pc) ? number : PROGRAM;
  }

  /** Returns the base that is subtracted from an address of a module to get an address in its file. */
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
