/**
 * The options of each call by name, so that a misspelt option is not ignored silently.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";

/** Options of each call. `add` takes those options of `open` that apply to one trace. */
const OPTIONS = {
  add: ["name", "format", "fileOrder", "companion", "exec", "signal", "onProgress"],
  open: [
    "name",
    "format",
    "fileOrder",
    "companion",
    "exec",
    "signal",
    "onProgress",
    "memory",
    "index",
    "threads",
  ],
  query: ["params", "signal"],
  check: ["params"],
  headline: ["signal"],
  reload: ["signal"],
  toArrow: ["stream"],
  toParquet: ["compression"],
  output: ["width", "header", "jsonNumbers", "weight", "unfolded", "compression"],
} as const;

/** Throws `UsageError` for an option that the call does not have. */
export function checkOptions(call: keyof typeof OPTIONS, options: object): void {
  // Callers without type checks may pass anything.
  if (options === null || typeof options !== "object") {
    throw new UsageError(`Options of ${call} are an object, found ${String(options)}`, "bad-option");
  }
  const known: readonly string[] = OPTIONS[call];
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const near = didYouMean(name, known);
    throw new UsageError(
      `Unknown option "${name}": ${near ? `did you mean ${near}?` : `the options are ${known.join(", ")}`}`,
      "unknown-option",
    );
  }
}
