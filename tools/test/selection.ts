/**
 * Which test files a person means.
 * @module
 */

import type { TestCase } from "./junit.ts";

/** What to run. */
export interface Selection {
  /** Test files, as paths from the root of the repository. */
  readonly files: readonly string[];
  /** A part of the names of tests. */
  readonly filter?: string;
}

const ROOT = new URL("../../", import.meta.url);

/** All test files, as paths from the root of the repository. */
function testFiles(folder = "tests/"): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) =>
    isDirectory ? testFiles(`${folder}${name}/`) : name.endsWith("_test.ts") ? [folder + name] : []
  ).sort();
}

/** A word is a path, with or without `tests/`, else a part of paths, else a part of names; without one, all tests. */
export function selection(words: readonly string[]): Selection {
  const all = testFiles();
  const files: string[] = [];
  const names: string[] = [];
  for (const word of words) {
    const path = word.replace(/^(?:\.\/)?(?:tests(?:\/|$))?/, "tests/").replace(/\/$/, "");
    const below = all.filter((file) => file === path || file.startsWith(`${path}/`));
    const found = below.length > 0 ? below : all.filter((file) => file.includes(word));
    if (found.length > 0) files.push(...found);
    else names.push(word);
  }
  if (names.length > 1) throw new Error(`Cannot look for more than one part of names: ${names.join(", ")}`);
  const [filter] = names;
  return {
    files: files.length > 0 ? [...new Set(files)] : all,
    ...(filter === undefined ? {} : { filter }),
  };
}

/** The files of tests that did not run. */
export function filesOf(tests: readonly TestCase[]): string[] {
  return [...new Set(tests.filter(({ outcome }) => outcome === "skipped").map(({ file }) => file))].sort();
}
