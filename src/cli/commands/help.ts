/**
 * `quarry help [NAME]`.
 * @module
 */

import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { pageNames } from "../bundle_facts.ts";
import { SUMMARIES, summaries } from "../command_summaries.ts";

/** Shows help about the program, a command, or anything that has a name. */
export const helpCommand: Command = {
  ...SUMMARIES.help,
  options: [],
  examples: [
    { line: "help language", summary: "the query language on one page" },
    { line: "help cookbook", summary: "queries for common questions" },
    { line: "help timeline", summary: "a stage; or a function, table, column, format" },
    { line: "help Q203", summary: "an error code" },
    { line: "help query", summary: "a command" },
  ],
  async run(host, args, program) {
    if (args.operands.length === 0) {
      const { programPage } = await import("../help/program_page.ts");
      await host.stdout.write(programPage(summaries, await pageNames()));
      return EXIT.ok;
    }
    const { helpOn } = await import("../help/find_help.ts");
    const { commands, helperCommands } = await program.all();
    await host.stdout.write(await helpOn(args.operands, [...commands, ...helperCommands]));
    return EXIT.ok;
  },
};
