/**
 * Finds a table by any of its names.
 * @module
 */

import { LIVE_SOURCES } from "../../query/analysis/live_sources.ts";
import { stemsOf } from "./sentence_tokens.ts";
import type { ReadingContext } from "./reading_context.ts";

/** Sources of live blocks, by each of their names. */
const LIVE_WORDS: ReadonlyMap<string, string> = new Map(
  LIVE_SOURCES.flatMap((
    { name, also },
  ) => [...also.map((word) => [stemsOf(word), name] as const), [name, name] as const]),
);

/** The table that has this name, or undefined if there is none. */
export function tableNamed(name: string, world: ReadingContext): string | undefined {
  const low = name.trim().toLowerCase();
  if (!/^[\w ]+$/.test(low)) return undefined;
  const { tableNames } = world.catalog;
  if (tableNames.includes(low)) return low;
  const stem = stemsOf(low.replaceAll("_", " "));
  const live = LIVE_WORDS.get(low) ?? LIVE_WORDS.get(stem);
  if (live !== undefined && world.rows(live) !== null) return live;
  return tableNames.find((table) => world.words(table).also?.some((word) => stemsOf(word) === stem)) ??
    tableNames.find((table) => world.words(table).loosely?.some((word) => stemsOf(word) === stem));
}
