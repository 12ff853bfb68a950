/**
 * `quarry watch [NAME=]FILE... --fail-if QUERY`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { POLL_OPTIONS } from "../follow/follow_options.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS } from "../load_options.ts";

/** Queries traces while they are being written; fails as soon as the query returns rows. */
export const watchCommand: Command = {
  ...SUMMARIES.watch,
  options: [
    { name: "fail-if", value: "QUERY", many: true, summary: "exit code 1 as soon as this has rows" },
    ...POLL_OPTIONS,
    ...LOAD_OPTIONS,
  ],
  examples: [
    {
      line: "watch app.mtrc --fail-if 'live @ end | summarize b = sum(size) | where b > 2G'",
      summary: "a program that uses too much memory",
    },
    {
      line: "watch app.mtrc --fail-if 'leaks | where line > 0 | by func | where count > 1000' --for 8h",
      summary: "a soak run that must not leak",
    },
  ],
  notes: `A query runs again whenever the trace has grown. When the traced program has
ended, or after --for, the exit code is 0. While the program runs, leaks are the
blocks that are live at that moment.`,
  needs: 'Cannot watch without a trace: "quarry watch FILE --fail-if QUERY"',
  async run(host, args) {
    const rules = args.values("fail-if");
    if (rules.length === 0) throw new UsageError("Cannot watch without a rule: use --fail-if QUERY");
    const { runFollow } = await import("../follow/run_follow.ts");
    const scripts = rules.map((rule) => ({ text: `assert ${rule}` }));
    return await runFollow(host, { ...args, has: (name) => name === "follow" || args.has(name) }, scripts, {
      shows: false,
    });
  },
};
