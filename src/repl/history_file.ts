/**
 * The history on disk: private to its owner, with one line appended per entry, so that concurrent sessions do
 * not overwrite each other's.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { appendPrivateLine } from "../output/appended_file.ts";
import { writeWhole } from "../output/all_or_nothing.ts";
import { openOutput } from "../output/output.ts";
import { failedHistoryLines, fromHistoryLines, toFailedLine, toHistoryLine } from "./history.ts";

const PRIVATE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** A larger file is cut to its newer entries when it is read. */
const LARGEST = SHOW_LIMITS.historyFile.most;

/** A history file. Without a path, or without permission to write, it stores nothing and reports no error. */
export class HistoryFile {
  #path: string | undefined;
  #failed: readonly string[] = [];

  /** Does not touch the file yet. */
  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** The entries of earlier sessions. */
  async read(): Promise<string[]> {
    if (this.#path === undefined) return [];
    try {
      const { isFile, size } = await Deno.stat(this.#path);
      // Reading from a pipe or device might not end.
      if (!isFile) {
        this.#path = undefined;
        return [];
      }
      const content = await newest(this.#path, size);
      const entries = fromHistoryLines(content);
      this.#failed = failedHistoryLines(content);
      // The file may have been copied with other permissions.
      await Deno.chmod(this.#path, PRIVATE).catch(() => {});
      if (size > LARGEST) await this.#replace(entries);
      return entries;
    } catch {
      return [];
    }
  }

  /** Failed entries of earlier sessions, once read. */
  get failed(): readonly string[] {
    return this.#failed;
  }

  async add(entry: string): Promise<void> {
    await this.#add(toHistoryLine(entry));
  }

  /** Records that an entry has failed. */
  async fail(entry: string): Promise<void> {
    await this.#add(toFailedLine(entry));
  }

  async #add(line: string): Promise<void> {
    if (this.#path === undefined) return;
    try {
      await Deno.mkdir(this.#path.replace(/\/[^/]*$/, ""), { recursive: true, mode: PRIVATE_FOLDER });
      await appendPrivateLine(this.#path, line);
    } catch {
      // A read-only home folder must not stop the prompt.
    }
  }

  async #replace(entries: readonly string[]): Promise<void> {
    const half = entries.slice(-Math.ceil(entries.length / 2));
    const options = { private: true, rewrites: true, standard: nowhere };
    const failed = this.#failed.filter((entry) => half.includes(entry));
    const text = [...half.map(toHistoryLine), ...failed.map(toFailedLine)].join("");
    await writeWhole(() => openOutput(this.#path!, options), (write) => write(text));
  }
}

/** The complete lines at the end of a history, however long it is. */
async function newest(path: string, size: number): Promise<string> {
  if (size <= LARGEST) return await Deno.readTextFile(path);
  using file = await Deno.open(path);
  await file.seek(size - LARGEST, Deno.SeekMode.Start);
  const bytes = new Uint8Array(LARGEST);
  let length = 0;
  while (length < LARGEST) {
    const count = await file.read(bytes.subarray(length));
    if (count === null) break;
    length += count;
  }
  const text = new TextDecoder().decode(bytes.subarray(0, length));
  return text.slice(text.indexOf("\n") + 1);
}

/** Replaces standard output, to which a history is never written. */
function nowhere(): Promise<void> {
  return Promise.reject(new TypeError("A history needs a path"));
}
