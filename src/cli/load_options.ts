/**
 * Options of every command that opens traces.
 * @module
 */

import type { Arguments, CommandOption } from "./command.ts";

/** How to read, and what a damaged file means. */
export const LOAD_OPTIONS: readonly CommandOption[] = [
  { name: "format", value: "NAME", summary: "read as this format, whatever the file looks like" },
  { name: "strict", summary: "a damaged trace is an error (exit code 3)" },
  {
    name: "file-order",
    summary: "keep the order of the file (sp-rtrace reports are sorted by time otherwise)",
  },
  {
    name: "sysroot",
    value: "DIR",
    summary: "name functions by the programs below DIR, / for this machine's",
  },
  { name: "debug-dir", value: "DIR", many: true, summary: "name functions, also by the debug files in DIR" },
  { name: "exec", value: "FILE", summary: "the program of coverage traces, when it is not where they say" },
];

/** How traces are read. */
export interface LoadChoices {
  /** Value of `--format`. */
  readonly format?: string | undefined;
  /** `--file-order`. */
  readonly fileOrder?: boolean;
  /** Where programs are, when functions are to be named by them. */
  readonly resolve?: { readonly sysroot: string | undefined; readonly debugDirs: readonly string[] };
  /** The program of coverage traces. */
  readonly exec?: string | undefined;
}

/** What the options say. */
export function loadChoices(args: Arguments): LoadChoices {
  const sysroot = args.value("sysroot");
  const debugDirs = args.values("debug-dir");
  return {
    format: args.value("format"),
    exec: args.value("exec"),
    ...(args.has("file-order") ? { fileOrder: true } : {}),
    ...(sysroot !== undefined || debugDirs.length > 0 ? { resolve: { sysroot, debugDirs } } : {}),
  };
}
