/**
 * Finds the literal that every match of a pattern contains. A text without it is rejected before an automaton
 * runs.
 * @module
 */

import type { AtomTable } from "./atoms.ts";
import { asciiBytes } from "./byte_finder.ts";
import type { PatternNode } from "./pattern_tree.ts";

/** A sequence of bytes, each with a mask. A byte of a text matches if it is equal in the bits of the mask. */
export interface Literal {
  readonly bytes: Uint8Array;
  readonly masks: Uint8Array;
  /**
   * Whether only ASCII characters match. False if another character does, as a Kelvin sign matches `k` if
   * case is ignored.
   */
  readonly isExact: boolean;
}

/** The empty literal, which every text contains. */
export const EMPTY_LITERAL: Literal = { bytes: new Uint8Array(0), masks: new Uint8Array(0), isExact: true };

/** A text as a literal; undefined if it is not ASCII. */
export function literalOf(text: string): Literal | undefined {
  const bytes = asciiBytes(text);
  return bytes && { bytes, masks: new Uint8Array(bytes.length).fill(0xff), isExact: true };
}

/** One byte of a literal. */
interface Letter {
  readonly byte: number;
  readonly mask: number;
  readonly isExact: boolean;
}

/**
 * Maximum length of a literal: if a text repeats one letter, the search takes time for each byte of the
 * literal.
 */
export const LONGEST_RUN = 64;

/** The longest literal that every match contains, found at the top level of the tree. */
export function requiredLiteral(tree: PatternNode, atoms: AtomTable): Literal {
  const known = new Map<number, Letter | undefined>();
  const letterOf = (atom: number): Letter | undefined => {
    if (!known.has(atom)) known.set(atom, asLetter(atoms.asciiOf(atom), atoms.expressionOf(atom) < 0));
    return known.get(atom);
  };
  let longest: Letter[] = [], run: Letter[] = [];
  for (const part of tree.kind === "sequence" ? tree.parts : [tree]) {
    const letter = part.kind === "atom" ? letterOf(part.atom) : undefined;
    if (!letter) run = [];
    else if (run.length < LONGEST_RUN) run.push(letter);
    if (run.length > longest.length) longest = [...run];
  }
  return {
    bytes: Uint8Array.from(longest, ({ byte }) => byte),
    masks: Uint8Array.from(longest, ({ mask }) => mask),
    isExact: longest.every(({ isExact }) => isExact),
  };
}

/** One character, or two that differ in one bit, as `k` and `K` do; undefined for anything else. */
function asLetter(passing: readonly number[], isExact: boolean): Letter | undefined {
  const [one, other = one] = passing;
  if (one === undefined || other === undefined || passing.length > 2) return undefined;
  const mask = 0xff ^ one ^ other;
  // A power of two, or zero.
  const differs = one ^ other;
  return (differs & (differs - 1)) === 0 ? { byte: one & mask, mask, isExact } : undefined;
}
