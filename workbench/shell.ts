/**
 * What views share: the open traces, the state of the page, and ways to switch to another view.
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
  /** The current trace. */
  readonly trace: WireTrace;
  /** Stores the state and updates every view. */
  changed(): void;
  /** Puts a query in a new cell. */
  take(query: string): void;
  showSource(file: string, line: number): void;
  /** Shows all values of a row of a table. */
  showRow: NonNullable<TableEvents["showRow"]>;
  /** Returns the headline of each open trace; requested once as long as the traces do not change. */
  headlines(): Promise<readonly WireHeadline[]>;
  show(view: string): void;
}

/** A view of the page, with a name in the bar. */
export interface View {
  readonly id: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Whether the trace has data for this view. */
  fits(trace: WireTrace): boolean;
  /**
   * Called when the view is shown, and when its data has changed; with `ahead`, the view is not visible yet.
   * Resolves when the view is up to date, or shows something else by then.
   */
  update(ahead?: boolean): Promise<void>;
  /** Requests data for its other options, so that they can be shown at once. */
  prepare?(): Promise<void>;
}

/** Returns what tables of views lead to: queries in new cells, and places in their sources. */
export function eventsOf(shell: Shell): TableEvents {
  return {
    open: (query) => shell.take(query),
    showSource: (file, line) => shell.showSource(file, line),
    showRow: (line, cells) => shell.showRow(line, cells),
  };
}

/** Returns a callback for a control whose value is stored in the state under a name. */
export function keeper(shell: Shell, name: string): (value: string) => void {
  return (value) => {
    shell.state.more[name] = value;
    shell.changed();
  };
}

/** Whether charts have logarithmic axes, which is part of the address. */
export function isLogarithmic({ state }: Shell): boolean {
  return state.more["scale"] === "log";
}

/** Returns a callback that stores whether axes are logarithmic. */
export function scaleKeeper(shell: Shell): (isLogarithmic: boolean) => void {
  return (isLogarithmic) => {
    if (isLogarithmic) shell.state.more["scale"] = "log";
    else delete shell.state.more["scale"];
    shell.changed();
  };
}

/**
 * Creates a choice whose value is stored in the state under a name; returns the current value, or the default
 * if the stored one is no longer available.
 */
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

/** Whether a trace has blocks with lifetimes. */
export function hasLives(trace: WireTrace): boolean {
  const allocs = trace.tables.find(({ name }) => name === "allocs");
  return allocs !== undefined && allocs.rows !== 0;
}

/** Number of times that the traces have changed since the page was opened. */
let changes = 0;

/** Called when the traces have changed: views request their data again. */
export function tracesChanged(): void {
  changes++;
}

/** The current request of a view: one at a time. */
export class Latest {
  #key = "";
  #abort = new AbortController();

  /**
   * Returns a signal for a new request, and cancels the previous one; null if this is already shown or
   * requested. A request made ahead is cancelled by requests that the user waits for.
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

  /** Called when everything has arrived. */
  end(): void {
    askedAhead.delete(this.#abort.signal);
  }

  /** Whether an error should be shown: an error of a cancelled request should not. */
  fails(error: unknown): error is Error {
    if ((error as Error).name === "AbortError") return false;
    this.end();
    this.#key = "";
    return true;
  }
}
