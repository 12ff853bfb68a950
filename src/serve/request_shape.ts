/**
 * Checks the fields of a request to the workbench before anything is done with it.
 * @module
 */

import { visible } from "../render/visible.ts";

/** A request lacks a field, or a field has the wrong type. */
export class ShapeError extends Error {
  /** The error class's name. */
  override readonly name: string = "ShapeError";
}

/** A type of value: its description and its test. */
interface Kind<T> {
  readonly words: string;
  is(value: unknown): value is T;
}

/** The type of an optional field. */
interface OptionalKind<T> extends Kind<T> {
  readonly isOptional: true;
}

/** The types of the fields of a request. */
type Shape = Readonly<Record<string, Kind<unknown>>>;

/** A request with these fields. */
type Shaped<S extends Shape> =
  & { readonly [Name in keyof S as S[Name] extends OptionalKind<unknown> ? never : Name]: ValueOf<S[Name]> }
  & { readonly [Name in keyof S as S[Name] extends OptionalKind<unknown> ? Name : never]?: ValueOf<S[Name]> };

type ValueOf<K> = K extends Kind<infer T> ? T : never;

/** A text. */
export const TEXT: Kind<string> = { words: "a text", is: (value) => typeof value === "string" };
/** The number of a row, a result or something similar. */
export const COUNT: Kind<number> = {
  words: "a number from 0",
  is: (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
};
/** An integer as digits, as 64-bit numbers are sent. */
export const DIGITS: Kind<string> = {
  words: "a text of digits",
  is: (value): value is string => typeof value === "string" && /^\d{1,20}$/.test(value),
};
/** Accepts any number. */
export const NUMBER: Kind<number> = {
  words: "a number",
  is: (value): value is number => Number.isFinite(value),
};
/** A boolean. */
export const FLAG: Kind<boolean> = { words: "true or false", is: (value) => typeof value === "boolean" };
/** A list of texts. */
export const TEXTS: Kind<readonly string[]> = {
  words: "a list of texts",
  is: (value): value is readonly string[] =>
    Array.isArray(value) && value.every((each) => typeof each === "string"),
};

/** The type of a field that may be absent. */
export function optional<T>(kind: Kind<T>): OptionalKind<T> {
  return { ...kind, isOptional: true };
}

/** Checks the body of a request. Throws `ShapeError` with the name of the wrong field. */
export function checkShape<S extends Shape>(body: object, shape: S): Shaped<S> {
  const values = new Map(Object.entries(body));
  for (const [name, kind] of Object.entries(shape)) {
    const value: unknown = values.get(name);
    if (kind.is(value) || (value === undefined && "isOptional" in kind)) continue;
    const found = value === undefined ? "it is missing" : `found ${inWords(value)}`;
    throw new ShapeError(`"${name}" must be ${kind.words}: ${found}`);
  }
  const known = Object.keys(shape).filter((name) => values.has(name));
  return Object.fromEntries(known.map((name) => [name, values.get(name)])) as Shaped<S>;
}

function inWords(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `"${visible(value.length > 40 ? `${value.slice(0, 40)}…` : value)}"`;
  return Array.isArray(value) ? "a list" : "an object";
}
