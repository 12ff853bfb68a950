/**
 * Facts that are stored in the bundle of the compiled program, so that no modules have to be loaded for them.
 * @module
 */

/** Placeholders that `tools/compile` replaces in the bundle. */
const COMMIT = "@commit-of-the-bundle@";
const FORMATS = "@formats-of-the-bundle@";
const PAGES = "@pages-of-the-bundle@";

const written = (fact: string): string | undefined => fact.startsWith("@") ? undefined : fact;

/**
 * Returns the commit, abbreviated, with a `+` if the sources had changes; undefined if the program runs from
 * its sources.
 */
export function bundledCommit(): string | undefined {
  return written(COMMIT);
}

/** Names of all formats. */
export async function formatNames(): Promise<string> {
  return written(FORMATS) ??
    (await import("../formats/registry.ts")).formats.map(({ name }) => name).join(" ");
}

/** Names of all pages of help. */
export async function pageNames(): Promise<string> {
  return written(PAGES) ?? (await import("./help/pages.ts")).pages.map(({ name }) => name).join(" ");
}
