/**
 * Defines diagnostics: what is wrong with a script, where, and how to correct it. Also renders them for a
 * terminal.
 *
 * @module
 */
import { binarySearch } from "./binary_search.ts";
import { graphemeWidth, textWidth } from "./text_width.ts";

/**
 * A range of a text, in UTF-16 code units; `end` is not included.
 *
 * ```ts
 * import { Quarry, type Span } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const text = "leaks | wher size > 4";
 * const span: Span | undefined = quarry.check(text)[0]?.span;
 * if (text.slice(span?.start, span?.end) !== "wher") throw new Error("The stage is wrong");
 * ```
 */
export interface Span {
  /** Offset of the first code unit. */
  readonly start: number;
  /** Offset after the last code unit. */
  readonly end: number;
}

/**
 * The severity of a diagnostic: an error stops the script, a warning does not, and a hint is only advice.
 *
 * ```ts
 * import { Quarry, type Severity } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const worst: Severity = "error";
 * console.log(quarry.check("leaks | wher size > 4").filter(({ severity }) => severity === worst).length);
 * ```
 */
export type Severity = "error" | "warning" | "hint";

/**
 * A replacement that corrects the text.
 *
 * ```ts
 * import { type Fix, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const text = "leaks | wher size > 4";
 * const fix: Fix | undefined = quarry.check(text)[0]?.fix;
 * if (fix?.text !== "where") throw new Error("where is meant");
 * console.log(text.slice(0, fix.span.start) + fix.text + text.slice(fix.span.end));
 * ```
 */
export interface Fix {
  /** The text that is replaced; empty if something is inserted. */
  readonly span: Span;
  /** The replacement text. */
  readonly text: string;
}

/**
 * An error, warning or hint about a script.
 *
 * ```ts
 * import { type Diagnostic, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const wrong: readonly Diagnostic[] = quarry.check("leaks | wher size > 4");
 * console.log(wrong.map(({ code, message, suggestion }) => `${code}: ${message}, ${suggestion}`));
 * ```
 */
export interface Diagnostic {
  /** Severity of the diagnostic. */
  readonly severity: Severity;
  /** Stable code of the kind of error, such as `Q101`. */
  readonly code: string;
  /** What was attempted and what was found: capital first, no final period. */
  readonly message: string;
  /** The part of the text that the message is about. */
  readonly span: Span;
  /** A phrase shown next to the underline, such as `did you mean "addr"?`. */
  readonly suggestion?: string;
  /** A fix that an editor can apply. */
  readonly fix?: Fix;
  /** Alternative fixes. */
  readonly others?: readonly Fix[];
}

/** The explanation of a code, for the documentation and for `.explain Q101`. */
export interface DiagnosticCode {
  /** A short title of the error. */
  readonly title: string;
  /** When the error is reported. */
  readonly cause: string;
  /** How to fix the error. */
  readonly cure: string;
  /** A script that has the error. */
  readonly example: string;
}

/** A position in a text: line and column from 1, the column in UTF-16 code units. */
interface LineAndColumn {
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
}

/** Options for rendering: terminal colors, and the file name. */
interface RenderOptions {
  /** Whether to write terminal colors. */
  readonly color?: boolean;
  /** Adds a line `--> file:line:column`. */
  readonly file?: string;
  /** Width of the screen. A line that wraps would separate the underline from the code. */
  readonly width?: number;
}

/** Maximum width of a rendered source line, including the gutter. */
const MAX_COLUMNS = 100;
const LEAST_COLUMNS = 24;
const TAB_STOP = 4;
const ELLIPSIS = "…";
const LINE_BREAK = /\r\n|\r|\n/g;
const COLORS: Record<Severity, string> = { error: "31", warning: "33", hint: "36" };

/** A character of a rendered line: what is printed, its width, and its offset in the text. */
interface Cell {
  readonly shown: string;
  readonly width: number;
  readonly start: number;
}

