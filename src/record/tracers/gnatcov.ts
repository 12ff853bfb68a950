/**
 * GNATcoverage: records the instructions that ran, by an emulator or valgrind.
 * @module
 */

import { outputOf, programPath, versionIn } from "../machine.ts";
import type { Tracer } from "../tracer.ts";

/** Records which code of a program ran. */
export const gnatcov: Tracer = {
  name: "gnatcov",
  format: "gnatcov",
  summary: "Which instructions of a program ran",
  programs: "native programs, and those for other machines that gnatcov can emulate",
  has: "instructions and branches that ran; with the program (--exec) its lines and functions",
  lacks: "counts, order, memory",
  cost: "the slowdown of the emulator: 10 times the run time or more",
  packages: {},
  refuses: ({ kind }) => kind === "script" ? "it is a script: name the program that it starts" : undefined,
  extension: "gnatcov.trace",
  async find() {
    const path = programPath("gnatcov");
    return path === null ? null : { path, version: versionIn(await outputOf([path, "--version"])) };
  },
  start: ({ path }, { program, args, folder }) => ({
    command: [
      path,
      "run",
      "-o",
      `${folder}/trace.trace`,
      program.path,
      ...(args.length === 0 ? [] : ["-eargs", ...args]),
    ],
    env: {},
  }),
};
