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
    { name: "sources", value: "DIR", summary: "take in the source files below DIR, line by line" },
    FORCE_OPTION,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "report trace.mtrc -o report.html", summary: "an overview of a trace, for a browser" },
    { line: "report before=run1.mtrc after=run2.mtrc -o report.html", summary: "a section for each" },
  ],
  writes: [["-o OUT", "a page, HTML"]],
  notes: `
The page is one file. It loads nothing else, works without JavaScript, in light
and dark mode, on small screens and on paper. Every chart and table shows its
query, which you can run at the prompt.

OUT replaces an older page once the new one is complete; a file of another kind
needs --force ("quarry help outputs").
`,
  async run(host, args) {
    if (args.operands.length === 0) {
      throw new UsageError(
        'Cannot write a report without a trace: "quarry report FILE -o report.html"',
      );
    }
    const { runReport } = await import("../report_run.ts");
    return await runReport(host, args);
  },
};
