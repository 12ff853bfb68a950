/**
 * What was typed before, newest last, and the ways to find it again.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

const MOST_ENTRIES = SHOW_LIMITS.history.most;

/** Entries in the order in which they were typed. */
export class History {
  readonly #entries: string[] = [];

  /** Begins with these. */
  constructor(entries: Iterable<string> = []) {
    for (const entry of entries) this.add(entry);
  }

  /** All entries, newest last. */
  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Adds an entry; false for nothing, for a repetition, and for what begins with a space, which is private. */
  add(entry: string): boolean {
    if (entry.trim() === "" || entry.startsWith(" ") || entry === this.#entries.at(-1)) return false;
    this.#entries.push(entry);
    if (this.#entries.length > MOST_ENTRIES) this.#entries.shift();
    return true;
  }

  /** Index of the nearest entry that begins with `prefix`, going from `from` (not included); -1 for none. */
  withPrefix(prefix: string, from: number, step: -1 | 1, not?: string): number {
    for (let at = from + step; at >= 0 && at < this.#entries.length; at += step) {
      const entry = this.#entries[at]!;
      if (entry.startsWith(prefix) && entry !== not) return at;
    }
    return -1;
  }

  /** Index of the nearest entry that contains `part`, whatever the case, from `from` on; -1 for none. */
  containing(part: string, from: number, step: -1 | 1): number {
    const wanted = part.toLowerCase();
    for (let at = from; at >= 0 && at < this.#entries.length; at += step) {
      if (this.#entries[at]!.toLowerCase().includes(wanted)) return at;
    }
    return -1;
  }

  /** What follows `text` in the newest entry that begins with it. */
  suggestion(text: string): string {
    if (text.trim() === "") return "";
    const at = this.withPrefix(text, this.#entries.length, -1, text);
    return at < 0 ? "" : this.#entries[at]!.slice(text.length);
  }
}

/** One line of a history file: line breaks and backslashes are escaped. */
export function toHistoryLine(entry: string): string {
  return entry.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r") + "\n";
}

/** Entries of a history file. */
export function fromHistoryLines(content: string): string[] {
  const lines = content.split("\n").filter((line) => line !== "");
  return lines.slice(-MOST_ENTRIES).map((line) =>
    line.replaceAll(/\\(.)/g, (_, char: string) => char === "n" ? "\n" : char === "r" ? "\r" : char)
  );
}
