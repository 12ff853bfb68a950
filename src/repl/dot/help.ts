/**
 * `.help .clear .version .quit`.
 * @module
 */

import { complete, hover, stagesWithWord } from "../../assist/assist.ts";
import { didYouMean } from "../../base/did_you_mean.ts";
import { UsageError } from "../../base/errors.ts";
import type { Conversation } from "../conversation.ts";
import { documentationRuns } from "../documentation.ts";
import { BINDINGS } from "../editing_keys.ts";
import { firstQueries } from "../first_queries.ts";
import { queryListLines } from "../first_steps.ts";
import { wrapWords } from "../layout.ts";
import { termLines, textColumns } from "../term_lines.ts";
import type { DotCommand } from "./command.ts";

const CLOSING = [
  ".help keys, .help stages, .help functions; .help WORD for a stage, function, table or column",
  'Lines of the file "replrc" in the configuration folder run first: dot commands and definitions',
];
const TOPICS = ["keys", "stages", "functions"];
/** Texts whose completion lists everything of a kind. */
const LISTS: Readonly<Record<string, { readonly text: string; readonly kinds: readonly string[] }>> = {
  stages: { text: "traces | ", kinds: ["stage"] },
  functions: { text: "traces | summarize x = ", kinds: ["function", "aggregate"] },
};

/** Commands for help, and to quit. */
export const helpCommands: readonly DotCommand[] = [
  {
    name: "help",
    usage: "[keys | stages | functions | .COMMAND | WORD]",
    summary: "this list, or help on one topic",
    complete: ({ dotCommands }) => [...TOPICS, ...dotCommands.map(({ name }) => `.${name}`)],
    run: help,
  },
  {
    name: "clear",
    usage: "",
    summary: "clear the screen; Ctrl-L does the same",
    run({ host }) {
      if (!host.stdout.isTerminal || host.env("TERM") === "dumb") {
        throw new UsageError("Cannot clear the screen: this terminal can only print lines");
      }
      host.stdout.writeNow("\x1b[H\x1b[2J");
      return Promise.resolve();
    },
  },
  {
    name: "version",
    usage: "",
    summary: "version of the program",
    run: ({ host }) => host.stdout.write(`quarry ${host.version}\n`),
  },
  {
    name: "quit",
    aliases: ["exit", "q"],
    usage: "",
    summary: "exit; Ctrl-D does the same",
    run(conversation) {
      conversation.leaving = true;
      return Promise.resolve();
    },
  },
];

async function help(conversation: Conversation, argument: string): Promise<void> {
  const text = await helpOn(conversation, argument);
  await conversation.say(text);
}

async function helpOn(conversation: Conversation, argument: string): Promise<string> {
  if (argument === "") return overview(conversation);
  if (argument === "keys") return keyList(conversation);
  const list = LISTS[argument];
  if (list) return listOf(conversation, list.text, list.kinds);
  const command = conversation.dotCommands.find(({ name }) => `.${name}` === argument);
  if (!command) {
    return documentationOf(conversation, argument) ?? await conversation.host.help(argument.split(/\s+/)) ??
      noHelpOn(conversation, argument);
  }
  const usage = `.${command.name} ${command.usage}`.trim();
  const width = textColumns(conversation.host);
  const details = command.details?.split("\n") ?? [];
  const lines = [command.summary, ...details].flatMap((line) =>
    line.length <= width ? [line] : wrapWords(line, width)
  );
  const heading = wrapWords(usage, width).map((line) => conversation.theme.paint("strong", line));
  return [...heading, ...lines].join("\n");
}

function overview({ theme, session, host, dotFamilies, dotCommands }: Conversation): string {
  const width = textColumns(host);
  const wrapped = (text: string): string[] => wrapWords(text, width);
  const lines = [
    ...wrapped("A query is a pipeline: leaks | by file, line | top 10 by bytes"),
    ...wrapped("A filter alone applies to the main table: thread:3 and size:1K..4K"),
    "",
  ];
  const queries = firstQueries(session);
  if (queries.length > 0) lines.push(theme.paint("strong", "Queries for this trace"));
  lines.push(...queryListLines(queries, theme, width));
  const longest = Math.max(...dotCommands.map(({ name }) => name.length));
  for (const { title, commands } of dotFamilies) {
    const terms = commands.map(({ name, usage, summary }) => ({
      term: `.${name}`.padEnd(longest + 1),
      meaning: summary,
      usage,
    }));
    lines.push("", theme.paint("strong", title), ...termLines(terms, theme, width));
  }
  lines.push("");
  for (const sentence of CLOSING) lines.push(...wrapped(sentence));
  return lines.join("\n");
}

function keyList({ theme, host }: Conversation): string {
  const terms = BINDINGS.map(({ chords, summary }) => ({
    term: chords.slice(0, 2).map(spellChord).join(", "),
    meaning: summary,
  }));
  return termLines(terms, theme, textColumns(host)).join("\n");
}

/** Spells a chord as on a keyboard: `Ctrl-X Ctrl-E` for `C-x C-e`. */
export function spellChord(chord: string): string {
  return chord.split(" ").map((each) =>
    each.replace(/^C-/, "Ctrl-").replace(/M-/, "Alt-").replace(/^S-/, "Shift-").replace(
      /-([a-z])$/,
      (_, letter: string) => `-${letter.toUpperCase()}`,
    )
  ).join(" ");
}

function listOf({ session, theme, host }: Conversation, text: string, kinds: readonly string[]): string {
  const { items } = complete(text, text.length, session.catalog, session.environment);
  const shown = items.filter(({ kind }) => kinds.includes(kind)).sort((a, b) => a.label < b.label ? -1 : 1);
  const terms = shown.map(({ label, detail, doc }) => ({
    term: detail?.startsWith(label) ? detail : label,
    meaning: doc?.split("\n")[0] ?? "",
  }));
  return termLines(terms, theme, textColumns(host)).join("\n");
}

/** Documentation of a word, tried as a stage, function, table, column and keyword of a stage. */
function documentationOf({ session, theme, host }: Conversation, word: string): string | null {
  const { catalog, environment } = session;
  const texts: readonly (readonly [text: string, offset: number])[] = [
    [word, 0],
    [`where ${word} is null`, 6],
    [`traces | ${word}`, 9],
    [`summarize ${word}(seq)`, 10],
    [`where ${word}(seq)`, 6],
    ...stagesWithWord(word).map(({ keyword }) => [`traces | ${keyword}`, 9] as const),
  ];
  for (const [text, offset] of texts) {
    const found = hover(text, offset, catalog, environment);
    if (!found || found.doc === "") continue;
    return documentationRuns(found, textColumns(host)).map((runs) =>
      runs.map(({ text, style }) => theme.paint(style, text)).join("")
    )
      .join("\n");
  }
  return null;
}

function noHelpOn({ dotCommands, session }: Conversation, word: string): never {
  const near = didYouMean(word, [
    ...TOPICS,
    ...dotCommands.map(({ name }) => `.${name}`),
    ...session.catalog.tableNames,
  ]);
  throw new UsageError(`No help on "${word}"${near ? `: did you mean ${near}?` : ""}`);
}
