/**
 * What views share: the open traces, the state of the page, and the way from one view to another.
 * @module
 */

import type { WireHeadline, WireTrace, WireTraces } from "../src/serve/api_types.ts";
import { askedAhead } from "./api.ts";
import { choice } from "./dom.ts";
import type { PageState } from "./page_state.ts";
import type { TableEvents } from "./table.ts";

/** The page around the views. */
export interface Shell {
  readonly facts: WireTraces;
  readonly state: PageState;
  /** The trace that views are about. */
  readonly trace: WireTrace;
  /** Keeps the state and tells every view of it. */
  changed(): void;
  /** Takes a query to a new cell. */
  take(query: string): void;
  showSource(file: string, line: number): void;
  /** Shows all values of a row of a table. */
  showRow: NonNullable<TableEvents["showRow"]>;
  /** What is said first of each open trace; asked once for as long as they stay the same. */
  headlines(): Promise<readonly WireHeadline[]>;
  show(view: string): void;
}

/** A part of the page with a name in the bar. */
export interface View {
  readonly id: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Whether the trace has something for it. */
  fits(trace: WireTrace): boolean;
  /**
   * Called when it is shown, and when what it shows has changed; `ahead` where nobody looks at it yet. Ends when it shows
   * that, or something else by then.
   */
  update(ahead?: boolean): Promise<void>;
  /** Asks for what its other choices show, so that it is there when one is taken. */
  prepare?(): Promise<void>;
}

/** Where tables of views lead: queries to new cells, places to their sources. */
export function eventsOf(shell: Shell): TableEvents {
  return {
    open: (query) => shell.take(query),
    showSource: (file, line) => shell.showSource(file, line),
    showRow: (line, cells) => shell.showRow(line, cells),
  };
}

/** What a control does that the state keeps under a name. */
export function keeper(shell: Shell, name: string): (value: string) => void {
  return (value) => {
    shell.state.more[name] = value;
    shell.changed();
  };
}

/** Whether charts have logarithmic axes, which the address keeps. */
export function isLogarithmic({ state }: Shell): boolean {
  return state.more["scale"] === "log";
}

/** Keeps what kind of axes charts have. */
export function scaleKeeper(shell: Shell): (isLogarithmic: boolean) => void {
  return (isLogarithmic) => {
    if (isLogarithmic) shell.state.more["scale"] = "log";
    else delete shell.state.more["scale"];
    shell.changed();
  };
}

/** A choice that the state keeps under a name, and what is chosen: the usual one where that is not an option any more. */
export function keptChoice(
  shell: Shell,
  name: string,
  label: string,
  options: readonly (readonly [value: string, shown: string])[],
  usual: string = options[0]![0],
): { readonly chosen: string; readonly element: HTMLElement } {
  const kept = shell.state.more[name];
  const chosen = options.find(([value]) => value === kept)?.[0] ?? usual;
  return { chosen, element: choice(label, options, chosen, keeper(shell, name)) };
}

/** Whether a trace has blocks that live and die. */
export function hasLives(trace: WireTrace): boolean {
  const allocs = trace.tables.find(({ name }) => name === "allocs");
  return allocs !== undefined && allocs.rows !== 0;
}

/** How often the traces have changed since the page was opened. */
let changes = 0;

/** The traces have changed: what views show is asked for again. */
export function tracesChanged(): void {
  changes++;
}

/** What a view shows, or is about to: one thing at a time. */
export class Latest {
  #key = "";
  #abort = new AbortController();

  /**
   * A signal for asking for something else, which ends what was asked for before; null where this is shown, or asked for,
   * already. What is asked ahead gives way to questions that somebody waits for.
   */
  begin(key: string, ahead = false): AbortSignal | null {
    if (!ahead) askedAhead.delete(this.#abort.signal);
    const wanted = `${changes} ${key}`;
    if (wanted === this.#key) return null;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#key = wanted;
    const { signal } = this.#abort;
    if (ahead) {
      askedAhead.set(signal, () => {
        this.#key = "";
        this.#abort.abort();
      });
    }
    return signal;
  }

  /** Says that everything has come. */
  end(): void {
    askedAhead.delete(this.#abort.signal);
  }

  /** Whether an error is one to tell: what goes wrong in an answer that nobody waits for any more is none. */
  fails(error: unknown): error is Error {
    if ((error as Error).name === "AbortError") return false;
    this.end();
    this.#key = "";
    return true;
  }
}
