/**
 * The settings of the prompt, for results and for the prompt itself.
 * @module
 */

import { boxRenderer } from "../render/box.ts";
import type { Additions } from "../output/appended_file.ts";
import type { ThreadNames } from "../render/screen_text.ts";
import type { NameStyle } from "../render/short_names.ts";
import type { Renderer } from "../render/renderer.ts";
import type { ReplOutput } from "./host.ts";

/** Milliseconds after which a query shows its progress and its duration. */
export const SLOW_MS = 200;

/** The settings of a session; dot commands change them. */
export interface ReplSettings {
  /** Mode in which results are shown. */
  mode: Renderer;
  /** Whether column names come first. */
  headers: boolean;
  /** Maximum rows shown; null for as many as fit on a terminal, or all elsewhere. */
  maxRows: number | null;
  /** Maximum width of a table in terminal columns; null for the whole width. */
  maxWidth: number | null;
  /** Columns to keep if there is no room for all. */
  keep: readonly string[] | "all";
  /** Shows exact numbers on the screen too. */
  raw: boolean;
  /** How function names are shown; undefined shortens them in modes meant for reading. */
  names: NameStyle | undefined;
  /** Short names of threads that have been shown. */
  readonly threads: ThreadNames;
  /** When time, rows and blocks are shown after a result: always, only if the query was slow, or never. */
  timer: "on" | "slow" | "off";
  /** Command of the pager; empty for none. */
  pager: string;
  /** JSON: writes 64-bit numbers always as numbers. */
  jsonNumbers: boolean;
  /** Shows a suggestion after each result. */
  hints: boolean;
  /** Name of the colour theme: `auto`, `dark`, `light`, `basic` or `none`. */
  theme: string;
  /** File to which results are written; null for standard output. */
  output: Additions | null;
  /** File for the next result only; null for none. */
  once: ReplOutput | null;
}

/** The default settings. */
export function defaultSettings(): ReplSettings {
  return {
    mode: boxRenderer,
    headers: true,
    maxRows: null,
    maxWidth: null,
    keep: [],
    raw: false,
    names: undefined,
    threads: new Map(),
    timer: "slow",
    pager: "",
    jsonNumbers: false,
    hints: true,
    theme: "auto",
    output: null,
    once: null,
  };
}
