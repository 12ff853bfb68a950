/**
 * The sources of a report: where they are read from, and how much space is left in the page.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

/** Reads the lines of a file that a trace names; null if there is no such file. */
export type ReadSource = (file: string) => Promise<{ readonly lines: readonly string[] } | null>;

/** Sources for one page. */
export class PageSources {
  /** Reads source files; null if no folder of sources was given. */
  readonly read: ReadSource | null;
  #room = SHOW_LIMITS.reportSource.most;
  #pages = 0;

  constructor(read: ReadSource | null) {
    this.read = read;
  }

  /** Returns whether this much space is left. */
  has(length: number): boolean {
    return length <= this.#room;
  }

  /** Reserves space for a text; false if there is not enough left. */
  take(length: number): boolean {
    if (!this.has(length)) return false;
    this.#room -= length;
    return true;
  }

  /** A new id in the page. */
  nextId(): string {
    return `s${++this.#pages}`;
  }
}
