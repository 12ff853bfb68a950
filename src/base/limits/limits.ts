/**
 * The limits that apply to more than one format, in the order of the help page.
 * @module
 */

import { FILE_LIMITS } from "./file_limits.ts";
import type { LimitGroup } from "./limit.ts";
import { QUERY_LIMITS } from "./query_limits.ts";
import { SERVE_LIMITS } from "./serve_limits.ts";
import { SHOW_LIMITS } from "./show_limits.ts";
import { TRACE_LIMITS } from "./trace_limits.ts";

/** Limits by subject; formats add their own. */
export const GENERAL_LIMITS: readonly LimitGroup[] = [
  { title: "Queries", limits: QUERY_LIMITS },
  { title: "Files and memory", limits: FILE_LIMITS },
  { title: "Traces", limits: TRACE_LIMITS },
  { title: "Prompt, editors, and what is shown", limits: SHOW_LIMITS },
  { title: "What servers accept", limits: SERVE_LIMITS },
];

/** Things that only memory limits. */
export const UNLIMITED: readonly string[] = [
  "records of a trace",
  "bytes of a trace",
  "open traces",
  "stages of a pipeline",
  "statements of a script",
  "values in a list",
  "length of texts and of names in a trace",
  "functions of a program",
  "rows of a result, except those of join",
];
