/**
 * The traces of a document: loaded once, watched, and reloaded when their files change.
 * @module
 */

import { needsWarmUp, warmUp } from "../assist/assist.ts";
import { SchemaCatalog } from "../engine/schema_catalog.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import { Session } from "../engine/session.ts";
import { watchFiles } from "./watch_files.ts";

/** Opens files into a session and returns a description of each. Throws errors for the user. */
export type OpenTraces = (
  session: Session,
  operands: readonly string[],
  signal: AbortSignal,
) => Promise<string>;

/** Receives events of a set of traces. */
interface TraceSetListener {
  /** Called when more is known about the traces. */
  changed(): void;
  log(message: string): void;
  /** Called with a message for the user. */
  fail(message: string): void;
}

/** The catalog before any trace is loaded. */
const NOTHING_OPEN = new SchemaCatalog();

/** Traces, identified by their operands. */
export class TraceSet {
  readonly operands: readonly string[];
  /** Row counts by query, cached until the files change. */
  readonly counts = new Map<string, number | null>();
  readonly #open: OpenTraces;
  readonly #listener: TraceSetListener;
  #session: Session | null = null;
  #loading: Promise<void>;
  #generation = 0;
  /** The controller that cancels loading. */
  #giveUp = new AbortController();
  #stopWatching: () => void = () => {};
  #warming = false;

  /** Starts loading at once. */
  constructor(
    operands: readonly string[],
    paths: readonly string[],
    open: OpenTraces,
    listener: TraceSetListener,
  ) {
    this.operands = operands;
    this.#open = open;
    this.#listener = listener;
    this.#loading = this.#load();
    this.#stopWatching = watchFiles(paths, () => {
      this.#listener.log(`Loading ${operands.join(", ")} again: the file has changed`);
      this.#loading = this.#load();
    });
  }

  /** The loaded traces; null while they are being loaded, and if they cannot be loaded. */
  get session(): Session | null {
    return this.#session;
  }

  /** Waits until loading has succeeded or failed. */
  async loaded(): Promise<Session | null> {
    await this.#loading;
    return this.#session;
  }

  /** Stops loading and watching. */
  close(): void {
    this.#generation++;
    this.#giveUp.abort();
    this.#stopWatching();
    this.#session?.closeAll();
    this.#session = null;
  }

  async #load(): Promise<void> {
    if (this.operands.length === 0) return;
    const generation = ++this.#generation;
    const session = new Session(libraryFiles);
    // The requests for these traces are cancelled.
    this.#giveUp.abort();
    const { signal } = this.#giveUp = new AbortController();
    try {
      const message = await this.#open(session, this.operands, signal);
      if (generation !== this.#generation) {
        session.closeAll();
        return;
      }
      this.#listener.log(message);
      this.#session?.closeAll();
      this.#session = session;
      this.counts.clear();
      this.#listener.changed();
      void this.#warm(session, generation);
    } catch (error) {
      session.closeAll();
      if (generation !== this.#generation) return;
      // A file that is being written may be temporarily unreadable, so the loaded traces stay.
      this.#listener.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Schedules the counting of values that were missing when a request was answered. */
  prepareMore(): void {
    const session = this.#session;
    if (session === null || this.#warming || !needsWarmUp(session.catalog)) return;
    void this.#warm(session, this.#generation);
  }

  /**
   * Counts values between requests. Reports when it has finished, since warnings about the data may follow.
   */
  async #warm(session: Session, generation: number): Promise<void> {
    this.#warming = true;
    try {
      await pause();
      for (const _ of warmUp(session.catalog)) {
        await pause();
        if (generation !== this.#generation) return;
      }
    } finally {
      this.#warming = false;
    }
    this.#listener.changed();
  }
}

/** Lets other requests run. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/** Facts that assistance needs about a document's traces. */
export interface AssistanceContext {
  readonly catalog: Session["catalog"];
  readonly environment: Session["environment"];
  /** False if no trace is open, in which case names of traces are not checked. */
  readonly hasTraces: boolean;
}

const EMPTY = new Session();

/** The facts known so far about a set of traces. */
export function assistanceContext(set: TraceSet | null): AssistanceContext {
  const session = set?.session ?? null;
  if (session === null) return { catalog: NOTHING_OPEN, environment: EMPTY.environment, hasTraces: false };
  return { catalog: session.catalog, environment: session.environment, hasTraces: true };
}
