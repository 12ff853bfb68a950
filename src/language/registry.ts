/**
 * The parts that the language is put together from. Parser, printer, help, completion, hover, binder and executor read
 * the sources, sessions the extensions.
 * @module
 */

import { calls } from "../calls/mod.ts";
import { coverage } from "../coverage/mod.ts";
import { formats } from "../formats/registry.ts";
import type { MembershipRule } from "../query/analysis/binder.ts";
import type { LanguagePart } from "../query/language_part.ts";
import type { Extension } from "../query/operators/extension.ts";
import { changes, diff } from "../query/sources/differences.ts";
import type { QuerySource } from "../query/sources/source.ts";
import type { SourceNode } from "../query/syntax/ast.ts";
import { PointList } from "../query/syntax/points.ts";

/** What traces of some formats bring, a line each. */
const PARTS: readonly LanguagePart[] = [calls, coverage];

/** All sources that begin with a word of their own, in the order of the documentation. */
export const SOURCES: readonly QuerySource[] = [
  diff,
  changes,
  ...PARTS.flatMap(({ sources = [] }) => sources),
];

/** What a session keeps and answers for them. */
export const EXTENSIONS: readonly Extension[] = PARTS.flatMap(({ extension }) => extension ?? []);

/** Forms of `… in NAME(…)`. */
export const MEMBERSHIPS: readonly MembershipRule[] = PARTS.flatMap(({ memberships = [] }) => memberships);

/** What may be after `@`; two formats may have the same point. */
export const POINTS: PointList = new PointList([...new Set(formats.flatMap(({ points = [] }) => points))]);

const BY_KEYWORD: ReadonlyMap<string, QuerySource> = new Map(SOURCES.map((each) => [each.keyword, each]));

/** The source that begins with this word (in lower case). */
export function findSource(keyword: string): QuerySource | undefined {
  return BY_KEYWORD.get(keyword);
}

/** The source that a node is one of. */
export function sourceOf(node: SourceNode): QuerySource {
  return BY_KEYWORD.get(node.keyword)!;
}
