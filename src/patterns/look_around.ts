/**
 * Converts lookaheads and lookbehinds of one character to assertions, which take no extra time. Longer ones would
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

/** A lookaround as assertions. Throws `PatternError` if it examines more than one character. */
export function lookAround(inner: PatternNode, { behind, negated, start, end }: LookAround): PatternNode {
  const assertions = assertionsOf(inner, behind);
  if (assertions !== null && assertions.length > 0) {
    return negated
      ? sequence(assertions.map((each) => ({ ...each, negated: !each.negated })))
      : choice(assertions);
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

/** Assertions of which one must hold; null for anything longer than one character. */
function assertionsOf(node: PatternNode, behind: boolean): AssertNode[] | null {
  switch (node.kind) {
    case "atom":
      return [assert(behind ? "behind" : "ahead", false, node.atom)];
    case "assert":
      return [node];
    case "group":
      return assertionsOf(node.part, behind);
    case "choice": {
      const all: AssertNode[] = [];
      for (const part of node.parts) {
        const assertions = assertionsOf(part, behind);
        if (assertions === null) return null;
        all.push(...assertions);
      }
      return all;
    }
    default:
      return null;
  }
}
