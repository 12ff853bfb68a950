/**
 * The state of a client's session: its open traces, and a queue that runs one request at a time.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { Session } from "../engine/session.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import type { Folders } from "./folders.ts";
import type { Services, TraceFile } from "./services.ts";
import { SeparateTraces } from "./separate_traces.ts";

const MOST_TRACES = SHOW_LIMITS.assistantTraces.most;

/** The open traces with their descriptions. */
export class OpenTraceList {
  readonly session: Session = new Session(libraryFiles);
  readonly folders: Folders;
  readonly services: Services;
  readonly #apart: SeparateTraces;
  readonly #about = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();
  /** Called after traces have been opened or one has been closed. */
  onChange: () => void = () => {};

  /** Creates a list without open traces. */
  constructor(folders: Folders, services: Services) {
    this.folders = folders;
    this.services = services;
    this.#apart = new SeparateTraces(services);
  }

  /** Runs requests one after another: queries share memory, and a trace must not be closed during a query. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /**
   * Opens a file; returns the names of its traces, and warnings. Throws errors whose messages are meant for
   * the user.
   */
  async open(file: TraceFile, signal: AbortSignal): Promise<{ names: string[]; warnings: string }> {
    if (this.session.traces.length >= MOST_TRACES) {
      throw new UsageError(
        `Cannot open more than ${MOST_TRACES} traces: close one of ${this.names.join(", ")}`,
      );
    }
    if (file.name !== undefined && this.names.includes(file.name)) {
      throw new UsageError(`Two traces cannot have the name "${file.name}"`);
    }
    const { traces, warnings } = await this.services.open(this.session, file, signal);
    for (const [name, about] of traces) this.#about.set(name, about);
    this.onChange();
    return { names: [...traces.keys()], warnings };
  }

  /**
   * Returns the session to query one trace: `trace` is the name of an open trace or the path of a file, which
   * the server keeps open as long as it likes. Without `trace`, returns the session of all open traces.
   * Throws errors meant for the user.
   */
  async sessionFor(
    trace: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly session: Session; readonly warnings: string }> {
    const { session } = this;
    if (trace === undefined) return { session, warnings: "" };
    const open = session.traces.find(({ name }) => name === trace);
    const path = open?.path ?? this.folders.file(trace);
    const isOnly = session.traces.length === 1 && session.traces[0]!.path === path;
    return isOnly ? { session, warnings: "" } : await this.#apart.of(path, signal);
  }

  /** Closes all traces. */
  closeAll(): void {
    this.session.closeAll();
    this.#apart.closeAll();
  }

  /** Closes a trace. Throws `UsageError`. */
  close(name: string): void {
    this.about(name);
    this.session.close(name);
    this.#about.delete(name);
    this.onChange();
  }

  /** Names of the open traces. */
  get names(): string[] {
    return this.session.traces.map(({ name }) => name);
  }

  /** The description of a trace. Throws `UsageError`. */
  about(name: string): string {
    const text = this.#about.get(name);
    if (text !== undefined) return text;
    const open = this.names.length === 0 ? "none is open" : `open traces: ${this.names.join(", ")}`;
    throw new UsageError(`No open trace has the name "${name}": ${open}`);
  }

  /** The format of a trace, or of the first one. */
  formatOf(name?: string): string | undefined {
    const trace = name === undefined
      ? this.session.traces[0]
      : this.session.traces.find((each) => each.name === name);
    return trace?.trace.header.format;
  }
}
