/**
 * Candidates for completion, and the choice of the best.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultType } from "../base/result_table.ts";
import type { SyntaxDoc } from "../query/syntax/operators.ts";
import type { CompletionItem, CompletionKind } from "./answers.ts";
import { fuzzyMatch } from "./fuzzy.ts";

/** What could be at a position, before it is compared with what has been typed. */
export interface Candidate {
  readonly label: string;
  /** The label, when absent. */
  readonly insert?: string | undefined;
  /** The end of `insert`, when absent. */
  readonly caret?: number | undefined;
  readonly kind: CompletionKind;
  readonly type?: ResultType | undefined;
  readonly detail?: string | undefined;
  readonly doc?: string | undefined;
  readonly count?: number | undefined;
  /** Of two that fit equally well the one with the higher weight comes first; from 0 to 99. */
  readonly weight: number;
}

/** How something is written and what it does, beside its label. */
export function described(
  { usage, summary, examples }: Omit<SyntaxDoc, "name">,
): Pick<Candidate, "detail" | "doc"> {
  return { detail: usage, doc: [summary, ...examples].join("\n") };
}

/** Most suggestions in a list. */
const MAX_ITEMS = SHOW_LIMITS.suggestions.most;

/** The candidates that fit what was typed, best first. */
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
  // Sorting is stable: equals stay in the order of the documentation.
  items.sort((left, right) => right.score - left.score);
  const incomplete = items.length > MAX_ITEMS;
  return { items: incomplete ? items.slice(0, MAX_ITEMS) : items, incomplete };
}
