/**
 * `--set NAME=VALUE`: other values for what scripts define, so that one script serves many runs.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import { parseScript } from "../language/script.ts";
import type { LetStatement } from "../query/syntax/ast.ts";
import { printString } from "../query/syntax/print_expression.ts";
import type { Script } from "./run_queries.ts";

/** Kinds of values as a person says them. A definition of another kind takes any expression. */
const KINDS: Readonly<Record<string, string>> = {
  integer: "a number",
  float: "a number",
  duration: "a time",
  time: "a time",
  percent: "a share",
  string: "a text",
  boolean: "true or false",
  regex: "a regular expression",
};

/** Definitions of a script that `--set` can give another value, by name. */
export function parametersOf(text: string): LetStatement[] {
  return parseScript(text).script.statements.filter((each): each is LetStatement =>
    each.kind === "let" && each.params.length === 0 && each.value.kind !== "pipeline"
  );
}

/** The scripts with the values of `--set` in the place of those that they define. Throws `UsageError`. */
export function withParameters(scripts: readonly Script[], settings: readonly string[]): readonly Script[] {
  let changed = scripts;
  for (const setting of settings) {
    const [, name, value] = /^([\p{L}_]\w*)=(.*)$/su.exec(setting) ?? [];
    if (name === undefined || value === undefined || value.trim() === "") {
      throw new UsageError(`Option --set needs NAME=VALUE, found "${setting}"`);
    }
    if (!scripts.some(({ text }) => parametersOf(text).some((each) => each.name.name === name))) {
      throw new UsageError(unknownText(name, scripts));
    }
    changed = changed.map((script) => ({ ...script, text: replaced(script.text, name, value) }));
  }
  return changed;
}

function unknownText(name: string, scripts: readonly Script[]): string {
  const known = scripts.flatMap(({ text }) => parametersOf(text).map((each) => each.name.name));
  const near = didYouMean(name, known);
  if (near !== undefined) return `No script defines "${name}": did you mean ${near}?`;
  return known.length === 0
    ? `No script defines "${name}": it takes a line such as let ${name} = 4K`
    : `No script defines "${name}": there is ${[...new Set(known)].join(", ")}`;
}

/** The text with another value in each definition of the name. */
function replaced(text: string, name: string, value: string): string {
  let result = text;
  for (const { name: found, value: { kind, span } } of parametersOf(text).toReversed()) {
    if (found.name !== name) continue;
    result = result.slice(0, span.start) + written(name, value, kind) + result.slice(span.end);
  }
  return result;
}

/** A value in the place of one of a kind. Texts may be given without quotes, as a shell takes them away. */
function written(name: string, value: string, kind: string): string {
  const wanted = KINDS[kind];
  const { script: { statements: [statement, more] }, diagnostics } = parseScript(`let x = ${value}`);
  const given = statement?.kind === "let" && more === undefined && diagnostics.length === 0
    ? statement.value.kind
    : undefined;
  const isValue = given !== undefined && given !== "pipeline";
  if (kind === "string" && given !== "string") return printString(value);
  if (
    isValue && (wanted === undefined || KINDS[given] === undefined || KINDS[given] === wanted)
  ) {
    return value;
  }
  throw new UsageError(
    `Option --set ${name} needs ${wanted ?? "an expression"}, as its definition has one, found ${value}`,
  );
}
