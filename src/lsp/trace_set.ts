/**
 * The traces that a document is written for: loaded once, watched, and loaded again when their files change.
 * @module
 */

import { wantsWarmUp, warmUp } from "../assist/assist.ts";
import { SchemaCatalog } from "../engine/schema_catalog.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import { Session } from "../engine/session.ts";
import { watchFiles } from "./watch_files.ts";

/** Opens files into a session; gives a line for each that says what it is. Throws what the user reads. */
export type OpenTraces = (
  session: Session,
  operands: readonly string[],
  signal: AbortSignal,
) => Promise<string>;

/** Where a set of traces reports. */
interface TraceSetListener {
  /** There is something new to know. */
  changed(): void;
  log(message: string): void;
  /** For a user. */
  fail(message: string): void;
}

/** What there is to know without a trace. */
const NOTHING_OPEN = new SchemaCatalog();

/** Traces by their operands. */
export class TraceSet {
  readonly operands: readonly string[];
  /** Counts by query, until the files change. */
  readonly counts = new Map<string, number | null>();
  readonly #open: OpenTraces;
  readonly #listener: TraceSetListener;
  #session: Session | null = null;
  #loading: Promise<void>;
  #generation = 0;
  /** Ends loading. */
  #giveUp = new AbortController();
  #stopWatching: () => void = () => {};
  #warming = false;

  /** Begins to load at once. */
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

  /** The loaded traces; null before, and when they cannot be loaded. */
  get session(): Session | null {
    return this.#session;
  }

  /** Waits until loading is over, one way or the other. */
  async loaded(): Promise<Session | null> {
    await this.#loading;
    return this.#session;
  }

  /** No longer wanted. */
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
    // Nobody waits for what is not wanted any more.
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
      // A file that is being written may be unreadable for a moment: what was known stays.
      this.#listener.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Counts values that an answer has done without, soon. */
  prepareMore(): void {
    const session = this.#session;
    if (session === null || this.#warming || !wantsWarmUp(session.catalog)) return;
    void this.#warm(session, this.#generation);
  }

  /** Counts values between requests, and says so at the end: warnings about the data may follow. */
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

/** Lets requests through. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/** What assistance needs to know. */
export interface Known {
  readonly catalog: Session["catalog"];
  readonly environment: Session["environment"];
  /** False when no trace is open: then names of traces are not checked. */
  readonly hasTraces: boolean;
}

const EMPTY = new Session();

/** What is known of a set of traces now. */
export function knownOf(set: TraceSet | null): Known {
  const session = set?.session ?? null;
  if (session === null) return { catalog: NOTHING_OPEN, environment: EMPTY.environment, hasTraces: false };
  return { catalog: session.catalog, environment: session.environment, hasTraces: true };
}
