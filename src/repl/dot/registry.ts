/**
 * The list of dot commands, in the order of help.
 * @module
 */

import type { DotCommand, DotFamily } from "./command.ts";
import { fileCommands } from "./files.ts";
import { helpCommands } from "./help.ts";
import { outputCommands } from "./output.ts";
import { resultCommands } from "./results.ts";
import { schemaCommands } from "./schema.ts";
import { scriptCommands } from "./scripts.ts";
import { watchCommands } from "./watch.ts";
import { didYouMean } from "../../base/did_you_mean.ts";

/** All families. */
export const dotFamilies: readonly DotFamily[] = [
  { title: "Help", commands: helpCommands },
  { title: "Files", commands: fileCommands },
  { title: "Tables", commands: schemaCommands },
  { title: "While a trace is written", commands: watchCommands },
  { title: "The last result", commands: resultCommands },
  { title: "Output", commands: outputCommands },
  { title: "Scripts", commands: scriptCommands },
];

/** All commands. */
export const dotCommands: readonly DotCommand[] = dotFamilies.flatMap(({ commands }) => commands);

/** A command by one of its names. */
export function dotCommandNamed(name: string): DotCommand | undefined {
  return dotCommands.find((each) => each.name === name || each.aliases?.includes(name));
}

/** The error message for an unknown command name. */
export function unknownDotCommand(name: string): string {
  const near = didYouMean(name, dotCommands.map((each) => each.name));
  return `Unknown command .${name}: ${near ? `did you mean .${near}?` : ".help lists them"}`;
}
