/**
 * How hard random tests try. `deno task test` has to be quick, and what it leaves out the bench makes up for:
 * `deno task bench oracles` runs the same tests with twenty times as many seeds.
 * @module
 */

/** Variable that says how many times the usual number of seeds are tried. */
export const EFFORT = "QUARRY_EFFORT";

/** How many times harder than usual to try. */
export const effort: number = Math.max(1, Number(Deno.env.get(EFFORT) ?? 1) || 1);

/** So many seeds, or many times as many. */
export function seeds(usual: number): number {
  return Math.round(usual * effort);
}

/** Every place of a text with high effort, and every `step`th one, from a number on that varies, elsewhere. */
export function* someOf(count: number, step: number, vary = 0): Generator<number> {
  const every = effort > 1 ? 1 : step;
  for (let at = vary % every; at < count; at += every) yield at;
}

/** The entries of a list at these places. */
export function entriesOf<T>(list: readonly T[], step: number, vary = 0): T[] {
  return [...someOf(list.length, step, vary)].map((at) => list[at]!);
}
