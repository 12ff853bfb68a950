/**
 * Letters that a pattern cannot do without: a text that lacks them is refused before an automaton looks at it.
 * @module
 */

import type { AtomTable } from "./atoms.ts";
import type { PatternNode } from "./pattern_tree.ts";

/** The longest ASCII text that is in everything that matches, as far as the top of the tree shows it; "" for none. */
export function neededText(tree: PatternNode, atoms: AtomTable): string {
  const letters = new Map<number, string>();
  for (let code = 0; code < 0x80; code++) {
    const atom = atoms.literalOf(code);
    if (atom >= 0) letters.set(atom, String.fromCharCode(code));
  }
  let longest = "", run = "";
  for (const part of tree.kind === "sequence" ? tree.parts : [tree]) {
    const letter = part.kind === "atom" ? letters.get(part.atom) : undefined;
    run = letter === undefined ? "" : run + letter;
    if (run.length > longest.length) longest = run;
  }
  return longest;
}
