/**
 * `quarry version`.
 * @module
 */

import project from "../../../deno.json" with { type: "json" };
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";

/** Shows the version. */
export const versionCommand: Command = {
  name: "version",
  usage: "",
  summary: "Show the version",
  options: [],
  examples: [],
  async run(host) {
    await host.stdout.write(`quarry ${project.version}\n`);
    return EXIT.ok;
  },
};
