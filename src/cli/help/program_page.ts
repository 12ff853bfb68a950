/**
 * The first page: fits on a small terminal, begins with what to type.
 * @module
 */

import type { Command } from "../command.ts";
import type { HelpPage } from "./entry.ts";
import { nameList, wrap } from "./layout.ts";

/** Help of the whole program, on 80 columns and 24 lines. */
export function programPage(commands: readonly Command[], pages: readonly HelpPage[]): string {
  const examples: readonly (readonly [string, string])[] = [
    ["quarry trace.mtrc", "ask questions at a prompt"],
    ["quarry info trace.mtrc", "what is in this file?"],
    ["quarry help cookbook", "queries for the usual questions"],
  ];
  const topics = pages.map(({ name }) => name).join(" ");
  return `Quarry answers questions about memory, API and coverage traces. Try:
${nameList(examples)}  quarry trace.mtrc -e 'leaks | by file, line | top 10 by bytes'

Commands:
${nameList(commands.map(({ name, summary }) => [name, summary] as const))}
${
    wrap(
      `More: "quarry COMMAND --help", "quarry help NAME" for a stage, function, table, column, error code ... and \
these pages: ${topics}`,
    )
  }`;
}
