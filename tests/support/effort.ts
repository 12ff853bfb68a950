/**
 * How hard random tests try, and those that go through long lists. `deno task test` has to be quick, and what it leaves out
 * others make up for: continuous integration tries all that a test asks for, and `deno task bench oracles` 20 times as much.
 * @module
 */

import { lacks, type Tool, unless } from "./programs.ts";

/** Variable that says how hard to try: 1 is all that a test asks for. */
export const EFFORT = "QUARRY_EFFORT";

/** With 0.15 the tests of a room took half as long again. */
const USUAL = 0.05;

/** How hard to try. */
export const effort: number = Number(Deno.env.get(EFFORT)) || USUAL;

/** So many seeds with an effort of 1, at least one. */
export function seeds(count: number): number {
  return Math.max(1, Math.round(count * effort));
}

/** Every `step`th place of a text with an effort of 1, from a number on that varies; at least one place. */
export function* someOf(count: number, step: number, vary = 0): Generator<number> {
  const every = Math.max(1, Math.min(count, Math.round(step / effort)));
  for (let at = vary % every; at < count; at += every) yield at;
}

/** A size or a list at full effort, and what a run makes do with otherwise. */
export function byEffort<T>(full: T, little: T): T {
  return effort >= 1 ? full : little;
}

/** Why a test does not run: it takes long and seldom finds what cheaper ones do not. */
const LATER = "left to QUARRY_EFFORT=1";

/** What is in the way of a test that only runs at full effort; null there. */
export const later: string | null = byEffort(null, LATER);

/** A test that runs at full effort only, and needs these tools: `Deno.test(atFullEffort("floods of names end"), fn)`. */
export function atFullEffort(name: string, tools: readonly Tool[] = []): { name: string; ignore: boolean } {
  return unless([later, ...tools.map(lacks)], name);
}

/**
 * Entries that have a test each, with what is in its way: without effort all but one of `every` are left out, by name.
 * Continuous integration leaves out none.
 */
export function turnsOf<T>(
  list: readonly T[],
  every: number,
  vary = 0,
): { readonly entry: T; readonly left: string | null }[] {
  const most = Math.min(every, list.length);
  return list.map((entry, at) => ({ entry, left: at % most === vary % most ? null : later }));
}

/** The entries of a list at these places. */
export function entriesOf<T>(list: readonly T[], step: number, vary = 0): T[] {
  return [...someOf(list.length, step, vary)].map((at) => list[at]!);
}
