/**
 * Converts lookaheads and lookbehinds of one character to claims, which take no extra time. Longer ones would
 * have to be matched at every position of the text.
 * @module
 */

import { assert, type AssertNode, choice, PatternError, type PatternNode, sequence } from "./pattern_tree.ts";

/** The kind of a lookaround, and its position. */
interface LookAround {
  readonly behind: boolean;
  readonly negated: boolean;
  readonly start: number;
  readonly end: number;
}

/** A lookaround as claims. Throws `PatternError` if it examines more than one character. */
export function lookAround(inner: PatternNode, { behind, negated, start, end }: LookAround): PatternNode {
  const claims = claimsOf(inner, behind);
  if (claims !== null && claims.length > 0) {
    return negated ? sequence(claims.map((each) => ({ ...each, negated: !each.negated }))) : choice(claims);
  }
  throw new PatternError(
    `${behind ? "Lookbehind" : "Lookahead"} of more than one character is not supported`,
    {
      start,
      end,
      suggestion: negated
        ? "use a second condition with !~ for what must not match"
        : behind
        ? "write the preceding text as part of the expression"
        : "write what follows as a part of the expression",
      isRefused: true,
    },
  );
}

/** Claims of which one must hold; null for anything longer than one character. */
function claimsOf(node: PatternNode, behind: boolean): AssertNode[] | null {
  switch (node.kind) {
    case "atom":
      return [assert(behind ? "behind" : "ahead", false, node.atom)];
    case "assert":
      return [node];
    case "group":
      return claimsOf(node.part, behind);
    case "choice": {
      const all: AssertNode[] = [];
      for (const part of node.parts) {
        const claims = claimsOf(part, behind);
        if (claims === null) return null;
        all.push(...claims);
      }
      return all;
    }
    default:
      return null;
  }
}
