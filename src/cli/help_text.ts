/**
 * Help as text: examples first, then options.
 * @module
 */

import { HELP_OPTION } from "./args.ts";
import type { Command, CommandOption } from "./command.ts";

const PROGRAM = "quarry";

/** Help of the whole program. */
export function programHelp(commands: readonly Command[]): string {
  const lines = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const);
  return `Quarry opens memory, API and coverage traces and answers questions about them.

Try:
${
    columns([
      [`${PROGRAM} trace.mtrc`, "ask questions at a prompt"],
      [`${PROGRAM} trace.mtrc -e 'leaks | by file, line | top 10 by bytes'`, "ask one and exit"],
      [`${PROGRAM} info trace.mtrc`, "what is in this file?"],
    ])
  }
Commands:
${columns(lines)}
"${PROGRAM} COMMAND --help" tells more. A file name instead of a command opens it; "-" is standard input.
`;
}

/** Help of one command. */
export function commandHelp(command: Command): string {
  const examples = command.examples.map(({ line, summary }) => [`${PROGRAM} ${line}`, summary] as const);
  const options = [...command.options, HELP_OPTION].map((option) =>
    [optionText(option), option.summary] as const
  );
  return `${command.summary}.

${
    examples.length === 0
      ? ""
      : `Examples:\n${columns(examples)}\n`
  }Usage: ${PROGRAM} ${command.name} ${command.usage}
${command.raw ? "" : `\nOptions:\n${columns(options)}`}${command.notes ? `\n${command.notes.trim()}\n` : ""}`;
}

function optionText({ name, short, value, bare, many }: CommandOption): string {
  const shown = value === undefined ? "" : bare === undefined ? ` ${value}` : `[=${value}]`;
  return `${short ? `-${short}, ` : "    "}--${name}${shown}${many ? " ..." : ""}`;
}

/** Two columns; a left side that is far too long gets a line of its own. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const LONGEST = 44;
  const width = Math.max(0, ...rows.map(([left]) => left.length).filter((length) => length <= LONGEST));
  return rows.map(([left, right]) =>
    left.length > LONGEST
      ? `  ${left}\n  ${" ".repeat(width)}  ${right}\n`
      : `  ${left.padEnd(width)}  ${right}`.trimEnd() + "\n"
  ).join("");
}
