/**
 * What a renderer is: a result goes in, text comes out in pieces, so that millions of rows need no more memory than one.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import type { ThreadNames } from "./screen_text.ts";

/** Takes text; a promise asks to wait before giving more. */
export type TextSink = (text: string) => void | Promise<void>;

/** How a result is to be shown. */
export interface RenderOptions {
  /** Column names first; every mode but `json`, `ndjson` and `line` has them. */
  readonly header: boolean;
  /** Terminal columns to fit into; absent = as wide as it gets. */
  readonly width?: number;
  /** Terminal columns for what stands outside the frame, where the frame may be wider; absent = `width`. */
  readonly screen?: number;
  /** Most rows that `box` shows; it leaves out the middle ones. Absent = all. */
  readonly maxRows?: number;
  /** Readable sizes, durations and counts, with short names of threads; absent = exact. Only boxes use it. */
  readonly people?: { readonly threads: ThreadNames };
  /** Names of columns that stay where there is no room for all; `all` = no column is left out. */
  readonly keep?: readonly string[] | "all";
  /** Terminal colours. */
  readonly color: boolean;
  /** The text goes to a terminal: nothing in it may steer the terminal, in any mode. */
  readonly terminal: boolean;
  /** A last line with counts, where the mode has one. */
  readonly footer: boolean;
  /** JSON: 64-bit numbers as numbers even where a double would round them. */
  readonly jsonNumbers: boolean;
}

/** How the rows of several results follow one another in one text. */
export interface JoinedRows {
  /** Before the first row of all. */
  readonly open?: string;
  /** Between the rows of one result and those of the next. */
  readonly between?: string;
  /** After the last row of all. */
  readonly close?: string;
  /** What is above rows, once for results with the same columns. */
  head(table: ResultTable, options: RenderOptions): string;
  /** Shows the rows and nothing around them. */
  rows(table: ResultTable, sink: TextSink, options: RenderOptions): Promise<void>;
}

/** One way to show a result. */
export interface Renderer {
  /** Name as in `--mode NAME`. */
  readonly name: string;
  /** One line for help. */
  readonly summary: string;
  /** Ends of file names, without the dot, that ask for it. */
  readonly endings?: readonly string[];
  /** It fits a screen: a frame around rows, of which it may leave some out, and a footer that says so. */
  readonly framed?: true;
  /** People read it and programs do not: names of functions are short unless somebody wants them whole. */
  readonly isRead?: true;
  /** Absent where each result has something around it. */
  readonly joined?: JoinedRows;
  /** Shows everything. */
  render(table: ResultTable, sink: TextSink, options: RenderOptions): Promise<void>;
}

/** Plain: what a pipe gets. */
export const PLAIN_OPTIONS: RenderOptions = {
  header: true,
  color: false,
  terminal: false,
  footer: false,
  jsonNumbers: false,
};

const CHUNK_CHARS = 1 << 16;

/** Gathers text into pieces of about 64 KB. */
export class TextChunks {
  readonly #sink: TextSink;
  #text = "";

  /** Writes to `sink`. */
  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  /** True when it is time for `flush()`. */
  get full(): boolean {
    return this.#text.length >= CHUNK_CHARS;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Hands over what there is. */
  async flush(): Promise<void> {
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    await this.#sink(text);
  }
}

/** True for the pager that scrolls to the right. */
export function isLess(command: string): boolean {
  return /^(?:.*[/\\])?less(?:\.exe)?$/.test(command.trim().split(/\s+/)[0] ?? "");
}

/** Options for a result that goes through a pager: one that scrolls to the right gets the full width. */
export function inPager(options: RenderOptions, pager: string): RenderOptions {
  const { width, ...wide } = options;
  return isLess(pager) && width !== undefined ? { ...wide, screen: width } : options;
}

/** Writes a text for each row, in pieces, between a head and an end. */
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
