/**
 * A line that shows the step, progress and time of a long query. It is erased when the query ends.
 * @module
 */

import type { RunProgress } from "../engine/session.ts";
import { durationText } from "../render/number_text.ts";
import { StatusLine } from "../render/status_line.ts";
import { SLOW_MS } from "./settings.ts";

/** Descriptions of plan steps; other steps show their own name. */
const WORDS: Readonly<Record<string, string>> = {
  scan: "reading",
  filter: "filtering",
  by: "grouping",
  group: "grouping",
  aggregate: "adding up",
  sort: "sorting",
  join: "joining",
  timeline: "slicing",
  hist: "counting",
};

/** The status line of a running query. */
export class QueryStatus {
  /** Progress that the run updates. */
  readonly progress: RunProgress = { step: "", done: 0, total: 0 };
  readonly #line: StatusLine;

  /** Starts the clock. `write` must be synchronous: a running query blocks the thread. */
  constructor(write: (text: string) => void, now?: () => number) {
    this.#line = new StatusLine(write, SLOW_MS, now);
  }

  /** Called often while the query runs. */
  look(): void {
    this.#line.show((seconds) => statusText(this.progress, seconds));
  }

  /** Wipes the line. */
  clear(): void {
    this.#line.clear();
    this.#line.waitAgain();
  }
}

/** Formats the status: `grouping: 45% of 100.0M rows, 4.1 s; Ctrl-C stops it`. */
export function statusText({ step, done, total }: RunProgress, seconds: number): string {
  const what = step === "" ? "running" : WORDS[step] ?? step;
  const far = total === 0 || done > total
    ? ""
    : `: ${Math.floor(100 * done / total)}% of ${rows(total)} rows`;
  return `${what}${far}, ${durationText(Number(seconds.toPrecision(2)))}; Ctrl-C stops it`;
}

/** Formats a row count in decimal millions: `1.2M`. */
function rows(count: number): string {
  return count >= 1e6
    ? `${(count / 1e6).toFixed(1)}M`
    : count >= 1e4
    ? `${Math.round(count / 1000)}k`
    : String(count);
}
