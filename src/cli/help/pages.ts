/**
 * Lists the pages, in the order of help.
 * @module
 */

import { formats } from "../../formats/registry.ts";
import type { HelpPage } from "./entry.ts";

/** All pages of help. */
export const pages: readonly HelpPage[] = [
  {
    name: "language",
    summary: "The query language on one page",
    write: async () => (await import("./language_page.ts")).languagePage(),
  },
  {
    name: "cookbook",
    summary: "Queries for common questions",
    write: async () => (await import("./cookbook.ts")).cookbookIndex(),
  },
  {
    name: "recording",
    summary: "Which tracer records what, and how",
    write: async () => (await import("./recording_page.ts")).recordingPage(),
  },
  ...formats.flatMap(({ page }) => page ?? []).map(({ name, summary }) => ({
    name,
    summary,
    write: async () => (await import("./format_page.ts")).formatPage(name),
  })),
  {
    name: "prompt",
    summary: "Keys and commands of the prompt",
    write: async () => (await import("./prompt_page.ts")).promptPage(),
  },
  list("stages", "The steps of a pipeline"),
  list("sources", "Sources of rows besides tables"),
  list("points", "The points after @"),
  list("operators", "Operators that combine values"),
  list("functions", "Functions of single values"),
  list("aggregates", "Functions that turn many rows into one value"),
  list("windows", "Functions of ordered rows, for the stage window"),
  list("tables", "Tables, and the traces that have them"),
  list("formats", "Formats that Quarry reads"),
  list("modes", "Ways to show a result"),
  list("exports", "Formats that quarry export writes"),
  list("tools", "Original tools that Quarry stands in for"),
  {
    name: "problems",
    summary: "What can be wrong with a file, by code",
    write: async () =>
      (await import("./problem_codes.ts")).problemsPage("What can be wrong with a file, by code"),
  },
  {
    name: "outputs",
    summary: "Which files Quarry writes, and what it may replace",
    write: async (commands) =>
      (await import("./outputs_page.ts")).outputsPage(
        "Which files Quarry writes, and what it may replace",
        commands,
      ),
  },
  {
    name: "limits",
    summary: "Sizes and counts, what happens beyond them, what to do",
    write: async () => (await import("./limits_page.ts")).limitsPage(),
  },
  list("exit", "Exit codes"),
  list("errors", "Codes of errors in queries, and exit codes"),
];

type ListName = keyof typeof import("./list_pages.ts").listPages;

function list(name: ListName, summary: string): HelpPage {
  return { name, summary, write: async () => (await import("./list_pages.ts")).listPages[name](summary) };
}
