/**
 * What holds for memories that are made from now on: how much they may take, and where blocks go that leave them. The
 * program sets it once, before the first trace is opened.
 * @module
 */

import type { BlockFile } from "./block_file.ts";

/** Settings of new memories. */
export interface DataSettings {
  /** Bytes beyond which blocks leave memory. */
  readonly budget: number;
  /** Bytes that pieces may reach over, where that is less than addresses do. */
  readonly most?: number;
  /** Opens a file for blocks that leave; undefined where none can be written. */
  readonly openFile?: (() => BlockFile | undefined) | undefined;
}

/** Without a word from the program memory is used as far as addresses reach. */
let settings: DataSettings = { budget: Infinity };

/** Settings of memories that are made from now on. */
export function setDataSettings(wanted: DataSettings): void {
  settings = wanted;
}

/** Settings of a new memory. */
export function dataSettings(): DataSettings {
  return settings;
}

/** Makes something with other settings for the memories that it makes at once. */
export function withDataSettings<T>(wanted: DataSettings, make: () => T): T {
  const before = settings;
  settings = wanted;
  try {
    return make();
  } finally {
    settings = before;
  }
}
