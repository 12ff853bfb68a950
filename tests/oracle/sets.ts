/**
 * The sets of traces that are open together: single ones, pairs and triples of all formats.
 * @module
 */

import type { Random } from "../support/random.ts";
import { CONTAINERS, LARGE_TRACES, type Named, TRACES } from "./traces.ts";

const FORMATS = Object.keys(TRACES);
/** Names of traces; those that the cookbook uses come first. */
const NAMES = ["a", "b", "run", "prof", "test", "p"];

/** Formats of all singles, pairs and triples; two traces may be of one format. */
export const SETS: readonly (readonly string[])[] = [...setsOf(1), ...setsOf(2), ...setsOf(3)];

function setsOf(count: number, from = 0): string[][] {
  if (count === 0) return [[]];
  return FORMATS.flatMap((format, at) =>
    at < from ? [] : setsOf(count - 1, at).map((rest) => [format, ...rest])
  );
}

/** The name of a trace of several blocks, of any format. */
export const LARGE = "large";

/** A trace of a format, with or without containers. */
export function someTrace(random: Random, format: string, name: string): Named {
  if (format === LARGE) return { name, path: random.pick(LARGE_TRACES) };
  const path = random.pick(TRACES[format]!);
  return { name, path: random.oneIn(5) ? `${path}+${random.pick(CONTAINERS)}` : path };
}

/** Traces of these formats in some order, under names that questions use. */
export function namedTraces(random: Random, formats: readonly string[]): Named[] {
  const names = random.oneIn(3) ? shuffled(random, NAMES) : NAMES;
  return shuffled(random, formats).map((format, at) => someTrace(random, format, names[at]!));
}

/** The list in random order. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}
