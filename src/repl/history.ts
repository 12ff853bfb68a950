/**
 * The history of entries, newest last, with ways to search it.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

const MOST_ENTRIES = SHOW_LIMITS.history.most;

/** Entries in the order in which they were typed. */
export class History {
  readonly #entries: string[] = [];
  /** Entries that ended with an error. */
  readonly #failed = new Set<string>();

  /** Starts with these entries. */
  constructor(entries: Iterable<string> = [], failed: Iterable<string> = []) {
    for (const entry of entries) this.add(entry);
    for (const entry of failed) this.fail(entry);
  }

  /** All entries, newest last. */
  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Adds an entry; false if it is blank, a repetition, or begins with a space, which makes it private. */
  add(entry: string): boolean {
    if (entry.trim() === "" || entry.startsWith(" ") || entry === this.#entries.at(-1)) return false;
    this.#entries.push(entry);
    if (this.#entries.length > MOST_ENTRIES) this.#entries.shift();
    return true;
  }

  /** Marks an entry as failed: it stays in the history but is no longer suggested. */
  fail(entry: string): void {
    this.#failed.add(entry);
  }

  /** Whether an entry ended with an error. */
  hasFailed(entry: string): boolean {
    return this.#failed.has(entry);
  }

  /**
   * Index of the nearest entry that begins with `prefix`, searching from `from` (exclusive); -1 if there is
   * none.
   */
  withPrefix(prefix: string, from: number, step: -1 | 1, not?: string): number {
    for (let at = from + step; at >= 0 && at < this.#entries.length; at += step) {
      const entry = this.#entries[at]!;
      if (entry.startsWith(prefix) && entry !== not) return at;
    }
    return -1;
  }

  /**
   * Index of the nearest entry that contains `part`, ignoring case, searching from `from`; -1 if there is
   * none.
   */
  containing(part: string, from: number, step: -1 | 1): number {
    const wanted = part.toLowerCase();
    for (let at = from; at >= 0 && at < this.#entries.length; at += step) {
      if (this.#entries[at]!.toLowerCase().includes(wanted)) return at;
    }
    return -1;
  }

  /** The rest of the newest entry that begins with `text`. */
  suggestion(text: string): string {
    if (text.trim() === "") return "";
    const found = this.#entries.findLast((entry) =>
      entry.startsWith(text) && entry !== text && !this.#failed.has(entry)
    );
    return found?.slice(text.length) ?? "";
  }
}

/** Formats a line of the history file: line breaks and backslashes are escaped. */
export function toHistoryLine(entry: string): string {
  return entry.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r") + "\n";
}

/** Marks a line about a failed entry; no entry begins like this, since its backslashes are escaped. */
const FAILED = "\\!";

/** Formats the history line that marks an entry as failed. */
export function toFailedLine(entry: string): string {
  return FAILED + toHistoryLine(entry);
}

/** Parses the entries of a history file. */
export function fromHistoryLines(content: string): string[] {
  const lines = content.split("\n").filter((line) => line !== "" && !line.startsWith(FAILED));
  return lines.slice(-MOST_ENTRIES).map(unescaped);
}

/** Parses the failed entries of a history file. */
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
