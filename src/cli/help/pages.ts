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
  listPage("stages", "The steps of a pipeline"),
  listPage("sources", "Sources of rows besides tables"),
  listPage("points", "The points after @"),
  listPage("operators", "Operators that combine values"),
  listPage("functions", "Functions of single values"),
  listPage("aggregates", "Functions that turn many rows into one value"),
  listPage("windows", "Functions of ordered rows, for the stage window"),
  listPage("tables", "Tables, and the traces that have them"),
  listPage("formats", "Formats that Quarry reads"),
  listPage("modes", "Ways to show a result"),
  listPage("exports", "Formats that quarry export writes"),
  listPage("tools", "Original tools that Quarry stands in for"),
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
  listPage("exit", "Exit codes"),
  listPage("errors", "Codes of errors in queries, and exit codes"),
];

type ListName = keyof typeof import("./list_pages.ts").listPages;

function listPage(name: ListName, summary: string): HelpPage {
  return { name, summary, write: async () => (await import("./list_pages.ts")).listPages[name](summary) };
}
