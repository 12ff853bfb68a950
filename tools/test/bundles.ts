/**
 * Files of tests, several to a module. `deno test` gives each module its own isolate, which loads and warms up the
 * program again: a quarter of the time of all tests if each file is a module.
 * @module
 */

import { byEffort } from "../../tests/support/effort.ts";
import { dealt, knownTimes } from "./times.ts";
import { Temporary } from "../../tests/support/temporary.ts";

/**
 * Maximum number of modules per core: the last ones should end at about the same time. At full effort tests take
 * minutes, and a fresh clone does not know which.
 */
const MODULES_PER_CORE = byEffort(12, 4);
/**
 * Minimum number of files of a module: loading and warming up costs a module as much as many files, half a second or
 * more.
 */
const FILES_PER_MODULE = byEffort(10, 30);

const ROOT = new URL("../../", import.meta.url);

/** Rooms whose tests mostly wait for programs that they start; they load little code. */
const WAITING = /^tests\/(?:editors|lsp|output|program|terminal)\//;
/** Number of their modules per core, which run at the same time: `output` took 10 seconds instead of 14. */
const WAITING_PER_CORE = 2;

/** A module that registers the tests of these files. A file that cannot be loaded becomes a failing test. */
function moduleOf(files: readonly string[]): string {
  const lines = files.map((file) => {
    const url = JSON.stringify(new URL(file, ROOT).href);
    return `await import(${url}).catch((error) => Deno.test(${
      JSON.stringify(file)
    }, () => { throw error; }));`;
  });
  return lines.join("\n") + "\n";
}

/**
 * Runs `work` with the paths of modules that together register the tests of all files, each once, and how many of them may
 * run at a time.
 */
export async function withBundles<Result>(
  files: readonly string[],
  work: (paths: readonly string[], jobs: number) => Promise<Result>,
): Promise<Result> {
  const waits = files.every((file) => WAITING.test(file));
  const jobs = navigator.hardwareConcurrency * (waits ? WAITING_PER_CORE : 1);
  const wanted = Math.max(
    jobs,
    Math.min(MODULES_PER_CORE * jobs, Math.round(files.length / FILES_PER_MODULE)),
  );
  const count = Math.min(files.length, wanted);
  if (count === files.length) return await work(files, jobs);
  using folder = Temporary.folder();
  const paths = dealt(files, count, knownTimes()).map((some, number) => {
    const path = `${folder.path}/${number + 1}_of_${count}_test.ts`;
    Deno.writeTextFileSync(path, moduleOf(some));
    return path;
  });
  return await work(paths, jobs);
}
