/**
 * What is asked of each trace, and what is heard of it, in forms that threads can hand to each other.
 * @module
 */

import type { ResultColumn, ResultValue } from "../../base/result_table.ts";
import type { RenderOptions } from "../../render/renderer.ts";
import type { LoadChoices } from "../load_options.ts";
import type { Script } from "../script.ts";
import type { NamesShown } from "../../render/short_names.ts";

/** What each trace is asked, and how its results are shown. */
export interface EachPlan {
  readonly scripts: readonly Script[];
  readonly choices: LoadChoices;
  /** A damaged trace is an error. */
  readonly strict: boolean;
  /** How results are shown on standard output, or in files whose names do not say so. */
  readonly mode: string;
  readonly options: RenderOptions;
  /** Most rows of a result. */
  readonly limit: number | undefined;
  /** How names of functions are shown; undefined = short where people read the mode. */
  readonly names: NamesShown | undefined;
  /** A file for each trace, such as `{name}.json`; absent = all on standard output. */
  readonly files?: string;
}

/** What is heard of a trace, in this order but for warnings. */
export type EachNews =
  /** Rows follow, as text; `head` is above the first of several results that have the same one. */
  | { readonly kind: "result"; readonly head: string }
  | { readonly kind: "text"; readonly text: string | Uint8Array }
  /** Rows of a result that is shown with those of all traces; `statement` counts the results of a trace. */
  | {
    readonly kind: "rows";
    readonly statement: number;
    readonly columns: readonly ResultColumn[];
    readonly rows: readonly (readonly ResultValue[])[];
  }
  /** For standard error. */
  | { readonly kind: "remark"; readonly text: string }
  /** What keeps it from having an answer, for standard error. */
  | { readonly kind: "failure"; readonly text: string };

/** Takes what is heard; who waits for what it returns keeps no more than a piece in memory. */
export type EachListener = (news: EachNews) => void | Promise<void>;
