/**
 * Names for the blocks that are live at a point. They exist for traces that record when blocks are freed.
 * @module
 */

import type { BoundPoint } from "../plan/statement.ts";
import type { SyntaxDoc } from "../syntax/operators.ts";
import type { Catalog } from "./catalog.ts";

/** A source of live blocks. */
interface LiveSource extends SyntaxDoc {
  /** The point used by default. */
  readonly point: BoundPoint;
  /** Synonyms for these blocks, in the singular. */
  readonly also: readonly string[];
}

/** Whether a name is a table, or stands for the blocks that are live at a point. */
export function isStoredSource(name: string, { tableNames }: Pick<Catalog, "tableNames">): boolean {
  return tableNames.includes(name) || LIVE_SOURCES.some((each) => each.name === name);
}

/** All sources of live blocks. */
export const LIVE_SOURCES: readonly LiveSource[] = [
  {
    name: "live",
    usage: "live [@ POINT]",
    summary: "The blocks that are live at a point, with their place and size at that point",
    examples: ["live @ 50% | by func", "live @ peak | by thread, bucket(size) | sort bytes desc"],
    point: { at: "end" },
    also: [
      "live block",
      "live memory",
      "live allocation",
      "live byte",
      "in use",
      "block in use",
      "memory in use",
    ],
  },
  {
    name: "leaks",
    usage: "leaks",
    summary: "The blocks that were never freed: live @ end",
    examples: ["leaks | by file, line | top 10 by bytes"],
    point: { at: "end" },
    also: [
      "leak",
      "leaked",
      "leaking",
      "leakage",
      "memory leak",
      "memory leaked",
      "leaked memory",
      "lost memory",
      "lost",
      "unfreed",
      "not freed",
      "never freed",
      "is not freed",
      "was not freed",
      "was never freed",
      "were never freed",
      "were not freed",
      "still live",
      "still allocated",
      "not released",
      "never released",
    ],
  },
  {
    name: "peak",
    usage: "peak",
    summary: "The blocks that were live when live bytes were at their peak: live @ peak",
    examples: ["peak | by func, file | top 5 by bytes"],
    point: { at: "peak" },
    also: [
      "peak memory",
      "memory peak",
      "heap peak",
      "peak heap",
      "peak usage",
      "peak block",
      "high water mark",
    ],
  },
];
