/**
 * The command line as data: what may be typed at each position. Completion scripts and the manual page are
 * generated from it.
 * @module
 */

import { standIns } from "../../compat/registry.ts";
import { formats } from "../../formats/registry.ts";
import { renderers } from "../../render/registry.ts";
import { FORMAT_OPTION, VERDICT_FORMATS } from "../verdict_formats.ts";
import { HELP_OPTION } from "../args.ts";
import type { Command, CommandOption } from "../command.ts";
import { allEntries } from "../help/entries.ts";
import { pages } from "../help/pages.ts";
import { SHELLS } from "./shells.ts";

/** A word with its explanation. */
export interface CompletionWord {
  /** The word as it is typed. */
  readonly word: string;
  /** One line of help. */
  readonly summary: string;
}

/** What may be typed at a position of the command line. */
export type CompletionPlace =
  | { readonly kind: "words"; readonly words: readonly CompletionWord[] }
  | { readonly kind: "files" | "folders" | "query" | "other" };

/** An option and its value. */
export interface OptionSpec {
  readonly option: CommandOption;
  /** Absent for options without a value. */
  readonly value?: CompletionPlace;
}

/** A command, with what may be typed at each position of its command line. */
export interface CommandSpec {
  readonly command: Command;
  readonly options: readonly OptionSpec[];
  readonly operands: CompletionPlace;
}

/** Describes every command. */
export async function completionSpec(commands: readonly Command[]): Promise<CommandSpec[]> {
  const entries = await allEntries();
  return commands.map((command) => ({
    command,
    options: command.raw ? [] : [...command.options, HELP_OPTION].map(optionSpec),
    operands: operandsOf(command, commands, entries),
  }));
}

function optionSpec(option: CommandOption): OptionSpec {
  return option.value === undefined ? { option } : { option, value: valuePlace(option) };
}

function valuePlace(option: CommandOption): CompletionPlace {
  const { name, value = "", choices } = option;
  if (name === "mode") return words(renderers.map(({ name, summary }) => ({ word: name, summary })));
  if (name === "format") {
    const all = option === FORMAT_OPTION ? [...VERDICT_FORMATS, ...formats] : formats;
    return words(all.map(({ name, summary }) => ({ word: name, summary })));
  }
  if (choices) return words(choices.map((word) => ({ word, summary: "" })));
  // Call the program, because the answer depends on the line being typed.
  if (value === "QUERY" || name === "set") return { kind: "query" };
  if (/\bFILE\b/.test(value)) return { kind: "files" };
  return { kind: value === "DIR" ? "folders" : "other" };
}

function operandsOf(
  { name, usage }: Command,
  commands: readonly Command[],
  entries: readonly { readonly name: string; readonly summary: string }[],
): CompletionPlace {
  const meant = (things: readonly { readonly name: string; readonly summary: string }[]): CompletionPlace =>
    words(things.map(({ name, summary }) => ({ word: name, summary })));
  if (name === "as") return meant(standIns);
  if (name === "help") return meant([...pages, ...commands, ...entries]);
  if (name === "completions") return words(SHELLS.map((word) => ({ word, summary: "" })));
  return { kind: /FILE|PROGRAM/.test(usage) ? "files" : "other" };
}

/** Returns the distinct words, without those that a shell would have to quote. */
function words(found: readonly CompletionWord[]): CompletionPlace {
  const seen = new Map<string, CompletionWord>();
  for (const each of found) {
    if (/^[\w.@-]+$/.test(each.word) && !seen.has(each.word)) seen.set(each.word, each);
  }
  return { kind: "words", words: [...seen.values()] };
}

/** Quotes a word for bash and zsh. */
export function quoteForPosixShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns the spellings of an option. */
export function optionSpellings({ name, short }: CommandOption): string[] {
  return [...(short === undefined ? [] : [`-${short}`]), `--${name}`];
}
