/**
 * Formatting as the fewest changes, so that carets and marks of an editor stay where they are.
 * @module
 */

import type { Fix } from "../base/diagnostic.ts";
import { formatScript } from "../language/script.ts";

/** The changes that format a text; none when it has mistakes or is formatted. */
export function formatEdits(text: string): Fix[] {
  const { text: wanted } = formatScript(text);
  if (wanted === text) return [];
  const before = text.split(/(?<=\n)/);
  const after = wanted.split(/(?<=\n)/);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)
  ) tail++;
  const start = lengthOf(before.slice(0, head));
  const end = text.length - lengthOf(before.slice(before.length - tail));
  return [{ span: { start, end }, text: after.slice(head, after.length - tail).join("") }];
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
