/**
 * memray: allocations of Python programs, with the functions that requested them.
 * @module
 */

import { outputOf, programPath } from "../machine.ts";
import type { Tracer } from "../tracer.ts";

/** Prints the version without loading the library. */
const VERSION = "import importlib.metadata as m; print(m.version('memray'))";

/** Records allocations of programs in Python. */
export const memray: Tracer = {
  name: "memray",
  format: "memray",
  summary: "Allocations of a Python program",
  programs:
    "Python: python X.py, python -m X, scripts whose first line names Python; CPython on Linux and macOS",
  has:
    "addresses, threads, stacks of Python (--native: of C and C++ too), lines, frees, resident memory; children",
  lacks: "times of allocations; objects within Python's own pools",
  cost:
    "1.3 times the time of a loop that creates dictionaries; up to 3 times for a loop that does little but allocate",
  packages: { pip: "memray" },
  options: ["native"],
  takes: ({ python }) => python !== undefined,
  refuses: ({ python }) => python === undefined ? "it is not a program that Python runs" : undefined,
  extension: "memray",
  async find(program) {
    const python = programPath(program?.python?.python ?? "python3") ?? programPath("python");
    if (python === null) return null;
    const version = await outputOf([python, "-c", VERSION]);
    // A Python without output is not a working one.
    return version === null || version.trim() === "" ? null : { version: version.trim(), path: python };
  },
  start: ({ path }, { program, folder, options }) => {
    const { options: before, runs } = program.python!;
    const native = options.native ? ["--native"] : [];
    const memray = ["-m", "memray", "run", "-q", "--follow-fork", ...native, "-o", `${folder}/trace.memray`];
    return { command: [path, ...before, ...memray, ...runs], env: {} };
  },
};
