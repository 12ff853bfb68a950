/**
 * Keeps sessions with open traces, for repeated queries on the same traces.
 * @module
 */

import type { Session } from "../../engine/session.ts";
import { filesRead } from "../../ingest/read_files.ts";
import { dataSettings } from "../../memory/data_settings.ts";
import type { CliHost } from "../host.ts";

/** Maximum number of sessions that are kept, however small they are. */
const MOST_SESSIONS = 16;

interface Kept {
  readonly session: Session;
  /** State of each file that was read, and of their folders, in which companion files may appear. */
  readonly seen: ReadonlyMap<string, string>;
  /** Output on standard error while the traces were opened. */
  readonly said: readonly (string | Uint8Array)[];
}

/** Opens sessions, and closes the least recently used ones when their data exceeds the budget. */
export class SessionCache {
  readonly #kept = new Map<string, Kept>();

  /** Number of sessions. */
  get size(): number {
    return this.#kept.size;
  }

  /** Bytes of their data in memory. */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { session }) => sum + session.memory.used, 0);
  }

  /**
   * Returns a session that contains only its traces: a kept one if its files are unchanged, otherwise a new
   * one.
   */
  async open(
    host: CliHost,
    key: string,
    paths: readonly string[],
    make: (host: CliHost) => Promise<Session>,
  ): Promise<Session> {
    const found = this.#kept.get(key);
    if (found) {
      this.#kept.delete(key);
      if ([...found.seen].every(([path, told]) => stampOf(path) === told)) {
        this.#kept.set(key, found);
        found.session.reset();
        for (const chunk of found.said) await host.stderr.write(chunk);
        return found.session;
      }
      found.session.closeAll();
    }
    const said: (string | Uint8Array)[] = [];
    const before = new Set(filesRead());
    const seen = new Map(
      paths.flatMap((path) => [path, containingFolder(path)]).map((path) => [path, stampOf(path)]),
    );
    const session = await make({ ...host, stderr: recorded(host.stderr, said) });
    for (const path of filesRead()) if (!before.has(path)) seen.set(path, seen.get(path) ?? stampOf(path));
    this.#kept.set(key, { session, seen, said });
    return session;
  }

  /** Closes sessions beyond the limits, the least recently used first. */
  trim(): void {
    const { budget } = dataSettings();
    for (const [key, { session }] of this.#kept) {
      if (this.size <= 1 || (this.size <= MOST_SESSIONS && this.bytes <= budget)) return;
      this.#kept.delete(key);
      session.closeAll();
    }
  }

  /** Closes all sessions. */
  closeAll(): void {
    for (const { session } of this.#kept.values()) session.closeAll();
    this.#kept.clear();
  }
}

function recorded(stream: CliHost["stderr"], said: (string | Uint8Array)[]): CliHost["stderr"] {
  return {
    ...stream,
    async write(chunk) {
      said.push(chunk);
      await stream.write(chunk);
    },
  };
}

/** Describes the state of a file as a text that differs after a change; empty if the file does not exist. */
function stampOf(path: string): string {
  try {
    const { size, mtime, ctime, dev, ino } = Deno.statSync(path);
    return [size, mtime?.getTime(), ctime?.getTime(), dev, ino].join();
  } catch {
    return "";
  }
}

function containingFolder(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end + 1);
}
