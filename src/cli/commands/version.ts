/**
 * `quarry version`.
 * @module
 */

import project from "../../../deno.json" with { type: "json" };
import type { Command } from "../command.ts";
import { commitOfBundle, formatNames } from "../bundle_facts.ts";
import { EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";

/** Shows the version. */
export const versionCommand: Command = {
  ...SUMMARIES.version,
  options: [],
  examples: [{ line: "version", summary: "the version, its commit, the runtime and the formats" }],
  async run(host) {
    await host.stdout.write(`quarry ${project.version}
commit ${commitOfBundle() ?? "unknown: runs from sources"}
deno ${Deno.version.deno} (${Deno.build.target})
formats ${await formatNames()}
`);
    return EXIT.ok;
  },
};
