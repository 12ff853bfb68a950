/**
 * `quarry blobs FILE [-e QUERY] [-o DIR]`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { FORCE_OPTION, LOAD_OPTIONS } from "../load_options.ts";
import { OUTPUT_OPTIONS } from "../output.ts";

/** Lists the memory contents recorded with API calls, and writes them to files. */
export const blobsCommand: Command = {
  ...SUMMARIES.blobs,
  options: [
    {
      name: "eval",
      short: "e",
      value: "QUERY",
      summary: "only the calls that these rows name in their column no",
    },
    { name: "output", short: "o", value: "DIR", summary: "the folder; without it nothing is written" },
    ...OUTPUT_OPTIONS,
    FORCE_OPTION,
    ...LOAD_OPTIONS,
  ],
  examples: [
    { line: "blobs run.trace", summary: "list the blobs" },
    {
      line: "blobs run.trace -e 'calls | where name ~ \"glTex*\" and frame == 12' -o textures",
      summary: "the uploads of a frame",
    },
    {
      line: "blobs run.trace -e 'events | where size > 1M' -o large",
      summary: "uploads of more than 1 MiB",
    },
  ],
  writes: [["-o DIR", "a file for each blob"]],
  notes: `
DIR is created if it does not exist; if it has files, use --force. All files
get their names once the last one is written ("quarry help outputs").

The argument "data" of call 812 becomes DIR/812-data.bin, with the bytes that
the call passed. To see them as numbers, use a typed view:
  quarry query run.trace -e 'calls | where no == 812 | select f32("data")'
`,
  async run(host, args) {
    if (args.operands.length !== 1) {
      throw new UsageError(`Expected one trace file, found ${args.operands.length}: "quarry blobs FILE"`);
    }
    return await (await import("../run_blobs.ts")).runBlobs(host, args);
  },
};
