/**
 * mtrace of glibc: writes a line for each allocation of programs that enable it.
 * @module
 */

import { firstExistingFile } from "../machine.ts";
import { cannotPreload, preloadVariables } from "../preload.ts";
import { namesFunction } from "../program.ts";
import type { Tracer } from "../tracer.ts";

const FOLDERS = [
  "/lib/x86_64-linux-gnu",
  "/lib/aarch64-linux-gnu",
  "/lib/arm-linux-gnueabihf",
  "/lib/i386-linux-gnu",
  "/lib64",
  "/usr/lib64",
  "/usr/lib",
  "/lib",
];

const LIBRARY = "libc_malloc_debug.so.0";

/** Records allocations of programs that call mtrace(). */
export const mtrace: Tracer = {
  name: "mtrace",
  format: "mtrace",
  summary: "Allocations as glibc itself writes them",
  programs: "programs that call mtrace() of glibc 2.34 and newer",
  has: "addresses, the caller of each allocation, frees",
  lacks: "threads, times, stacks; lines that threads write at the same time may be mixed up",
  cost: "13 times the time of a program that does little but allocate: 40 bytes of text per event",
  packages: {},
  takes: ({ kind, python, path }) =>
    kind === "native" && python === undefined && namesFunction(path, "mtrace"),
  refuses: (program) =>
    cannotPreload(program) ??
      (namesFunction(program.path, "mtrace")
        ? undefined
        : "it does not call mtrace(), which would start the trace"),
  extension: "mtrace",
  find: () => {
    const path = firstExistingFile(FOLDERS.map((folder) => `${folder}/${LIBRARY}`));
    return Promise.resolve(path === null ? null : { path, version: "" });
  },
  start: ({ path }, { program, args, folder, preload }) => ({
    command: [program.path, ...args],
    env: { ...preloadVariables(path, preload), MALLOC_TRACE: `${folder}/trace.mtrace` },
  }),
};