/**
 * The line and column of an offset. An offset outside the text is moved to the nearest end.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lineAndColumn("leaks\n| take 3", 8), { line: 2, column: 3 });
 * ```
 */
export function lineAndColumn(text: string, offset: number): LineAndColumn {
  const at = clamp(offset, 0, text.length);
  const starts = lineStarts(text);
  const line = binarySearch(starts.length, (each) => starts[each]! > at) - 1;
  return { line: line + 1, column: at - starts[line]! + 1 };
}

/** The line starts of the most recent text, because a long script may have many errors. */
let lines: { readonly text: string; readonly starts: readonly number[] } = { text: "", starts: [0] };

function lineStarts(text: string): readonly number[] {
  if (lines.text !== text) {
    const starts = [0];
    for (const match of text.matchAll(LINE_BREAK)) starts.push(match.index + match[0].length);
    lines = { text, starts };
  }
  return lines.starts;
}

/**
 * Renders a diagnostic as its message, the source line and an underline, without a final line break. For a span
 * over several lines, shows the first and the last line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const text = "allocs | where adr = 0x7f00";
 * const diagnostic: Diagnostic = {
 *   severity: "error",
 *   code: "Q203",
 *   message: 'Unknown column "adr"',
 *   span: { start: 15, end: 18 },
 *   suggestion: 'did you mean "addr"?',
 * };
 * assertEquals(
 *   renderDiagnostic(diagnostic, text),
 *   [
 *     'error[Q203]: Unknown column "adr"',
 *     "  1 | allocs | where adr = 0x7f00",
 *     '    |                ^^^ did you mean "addr"?',
 *   ].join("\n"),
 * );
 * ```
 */
