/**
 * How hard random tests try, and those that go through long lists. `deno task test` has to be quick, and what it leaves out
 * others make up for: continuous integration tries all that a test asks for, and `deno task bench oracles` 20 times as much.
 * @module
 */

/** Variable that says how hard to try: 1 is all that a test asks for. */
export const EFFORT = "QUARRY_EFFORT";

/** Spares a fifth of the processor time of all tests. */
const USUAL = 0.15;

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

/** Why a test does not run. */
const LATER = "left to QUARRY_EFFORT=1";

/**
 * Entries that have a test each, with what stands in its way: without effort all but one of `every` are left out, by name.
 * Continuous integration leaves out none.
 */
export function turnsOf<T>(
  list: readonly T[],
  every: number,
  vary = 0,
): { readonly entry: T; readonly left: string | null }[] {
  const most = Math.min(every, list.length);
  return list.map((entry, at) => ({ entry, left: effort >= 1 || at % most === vary % most ? null : LATER }));
}

/** The entries of a list at these places. */
export function entriesOf<T>(list: readonly T[], step: number, vary = 0): T[] {
  return [...someOf(list.length, step, vary)].map((at) => list[at]!);
}
