/**
 * `quarry completions SHELL`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { SHELLS } from "../completions/shells.ts";

/** Writes the completion script of a shell. */
export const completionsCommand: Command = {
  ...SUMMARIES.completions,
  options: [],
  examples: [
    { line: "completions bash", summary: 'in ~/.bashrc: eval "$(quarry completions bash)"' },
    { line: "completions zsh", summary: 'in ~/.zshrc, after compinit: eval "$(quarry completions zsh)"' },
    { line: "completions fish", summary: "in config.fish: quarry completions fish | source" },
  ],
  notes: `The shell completes commands, options and their values. Inside -e '...' it
completes the query language: tables, columns and functions, and values when the
trace on the line is small. The program must be called "quarry" in the shell:
for deno run, use an alias or deno install. "quarry man" writes the manual page.`,
  async run(host, args, program) {
    const [shell, more] = args.operands;
    const name = SHELLS.find((each) => each === shell);
    if (name === undefined || more !== undefined) {
      throw new UsageError(`Name one shell: "quarry completions ${SHELLS.join("|")}"`);
    }
    const { completionScript } = await import("../completions/script.ts");
    const { commands, helperCommands } = await program.all();
    const man = helperCommands.filter((each) => each.name === SUMMARIES.man.name);
    await host.stdout.write(await completionScript(name, [...commands, ...man]));
    return EXIT.ok;
  },
};
