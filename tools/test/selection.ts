/**
 * Which test files a person means.
 * @module
 */

import type { LeftOut } from "../../tests/support/programs.ts";

/** What `deno test` is given. */
export interface Selection {
  readonly paths: readonly string[];
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

function exists(path: string): boolean {
  try {
    Deno.statSync(new URL(path, ROOT));
    return true;
  } catch {
    return false;
  }
}

/** A word is a path, with or without `tests/`, else a part of paths, else a part of names; without one, all tests. */
export function selection(words: readonly string[]): Selection {
  if (words.length === 0) return { paths: ["tests"] };
  const files = testFiles();
  const paths: string[] = [];
  const names: string[] = [];
  for (const word of words) {
    const path = [word, `tests/${word}`].find((each) => /^tests\b/.test(each) && exists(each));
    const found = path === undefined ? files.filter((file) => file.includes(word)) : [path];
    if (found.length > 0) paths.push(...found);
    else names.push(word);
  }
  if (names.length > 1) throw new Error(`Cannot look for more than one part of names: ${names.join(", ")}`);
  const [filter] = names;
  return {
    paths: paths.length > 0 ? [...new Set(paths)] : ["tests"],
    ...(filter === undefined ? {} : { filter }),
  };
}

/** The files of tests that did not run. */
export function filesOf(leftOut: readonly LeftOut[]): string[] {
  return [...new Set(leftOut.map(({ module }) => module.replace(ROOT.href, "")))].sort();
}
