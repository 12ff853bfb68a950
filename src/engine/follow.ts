/**
 * Follows open traces whose files are still being written: each check reads what was added, and reports the
 * state of each file.
 * @module
 */

import type { FileChange } from "../ingest/file_change.ts";
import { checkFollowedFile } from "../ingest/follow.ts";
import type { MissingPart } from "../ingest/load.ts";
import type { OpenTrace } from "./open_trace.ts";
import { filesOf, reload, type Reloaded, reloadedText, type ReopenTraces } from "./reload.ts";
import type { Session } from "./session.ts";

/** What has changed in a followed file since the last check. */
interface Followed {
  /** Name of its first trace. */
  readonly name: string;
  /** How the file has changed. */
  readonly change: FileChange | "unknown";
  /** What changed when it was read again; empty if it was not. */
  readonly reloaded: readonly Reloaded[];
  /** What is missing at the end of the file; null if it is complete. */
  readonly waiting: MissingPart | null;
  /** Whether nothing more will be added, even if the end is incomplete. */
  readonly isClosed?: boolean;
  /** Why it could not be read; the traces then stay as they were. */
  readonly failure?: string;
}

/** Checks the files of open traces. */
export class Follower {
  readonly #session: Session;
  readonly #reopen: ReopenTraces;
  /** The last failure reported for each file, so that each is reported once. */
  readonly #failures = new Map<string, string>();
  readonly #isClosed: (path: string) => boolean;
  /** Files that had been closed before they were checked. */
  readonly #closed = new Set<string>();

  /**
   * Follows the files of a session and reads them again with `reopen`. `isClosed` tells whether no more data
   * will be added to the file at a path.
   */
  constructor(session: Session, reopen: ReopenTraces, isClosed: (path: string) => boolean = () => false) {
    this.#session = session;
    this.#reopen = reopen;
    this.#isClosed = isClosed;
  }

  /** Whether all files are complete, or have been read to the end at which they were closed. */
  get isEnded(): boolean {
    return this.#session.traces.every(({ waiting, path }) => waiting === null || this.#closed.has(path));
  }

  /**
   * Reads what was added and returns what has changed in each file. If cancelled, throws the reason of the
   * signal; what was read stays, and the next check reads the rest.
   */
  async look(signal?: AbortSignal): Promise<Followed[]> {
    const found: Followed[] = [];
    for (const traces of filesOf(this.#session.traces)) {
      // By now, queries have shown what the last check read, so there is time to save it.
      if (!signal?.aborted) await traces[0]!.save?.("round");
      const news = await this.#lookAt(traces, signal);
      if (news) found.push(news);
    }
    return found;
  }

  /** Saves what was read when following ends; with `isQuick`, only if saving is quick. */
  async end(isQuick = false): Promise<void> {
    for (const [first] of filesOf(this.#session.traces)) await first!.save?.(isQuick ? "interrupt" : "end");
  }

  async #lookAt(traces: readonly OpenTrace[], signal?: AbortSignal): Promise<Followed | undefined> {
    signal?.throwIfAborted();
    const [{ name, path, state, waiting = null }] = traces as [OpenTrace];
    if (state === undefined) return undefined;
    // Determine this before the check, which is the last one if the file is closed.
    const isClosed = this.#isClosed(path) && !this.#closed.has(path);
    if (isClosed) this.#closed.add(path);
    const look = await checkFollowedFile(path, state);
    const { change } = look;
    if (change === "same") {
      // A file that was deleted may exist again with the same content; its next failure must be reported.
      this.#failures.delete(name);
      if (!isClosed) return undefined;
      return { name, change, reloaded: [], waiting: look.now?.isCut ? "record" : waiting, isClosed };
    }
    const failed = (failure: string): Followed | undefined => {
      if (this.#failures.get(name) === failure) return undefined;
      this.#failures.set(name, failure);
      return { name, change, reloaded: [], waiting, failure };
    };
    if (change === "deleted") return failed("the file was deleted");
    try {
      const reloaded = await reload(this.#session, traces, this.#reopen, { signal, look });
      this.#failures.delete(name);
      const now = this.#session.traces.find((each) => each.name === name);
      return { name, change, reloaded, waiting: now === undefined ? null : stateOf(now), isClosed };
    } catch (error) {
      signal?.throwIfAborted();
      return failed(error instanceof Error ? error.message : String(error));
    }
  }
}

/** One line for each trace of a file: `t: 12,345 events more, 20,000 now, waiting for the end of a record`. */
export function followedText({ name, reloaded, waiting, failure, isClosed = false }: Followed): string[] {
  if (failure !== undefined) return [`${name}: ${failure}; answers are from before that`];
  const end = isClosed ? closedText(waiting) : waitingText(waiting);
  if (isClosed && reloaded.length === 0) return [`${name}: ${end}`];
  return reloaded.map((each) => `${reloadedText(each)}${end === "" ? "" : `, ${end}`}`);
}

/** Returns what is missing at the end of a file; a file that did not fit in memory is also incomplete. */
function stateOf({ waiting = "end" }: OpenTrace): MissingPart | null {
  return waiting;
}

/** Describes the end of a file that was closed. */
function closedText(waiting: MissingPart | null): string {
  if (waiting === null) return "complete";
  return waiting === "record" ? "ended within a record, which is left out" : "ended";
}

/** Describes what is missing at the end of a file; empty if it may simply continue. */
export function waitingText(waiting: MissingPart | null): string {
  if (waiting === null) return "complete";
  return waiting === "record" ? "waiting for the end of a record" : "";
}
