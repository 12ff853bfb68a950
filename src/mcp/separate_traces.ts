/**
 * Traces that queries name by path. Each has its own session, so that a query sees only that trace; the
 * session stays open for the next query.
 * @module
 */

import { Session } from "../engine/session.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import type { Services } from "./services.ts";

/** Maximum number of files that stay open; beyond that, the least recently used file is closed. */
const MOST_OPEN = 4;

/** An open file with a session of its own. */
interface SeparateTrace {
  readonly session: Session;
  /** Size, modification time and inode of the file; if they change, it is opened again. */
  readonly stamp: string;
  /** Warnings for the user. */
  readonly warnings: string;
}

/** Open files by path. */
export class SeparateTraces {
  readonly #services: Services;
  readonly #open = new Map<string, SeparateTrace>();

  /** Starts without open files. */
  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Returns the session of a file, given by its resolved path, and warnings. Throws errors meant for the
   * user.
   */
  async of(path: string, signal: AbortSignal): Promise<Omit<SeparateTrace, "stamp">> {
    const stamp = stampOf(path);
    const known = this.#open.get(path);
    if (known?.stamp === stamp) {
      this.#open.delete(path);
      this.#open.set(path, known);
      return known;
    }
    this.#close(path);
    const session = new Session(libraryFiles);
    try {
      const { warnings } = await this.#services.open(session, { path }, signal);
      const apart = { session, stamp, warnings };
      this.#open.set(path, apart);
      for (const oldest of [...this.#open.keys()].slice(0, -MOST_OPEN)) this.#close(oldest);
      return apart;
    } catch (error) {
      session.closeAll();
      throw error;
    }
  }

  /** Closes all sessions. */
  closeAll(): void {
    for (const path of [...this.#open.keys()]) this.#close(path);
  }

  #close(path: string): void {
    this.#open.get(path)?.session.closeAll();
    this.#open.delete(path);
  }
}

function stampOf(path: string): string {
  const { size, mtime, ino } = Deno.statSync(path);
  return `${size} ${mtime?.getTime()} ${ino}`;
}
