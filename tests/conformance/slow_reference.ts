/** A plain implementation of filters, groups and sorts over simple values. */

import { assertEquals } from "@std/assert";
import type { ResultType, ResultValue } from "../../src/base/result_table.ts";

/** A value that can be compared. */
export type Plain = bigint | number | string | boolean | null;

/** A value of a result reduced to few types: integers become bigints. */
export function plain(value: ResultValue, type: ResultType): Plain {
  if (value instanceof Uint8Array) throw new Error("Columns hold texts, not bytes");
  if (typeof value === "number" && type !== "f64") return BigInt(value);
  return value;
}

/** Compares texts by their letters, false before true, and numbers by size. */
export function compare(left: Plain, right: Plain): number {
  if (typeof left === "string" && typeof right === "string") {
    const [one, other] = [[...left], [...right]];
    for (let at = 0; at < Math.min(one.length, other.length); at++) {
      const difference = one[at]!.codePointAt(0)! - other[at]!.codePointAt(0)!;
      if (difference !== 0) return difference;
    }
    return one.length - other.length;
  }
  if (left === null || right === null) throw new Error("What is missing is not compared");
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The order of `sort`: nulls last, whatever the direction. */
export function sorted<T>(rows: readonly T[], key: (row: T) => Plain, descending: boolean): T[] {
  return rows.toSorted((one, other) => {
    const [left, right] = [key(one), key(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return descending ? compare(right, left) : compare(left, right);
  });
}

/** A value as written in a query. */
export function spelled(value: Exclude<Plain, null>, type: ResultType): string {
  if (typeof value === "string") {
    const escaped = value.replace(
      /["\\]|[^ -~]/gu,
      (letter) =>
        letter === '"' || letter === "\\" ? `\\${letter}` : `\\u{${letter.codePointAt(0)!.toString(16)}}`,
    );
    return `"${escaped}"`;
  }
  if (type === "time") return `${value}ns`;
  return String(value);
}

/** A condition on one column: its text in a query, and a test for values that are not null. */
export interface Condition {
  readonly text: string;
  passes(value: Plain): boolean;
}

type Present = Exclude<Plain, null>;

/** A condition that passes only non-null values: every comparison with null is false. */
function present(text: string, test: (value: Present) => boolean): Condition {
  return { text, passes: (value) => value !== null && test(value) };
}

/** All conditions that can be built from two values of a column (the smaller first). */
export function conditionsOn(column: string, type: ResultType, low: Present, high: Present): Condition[] {
  const [from, to] = [spelled(low, type), spelled(high, type)];
  const common: Condition[] = [
    present(`${column} == ${from}`, (value) => compare(value, low) === 0),
    present(`${column} = ${to}`, (value) => compare(value, high) === 0),
    present(`${column} != ${to}`, (value) => compare(value, high) !== 0),
    { text: `not (${column} == ${to})`, passes: (value) => value === null || compare(value, high) !== 0 },
    { text: `${column} is null`, passes: (value) => value === null },
    { text: `${column} is not null`, passes: (value) => value !== null },
  ];
  if (type === "bool") {
    return [
      ...common,
      present(`(${column})`, (value) => value === true),
      { text: `not (${column})`, passes: (value) => value !== true },
    ];
  }
  const among = (value: Present): boolean => compare(value, low) === 0 || compare(value, high) === 0;
  const inside = (value: Present): boolean => compare(value, low) >= 0 && compare(value, high) < 0;
  const ordered: Condition[] = [
    present(`${column} < ${to}`, (value) => compare(value, high) < 0),
    present(`${column} <= ${from}`, (value) => compare(value, low) <= 0),
    present(`${column} > ${from}`, (value) => compare(value, low) > 0),
    present(`${column} >= ${to}`, (value) => compare(value, high) >= 0),
    present(`${column} in {${from}, ${to}}`, among),
    present(`${column} not in {${from}, ${to}}`, (value) => !among(value)),
    {
      text: `not (${column} > ${from} and ${column} < ${to})`,
      passes: (value) => value === null || !(compare(value, low) > 0 && compare(value, high) < 0),
    },
  ];
  if (typeof low === "string" && typeof high === "string") {
    const start = [...high].slice(0, 3).join("");
    return [
      ...common,
      ...ordered,
      present(`${column} startswith ${spelled(start, type)}`, (value) => String(value).startsWith(start)),
      present(`${column} contains ${spelled(start, type)}`, (value) => String(value).includes(start)),
      present(`${column} endswith ${from}`, (value) => String(value).endsWith(low)),
    ];
  }
  return [
    ...common,
    ...ordered,
    present(`${column} in ${from}..${to}`, inside),
    present(`${column}:${from}..${to}`, inside),
    present(`${column} not in ${from}..${to}`, (value) => !inside(value)),
    present(`${column} in ${from}..=${to}`, (value) => compare(value, low) >= 0 && compare(value, high) <= 0),
    present(`${column} in ${to}..`, (value) => compare(value, high) >= 0),
    present(`${column} in ..${to}`, (value) => compare(value, high) < 0),
  ];
}

/** Fails with the differences; many equal rows are compared quickly. */
export function assertRows(
  found: readonly (readonly Plain[])[],
  expected: readonly (readonly Plain[])[],
  label: string,
): void {
  const same = found.length === expected.length && found.every((row, at) => {
    const other = expected[at]!;
    return row.length === other.length && row.every((value, each) => Object.is(value, other[each]));
  });
  if (!same) assertEquals(found, expected, label);
}
