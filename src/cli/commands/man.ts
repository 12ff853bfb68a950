/**
 * `quarry man`.
 * @module
 */

import project from "../../../deno.json" with { type: "json" };
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";

/** Writes the manual page. */
export const manCommand: Command = {
  ...SUMMARIES.man,
  options: [],
  examples: [
    { line: "man | man -l -", summary: "read it" },
    { line: "man > ~/.local/share/man/man1/quarry.1", summary: "installs the page for man quarry" },
  ],
  async run(host, _, program) {
    const { commands } = await program.all();
    const { completionSpec } = await import("../completions/spec.ts");
    const { manPage } = await import("../man/man_page.ts");
    const date = new Date().toISOString().slice(0, 10);
    const specs = await completionSpec([...commands, manCommand]);
    await host.stdout.write(manPage(specs, { version: project.version, date }));
    return EXIT.ok;
  },
};
