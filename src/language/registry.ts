/**
 * Lists the parts of the language. Parser, printer, help, completion, hover, binder and executor get the
 * sources from here, and sessions get the extensions.
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

/** Parts that some formats add to the language. */
const PARTS: readonly LanguagePart[] = [calls, coverage];

/** All sources that begin with a keyword, in the order of the documentation. */
export const SOURCES: readonly QuerySource[] = [
  diff,
  changes,
  ...PARTS.flatMap(({ sources = [] }) => sources),
];

/** Extensions of a session, which store and compute data for these parts. */
export const EXTENSIONS: readonly Extension[] = PARTS.flatMap(({ extension }) => extension ?? []);

/** Rules for the variants of `… in NAME(…)`. */
export const MEMBERSHIPS: readonly MembershipRule[] = PARTS.flatMap(({ memberships = [] }) => memberships);

/** Expressions that may follow `@`. Duplicates are removed, since two formats may have the same point. */
export const POINTS: PointList = new PointList([...new Set(formats.flatMap(({ points = [] }) => points))]);

const BY_KEYWORD: ReadonlyMap<string, QuerySource> = new Map(SOURCES.map((each) => [each.keyword, each]));

/** The source that begins with this keyword (in lower case). */
export function findSource(keyword: string): QuerySource | undefined {
  return BY_KEYWORD.get(keyword);
}

/** The source that a node belongs to. */
export function sourceOf(node: SourceNode): QuerySource {
  return BY_KEYWORD.get(node.keyword)!;
}
