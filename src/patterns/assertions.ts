/**
 * Assertions about a position between two characters.
 * @module
 */

import type { Alphabet } from "./alphabet.ts";
import type { AssertionKind } from "./pattern_tree.ts";
import type { PositionSet } from "./position_set.ts";
import { type BoundAssertion, Op, type Program } from "./program.ts";

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

/** Adds to a set the positions after its assertions, if the assertions hold between two characters. */
export function addPositionsAfterAssertions(
  program: Program,
  set: PositionSet,
  before: number,
  after: number,
): void {
  const { ops, args, assertions } = program;
  if (assertions.length === 0) return;
  // A position after an assertion may be another assertion, which is then examined in turn.
  for (let at = 0; at < set.size; at++) {
    const place = set.at(at);
    if (ops[place] === Op.Assert && assertionHolds(assertions[args[place]!]!, before, after)) {
      set.reach(place + 1);
    }
  }
}

/** Whether an assertion holds between two characters. */
export function assertionHolds(
  { assertion, bit, negated }: BoundAssertion,
  before: number,
  after: number,
): boolean {
  return isSo(assertion, bit, before, after) !== negated;
}

function isSo(assertion: AssertionKind, bit: number, before: number, after: number): boolean {
  switch (assertion) {
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
