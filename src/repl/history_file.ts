/**
 * The history on disk: private to its owner, one line added per entry, so that two sessions do not lose each other's.
 * @module
 */

import { fromHistoryLines, toHistoryLine } from "./history.ts";

const PRIVATE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** A file beyond this is cut to its newer entries when it is read. */
const LARGEST = 1 << 20;

/** A history file; without a path, or where writing is not allowed, nothing is kept and nobody is bothered. */
export class HistoryFile {
  readonly #path: string | undefined;

  /** Touches nothing yet. */
  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** The entries of earlier sessions. */
  async read(): Promise<string[]> {
    if (this.#path === undefined) return [];
    try {
      const content = await Deno.readTextFile(this.#path);
      const entries = fromHistoryLines(content);
      // Somebody may have copied it here with other rights.
      await Deno.chmod(this.#path, PRIVATE).catch(() => {});
      if (content.length > LARGEST) await this.#replace(entries);
      return entries;
    } catch {
      return [];
    }
  }

  /** Adds an entry. */
  async add(entry: string): Promise<void> {
    if (this.#path === undefined) return;
    try {
      await Deno.mkdir(this.#path.replace(/\/[^/]*$/, ""), { recursive: true, mode: PRIVATE_FOLDER });
      await Deno.writeTextFile(this.#path, toHistoryLine(entry), { append: true, mode: PRIVATE });
    } catch {
      // A read-only home is no reason to stop asking questions.
    }
  }

  async #replace(entries: readonly string[]): Promise<void> {
    const half = entries.slice(-Math.ceil(entries.length / 2));
    const other = `${this.#path}.${Deno.pid}`;
    await Deno.writeTextFile(other, half.map(toHistoryLine).join(""), { mode: PRIVATE });
    await Deno.rename(other, this.#path!);
  }
}
