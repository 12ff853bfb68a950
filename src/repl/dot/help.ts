/**
 * `.help .version .quit`.
 * @module
 */

import { complete, hover } from "../../assist/assist.ts";
import { didYouMean } from "../../base/did_you_mean.ts";
import { UsageError } from "../../base/errors.ts";
import type { Conversation } from "../conversation.ts";
import { documentationRuns } from "../documentation.ts";
import { BINDINGS } from "../editing_keys.ts";
import { firstQueries } from "../first_queries.ts";
import { proposals } from "../first_steps.ts";
import type { DotCommand } from "./command.ts";
import { dotCommands, dotFamilies } from "./registry.ts";

const TOPICS = ["keys", "stages", "functions"];
/** Texts whose completion lists everything of a kind. */
const LISTS: Readonly<Record<string, { readonly text: string; readonly kinds: readonly string[] }>> = {
  stages: { text: "traces | ", kinds: ["stage"] },
  functions: { text: "traces | summarize x = ", kinds: ["function", "aggregate"] },
};

/** Help and the way out. */
export const helpCommands: readonly DotCommand[] = [
  {
    name: "help",
    usage: "[keys | stages | functions | .COMMAND | WORD]",
    summary: "this list, or one thing at length",
    complete: () => [...TOPICS, ...dotCommands.map(({ name }) => `.${name}`)],
    run: help,
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
    summary: "leave; Ctrl-D does the same",
    run(conversation) {
      conversation.leave();
      return Promise.resolve();
    },
  },
];

async function help(conversation: Conversation, argument: string): Promise<void> {
  if (argument === "") return await conversation.say(overview(conversation));
  if (argument === "keys") return await conversation.say(keyList(conversation));
  const list = LISTS[argument];
  if (list) return await conversation.say(listOf(conversation, list.text, list.kinds));
  const command = dotCommands.find(({ name }) => `.${name}` === argument);
  if (command) {
    const usage = `.${command.name} ${command.usage}`.trim();
    const details = command.details === undefined ? "" : `\n${command.details}`;
    return await conversation.say(
      `${conversation.theme.paint("strong", usage)}\n${command.summary}${details}`,
    );
  }
  await conversation.say(documentationOf(conversation, argument));
}

function overview({ theme, session, host }: Conversation): string {
  const width = Math.max(...dotCommands.map(({ name }) => name.length)) + 1;
  const lines = [
    "A query is a pipeline: leaks | by file, line | top 10 by bytes",
    "A filter alone asks the main table: thread:3 and size:1K..4K",
    "",
  ];
  const queries = firstQueries(session);
  if (queries.length > 0) lines.push(theme.paint("strong", "Queries for this trace"));
  lines.push(...proposals(queries, theme, host.terminalSize().columns));
  for (const { title, commands } of dotFamilies) {
    lines.push("", theme.paint("strong", title));
    for (const { name, usage, summary } of commands) {
      const head = `  ${theme.paint("keyword", `.${name}`)}${" ".repeat(width - name.length)}`;
      lines.push(`${head}${summary}${usage === "" ? "" : theme.paint("faint", `  ${usage}`)}`);
    }
  }
  lines.push(
    "",
    ".help keys, .help stages, .help functions; .help WORD for a stage, function, table or column",
  );
  lines.push(
    'Lines of the file "replrc" in the configuration folder run first: dot commands and definitions',
  );
  return lines.join("\n");
}

function keyList({ theme }: Conversation): string {
  const spelled = BINDINGS.map(({ chords, summary }) => ({
    keys: chords.slice(0, 2).map(spellChord).join(", "),
    summary,
  }));
  const width = Math.max(...spelled.map(({ keys }) => keys.length));
  return spelled.map(({ keys, summary }) => `  ${theme.paint("keyword", keys.padEnd(width))}  ${summary}`)
    .join("\n");
}

/** `C-x C-e` as keyboards have it: `Ctrl-X Ctrl-E`. */
export function spellChord(chord: string): string {
  return chord.split(" ").map((each) =>
    each.replace(/^C-/, "Ctrl-").replace(/M-/, "Alt-").replace(/^S-/, "Shift-").replace(
      /-([a-z])$/,
      (_, letter: string) => `-${letter.toUpperCase()}`,
    )
  ).join(" ");
}

function listOf({ session, theme }: Conversation, text: string, kinds: readonly string[]): string {
  const { items } = complete(text, text.length, session.catalog, session.environment);
  const shown = items.filter(({ kind }) => kinds.includes(kind)).sort((a, b) => a.label < b.label ? -1 : 1);
  const names = shown.map(({ label, detail }) => detail?.startsWith(label) ? detail : label);
  const width = Math.min(36, Math.max(0, ...names.map((name) => name.length)));
  return shown.map(({ doc }, at) => {
    const name = names[at]!;
    const gap = name.length > width ? "\n" + " ".repeat(width + 2) : " ".repeat(width - name.length);
    return `  ${theme.paint("keyword", name)}${gap}  ${doc?.split("\n")[0] ?? ""}`;
  }).join("\n");
}

/** What assistance says of a word, tried as a stage, a function, a table and a column. */
function documentationOf({ session, theme }: Conversation, word: string): string {
  const { catalog, environment } = session;
  const texts: readonly (readonly [text: string, offset: number])[] = [
    [word, 0],
    [`where ${word} is null`, 6],
    [`traces | ${word}`, 9],
    [`summarize ${word}(seq)`, 10],
    [`where ${word}(seq)`, 6],
  ];
  for (const [text, offset] of texts) {
    const found = hover(text, offset, catalog, environment);
    if (!found || found.doc === "") continue;
    return documentationRuns(found).map((runs) =>
      runs.map(({ text, style }) => theme.paint(style, text)).join("")
    )
      .join("\n");
  }
  const near = didYouMean(word, [
    ...TOPICS,
    ...dotCommands.map(({ name }) => `.${name}`),
    ...catalog.tableNames,
  ]);
  throw new UsageError(`No help on "${word}"${near ? `: did you mean ${near}?` : ""}`);
}
