/**
 * Applies `--set NAME=VALUE`, which replaces definitions in scripts so that one script can be used for many
 * runs.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import { parametersOf, replaceAll, valueAsExpression, valueKindText } from "../language/parameters.ts";
import type { Script } from "./script.ts";

/** Whether one of the scripts defines `mine`, the pattern for files of the program itself. */
export function definesOwnFiles(scripts: readonly Script[]): boolean {
  return scripts.some(({ text }) => parametersOf(text).some(({ name }) => name.name === "mine"));
}

/** The scripts with the values of `--set` instead of their own. Throws `UsageError`. */
export function withParameters(scripts: readonly Script[], settings: readonly string[]): readonly Script[] {
  let changed = scripts;
  for (const setting of settings) {
    const [, name, value] = /^([\p{L}_]\w*)=(.*)$/su.exec(setting) ?? [];
    if (name === undefined || value === undefined || value.trim() === "") {
      throw new UsageError(`Option --set needs NAME=VALUE, found "${setting}"`);
    }
    if (!scripts.some(({ text }) => parametersOf(text).some((each) => each.name.name === name))) {
      throw new UsageError(unknownParameterText(name, scripts));
    }
    changed = changed.map((script) => ({ ...script, text: replaced(script.text, name, value) }));
  }
  return changed;
}

function unknownParameterText(name: string, scripts: readonly Script[]): string {
  const known = scripts.flatMap(({ text }) => parametersOf(text).map((each) => each.name.name));
  const near = didYouMean(name, known);
  if (near !== undefined) return `No script defines "${name}": did you mean ${near}?`;
  return known.length === 0
    ? `No script defines "${name}": add a line such as let ${name} = 4K`
    : `No script defines "${name}": scripts define ${[...new Set(known)].join(", ")}`;
}

/** Replaces the value in each definition of this name. */
function replaced(text: string, name: string, value: string): string {
  const places = parametersOf(text).filter((each) => each.name.name === name);
  return replaceAll(
    text,
    places.map(({ value: { kind, span } }) => ({ span, text: parameterExpression(name, value, kind) })),
  );
}

/**
 * Formats a value as an expression of the kind that it replaces. A text may come without quotes, because a
 * shell removes them.
 */
function parameterExpression(name: string, value: string, kind: string): string {
  const text = valueAsExpression(value, kind);
  if (text !== undefined) return text;
  throw new UsageError(
    `Option --set ${name} needs ${valueKindText(kind)}, as its definition has one, found ${value}`,
  );
}
