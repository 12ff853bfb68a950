/**
 * Following open traces whose files are being written: what was added is read when somebody looks, and whoever looks is told
 * what each file has become.
 * @module
 */

import type { FileChange } from "../ingest/file_change.ts";
import { changeOfFollowed } from "../ingest/follow.ts";
import type { Waiting } from "../ingest/load.ts";
import type { OpenTrace } from "./open_trace.ts";
import { filesOf, reload, type Reloaded, reloadedText, type ReopenTraces } from "./reload.ts";
import type { Session } from "./session.ts";

/** What a look at a file has found that is new. */
interface Followed {
  /** Name of its first trace. */
  readonly name: string;
  /** What has become of the file. */
  readonly change: FileChange | "unknown";
  /** What reading it again has changed; empty where it was not read. */
  readonly reloaded: readonly Reloaded[];
  /** What its end lacks; null where it is complete. */
  readonly waiting: Waiting | null;
  /** Why it could not be read: the answers are those from before. */
  readonly failure?: string;
}

/** Looks at the files of open traces. */
export class Follower {
  readonly #session: Session;
  readonly #reopen: ReopenTraces;
  /** What was said last of a file that could not be read, so that it is said once. */
  readonly #failures = new Map<string, string>();

  /** Reads a file of the session again with `reopen`. */
  constructor(session: Session, reopen: ReopenTraces) {
    this.#session = session;
    this.#reopen = reopen;
  }

  /** Whether the writers of all files have ended them. */
  get isEnded(): boolean {
    return this.#session.traces.every(({ waiting }) => waiting === null);
  }

  /** Reads what has been added; what is new of which file. */
  async look(): Promise<Followed[]> {
    const found: Followed[] = [];
    for (const traces of filesOf(this.#session.traces)) {
      const news = await this.#lookAt(traces);
      if (news) found.push(news);
    }
    return found;
  }

  async #lookAt(traces: readonly OpenTrace[]): Promise<Followed | undefined> {
    const [{ name, path, state, waiting = null }] = traces as [OpenTrace];
    if (state === undefined) return undefined;
    const change = await changeOfFollowed(path, state);
    if (change === "same") return undefined;
    const failed = (failure: string): Followed | undefined => {
      if (this.#failures.get(name) === failure) return undefined;
      this.#failures.set(name, failure);
      return { name, change, reloaded: [], waiting, failure };
    };
    if (change === "deleted") return failed("the file was deleted");
    try {
      const reloaded = await reload(this.#session, traces, this.#reopen);
      this.#failures.delete(name);
      const now = this.#session.traces.find((each) => each.name === name);
      return { name, change, reloaded, waiting: now === undefined ? null : stateOf(now) };
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  }
}

/** One line for each trace of a file: `t: 12,345 events more, 20,000 now, waiting for the rest of a record`. */
export function followedText({ name, reloaded, waiting, failure }: Followed): string[] {
  if (failure !== undefined) return [`${name}: ${failure}; the answers are those from before`];
  const end = waitingText(waiting);
  return reloaded.map((each) => `${reloadedText(each)}${end === "" ? "" : `, ${end}`}`);
}

/** What the end of a file lacks: one that did not fit into memory continues, too. */
function stateOf({ waiting = "end" }: OpenTrace): Waiting | null {
  return waiting;
}

/** What is said of the end of a file; empty for one that may continue. */
export function waitingText(waiting: Waiting | null): string {
  if (waiting === null) return "complete";
  return waiting === "record" ? "waiting for the rest of a record" : "";
}
