/**
 * Composes the page about the prompt: its keys, and its commands that begin with a dot.
 * @module
 */

import { dotCommands, dotFamilies } from "../../repl/dot/registry.ts";
import type { DotCommand } from "../../repl/dot/command.ts";
import { spellChord } from "../../repl/dot/help.ts";
import { BINDINGS } from "../../repl/editing_keys.ts";
import type { HelpEntry } from "./entry.ts";
import { exampleList, nameList, section, wrap } from "./layout.ts";

/** The page about the prompt. */
export function promptPage(): string {
  const keys = BINDINGS.map(({ chords, summary }) =>
    [chords.slice(0, 2).map(spellChord).join(", "), summary] as const
  );
  const families = dotFamilies.map(({ title, commands }) =>
    section(title, nameList(commands.map((each) => [usageOf(each), each.summary])))
  );
  return wrap(
    "quarry trace.mtrc on a terminal opens a prompt. A line is a query, or a command that begins with a dot. " +
      "In a pipe it reads lines and writes only results.",
  ) + "\n" + wrap(
    "The grey rest of a line comes from the history: Right or Ctrl-E accepts it, Alt-F accepts one word of it. Tab " +
      "takes a completion, Enter the selected one of a list, Escape closes the list. Below an error is a suggested " +
      "fix: Alt-. or F2 applies it, also on an empty line after a query has failed. Suggested queries, the first " +
      'ones and those after "next:", have numbers: a number and Enter runs one, .next lists them.',
  ) + `\nKeys:\n${nameList(keys)}${families.join("")}`;
}

/** Help on each command of the prompt, with its dot. */
export function dotEntries(): HelpEntry[] {
  return dotCommands.map((command) => ({
    kind: "command at the prompt",
    name: `.${command.name}`,
    usage: usageOf(command),
    summary: command.summary,
    more: () => section("More", exampleList([command.details ?? ""].filter((text) => text !== ""))),
  }));
}

function usageOf({ name, usage }: DotCommand): string {
  return `.${name} ${usage}`.trim();
}
