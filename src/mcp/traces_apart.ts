/**
 * Traces that queries name by their path: each has a session of its own, so that a query is about it alone whatever else is
 * open, and stays open for the next query.
 * @module
 */

import { Session } from "../engine/session.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import type { Services } from "./services.ts";

/** As many stay open: the one that was asked least lately goes first. */
const MOST_OPEN = 4;

/** An open file. */
interface Apart {
  readonly session: Session;
  /** Size and times of the file: another one of this path is opened again. */
  readonly stamp: string;
  /** What a user would be warned of. */
  readonly warnings: string;
}

/** Open files by path. */
export class TracesApart {
  readonly #services: Services;
  readonly #open = new Map<string, Apart>();

  /** Nothing is open yet. */
  constructor(services: Services) {
    this.#services = services;
  }

  /** The session of a file, a path without links, and warnings about it. Throws what the user reads. */
  async of(path: string, signal: AbortSignal): Promise<Omit<Apart, "stamp">> {
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

  /** Closes all of them. */
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
