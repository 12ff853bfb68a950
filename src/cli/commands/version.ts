/**
 * `quarry version`.
 * @module
 */

import project from "../../../deno.json" with { type: "json" };
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { HEADS } from "../heads.ts";

/** Shows the version. */
export const versionCommand: Command = {
  ...HEADS.version,
  options: [],
  examples: [{ line: "version", summary: "of the program and of Deno, and the formats it reads" }],
  async run(host) {
    const { formats } = await import("../../formats/registry.ts");
    await host.stdout.write(`quarry ${project.version}
deno ${Deno.version.deno} (${Deno.build.target})
formats ${formats.map(({ name }) => name).join(" ")}
`);
    return EXIT.ok;
  },
};
