/**
 * Prints the help of one command: examples first, then options.
 * @module
 */

import { HELP_OPTION } from "./args.ts";
import type { Command, CommandOption } from "./command.ts";
import { nameList } from "./help/layout.ts";

const PROGRAM = "quarry";

/** The help of one command, for a width of 80 columns. */
export function commandHelp(command: Command): string {
  const examples = command.examples.map(({ line, summary }) => [`${PROGRAM} ${line}`, summary] as const);
  const options = [...command.options, HELP_OPTION].map((option) =>
    [optionText(option), option.summary] as const
  );
  return `${command.summary}.

${examples.length === 0 ? "" : `Examples:\n${nameList(examples, { widestName: 44 })}\n`}Usage: ${
    `${PROGRAM} ${command.name} ${command.usage}`.trim()
  }
${command.raw ? "" : `\nOptions:\n${nameList(options)}`}${
    command.notes ? `\n${command.notes.trim()}\n` : ""
  }`;
}

function optionText({ name, short, value, bare, many }: CommandOption): string {
  const shown = value === undefined ? "" : bare === undefined ? ` ${value}` : `[=${value}]`;
  return `${short ? `-${short}, ` : "    "}--${name}${shown}${many ? " ..." : ""}`;
}
