/**
 * What to query in each trace, and the results, in forms that threads can exchange.
 * @module
 */

import type { ResultColumn, ResultValue } from "../../base/result_table.ts";
import type { RenderOptions } from "../../render/renderer.ts";
import type { LoadChoices } from "../load_options.ts";
import type { Script } from "../script.ts";
import type { NameStyle } from "../../render/short_names.ts";

/** The scripts to run on each trace, and how to show their results. */
export interface EachPlan {
  readonly scripts: readonly Script[];
  readonly choices: LoadChoices;
  /** A damaged trace is an error. */
  readonly strict: boolean;
  /** How to show results on standard output, or in files whose extension does not determine it. */
  readonly mode: string;
  readonly options: RenderOptions;
  /** Most rows of a result. */
  readonly limit: number | undefined;
  /** How to show function names; undefined = short names in modes for the screen. */
  readonly names: NameStyle | undefined;
  /** A file for each trace, such as `{name}.json`; absent = all on standard output. */
  readonly files?: string;
}

/** The messages about a trace. They come in this order, except for warnings. */
export type EachMessage =
  /**
   * The rows of a result as text; `head` is written before the first of several results with an identical
   * head.
   */
  | { readonly kind: "result"; readonly head: string }
  | { readonly kind: "text"; readonly text: string | Uint8Array }
  /**
   * Rows of a result that are shown in one frame with those of all traces; `statement` numbers the results of
   * a trace.
   */
  | {
    readonly kind: "rows";
    readonly statement: number;
    readonly columns: readonly ResultColumn[];
    readonly rows: readonly (readonly ResultValue[])[];
  }
  /** A message for standard error, such as a warning. */
  | { readonly kind: "remark"; readonly text: string }
  /** Explains on standard error why there is no answer for the trace. */
  | { readonly kind: "failure"; readonly text: string };

/** Receives the messages; if the sender awaits the result, at most one piece is in memory. */
export type EachListener = (news: EachMessage) => void | Promise<void>;
