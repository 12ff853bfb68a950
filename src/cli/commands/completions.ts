/**
 * `quarry completions SHELL`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { SHELLS } from "../completions/shells.ts";
import { manCommand } from "./man.ts";

/** Writes the completion script of a shell. */
export const completionsCommand: Command = {
  name: "completions",
  usage: SHELLS.join("|"),
  summary: "Write completions for a shell, including queries after -e",
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
  async run(host, args, { commands }) {
    const [shell, more] = args.operands;
    const name = SHELLS.find((each) => each === shell);
    if (name === undefined || more !== undefined) {
      throw new UsageError(`Name one shell: "quarry completions ${SHELLS.join("|")}"`);
    }
    const { completionScript } = await import("../completions/script.ts");
    await host.stdout.write(completionScript(name, [...commands, manCommand]));
    return EXIT.ok;
  },
};
