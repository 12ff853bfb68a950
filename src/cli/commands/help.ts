/**
 * `quarry help [COMMAND]`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { commandHelp, programHelp } from "../help_text.ts";

/** Shows help of the program or of a command. */
export const helpCommand: Command = {
  name: "help",
  usage: "[COMMAND]",
  summary: "Show what the program or a command can do",
  options: [],
  examples: [{ line: "help query", summary: "options of the query command" }],
  async run(host, args) {
    // The list of commands has this one in it.
    const { commandNamed, commands } = await import("../registry.ts");
    const name = args.operands[0];
    const command = name === undefined ? undefined : commandNamed(name);
    if (name !== undefined && !command) throw new UsageError(`Unknown command "${name}"`);
    await host.stdout.write(command ? commandHelp(command) : programHelp(commands));
    return EXIT.ok;
  },
};
