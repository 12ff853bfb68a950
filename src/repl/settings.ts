/**
 * What a user can set at the prompt, for results and for the prompt itself.
 * @module
 */

import { box } from "../render/box.ts";
import type { Additions } from "../output/addition.ts";
import type { ThreadNames } from "../render/screen_text.ts";
import type { NamesShown } from "../render/short_names.ts";
import type { Renderer } from "../render/renderer.ts";
import type { ReplOutput } from "./host.ts";

/** A query that takes longer says how far it is, and how long it took. */
export const SLOW_MS = 200;

/** The settings of a session; dot commands change them. */
export interface ReplSettings {
  /** How results are shown. */
  mode: Renderer;
  /** Column names first. */
  headers: boolean;
  /** Most rows of a result that are shown; null = what finds room on a terminal, else all. */
  maxRows: number | null;
  /** Columns of the terminal that a table may take; null = all of them. */
  maxWidth: number | null;
  /** Columns that stay when there is no room for all of them. */
  keep: readonly string[] | "all";
  /** Exact numbers on the screen, too. */
  raw: boolean;
  /** How names of functions are shown; undefined = short where people read the mode. */
  names: NamesShown | undefined;
  /** Names that threads have got on the screen. */
  readonly threads: ThreadNames;
  /** Time, rows and blocks after each result, or after those that were slow to come. */
  timer: "on" | "slow" | "off";
  /** Command of the pager; empty = none. */
  pager: string;
  /** JSON: 64-bit numbers always as numbers. */
  jsonNumbers: boolean;
  /** One suggestion after each result. */
  hints: boolean;
  /** Name of the colour theme: `auto`, `dark`, `light`, `basic` or `none`. */
  theme: string;
  /** File that results go to; null = standard output. */
  output: Additions | null;
  /** File that only the next result goes to; null = none. */
  once: ReplOutput | null;
}

/** The defaults. */
export function usualSettings(): ReplSettings {
  return {
    mode: box,
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
