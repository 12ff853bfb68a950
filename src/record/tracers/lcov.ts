/**
 * Coverage of programs that gcc compiled with `--coverage`. The programs count what they run, and lcov
 * collects the counts.
 * @module
 */

import { outputOf, programPath, versionIn } from "../machine.ts";
import { namesFunction } from "../program.ts";
import type { Tracer } from "../tracer.ts";

/** A function that programs with gcc coverage call. */
const MARK = "__gcov_exit";

/** Records which lines ran, and how often. */
export const lcov: Tracer = {
  name: "lcov",
  format: "lcov",
  summary: "How often each line of a program ran that gcc built with --coverage",
  programs:
    "C, C++, Fortran, Ada, built with gcc --coverage, on the machine that has the folder of the build",
  has: "counts of lines, functions and branches of this run alone, source files",
  lacks: "order, memory; runs that a signal ends count nothing",
  cost: "1.1 times the time",
  packages: { apt: "lcov", dnf: "lcov", pacman: "lcov", zypper: "lcov", apk: "lcov", brew: "lcov" },
  refuses: ({ kind, path }) =>
    kind === "script"
      ? "it is a script: name the program that it starts"
      : namesFunction(path, MARK)
      ? undefined
      : "it is not built with gcc --coverage, or its symbols are stripped",
  extension: "info",
  async find() {
    const path = programPath("lcov");
    return path === null ? null : { path, version: versionIn(await outputOf([path, "--version"])) };
  },
  // The counts go to a temporary folder, so that those of other runs are not changed.
  start: ({ path }, { program, args, folder }) => ({
    command: [program.path, ...args],
    env: { GCOV_PREFIX: folder },
    afterwards: [`${path} -q -c -d ${folder} -o the trace`],
  }),
  async finish({ path }, folder) {
    const counts = [...filesBelow(folder)].filter((file) => file.endsWith(".gcda"));
    if (counts.length === 0) return [];
    for (const file of counts) {
      // The notes file is next to the object file, but lcov looks for it next to the counts.
      const notes = file.slice(folder.length).replace(/\.gcda$/, ".gcno");
      await Deno.symlink(notes, file.replace(/\.gcda$/, ".gcno")).catch(() => {});
    }
    const trace = `${folder}/trace.info`;
    const made = await outputOf([path, "-q", "-c", "-d", folder, "-o", trace]);
    return made === null ? [] : [{ path: trace, extension: "info" }];
  },
};

function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}
