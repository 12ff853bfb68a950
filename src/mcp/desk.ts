/**
 * What a client works at: the open traces, and one thing done at a time.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { Session } from "../engine/session.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import type { Folders } from "./folders.ts";
import type { Services, TraceFile } from "./services.ts";
import { TracesApart } from "./traces_apart.ts";

const MOST_TRACES = SHOW_LIMITS.assistantTraces.most;

/** Open traces and what is known about them. */
export class Desk {
  readonly session: Session = new Session(libraryFiles);
  readonly folders: Folders;
  readonly services: Services;
  readonly #apart: TracesApart;
  readonly #about = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();
  /** Told when other traces are open. */
  onChange: () => void = () => {};

  /** Nothing is open yet. */
  constructor(folders: Folders, services: Services) {
    this.folders = folders;
    this.services = services;
    this.#apart = new TracesApart(services);
  }

  /** Does one thing after the other: queries share memory, and none may see a trace go. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Opens a file; gives the names of its traces, and warnings. Throws what the user reads. */
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
   * The session for queries about one trace alone: the name of an open one, or the path of a file, which is opened for as long as
   * the server pleases; about all open ones without either. Throws what the user reads.
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

  /** What is to say about a trace. Throws `UsageError`. */
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
