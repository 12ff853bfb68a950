/**
 * Finds everything that help knows about a word.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { UsageError } from "../../base/errors.ts";
import { FOREIGN_STAGES, stagesWithWord } from "../../query/stages/registry.ts";
import { FOREIGN_WORDS } from "../../query/syntax/loose_text.ts";
import type { Command } from "../command.ts";
import { commandHelp } from "../help_text.ts";
import { allEntries } from "./entries.ts";
import type { HelpEntry } from "./entry.ts";
import { exampleList, section, wrap } from "./layout.ts";
import { pages } from "./pages.ts";

const BETWEEN = "\n" + "-".repeat(40) + "\n\n";

/** Returns help on words: pages, commands, and all entries with those names. Throws `UsageError`. */
export async function helpOn(words: readonly string[], commands: readonly Command[]): Promise<string> {
  const [first = "", ...rest] = words;
  if (first.toLowerCase() === "cookbook" && rest.length > 0) {
    const { cookbookSection } = await import("./cookbook.ts");
    const text = cookbookSection(rest.join(" "));
    if (text !== "") return text;
    throw new UsageError(
      `The cookbook has no question about "${rest.join(" ")}": "quarry help cookbook" lists the kinds`,
    );
  }
  const found: string[] = [];
  for (const word of new Set(words)) found.push(...await helpOnWord(word, commands));
  return found.join(BETWEEN);
}

async function helpOnWord(word: string, commands: readonly Command[]): Promise<string[]> {
  const found: string[] = [];
  const wanted = word.toLowerCase();
  const isWanted = ({ name }: { readonly name: string }): boolean => name.toLowerCase() === wanted;
  const page = pages.find(isWanted);
  if (page) found.push(await page.write(commands));
  for (const command of commands.filter(isWanted)) found.push(commandHelp(command).replace(/ +$/gm, ""));
  const entries = word.startsWith(".") ? (await import("./prompt_page.ts")).dotEntries() : await allEntries();
  // One entry may cover several names: small medium large xlarge.
  const spells = ({ kind, usage }: HelpEntry): boolean =>
    kind === "literal" && usage.split(" ").includes(wanted);
  for (const entry of entries) if (isWanted(entry) || spells(entry)) found.push(entryPage(entry));
  found.push(...elsewhere(wanted, entries));
  if (found.length > 0) return found;
  found.push(...withinStages(wanted, entries));
  if (found.length > 0) return found;
  const { recipesAbout } = await import("./cookbook.ts");
  const recipes = recipesAbout(word);
  if (recipes !== "") return [`In the cookbook:\n${recipes}`];
  const names = [...pages, ...commands, ...entries].map(({ name }) => name);
  const near = didYouMean(word, new Set(names));
  throw new UsageError(
    `No help on "${word}": ${
      near === undefined ? `pages are ${pages.map(({ name }) => name).join(", ")}` : `did you mean "${near}"?`
    }`,
  );
}

/** An entry as a page. */
export function entryPage({ kind, usage, summary, examples, more }: HelpEntry): string {
  // Names of formats and tools keep their capitalisation.
  const isName = kind === "format" || kind === "stand-in";
  const first = isName ? summary[0]! : summary[0]!.toUpperCase();
  const sentence = `${first}${summary.slice(1)}${summary.endsWith(".") ? "" : "."}`;
  const shown = section("Examples", exampleList(examples ?? []));
  // For errors, the advice comes before the example.
  const isError = /^(?:error|warning|failure) /.test(kind);
  const rest = isError ? `${more?.() ?? ""}${shown}` : `${shown}${more?.() ?? ""}`;
  return `${usage}   (${kind})\n\n${`${wrap(sentence)}${rest}`.trimEnd()}\n`;
}

/** Returns the names of stages whose syntax contains a word, such as `pivot` and `per`. */
function withinStages(word: string, entries: readonly HelpEntry[]): string[] {
  const keywords = new Set(stagesWithWord(word).map(({ keyword }) => keyword));
  return entries
    .filter(({ kind, name }) => kind === "stage" && keywords.has(name))
    .map((entry) => `"${word}" is a word of the stage "${entry.name}".\n\n${entryPage(entry)}`);
}

/** Returns the entries for whatever other query languages call by this word. */
function elsewhere(word: string, entries: readonly HelpEntry[]): string[] {
  const stage = FOREIGN_STAGES.get(word)?.stage;
  const entry = stage && entries.find(({ kind, name }) => kind === "stage" && name === stage.keyword);
  if (entry) {
    return [
      `"${word}" is a stage of other languages; in Quarry it is "${entry.name}".\n\n${entryPage(entry)}`,
    ];
  }
  const hint = FOREIGN_WORDS.get(word);
  return hint === undefined ? [] : [`There is no "${word}" here: ${hint}\n`];
}
