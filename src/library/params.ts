/**
 * Values of the parameters of a query.
 * @module
 */

import type { Diagnostic, Span } from "../base/diagnostic.ts";
import { QueryError, UsageError } from "../base/errors.ts";
import {
  parametersOf,
  replaceAll,
  type Replacement,
  valueAsExpression,
  valueKindText,
} from "../language/parameters.ts";
import { didYouMean } from "../base/did_you_mean.ts";
import { parseScript } from "../language/script.ts";
import { identifierOf, isName } from "../query/syntax/token.ts";
import { printString } from "../query/syntax/print_expression.ts";

/**
 * The value of a query parameter.
 *
 * ```ts
 * import { type ParamValue, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const least: ParamValue = 4096n;
 * const large = await quarry.query("leaks | where size >= least", { params: { least } });
 * if (large.rowCount !== 2) throw new Error("Two large blocks leak");
 * ```
 */
export type ParamValue = bigint | number | string | boolean;

/**
 * Values of query parameters, by name.
 *
 * ```ts
 * import { type Params, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const params: Params = { least: 4096n, name: "read_word" };
 * const found = await quarry.query("leaks | where size >= least or func = name | count", { params });
 * console.log(found.value(0, "count"));
 * ```
 */
export type Params = Readonly<Record<string, ParamValue>>;

/** A script with its parameter values filled in, and the mapping of positions back to the original text. */
interface FilledText {
  readonly text: string;
  /** Rewrites an error so that its positions refer to the original text. */
  explain(error: unknown): unknown;
  /** Maps the positions of diagnostics back to the original text. */
  back(diagnostics: readonly Diagnostic[]): readonly Diagnostic[];
  /** Maps a span of the filled-in text back to the original text. */
  backSpan(span: Span): Span;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * Puts parameter values into a script: a value replaces that of a `let` with the same name, as `--set` does,
 * or else is defined in front of the script. Throws `UsageError`.
 */
export function fillInParams(text: string, params: Params = {}): FilledText {
  const front: string[] = [];
  const replacements: Replacement[] = [];
  const known = Object.keys(params).length === 0 ? [] : parametersOf(text);
  for (const [name, value] of Object.entries(params)) {
    if (!NAME.test(name)) {
      throw new UsageError(
        `Cannot use parameter "${name}": names have only letters, digits and _, and no digit first`,
        "bad-parameter",
      );
    }
    checkIsUsed(text, name);
    const places = known.filter((each) => each.name.name === name);
    if (places.length === 0) front.push(`let ${name} = ${literalOf(name, value)};\n`);
    for (const { value: { kind, span } } of places) {
      replacements.push({ span, text: inPlaceOf(kind, name, value) });
    }
  }
  replacements.sort((a, b) => a.span.start - b.span.start);
  const head = front.join("");
  const filled = head + replaceAll(text, replacements);
  const backSpan = ({ start, end }: Span): Span => ({
    start: backFrom(start - head.length, replacements, "start"),
    end: backFrom(end - head.length, replacements, "end"),
  });
  const back = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
    filled === text ? diagnostics : diagnostics.map(({ fix, others, ...each }) => ({
      ...each,
      ...(others ? { others: others.map((other) => ({ ...other, span: backSpan(other.span) })) } : {}),
      span: backSpan(each.span),
      ...(fix ? { fix: { ...fix, span: backSpan(fix.span) } } : {}),
    }));
  return {
    text: filled,
    back,
    backSpan,
    explain: (error) =>
      filled !== text && error instanceof QueryError && error.source === filled
        ? new QueryError(back(error.diagnostics), text, error.atRunTime)
        : error,
  };
}

/**
 * Throws if the script never uses a parameter, whose name is then probably misspelt. A file of definitions
 * that the script loads may use it instead.
 */
function checkIsUsed(text: string, name: string): void {
  const { script, tokens } = parseScript(text);
  if (script.statements.some(({ kind }) => kind === "use")) return;
  const names = new Set(tokens.filter(isName).map((token) => identifierOf(token).name));
  // The name may also occur inside a string literal.
  if (names.has(name) || text.includes(name)) return;
  const near = didYouMean(name, names);
  throw new UsageError(
    `Unknown parameter "${name}": the query does not name it${near ? `, did you mean ${near}?` : ""}`,
    "unknown-parameter",
  );
}

/**
 * Maps a position in the filled-in text to the original text; inside a value it maps to one end of that
 * value.
 */
function backFrom(place: number, replacements: readonly Replacement[], end: "start" | "end"): number {
  let moved = 0;
  for (const { span, text } of replacements) {
    const from = span.start + moved;
    if (place < from || (place === from && end === "start")) break;
    if (place <= from + text.length) return end === "start" ? span.start : span.end;
    moved += text.length - (span.end - span.start);
  }
  return Math.max(0, place - moved);
}

function inPlaceOf(kind: string, name: string, value: ParamValue): string {
  // A string may represent a value that has no JavaScript type, such as a size with its unit or a time.
  const text = kind === "string" || typeof value !== "string" ? literalOf(name, value) : value;
  const inPlace = kind === "string" && typeof value !== "string" ? undefined : valueAsExpression(text, kind);
  if (inPlace !== undefined) return inPlace;
  throw new UsageError(
    `Parameter "${name}" needs ${valueKindText(kind)}, as its definition has one, found ${shown(value)}`,
    "bad-parameter",
  );
}

/** A value as a literal of the query language. */
function literalOf(name: string, value: ParamValue): string {
  if (typeof value === "string") return printString(value);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new UsageError(`Parameter "${name}" needs a finite number, found ${value}`, "bad-parameter");
  }
  if (typeof value !== "bigint" && typeof value !== "number" && typeof value !== "boolean") {
    throw new UsageError(
      `Parameter "${name}" needs a bigint, number, text or boolean, found ${shown(value)}`,
      "bad-parameter",
    );
  }
  return String(value);
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : value === null ? "null" : String(value);
}
