/**
 * `quarry version`.
 * @module
 */

import type { Command } from "../command.ts";
import { bundledCommit, formatNames } from "../bundle_facts.ts";
import { fillInVersion } from "../code_cache/quick_answer.ts";
import { versionText } from "../version_text.ts";
import { EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";

/** Shows the version. */
export const versionCommand: Command = {
  ...SUMMARIES.version,
  options: [],
  examples: [{ line: "version", summary: "the version, its commit, the runtime and the formats" }],
  async run(host) {
    await host.stdout.write(fillInVersion(versionText(bundledCommit(), await formatNames())));
    return EXIT.ok;
  },
};
