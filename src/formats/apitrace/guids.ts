/**
 * Names of interface identifiers.
 * @module
 */

import { GUID_TABLE } from "./guid_table.ts";

let names: Map<string, string> | undefined;

/**
 * Returns the name of an identifier, or its digits if it has none; `parts` are its three integers and eight
 * bytes.
 */
export function guidText(parts: readonly number[]): string {
  if (!names) {
    names = new Map();
    for (const line of GUID_TABLE.trim().split("\n")) names.set(line.slice(0, 32), line.slice(33));
  }
  const [first = 0, second = 0, third = 0, ...rest] = parts;
  const bytes = rest.slice(0, 8).map((byte) => digits(byte, 2)).join("");
  const key = digits(first, 8) + digits(second, 4) + digits(third, 4) + bytes;
  const known = names.get(key);
  if (known) return known;
  return `uuid(${key.slice(0, 8)}-${key.slice(8, 12)}-${key.slice(12, 16)}-${key.slice(16, 20)}-${
    key.slice(20)
  })`;
}

function digits(value: number, count: number): string {
  return (value >>> 0).toString(16).padStart(count, "0").slice(-count);
}
