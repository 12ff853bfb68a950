/**
 * Set operations over the covered ranges of several runs. Module numbers must mean the same in all of them.
 * @module
 */

import { Campaign } from "./pieces.ts";
import type { Coverage, RunWorth, SharedRange } from "./coverage_result.ts";

/** What any of the runs covers. */
export function unionOf(runs: readonly Coverage[]): SharedRange[] {
  const campaign = new Campaign(runs);
  const { any, count } = campaign.tally();
  return campaign.join((piece) => any[piece]!, count);
}

/** What all runs cover; `byOutcome` asks for the same outcomes too. */
export function intersectionOf(runs: readonly Coverage[], byOutcome = false): SharedRange[] {
  const campaign = new Campaign(runs);
  const { any, all, count } = campaign.tally();
  const ops = byOutcome ? all : any;
  return campaign.join((piece) => count[piece] === runs.length ? ops[piece]! : 0, count);
}

/** What the first runs cover and the others do not; `byOutcome` keeps outcomes that only the first saw. */
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
 * What each run adds, and few runs that cover together what all cover. Greedy: each time the run that adds most, the
 * first of equals; the smallest possible set may have fewer. With `byOutcome` a byte counts once for each outcome
 * seen over it.
 */
export function worthOf(runs: readonly Coverage[], byOutcome = false): RunWorth[] {
  return new Campaign(runs).worth(byOutcome);
}
