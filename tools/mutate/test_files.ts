/**
 * Test files of a room: which of them reach a source, their times, and running some of them.
 * @module
 */

import { importsOf } from "../gate/imports.ts";
import { EFFORT } from "../../tests/support/effort.ts";
import { testCases } from "../test/junit.ts";
import { v8Flags } from "../test/v8_flags.ts";
import { FORMATS } from "./rooms.ts";
import type { Tree } from "./tree.ts";

/** Seconds of tests per process; the quick ones come first, and most mutants do not survive them. */
const BATCHES = [5, 20];
/** Longer files are left out: a survivor costs as much as all tests of its room. */
const LONGEST_FILE_SECONDS = 30;
/** Separates the path of a test file from the name of a test. */
export const MARK = " :: ";
/** A mutant may take this many times as long, plus a margin: its loops may not end. */
const SLOWER = 4;
const MORE_SECONDS = 20;
/** Time limit per change at full effort: many tests take minutes. */
const FULL_EFFORT_SECONDS = 300;

/** A file of tests. */
interface TestFile {
  readonly path: string;
  readonly seconds: number;
  /** Sources reachable by its imports, including the file itself. */
  readonly reaches: ReadonlySet<string>;
  /** The folder of the tested format; all of them without one. */
  readonly format: string | undefined;
}

/** All test files below files and folders. */
export function testFilesBelow(tree: Tree, places: readonly string[]): string[] {
  const found: string[] = [];
  const look = (place: string): void => {
    if (place.endsWith("_test.ts")) found.push(place);
    else if (Deno.statSync(`${tree.folder}/${place}`).isDirectory) {
      for (const { name } of Deno.readDirSync(`${tree.folder}/${place}`)) look(`${place}/${name}`);
    }
  };
  for (const place of places) look(place);
  return [...new Set(found)].sort();
}

/**
 * Runs tests that reach any of these sources, unchanged; returns those that pass, quickest first, and the names of
 * others.
 */
export async function measured(
  tree: Tree,
  { paths, sources, format }: {
    readonly paths: readonly string[];
    readonly sources: ReadonlySet<string>;
    readonly format?: string | undefined;
  },
): Promise<{ files: TestFile[]; failing: string[]; slow: string[] }> {
  const reaching = new Map(
    paths.map((path) => [path, reachedFrom(tree, path)] as const).filter(([, reaches]) =>
      !reaches.isDisjointFrom(sources)
    ),
  );
  const keyOf = (path: string): string => `${format} ${path}`;
  const isNew = [...reaching.keys()].filter((path) => !figures.has(keyOf(path)));
  if (isNew.length > 0) {
    const report = `${tree.folder}/junit.xml`;
    await run(tree, isNew, { args: [`--junit-path=${report}`], format });
    for (const path of isNew) figures.set(keyOf(path), { seconds: 0, fails: false });
    for (const { name, outcome, seconds } of testCases(Deno.readTextFileSync(report))) {
      const figure = figures.get(keyOf(name.slice(0, name.indexOf(MARK))));
      if (figure === undefined) continue;
      figure.seconds += seconds;
      figure.fails ||= outcome === "failed";
    }
  }
  const all = [...reaching].map(([path, reaches]) => ({
    path,
    reaches,
    format,
    ...figures.get(keyOf(path))!,
  }));
  const passing = all.filter(({ fails }) => !fails);
  return {
    files: passing.filter(({ seconds }) => seconds <= LONGEST_FILE_SECONDS)
      .sort((left, right) => left.seconds - right.seconds),
    failing: all.filter(({ fails }) => fails).map(({ path }) => path),
    slow: passing.filter(({ seconds }) => seconds > LONGEST_FILE_SECONDS).map(({ path }) => path),
  };
}

/** Results of files with unchanged sources, since rooms share many files of tests. */
const figures = new Map<string, { seconds: number; fails: boolean }>();

/** Imports of files, by address: most tests reach most sources, which are read once. */
const nextTo = new Map<string, readonly string[]>();

const STARTED = /new URL\(\s*"(\.[^"]+\.ts)",\s*import\.meta\.url/g;

