/**
 * Selection of test files.
 * @module
 */

import type { Outcome, TestCase } from "./junit.ts";

/** The tests to run. */
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

/**
 * The error for a word that begins with a folder of tests, so that it cannot be part of a name either. Undefined for
 * any other word.
 */
function unknownPath(path: string, all: readonly string[]): string | undefined {
  const pieces = path.split("/").slice(0, -1);
  while (pieces.length > 1) {
    const folder = `${pieces.join("/")}/`;
    const below = all.filter((file) => file.startsWith(folder)).map((file) =>
      file.slice(folder.length).split("/")[0]!
    );
    if (below.length > 0) {
      return `No test has the path ${path}; ${folder} has: ${[...new Set(below)].join(", ")}`;
    }
    pieces.pop();
  }
  return undefined;
}

/** The selected tests: those of the files, and only those whose name has the filter. */
export function asked({ filter }: Selection, tests: readonly TestCase[]): readonly TestCase[] {
  // Deno reads a filter in slashes as a regular expression.
  if (filter === undefined || filter.startsWith("/")) return tests;
  return tests.filter(({ name }) => name.includes(filter));
}

/**
 * A word is a path, with or without `tests/`, or else a part of paths, or else a part of names; without words, all
 * tests.
 */
export function selection(words: readonly string[]): Selection {
  const all = testFiles();
  const files: string[] = [];
  const names: string[] = [];
  for (const word of words) {
    const path = word.replace(/^(?:\.\/)?(?:tests(?:\/|$))?/, "tests/").replace(/\/$/, "");
    const below = all.filter((file) => file === path || file.startsWith(`${path}/`));
    const found = below.length > 0 ? below : all.filter((file) => file.includes(word));
    if (found.length > 0) files.push(...found);
    else {
      const wrong = unknownPath(path, all);
      if (wrong !== undefined) throw new Error(wrong);
      names.push(word);
    }
  }
  if (names.length > 1) throw new Error(`Cannot look for more than one part of names: ${names.join(", ")}`);
  const [filter] = names;
  return {
    files: files.length > 0 ? [...new Set(files)] : all,
    ...(filter === undefined ? {} : { filter }),
  };
}

/**
 * A selection that runs the tests with the outcome `wanted` once more: their files, and only the tests with their
 * names.
 */
export function cameTo(wanted: Outcome, tests: readonly TestCase[]): Selection {
  const left = tests.filter(({ outcome }) => outcome === wanted);
  // Tests with the same name are numbered, which Deno does not know.
  const names = new Set(left.map(({ name }) => RegExp.escape(name.replace(/ #\d+$/, ""))));
  return {
    files: [...new Set(left.map(({ file }) => file))].sort(),
    // The reason for skipping a test is after its name.
    filter: `/^(?:${[...names].join("|")})(?: #\\d+)?(?: \\(skipped: .*)?$/`,
  };
}
