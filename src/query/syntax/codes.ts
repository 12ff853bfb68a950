/**
 * The codes of syntax diagnostics.
 * @module
 */
import type { DiagnosticCode } from "../../base/diagnostic.ts";
import { limitFigure } from "../../base/limits/limit.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";

/** Codes with their explanations; a code never changes its meaning. */
export const SYNTAX_CODES = {
  Q101: {
    title: "Unexpected text",
    cause: "Something is in a place where the grammar does not allow it",
    cure: "Remove it, or join it to the rest with an operator, a comma or a pipe",
    example: "leaks | take 3 4",
  },
  Q102: {
    title: "Unknown stage",
    cause: 'The word after "|" is not the name of a stage',
    cure: "Use one of the stages that help lists",
    example: "leaks | wheer size > 4K",
  },
  Q103: {
    title: "Unterminated text",
    cause: "A quote is not closed on the same line",
    cure: "Close the quote; a line break in text is written \\n",
    example: 'leaks | where func == "main',
  },
  Q104: {
    title: "Unterminated regular expression",
    cause: "A slash opens a regular expression that is not closed on the same line",
    cure: "Close it with a slash; a slash inside is written \\/",
    example: "leaks | where func ~ /main",
  },
  Q105: {
    title: "Invalid regular expression",
    cause: "The text between the slashes is not a JavaScript regular expression, or a flag is unknown",
    cure: "Correct it; the flags are i m s u",
    example: "leaks | where func ~ /(main/",
  },
  Q106: {
    title: "Bracket not closed",
    cause: "A bracket is not closed before the query ends",
    cure: "Close it; note that a blank line ends a query",
    example: "leaks | where (size > 4K",
  },
  Q107: {
    title: "Bracket not opened",
    cause: "A closing bracket has no opening one",
    cure: "Remove it, or add the opening one",
    example: "leaks | where size > 4K)",
  },
  Q108: {
    title: "Invalid number",
    cause: "The letters after a number are not a unit, or a hexadecimal number has other digits",
    cure: "Units are k (1000), K M G T P (steps of 1024), ns us ms s m h and %, directly after the number",
    example: "size > 4KB",
  },
  Q109: {
    title: "Number too large",
    cause: "Numbers have 64 bits, unsigned: at most 18446744073709551615",
    cure: "Use a smaller number",
    example: "addr == 0x10000000000000000",
  },
  Q110: {
    title: "Unknown escape",
    cause: "A backslash in text is followed by a letter that is not an escape",
    cure: "Escapes are \\n \\t \\r \\0 \\\\ \\\" \\' \\xHH \\uHHHH \\u{H}; a backslash itself is \\\\",
    example: 'file == "C:\\q"',
  },
  Q111: {
    title: "Unexpected character",
    cause: "The character is not part of the query language",
    cure: "Remove it, or quote the text that it belongs to",
    example: "size > 4K ?",
  },
  Q112: {
    title: "Nested too deeply",
    cause:
      `More than ${limitFigure(QUERY_LIMITS.nesting)} brackets, signs or queries are nested, or more than ` +
      `${limitFigure(QUERY_LIMITS.operators)} operators in a chain`,
    cure: "Name parts of the query with let",
    example: "leaks | where " + "(".repeat(250) + "size > 1" + ")".repeat(250),
  },
  Q113: {
    title: "Syntax of another language",
    cause: "The construct is from SQL or a programming language and is written differently here",
    cure: "Use the form that the message names",
    example: "thread == 3 && size > 4K",
  },
  Q114: {
    title: "Comparisons do not chain",
    cause: "The result of a comparison is compared again",
    cure: "Join two comparisons with and, or use a range",
    example: "1K < size < 4K",
  },
  Q115: {
    title: "Something is missing",
    cause: "A stage or an operator lacks its operand",
    cure: "Add it",
    example: "leaks | where",
  },
  Q116: {
    title: "Missing pipe",
    cause: 'A stage follows without "|"',
    cure: 'Put "|" before it',
    example: "leaks where size > 4K",
  },
  Q117: {
    title: "Missing stage",
    cause: 'There is no stage after "|", or no source before it',
    cure: 'Add it or remove the "|"; note that a blank line ends a query',
    example: "leaks | | take 3",
  },
  Q118: {
    title: "Star",
    cause: '"*" does not stand for all columns',
    cure: "Leave it out: without select all columns are shown, and count() counts rows",
    example: "leaks | select *",
  },
  Q119: {
    title: "Unknown point",
    cause: 'What follows "@" is not a point in a trace',
    cure: "Use a number, #seq, a percentage, a time, start, end, peak, peak blocks, frame N or context NAME",
    example: 'live @ "noon"',
  },
  Q120: {
    title: "Missing pattern",
    cause: "No word follows where a glob or a name is expected",
    cure: "Add it",
    example: "leaks | where file:",
  },
  Q121: {
    title: "Pipe inside an expression",
    cause: 'The sign "|" separates stages and is not an operator',
    cure: "Write or between filters, and bor(a, b) for a bitwise or",
    example: "leaks | where (context | 4) == 4",
  },
  Q122: {
    title: "Invalid time",
    cause: "Minutes or seconds are above 59",
    cure: "Correct the time: hours, minutes, seconds, fraction",
    example: "time > 12:75:00",
  },
  Q123: {
    title: "List in the wrong brackets",
    cause: "A list of values is in parentheses or square brackets",
    cure: "Put it in braces",
    example: "thread in (1, 2)",
  },
  Q124: {
    title: "Name expected",
    cause: "A name is expected here, or the name is a reserved word",
    cure: "Write a name; put reserved words and unusual characters between backticks",
    example: "let and = 4K",
  },
  Q125: {
    title: "Unterminated name",
    cause: "A backtick is not closed on the same line, or there is nothing between two backticks",
    cure: "Close the name with a backtick",
    example: "leaks | sort `free.thread",
  },
  Q126: {
    title: "Unknown kind of join",
    cause: "The word after join is not a kind of join",
    cure: "Use inner, left, anti or semi",
    example: "leaks | join outer (events) on alloc",
  },
  Q127: {
    title: "Name given twice",
    cause: "Two parameters have the same name",
    cure: "Rename one of them",
    example: "let f(a, a) = a",
  },
  Q128: {
    title: "Not supported in regular expressions",
    cause: "Patterns run in time linear in the text: so there are no backreferences, " +
      "a lookaround may test one character, and nested repetitions may become too large",
    cure: "Write out the alternatives, or join two conditions with and; for what must not match use !~",
    example: "leaks | where func ~ /net_(?!read)/",
  },
} as const satisfies Record<string, DiagnosticCode>;

/** A code of this table. */
export type SyntaxCode = keyof typeof SYNTAX_CODES;
