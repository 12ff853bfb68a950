/**
 * Formats with minimal edits, so that carets and marks of an editor stay where they are.
 * @module
 */

import type { Fix } from "../base/diagnostic.ts";
import { formatScript, parseScript } from "../language/script.ts";
import { sameTree } from "../query/syntax/walk.ts";
import { touchesAny } from "./merge_diagnostics.ts";

/**
 * The edits that format a text. Statements with errors, and the text between statements in a text with
 * errors, stay unchanged.
 */
export function formatEdits(text: string): Fix[] {
  const { text: wanted, diagnostics } = formatScript(text);
  const mistakes = diagnostics.filter(({ severity }) => severity === "error");
  if (mistakes.length === 0) return changedLines(text, wanted);
  const { script } = parseScript(text);
  const isSpoiled = touchesAny(mistakes.map(({ span }) => span));
  const edits = script.statements.flatMap(({ kind, span }) => {
    if (kind === "error" || isSpoiled(span)) return [];
    const own = text.slice(span.start, span.end);
    return changedLines(own, formatScript(own).text.trimEnd(), span.start);
  });
  // A half-typed statement may extend further than it seems, so parse the result again to ensure that its
  // meaning has not changed.
  const after = parseScript(withEdits(text, edits));
  const isSafe = after.diagnostics.length === diagnostics.length && sameTree(script, after.script);
  return isSafe ? edits : [];
}

/** A single edit for the lines that differ; none if all are equal. */
function changedLines(text: string, wanted: string, offset = 0): Fix[] {
  if (wanted === text) return [];
  const before = text.split(/(?<=\n)/);
  const after = wanted.split(/(?<=\n)/);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)
  ) tail++;
  const start = offset + lengthOf(before.slice(0, head));
  const end = offset + text.length - lengthOf(before.slice(before.length - tail));
  return [{ span: { start, end }, text: after.slice(head, after.length - tail).join("") }];
}

function withEdits(text: string, edits: readonly Fix[]): string {
  let [result, at] = ["", 0];
  for (const { span, text: by } of edits) {
    result += text.slice(at, span.start) + by;
    at = span.end;
  }
  return result + text.slice(at);
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
