/**
 * Candidates for completion, and their ranking.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultType } from "../base/result_table.ts";
import type { SyntaxDoc } from "../query/syntax/operators.ts";
import type { CompletionItem, CompletionKind } from "./answers.ts";
import { fuzzyMatch } from "./fuzzy.ts";

/** A possible completion, before it is matched with the typed text. */
export interface Candidate {
  readonly label: string;
  /** Text to insert; the label if absent. */
  readonly insert?: string | undefined;
  /** Caret position; the end of `insert` if absent. */
  readonly caret?: number | undefined;
  readonly kind: CompletionKind;
  readonly type?: ResultType | undefined;
  readonly detail?: string | undefined;
  readonly doc?: string | undefined;
  readonly count?: number | undefined;
  /** Decides between candidates that match equally well: a higher weight comes first; from 0 to 99. */
  readonly weight: number;
}

/** Adds usage and description to a candidate. */
export function withUsageAndDescription(
  { usage, summary, examples }: Omit<SyntaxDoc, "name">,
): Pick<Candidate, "detail" | "doc"> {
  return { detail: usage, doc: [summary, ...examples].join("\n") };
}

/** Maximum suggestions in a list. */
const MAX_ITEMS = SHOW_LIMITS.suggestions.most;

/** The candidates that match the typed text, best first. */
export function rankCandidates(
  typed: string,
  candidates: Iterable<Candidate>,
): { items: CompletionItem[]; incomplete: boolean } {
  const items: CompletionItem[] = [];
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const fit = fuzzyMatch(typed, candidate.label);
    if (fit === null) continue;
    const insert = candidate.insert ?? candidate.label;
    const key = `${candidate.label}\u0000${insert}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { label, kind, type, detail, doc, count, weight, caret = insert.length } = candidate;
    items.push({
      label,
      insert,
      caret,
      kind,
      ...(type === undefined ? {} : { type }),
      ...(detail === undefined ? {} : { detail }),
      ...(doc === undefined || doc === "" ? {} : { doc }),
      ...(count === undefined ? {} : { count }),
      matched: fit.matched,
      score: fit.score + weight,
    });
  }
  // Sorting is stable: ties keep the order of the documentation.
  items.sort((left, right) => right.score - left.score);
  const incomplete = items.length > MAX_ITEMS;
  return { items: incomplete ? items.slice(0, MAX_ITEMS) : items, incomplete };
}
