/**
 * Describes what tools take and return as JSON schema, and checks arguments.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { visible } from "../render/visible.ts";

/** A parameter of a tool. */
export interface Parameter {
  readonly type: "string" | "integer";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Parameters by name, and the names of required ones. */
interface Parameters {
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly required: readonly string[];
}

/** Describes the first argument that does not match the tool's parameters; null if all match. */
export function wrongArgument(
  { parameters, required }: Parameters,
  given: Readonly<Record<string, unknown>>,
): string | null {
  const names = Object.keys(parameters);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const near = didYouMean(name, names);
    const instead = near === undefined
      ? `arguments: ${names.join(", ") || "none"}`
      : `did you mean "${near}"?`;
    return `There is no argument "${visible(name)}": ${instead}`;
  }
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) {
    return `The argument "${missing}" is missing: ${parameters[missing]!.description}`;
  }
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = given[name];
    const expected = value === undefined ? null : expectedOf(parameter, value);
    if (expected !== null) return `The argument "${name}" must be ${expected}, not ${shown(value)}`;
  }
  return null;
}

/** Describes the value that a parameter expects; null if the given value matches. */
function expectedOf({ type, enum: words, minimum, maximum }: Parameter, value: unknown): string | null {
  if (type === "string") {
    if (typeof value !== "string") return "a text";
    return words === undefined || words.includes(value) ? null : `one of ${words.join(", ")}`;
  }
  const isNumber = Number.isInteger(value) && typeof value === "number";
  if (isNumber && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)) return null;
  const range = maximum === undefined ? `${minimum ?? 0} or more` : `${minimum ?? 0} to ${maximum}`;
  return `a whole number, ${range}`;
}

const MOST_SHOWN = 60;

function shown(value: unknown): string {
  const text = visible(JSON.stringify(value));
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** Part of a JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas of a text and of a whole number. */
export const [TEXT, COUNT]: readonly [JsonSchema, JsonSchema] = [{ type: "string" }, { type: "integer" }];

/** Schema of a list of equal items. */
export function arraySchema(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

/** Schema of an object; names that end with a question mark are optional. */
export function objectSchema(parts: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const names = Object.keys(parts);
  const properties = Object.fromEntries(names.map((name) => [name.replace("?", ""), parts[name]!]));
  return { type: "object", properties, required: names.filter((name) => !name.endsWith("?")) };
}
