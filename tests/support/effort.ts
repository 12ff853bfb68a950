/**
 * The effort of random tests, and of tests over long lists. `deno task test` has to be quick, and others cover what it
 * leaves out: continuous integration runs everything that a test asks for, and `deno task bench oracles` 20 times as
 * much.
 * @module
 */

import { lacks, type Tool, unless } from "./programs.ts";

/** Variable with the effort: 1 is everything that a test asks for. */
export const EFFORT = "QUARRY_EFFORT";

/** With 0.15 the tests of a room took one and a half times as long. */
const USUAL = 0.05;

/** The effort. */
export const effort: number = Number(Deno.env.get(EFFORT)) || USUAL;

/** Number of seeds: `count` at full effort, at least one. */
export function seeds(count: number): number {
  return Math.max(1, Math.round(count * effort));
}

/** Every `step`th position of a text at full effort, beginning at a varying number; at least one position. */
export function* someOf(count: number, step: number, vary = 0): Generator<number> {
  const every = Math.max(1, Math.min(count, Math.round(step / effort)));
  for (let at = vary % every; at < count; at += every) yield at;
}

/** A size or a list at full effort, and a smaller one otherwise. */
export function byEffort<T>(full: T, little: T): T {
  return effort >= 1 ? full : little;
}

/** Why a test does not run: it takes long and rarely finds more than cheaper ones. */
const LATER = "left to QUARRY_EFFORT=1";

/** The reason for skipping a test that runs only at full effort; null at full effort. */
export const later: string | null = byEffort(null, LATER);

/**
 * Name and `ignore` of a test that runs at full effort only, and needs these tools: `Deno.test(atFullEffort("floods of
 * names end"), fn)`.
 */
export function atFullEffort(name: string, tools: readonly Tool[] = []): { name: string; ignore: boolean } {
  return unless([later, ...tools.map(lacks)], name);
}

/**
 * Entries with a test each, and the reason for skipping it: at low effort all but one of `every` are skipped, by name.
 * Continuous integration skips none.
 */
export function turnsOf<T>(
  list: readonly T[],
  every: number,
  vary = 0,
): { readonly entry: T; readonly left: string | null }[] {
  const most = Math.min(every, list.length);
  return list.map((entry, at) => ({ entry, left: at % most === vary % most ? null : later }));
}

/** Some entries of a list, by `someOf()`. */
export function entriesOf<T>(list: readonly T[], step: number, vary = 0): T[] {
  return [...someOf(list.length, step, vary)].map((at) => list[at]!);
}
