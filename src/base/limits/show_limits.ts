/**
 * Limits of the prompt, of editors, and of what is shown.
 * @module
 */

import type { Limit } from "./limit.ts";

/** Limits on what is shown and stored. */
export const SHOW_LIMITS = {
  pagerRows: {
    what: "rows in the pager",
    most: 10_000,
    beyond: "the others are counted",
    cure: "write them to a file: .once FILE, or > FILE",
  },
  framedRows: {
    what: "rows of all traces in one frame, with --each",
    most: 100_000,
    beyond: "the run ends with an error",
    cure: "-m tsv, csv or ndjson shows rows as they come",
  },
  bytesShown: {
    what: "bytes of a value that boxes show",
    most: 16,
    beyond: "the length is shown",
    cure: "use json, csv or tsv",
  },
  shortenedName: {
    what: "characters of a function's name that is shortened",
    most: 16_384,
    beyond: "the whole name is shown",
    cure: "nothing: the name stays complete",
  },
  nameBrackets: {
    what: "nested brackets, or words, in a function's name that is shortened",
    most: 200,
    beyond: "the whole name is shown",
    cure: "nothing: the name stays complete",
  },
  recursionFrames: {
    what: "functions in a cycle of calls that is shown only once",
    most: 8,
    beyond: "each repetition is shown",
    cure: "through NAME, and callers of NAME, look at one function",
  },
  tags: {
    what: "tags that quarry info shows",
    most: 40,
    beyond: "the others are counted",
    cure: "query the table tags",
  },
  problems: {
    what: "problems that quarry info shows",
    most: 10,
    beyond: "the others are counted",
    cure: "query the table problems",
  },
  bars: {
    what: "bars of .plot",
    most: 60,
    beyond: "the others are counted",
    cure: "top N keeps the largest",
  },
  plottedRows: {
    what: "rows of .plot and .spark",
    most: 1_000_000,
    beyond: "the others are left out",
    cure: "group or slice them first",
    untried: "counted like the bars, from a million rows on",
  },
  reportCallPaths: {
    what: "call paths of a flame graph in a report",
    most: 5000,
    beyond: "the smallest are merged into their callers and counted",
    cure: "quarry serve, or quarry export --to speedscope",
  },
  reportSource: {
    what: "of source in a report",
    most: 1 << 20,
    unit: "bytes",
    beyond: "files, and lines far from the relevant ones, are left out and counted",
    cure: "quarry serve --sources DIR",
  },
  notebookRows: {
    what: "rows of a result in a notebook",
    most: 100,
    beyond: "the others are counted",
    cure: "query fewer, or write them with toText",
  },
  verdictRows: {
    what: "rows that the verdict of a failed assertion has in the library",
    most: 100,
    beyond: "the others are left out",
    cure: "run the query of the assertion",
  },
  datasetValues: {
    what: "values of a column of a dataset that the prompt completes",
    most: 10_000,
    beyond: "none of the column are completed",
    cure: "by COLUMN | top 20 by count shows the most frequent",
  },
  history: {
    what: "entries of the history",
    most: 5000,
    beyond: "the oldest are dropped",
  },
  historyFile: {
    what: "in the file of the history",
    most: 1 << 20,
    unit: "bytes",
    beyond: "it is cut to the newer half of its entries when the prompt starts",
  },
  undo: {
    what: "steps that Ctrl-_ can undo",
    most: 500,
    beyond: "the oldest are dropped",
  },
  cuts: {
    what: "cut texts that Alt-Y brings back",
    most: 60,
    beyond: "the oldest are dropped",
  },
  liveText: {
    what: "characters of an entry that is coloured and checked while it is typed",
    most: 20_000,
    beyond: "it stays plain until Enter",
    cure: "put it into a file and .read it",
  },
  suggestions: {
    what: "suggestions in a list",
    most: 200,
    beyond: "the list says that there are more",
    cure: "type another letter",
  },
  suggestedValues: {
    what: "values among them",
    most: 100,
    beyond: "the list says that there are more",
    cure: "type another letter",
  },
  countedValues: {
    what: "distinct values of a column that are counted for suggestions",
    most: 20_000,
    beyond: "none are suggested",
  },
  shellSuggestions: {
    what: "suggestions for a query in a shell",
    most: 100,
    beyond: "the others are left out",
    cure: "type another letter",
  },
  shellTrace: {
    what: "in a trace whose values are suggested in a shell",
    most: 1 << 20,
    unit: "bytes",
    beyond: "columns are suggested, values are not",
  },
  editorRows: {
    what: "rows of a result in an editor",
    most: 1000,
    beyond: "the others are counted",
    cure: "use quarry query, or keep fewer rows with top",
  },
  heldResults: {
    what: "results that the workbench holds",
    most: 24,
    beyond: "the oldest are freed, and their queries run again on demand",
  },
  keptAnswers: {
    what: "of chart data that the workbench keeps",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the least recently used are dropped, and their queries run again",
  },
  sentRows: {
    what: "rows that the workbench sends at once",
    most: 10_000,
    beyond: "the others come with scrolling",
  },
  sentBlob: {
    what: "of the memory of one argument that the workbench sends",
    most: 1 << 24,
    unit: "bytes",
    beyond: "it is refused",
    cure: "quarry blobs writes the data",
  },
  assistantRows: {
    what: "rows of a result for an assistant, 100 by default",
    most: 1000,
    beyond: "a larger number is refused; rows beyond the number are counted",
    cure: "group them, or keep fewer with top",
  },
  assistantText: {
    what: "characters of an answer to an assistant",
    most: 60_000,
    beyond: "it is truncated, with a note",
    cure: "ask for fewer rows or columns",
  },
  assistantCell: {
    what: "characters of each text in a row that an assistant gets",
    most: 1000,
    beyond: "it is cut, with a note of its full length",
    cure: "take parts of it: substr(text, start, length)",
  },
  assistantSummary: {
    what: "cells of a long result that its summary for an assistant covers",
    most: 1_000_000,
    beyond: "later rows are not in the summary, which shows how many rows it covers",
    cure: "group them, or keep fewer with top",
  },
  assistantSeconds: {
    what: "seconds of a query of an assistant, 30 by default",
    most: 300,
    beyond: "a larger number is refused; the query stops when its time is up",
    cure: "use quarry query",
  },
  assistantTraces: {
    what: "traces that an assistant has open",
    most: 20,
    beyond: "no other one is opened",
    cure: "close one",
  },
  assistantFiles: {
    what: "files that an assistant sees in a folder",
    most: 200,
    beyond: "the others are counted",
    cure: "name a folder below it",
  },
} as const satisfies Record<string, Limit>;
