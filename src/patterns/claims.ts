/**
 * Claims (assertions) about a position between two characters.
 * @module
 */

import type { Alphabet } from "./alphabet.ts";
import type { Claim } from "./pattern_tree.ts";
import type { PlaceSet } from "./place_set.ts";
import { type BoundClaim, Op, type Program } from "./program.ts";

/** The context before the text and after it. */
export const NO_CHARACTER_CONTEXT = 1 << 30;

/** The context of a character: a bit for each test in `looked` that it matches. */
export function contextOf({ looked }: Program, alphabet: Alphabet, symbol: number): number {
  let context = 0;
  for (let at = 0; at < looked.length; at++) {
    if (alphabet.passes(symbol, looked[at]!)) context |= 1 << at;
  }
  return context;
}

/** Adds to a set the positions after its claims, if the claims hold between two characters. */
export function addPositionsAfterClaims(
  program: Program,
  set: PlaceSet,
  before: number,
  after: number,
): void {
  const { ops, args, claims } = program;
  if (claims.length === 0) return;
  // A position after a claim may be another claim, which is then examined in turn.
  for (let at = 0; at < set.size; at++) {
    const place = set.at(at);
    if (ops[place] === Op.Assert && claimHolds(claims[args[place]!]!, before, after)) set.reach(place + 1);
  }
}

/** Whether a claim holds between two characters. */
export function claimHolds({ claim, bit, negated }: BoundClaim, before: number, after: number): boolean {
  return isSo(claim, bit, before, after) !== negated;
}

function isSo(claim: Claim, bit: number, before: number, after: number): boolean {
  switch (claim) {
    case "start":
      return before === NO_CHARACTER_CONTEXT;
    case "end":
      return after === NO_CHARACTER_CONTEXT;
    case "lineStart":
      return before === NO_CHARACTER_CONTEXT || (before & bit) !== 0;
    case "lineEnd":
      return after === NO_CHARACTER_CONTEXT || (after & bit) !== 0;
    case "boundary":
      return (before & bit) !== (after & bit);
    case "behind":
      return (before & bit) !== 0;
    case "ahead":
      return (after & bit) !== 0;
  }
}
