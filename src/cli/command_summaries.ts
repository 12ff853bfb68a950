/**
 * Name, operands and one-line summary of each command. The rest of a command is loaded on demand
 * (`load_command.ts`), since the first page of help does not need the options of twenty commands.
 * @module
 */

import { SHELLS } from "./completions/shells.ts";

/** How a command is listed in help. */
export interface CommandSummary {
  /** Name as it is typed. */
  readonly name: string;
  /** Operands in help, such as `[NAME=]FILE...`. */
  readonly usage: string;
  /** One line for help. */
  readonly summary: string;
}

/** Summaries of the commands on the first page of help, in its order, then of the others. */
export const SUMMARIES = {
  repl: {
    name: "repl",
    usage: "[NAME=]FILE...",
    summary: "Open a prompt; with -e or -f run those queries and exit",
  },
  query: {
    name: "query",
    usage: "[NAME=]FILE... -e QUERY",
    summary: "Run queries and exit",
  },
  ask: {
    name: "ask",
    usage: "'WORDS' [NAME=]FILE...",
    summary: "Answer a question in plain words, and show its query",
  },
  info: {
    name: "info",
    usage: "[NAME=]FILE...",
    summary: "Summarize a trace: header, tags, counts, totals, problems",
  },
  record: {
    name: "record",
    usage: "[--] PROGRAM [ARGS...]",
    summary: "Run a program, record a trace of it, and show what leaks",
  },
  as: {
    name: "as",
    usage: "TOOL [its options] FILE",
    summary: "Emulate an original tool, byte for byte",
  },
  check: {
    name: "check",
    usage: "FILE.qry...",
    summary: "Parse and type-check scripts",
  },
  fmt: {
    name: "fmt",
    usage: "FILE.qry...",
    summary: "Format scripts",
  },
  compare: {
    name: "compare",
    usage: "BASE NEW [--fail-if RULE]... [-o summary.md]",
    summary: "Compare two runs, as Markdown, and fail on a rule",
  },
  watch: {
    name: "watch",
    usage: "[NAME=]FILE... --fail-if QUERY",
    summary: "Query traces while they are written, and fail as soon as a query has rows",
  },
  export: {
    name: "export",
    usage: "[NAME=]FILE... --to FORMAT -o OUT",
    summary: "Write tables, profiles and timelines for other tools",
  },
  sql: {
    name: "sql",
    usage: "QUERY [[NAME=]FILE...]",
    summary: "Print a query as SQL for an engine over a dataset",
  },
  report: {
    name: "report",
    usage: "[--compare] [NAME=]FILE... -o report.html",
    summary: "Write one page with charts and tables about traces",
  },
  serve: {
    name: "serve",
    usage: "[NAME=]FILE...",
    summary: "Open the workbench in a browser: queries, tables, charts",
  },
  blobs: {
    name: "blobs",
    usage: "FILE [-e QUERY] [-o DIR]",
    summary: "Write the memory that API calls carry to files",
  },
  lsp: {
    name: "lsp",
    usage: "[--trace [NAME=]FILE]...",
    summary: "Language server on standard input and output",
  },
  mcp: {
    name: "mcp",
    usage: "[[NAME=]FILE...] [--allow DIR]...",
    summary: "Server for assistants (Model Context Protocol) on standard input and output",
  },
  completions: {
    name: "completions",
    usage: SHELLS.join("|"),
    summary: "Write completions for a shell, including queries after -e",
  },
  help: {
    name: "help",
    usage: "[NAME]",
    summary: "Show help on a command, stage, function, table, error code ...",
  },
  version: {
    name: "version",
    usage: "",
    summary: "Show the version",
  },
  index: {
    name: "index",
    usage: "FILE...",
    summary: "Save indexes of traces, so that they open at once",
  },
  cache: {
    name: "cache",
    usage: "[clear]",
    summary: "List saved indexes of traces, or remove them",
  },
  licenses: {
    name: "licenses",
    usage: "[NAME]",
    summary: "Show what is inside the program, under which licenses",
  },
  man: {
    name: "man",
    usage: "",
    summary: "Write the manual page",
  },
  suppress: {
    name: "suppress",
    usage: "FILE [N|FILTER]",
    summary: "List leaks, or write suppressions for selected ones",
  },
  symbols: {
    name: "symbols",
    usage: "FILE",
    summary: "Show which modules have function names, and what is missing",
  },
  pipe: {
    name: "pipe",
    usage: "",
    summary: "Answer another program on standard input and output, with Arrow",
  },
  server: {
    name: "server",
    usage: "start|stop|status",
    summary: "Keep traces open between commands: queries answer at once",
  },
  complete: {
    name: "complete",
    usage: "LINE",
    summary: "Complete the query at the end of a command line, for completion scripts",
  },
} as const satisfies Readonly<Record<string, CommandSummary>>;

/** Names of commands. */
export type CommandName = keyof typeof SUMMARIES;

/** Commands for setup and scripts, which the first page of help leaves out. */
const HELPERS: readonly CommandName[] = [
  "index",
  "cache",
  "suppress",
  "symbols",
  "licenses",
  "man",
  "pipe",
  "server",
  "complete",
];

/** The summary of a command. */
type KnownSummary = typeof SUMMARIES[CommandName];

const isHelper = ({ name }: KnownSummary): boolean => HELPERS.includes(name);

/** Summaries of the commands on the first page of help. */
export const summaries: readonly KnownSummary[] = Object.values(SUMMARIES).filter((head) => !isHelper(head));

/** Summaries of the other commands. */
export const otherSummaries: readonly KnownSummary[] = Object.values(SUMMARIES).filter(isHelper);

/** Whether a word is the name of a command. */
export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(SUMMARIES, word);
}
