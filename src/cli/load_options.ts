/**
 * The options of all commands that open traces, and an option of commands that write files.
 * @module
 */

import { formats } from "../formats/registry.ts";
import type { Arguments, CommandOption } from "./command.ts";

/** The option `--force` of commands that write files. */
export const FORCE_OPTION: CommandOption = {
  name: "force",
  summary: 'replace a file of another kind ("help outputs")',
};

/** `--memory`. */
export const MEMORY_OPTION: CommandOption = {
  name: "memory",
  value: "SIZE",
  summary: "memory for data, such as 2G",
};

/** `--threads`. */
export const THREADS_OPTION: CommandOption = {
  name: "threads",
  value: "N",
  summary: "threads for queries: 1 uses one core, by default all are used",
};

/** Options on how to read traces and on what to do about a damaged one. */
export const LOAD_OPTIONS: readonly CommandOption[] = [
  { name: "format", value: "NAME", summary: "read the trace as this format, without detecting it" },
  { name: "strict", summary: "a damaged trace is an error (exit code 3)" },
  {
    name: "file-order",
    summary: "keep the order of the file (otherwise sp-rtrace traces are sorted by time)",
  },
  {
    name: "sysroot",
    value: "DIR",
    summary: "get function names from programs below DIR; / is this machine",
  },
  ...formats.flatMap(({ companion }) =>
    companion ? [{ name: companion.option, value: "FILE", summary: companion.summary }] : []
  ),
  { name: "debug-dir", value: "DIR", many: true, summary: "get function names also from debug files in DIR" },
  MEMORY_OPTION,
  THREADS_OPTION,
  { name: "no-cache", summary: "neither use nor save indexes of traces" },
  { name: "index", value: "DIR", summary: "keep indexes of traces in DIR" },
  {
    name: "exec",
    value: "FILE",
    summary: "the program of coverage traces, if it is not at the recorded path",
  },
];

/** How traces are read. */
export interface LoadChoices {
  /** The value of `--format`. */
  readonly format?: string | undefined;
  /** Whether `--file-order` is given. */
  readonly fileOrder?: boolean;
  /** The file given by the option of a format, such as `--interpreted`. */
  readonly companion?: string | undefined;
  /** Where to look for programs, if functions are to be named by them. */
  readonly resolve?: { readonly sysroot: string | undefined; readonly debugDirs: readonly string[] };
  /** The file is still being written. */
  readonly follows?: boolean;
  /** The path of the program of coverage traces. */
  readonly exec?: string | undefined;
}

/** Reads the options. */
export function loadChoices(args: Arguments): LoadChoices {
  const sysroot = args.value("sysroot");
  const debugDirs = args.values("debug-dir");
  return {
    format: args.value("format"),
    exec: args.value("exec"),
    ...companionChoice(args),
    ...(args.has("follow") ? { follows: true } : {}),
    ...(args.has("file-order") ? { fileOrder: true } : {}),
    ...(sysroot !== undefined || debugDirs.length > 0 ? { resolve: { sysroot, debugDirs } } : {}),
  };
}

/**
 * Returns arguments that name functions by the programs of this machine, unless an option gives another
 * folder.
 */
export function withLocalPrograms(args: Arguments): Arguments {
  return {
    ...args,
    value: (option) => args.value(option) ?? (option === "sysroot" ? "/" : undefined),
  };
}

/** The file given by the option of a format. */
function companionChoice(args: Arguments): Pick<LoadChoices, "companion"> {
  const named = formats.flatMap(({ companion }) => (companion && args.value(companion.option)) ?? []);
  return named.length > 0 ? { companion: named[0] } : {};
}
