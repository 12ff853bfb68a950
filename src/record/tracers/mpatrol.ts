/**
 * mpatrol: a library that records the allocations of programs linked with it.
 * @module
 */

import { outputOf, programPath, versionIn } from "../machine.ts";
import type { Tracer } from "../tracer.ts";

/** Records allocations of programs with mpatrol. */
export const mpatrol: Tracer = {
  name: "mpatrol",
  format: "mtrc",
  summary: "Allocations of a program that is linked with mpatrol",
  programs: "programs that are linked with libmpatrol, on any machine that has it",
  has:
    "addresses, threads, functions and lines where the program is compiled with its header, frees, reserved memory",
  lacks: "times, stacks",
  cost: "not measured: the library also checks for overwritten memory",
  packages: {},
  refuses: ({ kind }) => kind === "script" ? "it is a script: name the program that it starts" : undefined,
  extension: "mtrc",
  async find() {
    const path = programPath("mpatrol");
    return path === null ? null : { path, version: versionIn(await outputOf([path, "--version"])) };
  },
  // The library reads its options from the environment.
  start: (_, { program, args, folder }) => ({
    command: [program.path, ...args],
    env: {
      MPATROL_OPTIONS: `TRACE CHECKFORK TRACEFILE=${inOption(`${folder}/trace.mtrc`)} LOGFILE=/dev/null`,
    },
  }),
};

/** Escapes a file name for the options, which are separated by spaces. */
function inOption(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}
