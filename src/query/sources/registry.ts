/**
 * All sources that begin with a word of their own. Parser, printer, help, completion, hover, binder and executor read
 * this list.
 * @module
 */

import type { SourceNode } from "../syntax/ast.ts";
import { complement, difference, intersection, union } from "./coverage_sets.ts";
import { changes, diff } from "./differences.ts";
import type { QuerySource } from "./source.ts";
import { gaps, heat, reaching } from "./windows.ts";

/** In the order of the documentation. */
export const SOURCES: readonly QuerySource[] = [
  diff,
  changes,
  gaps,
  heat,
  reaching,
  union,
  intersection,
  difference,
  complement,
];

const BY_KEYWORD: ReadonlyMap<string, QuerySource> = new Map(SOURCES.map((each) => [each.keyword, each]));

/** The source that begins with this word (in lower case). */
export function findSource(keyword: string): QuerySource | undefined {
  return BY_KEYWORD.get(keyword);
}

/** The source that a node is one of. */
export function sourceOf(node: SourceNode): QuerySource {
  return BY_KEYWORD.get(node.keyword)!;
}
