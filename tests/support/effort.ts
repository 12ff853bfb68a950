/**
 * How hard random tests try. `deno task test` has to be quick, and what it leaves out others make up for: continuous
 * integration tries two and a half times as hard, and `deno task bench oracles` fifty times.
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

/** The entries of a list at these places. */
export function entriesOf<T>(list: readonly T[], step: number, vary = 0): T[] {
  return [...someOf(list.length, step, vary)].map((at) => list[at]!);
}
