/**
 * Test files of a room: which of them reach a source, how long each takes, and running some of them.
 * @module
 */

import { importsOf } from "../gate/imports.ts";
import { testCases } from "../test/junit.ts";
import type { Tree } from "./tree.ts";

/** Seconds of tests that one process runs; the quick ones come first, and most mutants do not outlive them. */
const BATCHES = [5, 20];
/** What takes longer is left out: a survivor costs as much as all tests of its room. */
const LONGEST_FILE_SECONDS = 30;
/** Between the path of a test file and the name of a test. */
const MARK = " :: ";
/** A mutant may take so many times as long, and so much more: its loops may not end. */
const SLOWER = 4;
const MORE_SECONDS = 20;

/** A file of tests. */
interface TestFile {
  readonly path: string;
  readonly seconds: number;
  /** Sources that it reaches by imports, its own ones among them. */
  readonly reaches: ReadonlySet<string>;
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

/** Runs tests as they are; gives those that pass, quickest first, and the names of others. */
export async function measured(
  tree: Tree,
  paths: readonly string[],
): Promise<{ files: TestFile[]; failing: string[]; slow: string[] }> {
  const report = `${tree.folder}/junit.xml`;
  await run(tree, paths, { args: [`--junit-path=${report}`] });
  const seconds = new Map<string, number>();
  const failing = new Set<string>();
  for (const { name, outcome, seconds: each } of testCases(Deno.readTextFileSync(report))) {
    const path = name.slice(0, name.indexOf(MARK));
    seconds.set(path, (seconds.get(path) ?? 0) + each);
    if (outcome === "failed") failing.add(path);
  }
  const files = [...seconds].filter(([path, seconds]) =>
    !failing.has(path) && seconds <= LONGEST_FILE_SECONDS
  )
    .map(([path, seconds]) => ({ path, seconds, reaches: reachedFrom(tree, path) }))
    .sort((left, right) => left.seconds - right.seconds);
  const slow = [...seconds].filter(([, seconds]) => seconds > LONGEST_FILE_SECONDS).map(([path]) => path);
  return { files, failing: [...failing], slow };
}

/** Everything that a file imports, and what that imports; where a test starts the program, everything that this imports. */
function reachedFrom(tree: Tree, path: string): Set<string> {
  const root = `file://${tree.folder}/`;
  const reached = new Set<string>();
  const visit = (url: string): void => {
    if (reached.has(url)) return;
    reached.add(url);
    let text: string;
    try {
      text = Deno.readTextFileSync(new URL(url));
    } catch {
      return;
    }
    for (const { target, isType } of importsOf(url, text)) if (!isType) visit(target);
    if (url.startsWith(`${root}tests/`) && /["'`/]cli\.ts\b/.test(text)) visit(`${root}cli.ts`);
  };
  visit(root + path);
  return new Set([...reached].map((url) => url.slice(root.length)));
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
  { args, milliseconds = Infinity }: { args: readonly string[]; milliseconds?: number },
): Promise<"passed" | "failed" | "time"> {
  const module = `${tree.folder}/tests/mutated_test.ts`;
  Deno.writeTextFileSync(module, merged(paths));
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["test", "-A", "--no-check", "--quiet", "--config", "tests/deno.json", "--lock", "tests/deno.lock"],
      // As the test command does: what was never written is no accident of what lay there before.
      ...["--preload", "tests/support/guards/preload.ts"],
      ...args,
      module,
    ],
    cwd: tree.folder,
    env: { NO_COLOR: "1", QUARRY_CACHE: "off" },
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
 * which file they are from.
 */
function merged(paths: readonly string[]): string {
  return `// deno-lint-ignore-file
const test = Deno.test;
let file = "";
const named = (first, ...rest) => {
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