export function renderDiagnostic(diagnostic: Diagnostic, text: string, options: RenderOptions = {}): string {
  const paint = (style: string, part: string): string =>
    options.color && part !== "" ? `\x1b[${style}m${part}\x1b[0m` : part;
  const color = COLORS[diagnostic.severity];
  const start = clamp(diagnostic.span.start, 0, text.length);
  const end = clamp(diagnostic.span.end, start, text.length);
  const first = lineAndColumn(text, start);
  // Use the last character, so that a span that ends with a line break stays on its line.
  const last = lineAndColumn(text, Math.max(start, end - 1));
  const digits = Math.max(3, String(last.line).length + 1);
  const columns = Math.min(MAX_COLUMNS, Math.max(LEAST_COLUMNS, options.width ?? MAX_COLUMNS));
  const room = columns - digits - 3;

  const heading = paint(`1;${color}`, `${diagnostic.severity}[${diagnostic.code}]`);
  const lines = [`${heading}: ${paint("1", makeVisible(diagnostic.message))}`];
  if (options.file !== undefined) {
    const arrow = paint("2", "-->".padStart(digits + 1));
    lines.push(`${arrow} ${makeVisible(options.file)}:${first.line}:${first.column}`);
  }
  const gutter = (label: string): string => paint("2", `${label.padStart(digits)} | `);
  const pushLine = (place: LineAndColumn, offset: number, tail: string): void => {
    const lineStart = offset - place.column + 1;
    const { shown, before, width } = excerpt(text, lineStart, start, end, room);
    const underline = "^".repeat(Math.max(1, width));
    // A suggestion that does not fit next to the underline is a sentence of its own.
    const beside = options.width === undefined || before + underline.length + textWidth(tail) <= room;
    lines.push(
      gutter(String(place.line)) + shown,
      gutter("") + " ".repeat(before) + paint(`1;${color}`, underline + (beside ? tail : "")),
    );
    if (!beside) lines.push(paint(`1;${color}`, tail.trim()));
  };
  const suggestion = diagnostic.suggestion === undefined ? "" : ` ${makeVisible(diagnostic.suggestion)}`;
  if (last.line === first.line) {
    pushLine(first, start, suggestion);
  } else {
    pushLine(first, start, "");
    if (last.line > first.line + 1) lines.push(paint("2", "...".padStart(digits)));
    pushLine(last, Math.max(start, end - 1), suggestion);
  }
  for (const { text: other } of diagnostic.others ?? []) {
    const first = diagnostic.fix?.text ?? "";
    const word = first !== "" && diagnostic.suggestion?.endsWith(`: ${first}`) ? "or try" : "try";
    lines.push(gutter("") + paint(`1;${color}`, `${word}: ${makeVisible(other)}`));
  }
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Cuts a line to the available width around the span, and determines the position of the underline. */
function excerpt(
  text: string,
  lineStart: number,
  start: number,
  end: number,
  room: number,
): { shown: string; before: number; width: number } {
  const focus = Math.max(start, lineStart);
  // A line may have megabytes: text further away can never be shown.
  const from = Math.max(lineStart, focus - 2 * MAX_COLUMNS);
  const rest = text.slice(focus, focus + 4 * MAX_COLUMNS);
  const lineEnd = focus + firstLineLength(rest);
  const cells = toCells(text, from, lineEnd);
  const cutAfter = lineEnd < text.length && lineEnd - focus === 4 * MAX_COLUMNS;

  // The cells [low, high) are shown; the range starts as the span and is extended to the left, then to the
  // right.
  const spanFirst = Math.max(0, cells.findLastIndex((cell) => cell.start <= focus));
  const atEnd = focus >= lineEnd;
  let spanEnd = cells.findIndex((cell) => cell.start >= end);
  if (spanEnd < 0) spanEnd = cells.length;
  const total = cells.reduce((sum, cell) => sum + cell.width, 0);
  const fits = from === lineStart && !cutAfter && total <= room;
  let low = 0;
  let high = cells.length;
  if (!fits) {
    const inner = room - 2;
    const firstOfSpan = atEnd ? cells.length : spanFirst;
    low = firstOfSpan;
    let used = 0;
    // Two fifths of the width are for the text before the span, so that both sides show some context.
    while (low > 0 && used + cells[low - 1]!.width <= inner * 0.4) used += cells[--low]!.width;
    high = firstOfSpan;
    while (high < cells.length && used + cells[high]!.width <= inner) used += cells[high++]!.width;
    while (low > 0 && used + cells[low - 1]!.width <= inner) used += cells[--low]!.width;
  }
  const head = low > 0 || from > lineStart ? ELLIPSIS : "";
  const tail = high < cells.length || cutAfter ? ELLIPSIS : "";
  const underlineFrom = atEnd ? high : spanFirst;
  const widthOf = (a: number, b: number): number => {
    let width = 0;
    for (let at = a; at < b; at++) width += cells[at]!.width;
    return width;
  };
  return {
    shown: head + cells.slice(low, high).map((cell) => cell.shown).join("") + tail,
    before: head.length + widthOf(low, underlineFrom),
    width: widthOf(underlineFrom, Math.max(underlineFrom, Math.min(spanEnd, high))),
  };
}

function firstLineLength(text: string): number {
  const at = text.search(/[\r\n]/);
  return at < 0 ? text.length : at;
}

function toCells(text: string, from: number, to: number): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text.slice(from, to))) {
    let shown = makeVisible(segment);
    let width = shown === segment ? graphemeWidth(segment) : shown.length;
    if (segment === "\t") {
      width = TAB_STOP - column % TAB_STOP;
      shown = " ".repeat(width);
    }
    cells.push({ shown, width, start: from + index });
    column += width;
  }
  return cells;
}

/** Replaces characters that a terminal would interpret: control characters and direction overrides. */
function makeVisible(text: string): string {
  return text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/gu,
    (found) => {
      const code = found.charCodeAt(0);
      if (code < 0x20) return String.fromCharCode(0x2400 + code);
      if (code === 0x7f) return "\u2421";
      return `\\u{${code.toString(16)}}`;
    },
  );
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
