/**
 * Factors out common prefixes of alternatives, so that of a list of thousands of names only those are
 * followed that begin like the text. Which alternative matches does not matter, so their order may change.
 * @module
 */

import { choice, EMPTY, type PatternNode, sequence } from "./pattern_tree.ts";

/** A choice of the parts, as a tree in which no two branches begin with the same character. */
export function factorChoice(parts: readonly PatternNode[]): PatternNode {
  const groups = new Map<number, PatternNode[][]>();
  const others: PatternNode[] = [];
  for (const part of parts) {
    const list = part.kind === "sequence" ? [...part.parts] : [part];
    const [first] = list;
    if (first?.kind !== "atom") others.push(part);
    else if (groups.has(first.atom)) groups.get(first.atom)!.push(list);
    else groups.set(first.atom, [list]);
  }
  if (groups.size + others.length === parts.length) return choice(parts);
  const branches = [...groups.values()].map((lists) =>
    lists.length === 1 ? sequence(lists[0]!) : joined(lists)
  );
  return choice([...branches, ...others]);
}

/** Merges sequences with a common prefix into the prefix and a choice of the rests. */
function joined(lists: readonly (readonly PatternNode[])[]): PatternNode {
  const [first, ...rest] = lists as [readonly PatternNode[], ...(readonly PatternNode[])[]];
  let common = first.length;
  for (const list of rest) {
    let same = 0;
    while (same < common && same < list.length && isSameAtom(first[same]!, list[same]!)) same++;
    common = same;
  }
  const tails = lists.map((list) => list.length === common ? EMPTY : sequence(list.slice(common)));
  return sequence([...first.slice(0, common), factorChoice(tails)]);
}

function isSameAtom(a: PatternNode, b: PatternNode): boolean {
  return a.kind === "atom" && b.kind === "atom" && a.atom === b.atom;
}
