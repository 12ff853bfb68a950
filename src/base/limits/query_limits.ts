/**
 * Limits of queries and scripts.
 * @module
 */

import type { Limit } from "./limit.ts";

/** Limits of queries. */
export const QUERY_LIMITS = {
  nesting: {
    what: "nested brackets, signs or queries",
    // Each level takes about ten frames of the JavaScript stack.
    most: 200,
    beyond: "the rest of the statement is not read",
    code: "Q112",
    cure: "name parts of it with let",
  },
  operators: {
    what: "nested operators, as in a + b + c",
    // A chain of operators is a tree as deep as the chain is long; code that walks it would overflow the
    // stack.
    most: 1000,
    beyond: "the rest of the statement is not read",
    code: "Q112",
    cure: "put parts of it in parentheses, write in {...} for a chain of or",
  },
  definitionChain: {
    what: "nested definitions",
    most: 40,
    beyond: "the query does not run",
    code: "Q222",
    cure: "keep a result with as",
  },
  unfolded: {
    what: "steps into definitions in one script; a use of a value takes two",
    most: 5000,
    beyond: "the script does not run",
    code: "Q222",
    cure: "keep results with as",
  },
  unfoldedDepth: {
    what: "levels of a query with its definitions written out; a call takes two",
    // In the JavaScript interpreter, function calls overflow the stack at 1,000 levels and sums at 1,500.
    most: 1100,
    beyond: "the query does not run",
    code: "Q222",
    cure: "keep results with as",
  },
  columns: {
    what: "columns of rows, or columns named in one stage",
    most: 2000,
    beyond: "the query does not run",
    code: "Q228",
    cure: "select the ones you need",
  },
  pivotValues: {
    what: "values of a pivot that are not listed",
    most: 100,
    beyond: "the query does not run",
    code: "Q235",
    cure: "list the values: pivot x in {a, b}",
  },
  bins: {
    what: "bins of hist",
    most: 10_000,
    beyond: "the query does not run",
    code: "Q211",
    cure: "use fewer bins",
  },
  slices: {
    what: "steps of timeline",
    most: 100_000,
    beyond: "steps without rows are left out",
    cure: "use a longer step to see them all",
  },
  sequenceSteps: {
    what: "steps of a sequence in match",
    most: 30,
    beyond: "the query does not run",
    code: "Q211",
    cure: "find the first steps, and match their rows",
  },
  joinRows: {
    what: "rows of a join, or as many as its left side has",
    most: 20_000_000,
    beyond: "the query ends",
    code: "Q407",
    cure: "join on more columns, or group before the join",
  },
  changeRows: {
    what: "rows between the common start and end of both sides of changes, for the shortest list",
    most: 2048,
    beyond: "a longer list may be shown, which is correct too; other engines end with an error",
  },
  diffSteps: {
    what: "steps of the search for a short list of changes, in changes",
    most: 300_000_000,
    beyond: "a longer list is shown, which is correct too",
    untried: "which of two correct lists is shown depends on the data",
  },
  bits: {
    what: "bits of a number of a query",
    most: 64,
    beyond: "the query does not run",
    code: "Q109",
    cure: "write a smaller number",
  },
  durationLetters: {
    what: "characters of a duration such as 1h30m",
    most: 1000,
    beyond: "it is read as a number with an unknown unit",
    code: "Q108",
    cure: "write a sum of shorter durations",
  },
  token: {
    what: "characters of a name or a number",
    // For an expression over eight million characters, the regular expression engine fails with "Maximum call
    // stack size exceeded".
    most: 4_000_000,
    beyond: "it is split into two names or numbers",
    code: "Q118",
    cure: "quote it: quoted text has no limit",
  },
  valueWord: {
    what: "characters of a number or a range after a colon",
    most: 1000,
    beyond: "it is read as a glob",
    cure: "write it with == or in",
  },
  regexWord: {
    what: "characters of a regular expression after a colon",
    // Otherwise the end of each of these literals would be searched.
    most: 10_000,
    beyond: "it is read as a glob",
    cure: "write column ~ /.../",
  },
  patternParts: {
    what: "parts of a pattern with its repetitions written out, and 4 more for each letter",
    // Memory, and the time per character, are proportional to this.
    most: 100_000,
    beyond: "the query does not run",
    code: "Q128",
    cure: "repeat less often",
  },
  patternGroups: {
    what: "nested groups of a regular expression",
    most: 200,
    beyond: "the query does not run",
    code: "Q128",
    cure: "remove groups that have no effect",
  },
  patternAssertions: {
    what: "lookarounds of a regular expression at different characters",
    most: 30,
    beyond: "the query does not run",
    code: "Q128",
    cure: "split it with and, or",
  },
  errors: {
    what: "errors of one kind in a statement",
    most: 100,
    beyond: "the others are counted",
    cure: "correct these and run it again",
  },
  warnings: {
    what: "warnings of one kind in a statement",
    most: 10,
    beyond: "the others are counted",
  },
  warningSteps: {
    what: "steps of matching patterns while one script is checked for warnings",
    // This much work takes about ten milliseconds; a script is bound at each keystroke.
    most: 1_000_000,
    beyond: "warnings may be missing; results are complete",
  },
  advisedText: {
    what: "characters of a script up to which errors suggest a corrected query",
    // The script is bound once for each rule that matches, at each keystroke.
    most: 4000,
    beyond: "errors come without one",
  },
  readText: {
    what: "characters of a statement that is read as one of another language, or as plain words",
    // The end of each bracket is searched separately.
    most: 1000,
    beyond: "errors have no suggested query",
  },
  readStages: {
    what: "stages of such a statement",
    most: 30,
    beyond: "errors have no suggested query",
  },
  readWords: {
    what: "words of a question",
    most: 40,
    beyond: "it is not understood",
  },
  warningValues: {
    what: "distinct values of a column that warnings compare with",
    most: 1000,
    beyond: "there is no warning about a value that occurs in no row",
    cure: "count the rows",
  },
  columnName: {
    what: "characters of a column named after its expression",
    most: 40,
    beyond: "the name is cut and ends with …",
    cure: "give it a name as in select name = expression",
  },
  callLists: {
    what: 'nested lists of calls, as in set("@LIST")',
    most: 16,
    beyond: "the query does not run",
    code: "Q226",
    cure: "write the calls into one list",
  },
} as const satisfies Record<string, Limit>;
