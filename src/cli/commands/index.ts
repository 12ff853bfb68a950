/**
 * `quarry index FILE...`.
 * @module
 */

import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { LOAD_OPTIONS, MEMORY_OPTION } from "../load_options.ts";

const READ_OPTIONS = new Set(["format", "file-order", "index"]);

/** Saves indexes of traces ahead of time. */
export const indexCommand: Command = {
  ...SUMMARIES.index,
  options: [...LOAD_OPTIONS.filter(({ name }) => READ_OPTIONS.has(name)), MEMORY_OPTION],
  examples: [
    { line: "index trace.mtrc", summary: "where it was saved, and its size" },
    { line: "index --index /srv/indexes *.mtrc", summary: "for other users, who pass the same --index" },
  ],
  notes: `An index belongs to one version of a file: when the file changes, the index is
built again. If reading a trace takes longer than a second, or a tenth of a
second with --index DIR, every command saves its index, as long as all indexes
together take less than a tenth of the free disk; this command may use all free
space. Arguments of calls are read from the trace on demand, even with an index.`,
  needs: 'Cannot save an index without a trace: "quarry index FILE..."',
  run: async (host, args) => await (await import("../run_index.ts")).runIndex(host, args),
};
