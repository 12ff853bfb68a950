/**
 * One line that says what a long query does, how far it is and how long it has taken. It is wiped when the query ends.
 * @module
 */

import type { RunProgress } from "../engine/session.ts";
import { durationText } from "../render/cell_text.ts";
import { StatusLine } from "../render/status_line.ts";
import { SLOW_MS } from "./settings.ts";

/** Steps of a plan in words; others have their own name. */
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

/** The status line while a query runs. */
export class QueryStatus {
  /** Where the run says how far it is. */
  readonly progress: RunProgress = { step: "", done: 0, total: 0 };
  readonly #line: StatusLine;

  /** Starts the clock. `write` must write at once: while a query runs nothing else does. */
  constructor(write: (text: string) => void, now?: () => number) {
    this.#line = new StatusLine(write, SLOW_MS, now);
  }

  /** Is called often while the query runs. */
  look(): void {
    this.#line.show((seconds) => statusText(this.progress, seconds));
  }

  /** Wipes the line. */
  clear(): void {
    this.#line.clear();
    this.#line.waitAgain();
  }
}

/** `grouping: 45% of 100.0M rows, 4.1 s; Ctrl-C stops it`. */
export function statusText({ step, done, total }: RunProgress, seconds: number): string {
  const what = step === "" ? "running" : WORDS[step] ?? step;
  const far = total === 0 || done > total
    ? ""
    : `: ${Math.floor(100 * done / total)}% of ${rows(total)} rows`;
  return `${what}${far}, ${durationText(Number(seconds.toPrecision(2)))}; Ctrl-C stops it`;
}

/** `1.2M`: millions, not steps of 1024. */
function rows(count: number): string {
  return count >= 1e6
    ? `${(count / 1e6).toFixed(1)}M`
    : count >= 1e4
    ? `${Math.round(count / 1000)}k`
    : String(count);
}
