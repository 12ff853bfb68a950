/**
 * valgrind's DHAT: how much each place in a program allocated, how long that memory lived, and how much of it
 * was used.
 * @module
 */

import { outputOf, programPath, versionIn } from "../machine.ts";
import type { Tracer } from "../tracer.ts";

/** Profiles allocations of unmodified programs, including statically linked ones. */
export const valgrind: Tracer = {
  name: "valgrind",
  format: "dhat",
  summary: "A heap profile of any native program (DHAT)",
  programs: "native programs, statically linked ones too",
  has: "totals by stack: blocks, bytes, ages, what was live at the peak and at the end, reads and writes",
  lacks: "single events, addresses, threads",
  cost: "35 times the time of a program that does little but allocate",
  packages: {
    apt: "valgrind",
    dnf: "valgrind",
    pacman: "valgrind",
    zypper: "valgrind",
    apk: "valgrind",
    brew: "valgrind",
  },
  takes: ({ kind, python }) => python === undefined && kind !== "script",
  extension: "dhat.json",
  async find() {
    const path = programPath("valgrind");
    return path === null ? null : { path, version: versionIn(await outputOf([path, "--version"])) };
  },
  start: ({ path }, { program, args, folder }) => ({
    command: [
      path,
      "-q",
      "--tool=dhat",
      `--dhat-out-file=${folder.replaceAll("%", "%%")}/%p.json`,
      program.path,
      ...args,
    ],
    env: {},
  }),
};
