import { AssertionError } from "@std/assert";

/** Fails with only the lines that differ. */
export function assertSameLines(actual: readonly string[], expected: readonly string[], label: string): void {
  if (actual.length === expected.length && actual.every((line, at) => line === expected[at])) return;
  const [have, want] = [new Set(actual), new Set(expected)];
  const more = actual.filter((line) => !want.has(line)).slice(0, 12).map((line) => `  + ${line}`);
  const less = expected.filter((line) => !have.has(line)).slice(0, 12).map((line) => `  - ${line}`);
  const found = more.length + less.length === 0 ? ["  the same lines in another order"] : [...more, ...less];
  throw new AssertionError([`${label}:`, ...found].join("\n"));
}
