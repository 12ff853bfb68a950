/**
 * `quarry report [NAME=]FILE... -o report.html`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { FORCE_OPTION } from "../force_option.ts";
import { LOAD_OPTIONS } from "../load_options.ts";

/** Writes a page about traces. */
export const reportCommand: Command = {
  name: "report",
  usage: "[NAME=]FILE... -o report.html",
  summary: "Write one page with charts and tables about traces",
  options: [
    { name: "output", short: "o", value: "OUT", summary: "the page; - is standard output, as in a pipe" },
    FORCE_OPTION,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "report trace.mtrc -o report.html", summary: "what is in a trace, for a browser" },
    { line: "report before=run1.mtrc after=run2.mtrc -o report.html", summary: "a section for each" },
  ],
  writes: [["-o OUT", "a page, HTML"]],
  notes: `
The page is one file: it loads nothing, works without scripts, in light and
dark, on small screens and on paper. Under every chart and table stands the
query that it comes from, to be typed at the prompt.

OUT gets its name when it is whole. A page of that name is replaced, a file of
another kind with --force only ("quarry help outputs").
`,
  async run(host, args) {
    if (args.operands.length === 0) {
      throw new UsageError(
        'Cannot report on anything without a trace file: "quarry report FILE -o report.html"',
      );
    }
    const { runReport } = await import("../report_run.ts");
    return await runReport(host, args);
  },
};
