/**
 * `quarry report [NAME=]FILE... -o report.html`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { FORCE_OPTION, LOAD_OPTIONS } from "../load_options.ts";
import { SUPPRESSIONS_OPTION } from "../suppressions_option.ts";
import { SOURCE_NAME_OPTIONS } from "../source_names.ts";

/** Writes an HTML report about traces. */
export const reportCommand: Command = {
  ...SUMMARIES.report,
  options: [
    { name: "output", short: "o", value: "OUT", summary: "the page; - is standard output, as in a pipe" },
    { name: "live", summary: "a page that runs queries without a server: traces and workbench in one file" },
    { name: "compare", summary: "what changed from the first of two traces to the second" },
    { name: "sources", value: "DIR", summary: "include the source files below DIR, line by line" },
    ...SOURCE_NAME_OPTIONS,
    SUPPRESSIONS_OPTION,
    FORCE_OPTION,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "report trace.mtrc -o report.html", summary: "an overview of a trace, for a browser" },
    { line: "report before=run1.mtrc after=run2.mtrc -o report.html", summary: "a section for each" },
    {
      line: "report --compare before=run1.mtrc after=run2.mtrc -o changes.html",
      summary: "what grew, shrank, appeared and disappeared",
    },
    {
      line: "report --live trace.mtrc -o trace.html",
      summary: "for a colleague who has a browser and nothing else",
    },
    {
      line: "report runs/*.trace --sources src -o coverage.html",
      summary: "coverage of several runs, merged",
    },
  ],
  writes: [["-o OUT", "a page, HTML"]],
  notes: `
The page is one file. It loads nothing else, works without JavaScript, in light
and dark mode, on small screens and on paper. Every chart and table shows its
query, which you can run at the prompt. Flame graphs can be zoomed, searched and
inverted, tables sorted and filtered.

For several coverage traces, a section shows all of them together. --compare
takes two traces that have something in common: blocks, a profile, calls or
coverage. --sources includes the text of source files that the trace names, as
far as it fits; the page says what is left out.

--live puts traces (or their saved indexes, if those are smaller) and the
workbench into one page, at most 256 MiB of compressed data. You can open the
page as a file, without a server; it sends nothing. Everybody who has the page
has the traces.

OUT replaces an older page once the new one is complete; a file of another kind
needs --force ("quarry help outputs").
`,
  needs: 'Cannot write a report without a trace: "quarry report FILE -o report.html"',
  async run(host, args) {
    if (args.has("live")) return await (await import("../live/run_live.ts")).runLive(host, args);
    if (args.has("compare") && args.operands.length !== 2) {
      throw new UsageError(
        `Expected two traces to compare, found ${args.operands.length}: "quarry report --compare BEFORE AFTER"`,
      );
    }
    return await (await import("../report_run.ts")).runReport(host, args);
  },
};
