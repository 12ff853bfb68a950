/**
 * Set operations over the covered ranges of several runs. A module must have the same number in all runs.
 * @module
 */

import { Campaign } from "./overlaid_runs.ts";
import type { Coverage, RunContribution, SharedRange } from "./coverage_result.ts";

/** Ranges covered by any of the runs. */
export function unionOf(runs: readonly Coverage[]): SharedRange[] {
  const campaign = new Campaign(runs);
  const { any, count } = campaign.tally();
  return campaign.join((piece) => any[piece]!, count);
}

/** Returns ranges covered by all runs; with `byOutcome`, their outcomes must also be equal. */
export function intersectionOf(runs: readonly Coverage[], byOutcome = false): SharedRange[] {
  const campaign = new Campaign(runs);
  const { any, all, count } = campaign.tally();
  const ops = byOutcome ? all : any;
  return campaign.join((piece) => count[piece] === runs.length ? ops[piece]! : 0, count);
}

/**
 * Returns ranges covered by the first runs but not by the others; with `byOutcome`, also ranges with outcomes
 * that only the first runs have.
 */
export function differenceOf(
  runs: readonly Coverage[],
  others: readonly Coverage[],
  byOutcome = false,
): SharedRange[] {
  const campaign = new Campaign([...runs, ...others]);
  const numbers = [...runs, ...others].map((_, run) => run);
  const mine = campaign.tally(numbers.slice(0, runs.length));
  const theirs = campaign.tally(numbers.slice(runs.length));
  const op = (piece: number): number =>
    byOutcome ? mine.any[piece]! & ~theirs.any[piece]! : theirs.count[piece] === 0 ? mine.any[piece]! : 0;
  return campaign.join(op, mine.count);
}

/**
 * Returns what each run adds, and a small set of runs with the same total coverage. The algorithm is greedy:
 * it repeatedly picks the run that adds the most, the first one among equals; the smallest possible set may
 * be smaller. With `byOutcome`, a byte counts once per outcome.
 */
export function contributionsOf(runs: readonly Coverage[], byOutcome = false): RunContribution[] {
  return new Campaign(runs).worth(byOutcome);
}
