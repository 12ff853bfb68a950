/**
 * What speaks against an assertion that has failed.
 * @module
 */

import { parseScript } from "./script.ts";

/** The query for the first rows that an assertion counts, or should not find; null where there are none. */
export function rowsBehind(text: string, most: number): string | null {
  const [statement] = parseScript(text).script.statements;
  if (statement?.kind !== "assert") return null;
  const { stages, span } = statement.pipeline;
  const last = stages.at(-1);
  const counts = last?.kind === "stage" && last.keyword === "count";
  if (statement.comparison !== null && !counts) return null;
  const end = counts ? last.span.start : span.end;
  const pipeline = text.slice(span.start, end).trim().replace(/\|\s*$/, "").trim();
  return `${pipeline === "" ? "skip 0" : pipeline} | take ${most}`;
}
