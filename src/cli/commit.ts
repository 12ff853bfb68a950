/**
 * The commit that a program was made of.
 * @module
 */

/** What `tools/compile` replaces with the commit, in the bundle of the program. */
const PLACEHOLDER = "@commit-of-the-bundle@";

/** Abbreviated, with a `+` when the sources had changes; undefined when the program runs from its sources. */
export function commitOfBundle(): string | undefined {
  return PLACEHOLDER.startsWith("@") ? undefined : PLACEHOLDER;
}
