/**
 * Test files of a room: which of them reach a source, how long each takes, and running some of them.
 * @module
 */

import { importsOf } from "../gate/imports.ts";
import { EFFORT } from "../../tests/support/effort.ts";
import { testCases } from "../test/junit.ts";
import { v8Flags } from "../test/v8_flags.ts";
import { FORMATS } from "./rooms.ts";
import type { Tree } from "./tree.ts";

/** Seconds of tests that one process runs; the quick ones come first, and most mutants do not outlive them. */
const BATCHES = [5, 20];
/** What takes longer is left out: a survivor costs as much as all tests of its room. */
const LONGEST_FILE_SECONDS = 30;
/** Between the path of a test file and the name of a test. */
export const MARK = " :: ";
/** A mutant may take so many times as long, and so much more: its loops may not end. */
const SLOWER = 4;
const MORE_SECONDS = 20;
/** What is tried at full effort may take so long for a change: much of it takes minutes. */
const FULL_EFFORT_SECONDS = 300;

/** A file of tests. */
interface TestFile {
  readonly path: string;
  readonly seconds: number;
  /** Sources that it reaches by imports, its own ones among them. */
  readonly reaches: ReadonlySet<string>;
  /** The folder of the format that is asked about; all of them without one. */
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
 * Runs tests that reach any of these sources as they are; gives those that pass, quickest first, and the names of others.
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

/** What runs of files said that were as they are; rooms have many files of tests in common. */
const figures = new Map<string, { seconds: number; fails: boolean }>();

/** What files run of others, by their address: most tests reach most sources, which are read once. */
const nextTo = new Map<string, readonly string[]>();

const STARTED = /new URL\(\s*"(\.[^"]+\.ts)",\s*import\.meta\.url/g;

/** What a file imports, and the program where a test starts it. */
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
    // What is no file of the copy reaches nothing.
  }
  nextTo.set(url, next);
  return next;
}

/** Everything that a file imports, and what that imports; where a test starts the program, everything that this imports. */
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

/** A test that fails at full effort, or null: also where the time that a change is worth is over before one does. */
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

/** The test that fails first, or what else went wrong; null when all pass. */
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

/** The name of the test that failed, with its file; undefined where no test was run. */
function failedTest(report: string): string | undefined {
  return testCases(Deno.readTextFileSync(report)).find(({ outcome }) => outcome === "failed")?.name;
}

async function run(
  tree: Tree,
  paths: readonly string[],
  { args, milliseconds = Infinity, effort, format }: {
    args: readonly string[];
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
      // As the test command does: what was never written is no accident of what lay there before.
      ...["--preload", "tests/support/guards/preload.ts"],
      ...args,
      module,
    ],
    cwd: tree.folder,
    env: { NO_COLOR: "1", QUARRY_CACHE: "off", ...(effort === undefined ? {} : { [EFFORT]: effort }) },
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
 * One module with the tests of many files: loading the sources once for each file took most of the time. Names of tests say
 * which file they are from. What is tried with each format
 * is left out for others than the one that is asked about.
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
