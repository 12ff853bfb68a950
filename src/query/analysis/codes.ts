/**
 * The codes of diagnostics about names, types and data.
 * @module
 */

import type { DiagnosticCode } from "../../base/diagnostic.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";

/**
 * Codes with their explanations; a code never changes its meaning. Q2xx are errors, Q3xx warnings about the
 * data.
 */
export const ANALYSIS_CODES = {
  Q201: {
    title: "Unknown table",
    cause: "No open trace and no definition has a table of this name",
    cure: "Use one of the tables that .tables lists",
    example: "leeks | take 3",
  },
  Q202: {
    title: "Unknown trace",
    cause: 'No trace was opened under the name after "of"',
    cure: "Use a name that .files lists",
    example: "leaks of nowhere",
  },
  Q203: {
    title: "Unknown column",
    cause: "The rows have no column of this name at this point, and there is no such definition",
    cure: "Use one of the columns that .schema lists; after by or select only the columns named there remain",
    example: "adr == 0x7f00",
  },
  Q204: {
    title: "Unknown function",
    cause: "No function, aggregate or definition has this name",
    cure: "Use one of the functions that .help lists",
    example: "buckt(size) == 10",
  },
  Q205: {
    title: "Wrong number of arguments",
    cause: "A function or a definition is called with more or fewer arguments than it takes",
    cure: "Call it as its usage shows",
    example: "bucket(size, 2) == 10",
  },
  Q206: {
    title: "Types do not match",
    cause: "Text, numbers, times and true/false are mixed in a comparison or a calculation",
    cure: "Use values of one type: quote text, do not quote numbers, give durations a unit",
    example: 'size > "4K"',
  },
  Q207: {
    title: "Not a filter",
    cause: "The expression is a value, but true or false is expected here",
    cure: "Compare it with something",
    example: "events | where size",
  },
  Q208: {
    title: "Misplaced aggregate",
    cause: "An aggregate is used in an expression over a single row, or in another aggregate",
    cure: "Put it into by, summarize or timeline, and filter in a where after that",
    example: "events | where sum(size) > 4K",
  },
  Q209: {
    title: "Aggregate expected",
    cause: "A plain value is used where many rows are combined into one",
    cure: "Choose one of the values, such as max(x), first(x) or sum(x), or make it a key",
    example: "by file: file",
  },
  Q210: {
    title: "Constant expected",
    cause: "The value differs from row to row, but a constant is expected here",
    cure: "Write a number, or arithmetic with numbers",
    example: "events | take size",
  },
  Q211: {
    title: "Number out of range",
    cause: "A number or the result of a calculation does not fit in 64 bits, or is not allowed here",
    cure: "Use a number that fits",
    example: "events | take -3",
  },
  Q212: {
    title: "No points here",
    cause: '"@" follows something other than live: only the set of live blocks depends on a point',
    cure: "Write live @ POINT, or filter by seq, no or time",
    example: "events @ 50%",
  },
  Q213: {
    title: "Unknown point",
    cause: 'What follows "@" is not a point in a trace',
    cure: "Use a number, #seq, a percentage, a time, start, end, peak, peak blocks, frame N or context NAME",
    example: "live @ peek",
  },
  Q214: {
    title: "Column needed",
    cause: "The stage or operator needs a column that the rows do not have at this point",
    cure: "Use it before the stage that drops the column, or on another table",
    example: "events | by file | unwind",
  },
  Q215: {
    title: "Definition uses itself",
    cause: "A definition uses itself, directly or through others",
    cure: "Give one of them another name",
    example: "let a = a | take 3\n\na | count",
  },
  Q216: {
    title: "Name already taken",
    cause: "A definition has the same name as a table",
    cure: "Choose another name",
    example: "let events = leaks | take 3",
  },
  Q217: {
    title: "Definition used as the wrong kind",
    cause: "A definition of rows is used as a value, or a definition of a value as rows",
    cure: "Use rows where rows are expected, and values where values are expected",
    example: "let n = 3\n\nn | take 2",
  },
  Q218: {
    title: "Not a value",
    cause: "A range, a list, a regular expression or a percentage is used where a single value is expected",
    cure: "Write ranges and lists after in, regular expressions after ~, percentages after @",
    example: "size == 1K..4K",
  },
  Q219: {
    title: "Misplaced argument column",
    cause: "Columns such as arg(...) exist only on their own table, before other stages change the rows",
    cure: "Use it directly on that table, or first add it as a column with extend",
    example: 'events | where arg("target") == "GL_TEXTURE_2D"',
  },
  Q220: {
    title: "One column expected",
    cause: "A query in parentheses has several columns where one value is expected",
    cure: "End it with select COLUMN or summarize AGGREGATE",
    example: "size > (events | by file)",
  },
  Q221: {
    title: "Unknown flag",
    cause: 'The name after "has" is not one of the names of the bits',
    cure: "Use a name that the table contexts lists, or a number",
    example: "context has NOWHERE",
  },
  Q222: {
    title: "Definitions become too large when expanded",
    cause: "Definitions that use each other make the query too large",
    cure: "Nest fewer of them",
    example: 'events | where func == "main"',
  },
  Q223: {
    title: "Misplaced stage",
    cause: "The stage needs the unchanged rows of a table, but another stage has changed them",
    cure: "Put it directly after the filters",
    example: "events | by file | before 3",
  },
  Q224: {
    title: "Not a key",
    cause: "A column beside aggregates is not one of the keys, so it has many values per group",
    cure: "Make it a key, or put it into an aggregate",
    example: "events | by file: sum(size) / line",
  },
  Q225: {
    title: "No columns left",
    cause: "Every column is dropped",
    cure: "Keep one",
    example: "events | select seq | drop seq",
  },
  Q226: {
    title: "Invalid set of calls",
    cause:
      "The text after set( is not a list of call numbers, ranges and kinds, or names a file that does not exist",
    cure: "Write items as 12, 10-20, 10-, draw, frame, 0-100/draw or @FILE, separated by commas",
    example: 'calls in set("10-x")',
  },
  Q227: {
    title: "No numeric type can hold all values",
    cause:
      "The argument has negative values and values above 9223372036854775807: no numeric type holds them all",
    cure:
      "Compare arg(NAME), which is exact; signed(NAME) and unsigned(NAME) have the values that fit, text(NAME) all",
    example: 'calls | sort number("any")',
  },
  Q228: {
    title: "Too many columns",
    cause: `A stage names more than ${QUERY_LIMITS.columns.most} columns, or its rows have more`,
    cure: "Select the columns you need before adding more",
    example: "let twice(t) = t | join (t) on seq\n\n" + "twice(".repeat(7) + "events" + ")".repeat(7),
  },
  Q235: {
    title: "Values of a pivot are not known",
    cause:
      "The columns of a pivot must be known before the query runs: the values are computed, belong to a kept result, or are too many",
    cure: 'List the values that you want: pivot file in {"a.c", "b.c"}',
    example: "events | by func pivot seq",
  },
  Q236: {
    title: "File of definitions cannot be used",
    cause:
      "The file that use names does not exist, cannot be read, has an error, or has statements other than definitions",
    cure: "Check the path, which is relative to the folder of the script, and run quarry check on the file",
    example: 'use "nothing.q"',
  },
  Q237: {
    title: "File of suppressions cannot be used",
    cause:
      "The file that suppress or --suppressions names does not exist, cannot be read, or has a line that is not a suppression",
    cure:
      "Check the path, which is relative to the folder of the script, and at the line that the message names",
    example: 'suppress "nothing.supp"\nleaks',
  },
  Q301: {
    title: "Column is always null",
    cause:
      "The format of the trace has no such field, so the comparison is false for every row, and a join on it finds no partners",
    cure: "Filter or join by another column, or test with is null",
    example: "frame == 3",
  },
  Q302: {
    title: "No row has the value",
    cause: "No row has this value, so the comparison is false for every row",
    cure: "Use one of the values that the message names",
    example: "thread:7",
  },
  Q303: {
    title: "Outside the values of the trace",
    cause: "All values are above the one that they are compared with, or all are below it",
    cure: "The message names the smallest and the largest value",
    example: "size > 1T",
  },
  Q304: {
    title: "Empty range",
    cause: "The end of the range is not above its start",
    cure: "Swap them; an address and a length are written a..+n",
    example: "size in 4K..1K",
  },
  Q305: {
    title: "Comparison with null",
    cause: "A comparison with null is never true",
    cure: "Use is null or is not null",
    example: "freed == null",
  },
  Q306: {
    title: "Definition hidden by a column",
    cause: "A column has the same name as a definition, and columns come first",
    cure: "Rename the definition",
    example: "let size = 4K\n\nsize > 1",
  },
  Q307: {
    title: "Wildcards compared literally",
    cause: 'Quoted text is compared literally: "*" is a star there',
    cure: "Use ~ for a glob",
    example: 'file == "*.c"',
  },
  Q309: {
    title: "Thousands compared with a size",
    cause: "k is 1000, K is 1024: sizes are counted in K, M and G",
    cure: "Write a capital letter for sizes",
    example: "size > 1k",
  },
  Q310: {
    title: "Two columns are compared",
    cause:
      "The word on the right is the name of a column, so the comparison uses the value of that column in the same row",
    cure: "Quote the word when it is meant as a text, write it in backticks when it is meant as a column",
    example: "func == name",
  },
  Q311: {
    title: "Values are guesses",
    cause: "The trace does not record which block a free releases, so lifetimes of blocks are guesses",
    cure:
      "Counts and sums by size and backtrace are right; do not rely on individual blocks or their lifetimes",
    example: "allocs | sort life desc",
  },
  Q312: {
    title: "Rows of several traces are added up",
    cause: "Several traces are open, and the query combines their rows without distinguishing the traces",
    cure: "Make trace a key (by trace, func), name one trace (leaks of NAME), or compare two with diff",
    example: "leaks | by func",
  },
  Q308: {
    title: "Numbers left out",
    cause: "Some numbers of the trace do not fit into the column, which is null there",
    cure: "Comparisons are exact; for anything else also use the column that the message names",
    example: "args | sort number",
  },
} as const satisfies Record<string, DiagnosticCode>;

/** A code of this table. */
export type AnalysisCode = keyof typeof ANALYSIS_CODES;
