/**
 * The interface of a renderer: takes a result and writes text in chunks, so that millions of rows need no
 * more memory than one.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import type { ThreadNames } from "./screen_text.ts";

/** Takes text; wait for the promise before writing more. */
export type TextSink = (text: string) => void | Promise<void>;

/** Options for showing a result. */
export interface RenderOptions {
  /** Writes column names first; every mode has them except `json`, `ndjson` and `line`. */
  readonly header: boolean;
  /** Terminal columns to fit into; unlimited if absent. */
  readonly width?: number;
  /** Terminal columns for text outside the frame, if the frame may be wider; `width` if absent. */
  readonly screen?: number;
  /** Maximum rows that `box` shows; it leaves out those in the middle. All if absent. */
  readonly maxRows?: number;
  /**
   * Shows readable sizes, durations and counts, and short names of threads; exact values if absent. Used only
   * by boxes.
   */
  readonly readable?: { readonly threads: ThreadNames };
  /** Columns to keep if there is not enough room; `all` keeps every column. */
  readonly keep?: readonly string[] | "all";
  /** Uses terminal colours. */
  readonly color: boolean;
  /** Whether the text goes to a terminal, so that control characters must be escaped in any mode. */
  readonly terminal: boolean;
  /** Writes a last line with counts, if the mode has one. */
  readonly footer: boolean;
  /** JSON: writes 64-bit numbers as numbers even where a double would round them. */
  readonly jsonNumbers: boolean;
}

/** How the rows of several results are joined in one text. */
export interface JoinedRows {
  /** Written before the very first row. */
  readonly open?: string;
  /** Written between the rows of two results. */
  readonly between?: string;
  /** Written after the very last row. */
  readonly close?: string;
  /** The header, written once for results with the same columns. */
  head(table: ResultTable, options: RenderOptions): string;
  /** Writes only the rows. */
  rows(table: ResultTable, sink: TextSink, options: RenderOptions): Promise<void>;
}

/** A display mode. */
export interface Renderer {
  /** Name as in `--mode NAME`. */
  readonly name: string;
  /** Summary in one line for help. */
  readonly summary: string;
  /** File name extensions, without the dot, that select this mode. */
  readonly endings?: readonly string[];
  /**
   * Whether the mode fits a screen: it draws a frame around the rows, may leave out some of them, and says so
   * in a footer.
   */
  readonly framed?: true;
  /**
   * Whether the mode is for display rather than for programs. If so, function names are shortened unless full
   * names are requested.
   */
  readonly isForDisplay?: true;
  /** Absent if results in this mode cannot be joined. */
  readonly joined?: JoinedRows;
  /** Writes the whole result. */
  render(table: ResultTable, sink: TextSink, options: RenderOptions): Promise<void>;
}

/** Plain options, as used for a pipe. */
export const PLAIN_OPTIONS: RenderOptions = {
  header: true,
  color: false,
  terminal: false,
  footer: false,
  jsonNumbers: false,
};

const CHUNK_CHARS = 1 << 16;

/** Collects text into chunks of about 64 KB. */
export class TextChunks {
  readonly #sink: TextSink;
  #text = "";

  /** Writes to `sink`. */
  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  /** Whether `flush()` should be called. */
  get full(): boolean {
    return this.#text.length >= CHUNK_CHARS;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Writes the collected text. */
  async flush(): Promise<void> {
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    await this.#sink(text);
  }
}

/** True for the pager `less`, which scrolls to the right. */
export function isLess(command: string): boolean {
  return /^(?:.*[/\\])?less(?:\.exe)?$/.test(command.trim().split(/\s+/)[0] ?? "");
}

/** Options for a result in a pager: one that scrolls to the right gets the full width. */
export function optionsForPager(options: RenderOptions, pager: string): RenderOptions {
  const { width, ...wide } = options;
  return isLess(pager) && width !== undefined ? { ...wide, screen: width } : options;
}

/** Writes a text for each row, in chunks, between a header and a trailer. */
export async function writeRows(
  { rowCount }: ResultTable,
  sink: TextSink,
  { head = "", row, end = "" }: {
    readonly head?: string;
    row(at: number): string;
    readonly end?: string;
  },
): Promise<void> {
  const out = new TextChunks(sink);
  out.add(head);
  for (let at = 0; at < rowCount; at++) {
    out.add(row(at));
    if (out.full) await out.flush();
  }
  out.add(end);
  await out.flush();
}
