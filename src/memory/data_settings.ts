/**
 * Settings for new memories: their maximum size, and the file for spilled blocks. The program sets them once,
 * before the first trace is opened.
 * @module
 */

import type { BlockFile } from "./block_file.ts";

/** Settings for new memories. */
export interface MemorySettings {
  /** Bytes above which blocks are spilled. */
  readonly budget: number;
  /** Maximum total bytes of allocations, if less than the address space. */
  readonly most?: number;
  /** Opens a file for spilled blocks; undefined if none can be written. */
  readonly openFile?: (() => BlockFile | undefined) | undefined;
}

/** By default memory is limited only by its address space. */
let settings: MemorySettings = { budget: Infinity };

/** Sets the settings for memories created from now on. */
export function setDataSettings(wanted: MemorySettings): void {
  settings = wanted;
}

/** Settings for a new memory. */
export function dataSettings(): MemorySettings {
  return settings;
}

/** Runs `make` with other settings for the memories that it creates synchronously. */
export function withDataSettings<T>(wanted: MemorySettings, make: () => T): T {
  const before = settings;
  settings = wanted;
  try {
    return make();
  } finally {
    settings = before;
  }
}
