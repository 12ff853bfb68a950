/**
 * What a report needs to show sources: where they come from, and how much room is left for them in the page.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

/** Gives the lines of a file that a trace names; null where there is none. */
export type ReadSource = (file: string) => Promise<{ readonly lines: readonly string[] } | null>;

/** Sources for one page. */
export class PageSources {
  /** Null where nobody said where sources are. */
  readonly read: ReadSource | null;
  #room = SHOW_LIMITS.reportSource.most;
  #pages = 0;

  constructor(read: ReadSource | null) {
    this.read = read;
  }

  /** Whether there is so much room left. */
  has(length: number): boolean {
    return length <= this.#room;
  }

  /** Takes room for a text; false when there is not as much left. */
  take(length: number): boolean {
    if (!this.has(length)) return false;
    this.#room -= length;
    return true;
  }

  /** A place in the page. */
  nextId(): string {
    return `s${++this.#pages}`;
  }
}
