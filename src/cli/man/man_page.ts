/**
 * Composes the manual page from the lists that help shows.
 * @module
 */

import { EXIT } from "../command.ts";
import { type CommandSpec, optionSpellings } from "../completions/spec.ts";
import { ENVIRONMENT_VARIABLES } from "../environment.ts";
import {
  aggregateEntries,
  formatEntries,
  functionEntries,
  stageEntries,
  toolEntries,
  windowEntries,
} from "../help/entries.ts";
import type { HelpEntry } from "../help/entry.ts";
import { EXIT_WORDS } from "../help/list_pages.ts";
import { pages } from "../help/pages.ts";
import { bold, example, heading, paragraph, roffText, subheading, term } from "./roff.ts";

/** The manual page in the format of `man`, with its date, such as `2024-05-17`. */
export function manPage(
  specs: readonly CommandSpec[],
  { version, date }: { readonly version: string; readonly date: string },
): string {
  return [
    `.TH QUARRY 1 ${date} "quarry ${version}" "User Commands"\n`,
    heading("NAME"),
    `quarry \\- query memory, API and coverage traces\n`,
    heading("SYNOPSIS"),
    specs.map(synopsis).join(".br\n"),
    heading("DESCRIPTION"),
    paragraph(
      "Quarry loads traces into an index in memory and runs queries on them: at a prompt, in " +
        "scripts, and in an editor. A file name instead of a command opens the file: on a terminal with a " +
        "prompt, with -e or -f to run queries, and in a pipe to summarize it. Quarry recognizes formats by " +
        'content. "-" is standard input, and NAME=FILE names a trace. Results go to standard output, ' +
        "everything else to standard error.",
    ),
    heading("COMMANDS"),
    specs.map(commandSection).join(""),
    heading("LANGUAGE"),
    paragraph(
      "A query is a source of rows followed by stages, each after a |; a filter alone applies to the main table. " +
        '"quarry help language" describes the whole language, ' +
        '"quarry help cookbook" has queries for common questions.',
    ),
    subheading("Stages"),
    entries(stageEntries().map((each) => ({ ...each, usage: each.usage.replace(/^… \| /, "") }))),
    subheading("Aggregates"),
    entries(aggregateEntries()),
    subheading("Functions of windows"),
    entries(windowEntries()),
    subheading("Functions"),
    entries(functionEntries()),
    heading("FORMATS"),
    formatEntries().map(({ name, summary }) => term(name, summary)).join(""),
    heading("TOOLS"),
    paragraph('Tools that "quarry as" stands in for:'),
    toolEntries().map(({ name, summary }) => term(name, summary)).join(""),
    heading("EXIT STATUS"),
    Object.entries(EXIT).map(([name, code]) => term(String(code), EXIT_WORDS[name as keyof typeof EXIT]))
      .join(""),
    heading("ENVIRONMENT"),
    ENVIRONMENT_VARIABLES.map(({ name, summary }) => term(name, summary)).join(""),
    heading("FILES"),
    term("~/.config/quarry/replrc", "Lines that run before the first prompt."),
    term("~/.local/state/quarry/history", "What was typed at the prompt; only you can read it."),
    term(".quarry-PID-START-N.new", "Left by a killed process; the next output in that folder removes it."),
    heading("EXAMPLES"),
    specs.flatMap(({ command: { examples } }) => examples.slice(0, 1)).map(({ line, summary }) =>
      paragraph(summary[0]!.toUpperCase() + summary.slice(1) + ":") + example([`quarry ${line}`])
    ).join(""),
    heading("SEE ALSO"),
    paragraph(
      '"quarry help" with the name of a command, stage, function, table, column, format, tool or error code, or of ' +
        `one of these pages: ${pages.map(({ name }) => name).join(", ")}.`,
    ),
  ].join("").replace(/^(\.S[HS] .*\n)\.PP\n/gm, "$1"); // text begins directly below a heading
}

function synopsis({ command: { name, usage, raw, options } }: CommandSpec): string {
  const words = [raw || options.length === 0 ? "" : "[options]", usage].filter((word) => word !== "").join(
    " ",
  );
  return `${bold(`quarry ${name}`)} ${roffText(words)}`.trimEnd() + "\n";
}

function commandSection({ command, options }: CommandSpec): string {
  const { name, usage, summary, notes } = command;
  const terms = options.map(({ option }) => {
    const { value, bare } = option;
    const shown = value === undefined ? "" : bare === undefined ? ` ${value}` : `[=${value}]`;
    return term(`${optionSpellings(option).join(", ")}${shown}`, option.summary);
  });
  return subheading(`${name} ${usage}`.trim()) + paragraph(`${summary}.`) +
    (notes === undefined ? "" : notesText(notes)) + terms.join("");
}

function entries(list: readonly HelpEntry[]): string {
  return list.map(({ usage, summary }) => term(usage, summary)).join("");
}

/** Formats paragraphs, and paragraphs with a heading. */
function notesText(notes: string): string {
  return notes.trim().split(/\n{2,}/).map((block) => {
    const [first = "", ...rest] = block.split("\n");
    return rest[0]?.startsWith("  ") ? term(first, rest.join(" ").trim()) : paragraph(block);
  }).join("");
}
