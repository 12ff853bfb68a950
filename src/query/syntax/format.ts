/**
 * Formats a script: prints its syntax tree and puts the comments back where they belong.
 * @module
 */
import type { Diagnostic, Span } from "../../base/diagnostic.ts";
import type { Script, Statement } from "./ast.ts";
import type { Language } from "./language.ts";
import { parseStatements } from "./parser.ts";
import { joinLines, Printer } from "./print.ts";
import type { Token } from "./token.ts";
import { sameTree } from "./walk.ts";

/** The formatted text and its diagnostics. */
export interface FormatResult {
  /** The formatted text; the original text if it has errors. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** A comment, and whether it is alone on its line. */
interface Comment {
  readonly text: string;
  readonly start: number;
  readonly ownLine: boolean;
}

/** The space between two statements, before the first, or after the last. */
interface Gap {
  /** Comments at the end of the last line of the previous statement. */
  readonly trailing: Comment[];
  /** Comments on lines of their own; null for blank lines. */
  readonly lines: (string | null)[];
}

/** Formats a script. Formatting is idempotent; a text with errors is returned unchanged. */
export function formatStatements(text: string, language: Language): FormatResult {
  const { script, diagnostics, tokens } = parseStatements(text, language);
  if (diagnostics.some(({ severity }) => severity === "error")) return { text, diagnostics };
  const formatted = layOut(script, tokens, new Printer(language));
  // As a precaution, parse the result: a formatter must never change the meaning of a script.
  const again = parseStatements(formatted, language);
  const isSafe = again.diagnostics.length === diagnostics.length && sameTree(script, again.script);
  return { text: isSafe ? formatted : text, diagnostics };
}

function layOut(script: Script, tokens: readonly Token[], printer: Printer): string {
  const { gaps, inside } = placeComments(script, tokens);
  const lines: string[] = [];
  for (const [at, statement] of [null, ...script.statements].entries()) {
    const gap = gaps[at]!;
    const isLast = at === script.statements.length;
    if (statement !== null) {
      // A blank line already separates statements.
      const separator = isLast || gap.lines.includes(null) ? "" : ";";
      lines.push(
        ...layOutStatement(printer.statementLines(statement), unitSpans(statement), [
          ...inside[at - 1]!,
          ...gap.trailing,
        ], separator),
      );
    }
    for (const line of gap.lines) {
      if (line !== null) lines.push(line);
      else if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
    }
  }
  while (lines.at(-1) === "") lines.pop();
  return lines.length === 0 ? "" : lines.join("\n") + "\n";
}

/** Sorts comments into those inside each statement and those between statements. */
function placeComments(script: Script, tokens: readonly Token[]): { gaps: Gap[]; inside: Comment[][] } {
  const gaps: Gap[] = [{ trailing: [], lines: [] }];
  const inside: Comment[][] = script.statements.map(() => []);
  for (let count = 0; count < script.statements.length; count++) gaps.push({ trailing: [], lines: [] });
  let at = 0;
  let lineIsEmpty = true;
  for (const token of tokens) {
    // Statement `at` is the first one that does not end before the token.
    while (at < script.statements.length && script.statements[at]!.span.end <= token.span.start) at++;
    const statement = script.statements[at];
    const isInside = statement !== undefined && token.span.start >= statement.span.start;
    if (token.kind === "space") {
      const breaks = token.text.match(/\r\n|\r|\n/g)?.length ?? 0;
      if (breaks > 0) lineIsEmpty = true;
      if (breaks > 1 && !isInside) gaps[at]!.lines.push(null);
    } else if (token.kind === "comment") {
      const comment = { text: token.text.trimEnd(), start: token.span.start, ownLine: lineIsEmpty };
      if (isInside) inside[at]!.push(comment);
      else if (lineIsEmpty || at === 0) gaps[at]!.lines.push(comment.text);
      else gaps[at]!.trailing.push(comment);
    } else {
      lineIsEmpty = false;
    }
  }
  return { gaps, inside };
}

function layOutStatement(
  lines: ReturnType<Printer["statementLines"]>,
  spans: readonly Span[],
  comments: readonly Comment[],
  separator: string,
): string[] {
  const trailing: string[] = lines.map(() => "");
  const leading: string[][] = lines.map(() => []);
  let unit = 0;
  for (const comment of comments) {
    // Spans and comments are both in text order.
    while (unit + 1 < spans.length && spans[unit + 1]!.start <= comment.start) unit++;
    if (comment.ownLine) {
      // A comment between two stages belongs to the second; a comment inside a stage moves above the stage.
      const between = comment.start >= spans[unit]!.end && unit + 1 < lines.length;
      leading[between ? unit + 1 : unit]!.push(comment.text);
    } else {
      if (trailing[unit] !== "") leading[unit]!.push(trailing[unit]!);
      trailing[unit] = comment.text;
    }
  }
  const last = lines.length - 1;
  const withTail = (text: string, unit: number): string => {
    const tail = trailing[unit] === "" ? "" : ` ${trailing[unit]}`;
    return text + (unit === last ? separator : "") + tail;
  };
  // Comments before or after a statement do not force it onto several lines.
  const isSplit = lines.some((_, unit) =>
    (unit > 0 && leading[unit]!.length > 0) || (unit < last && trailing[unit] !== "")
  );
  if (!isSplit) return [...leading[0]!, ...withTail(joinLines(lines), last).split("\n")];
  return lines.flatMap((line, unit) => {
    const indent = unit === 0 ? "" : "  ";
    return [
      ...leading[unit]!.map((text) => indent + text),
      withTail(unit === 0 ? line : `  | ${line}`, unit),
    ];
  });
}

/** Returns the spans of the lines that `Printer.statementLines()` produces. */
function unitSpans(statement: Statement): Span[] {
  const value = statement.kind === "let"
    ? statement.value
    : statement.kind === "error" || statement.kind === "use" || statement.kind === "suppress"
    ? null
    : statement.pipeline;
  if (value?.kind !== "pipeline") return [statement.span];
  const stages = value.source === null ? value.stages.slice(1) : value.stages;
  const head = value.source ?? value.stages[0];
  const end = head?.span.end ?? statement.span.start;
  return [{ start: statement.span.start, end }, ...stages.map(({ span }) => span)];
}
