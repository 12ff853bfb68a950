/**
 * What was typed before, newest last, and the ways to find it again.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

const MOST_ENTRIES = SHOW_LIMITS.history.most;

/** Entries in the order in which they were typed. */
export class History {
  readonly #entries: string[] = [];
  /** Entries that ended with an error. */
  readonly #failed = new Set<string>();

  /** Begins with these. */
  constructor(entries: Iterable<string> = [], failed: Iterable<string> = []) {
    for (const entry of entries) this.add(entry);
    for (const entry of failed) this.fail(entry);
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

  /** An entry has ended with an error: it stays among the others, but is no longer suggested. */
  fail(entry: string): void {
    this.#failed.add(entry);
  }

  /** Whether an entry has ended with an error. */
  hasFailed(entry: string): boolean {
    return this.#failed.has(entry);
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
    const found = this.#entries.findLast((entry) =>
      entry.startsWith(text) && entry !== text && !this.#failed.has(entry)
    );
    return found?.slice(text.length) ?? "";
  }
}

/** One line of a history file: line breaks and backslashes are escaped. */
export function toHistoryLine(entry: string): string {
  return entry.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r") + "\n";
}

/** Begins the line that says of an entry that it has failed; no entry begins so, since its backslashes are escaped. */
const FAILED = "\\!";

/** The line of a history file that says that an entry has failed. */
export function toFailedLine(entry: string): string {
  return FAILED + toHistoryLine(entry);
}

/** Entries of a history file. */
export function fromHistoryLines(content: string): string[] {
  const lines = content.split("\n").filter((line) => line !== "" && !line.startsWith(FAILED));
  return lines.slice(-MOST_ENTRIES).map(unescaped);
}

/** Entries that have failed, from a history file. */
export function failedHistoryLines(content: string): string[] {
  return content.split("\n").filter((line) => line.startsWith(FAILED)).map((line) =>
    unescaped(line.slice(FAILED.length))
  );
}

function unescaped(line: string): string {
  return line.replaceAll(
    /\\(.)/g,
    (_, char: string) => char === "n" ? "\n" : char === "r" ? "\r" : char,
  );
}