/** The imports of a file, and the program if a test starts it. */
function reachedAtOnce(root: string, url: string): readonly string[] {
  const known = nextTo.get(url);
  if (known !== undefined) return known;
  let next: string[] = [];
  try {
    const text = Deno.readTextFileSync(new URL(url));
    next = importsOf(url, text).filter(({ isType }) => !isType).map(({ target }) => target);
    // Programs of workers are started by their addresses.
    for (const [, path] of text.matchAll(STARTED)) next.push(new URL(path!, url).href);
    if (url.startsWith(`${root}tests/`) && /["'`/]cli\.ts\b/.test(text)) next.push(`${root}cli.ts`);
  } catch {
    // A file outside the copy reaches nothing.
  }
  nextTo.set(url, next);
  return next;
}

/** All direct and indirect imports of a file; if a test starts the program, also the imports of the program. */
function reachedFrom(tree: Tree, path: string): Set<string> {
  const root = `file://${tree.folder}/`;
  const reached = new Set<string>();
  const visit = (url: string): void => {
    if (reached.has(url)) return;
    reached.add(url);
    for (const target of reachedAtOnce(root, url)) visit(target);
  };
  visit(root + path);
  return new Set([...reached].map((url) => url.slice(root.length)));
}

/** A test that fails at full effort, or null, also if the time limit of a change is reached before. */
export async function failureAtFullEffort(tree: Tree, files: readonly TestFile[]): Promise<string | null> {
  const report = `${tree.folder}/junit.xml`;
  Deno.writeTextFileSync(report, "");
  const outcome = await run(tree, files.map(({ path }) => path), {
    args: ["--fail-fast", `--junit-path=${report}`],
    milliseconds: 1000 * FULL_EFFORT_SECONDS,
    effort: "1",
    format: files[0]?.format,
  });
  return outcome === "failed" ? failedTest(report) ?? "sources that do not load" : null;
}

/** The test that fails first, or another error; null if all pass. */
export async function firstFailure(tree: Tree, files: readonly TestFile[]): Promise<string | null> {
  const report = `${tree.folder}/junit.xml`;
  const batches: TestFile[][] = [[]];
  let sum = 0;
  for (const file of files) {
    sum += file.seconds;
    if (sum > (BATCHES[batches.length - 1] ?? Infinity)) {
      batches.push([]);
      sum = file.seconds;
    }
    batches.at(-1)!.push(file);
  }
  for (const batch of batches) {
    if (batch.length === 0) continue;
    const seconds = batch.reduce((sum, file) => sum + file.seconds, 0);
    Deno.writeTextFileSync(report, "");
    const outcome = await run(tree, batch.map(({ path }) => path), {
      args: ["--fail-fast", `--junit-path=${report}`],
      format: batch[0]!.format,
      milliseconds: 1000 * (SLOWER * seconds + MORE_SECONDS),
    });
    if (outcome === "time") return "its time";
    if (outcome === "failed") return failedTest(report) ?? "sources that do not load";
  }
  return null;
}

/** The name of the test that failed, with its file; undefined if no test was run. */
function failedTest(report: string): string | undefined {
  return testCases(Deno.readTextFileSync(report)).find(({ outcome }) => outcome === "failed")?.name;
}

/** Runs tests once, with more variables of the environment; returns whether all pass. */
export async function runOnce(
  tree: Tree,
  paths: readonly string[],
  { variables, format }: {
    readonly variables: Readonly<Record<string, string>>;
    readonly format: string | undefined;
  },
): Promise<boolean> {
  return await run(tree, paths, { args: [], format, variables }) === "passed";
}

async function run(
  tree: Tree,
  paths: readonly string[],
  { args, milliseconds = Infinity, effort, format, variables = {} }: {
    args: readonly string[];
    variables?: Readonly<Record<string, string>>;
    milliseconds?: number;
    effort?: string;
    format: string | undefined;
  },
): Promise<"passed" | "failed" | "time"> {
  const module = `${tree.folder}/tests/mutated_test.ts`;
  Deno.writeTextFileSync(module, merged(paths, format));
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["test", "-A", "--no-check", "--quiet", "--config", "tests/deno.json", "--lock", "tests/deno.lock"],
      ...(effort === undefined ? v8Flags() : []),
      // Like the test command: uninitialized memory must not depend on its earlier contents.
      ...["--preload", "tests/support/guards/preload.ts"],
      ...args,
      module,
    ],
    cwd: tree.folder,
    env: {
      NO_COLOR: "1",
      QUARRY_CACHE: "off",
      ...(effort === undefined ? {} : { [EFFORT]: effort }),
      ...variables,
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  let isLate = false;
  const timer = Number.isFinite(milliseconds)
    ? setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, milliseconds)
    : undefined;
  const { success } = await child.status;
  clearTimeout(timer);
  return isLate ? "time" : success ? "passed" : "failed";
}

/**
 * One module with the tests of many files: loading the sources once for each file took most of the time. Names of tests
 * include their file. Tests for each format are left out for formats other than the tested one.
 */
function merged(paths: readonly string[], format: string | undefined): string {
  return `// deno-lint-ignore-file
const test = Deno.test;
let file = "";
const others = ${JSON.stringify(format === undefined ? [] : FORMATS.filter((each) => each !== format))};
const isOther = (name) => {
  const [, of = ""] = /^(?:conformance of )?([\\w-]+): /.exec(name) ?? [];
  return others.includes(of.replaceAll("-", "_"));
};
const named = (first, ...rest) => {
  if (isOther(typeof first === "string" ? first : first.name)) return;
  if (typeof first === "string") return test(file + first, ...rest);
  if (typeof first === "function") return test(file + first.name, first);
  return test({ ...first, name: file + first.name }, ...rest);
};
Deno.test = Object.assign(named, test);
for (const path of ${JSON.stringify(paths)}) {
  file = path + ${JSON.stringify(MARK)};
  await import("../" + path);
}
`;
}
