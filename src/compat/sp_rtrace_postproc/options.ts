/**
 * The command line of sp-rtrace-postproc.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { readCommandLine, type StandInOption, usageLines } from "../options.ts";

/** The order in which compressed groups are written. */
export type GroupOrder = "size" | "size-asc" | "count" | "count-asc";

/** A range of code in a module. */
export interface CallAddress {
  /** A part of the module's path. */
  readonly target: string;
  /** Start, relative to the module or absolute. */
  readonly start: bigint;
  /** Size in bytes. */
  readonly size: bigint;
}

/** The parsed options. */
export interface Options {
  /** Input file; standard input if absent. */
  input?: string;
  /** Folder for the output; standard output if absent. */
  outputDir?: string;
  /** Writes only what was not freed. */
  leaks: boolean;
  /** Groups calls by backtrace. */
  compress: boolean;
  /** Resolves addresses to names. */
  resolve: boolean;
  /** Folder that represents the root of the traced machine. */
  sysroot?: string;
  /** Folder with debug files. */
  debugDir?: string;
  /** Leaves out arguments. */
  removeArgs: boolean;
  /** Whether to suppress warnings. */
  quiet: boolean;
  /** Prints only the usage. */
  help: boolean;
  sort?: GroupOrder | undefined;
  /** Maximum number of frames. */
  depth?: number;
  /** Context bits to keep; 0 keeps calls without a context. */
  context?: number;
  /** Bits of resource types to keep. */
  resource?: number;
  /** File with indexes to keep. */
  include?: string;
  /** File with indexes to drop. */
  exclude?: string;
  /** Keeps only calls through this code. */
  callAddress?: CallAddress;
}

const ORDERS: readonly GroupOrder[] = ["size", "size-asc", "count", "count-asc"];

/** All options, in the order of the usage. */
const OPTIONS: readonly StandInOption[] = [
  {
    letter: "i",
    name: "input-file",
    value: "PATH",
    summary: "text trace or binary log; standard input when absent",
  },
  {
    letter: "o",
    name: "output-dir",
    value: "DIR",
    summary: "write DIR/PID-N.rtrace.txt instead of standard output",
  },
  { letter: "t", name: "text", summary: "no effect: the output is always text" },
  { letter: "l", name: "filter-leaks", summary: "only allocations that were not freed, and a summary" },
  { letter: "c", name: "compress", summary: "combine calls with the same backtrace" },
  { letter: "s", name: "sort", value: "ORDER", summary: "order of -c: size, size-asc, count or count-asc" },
  { letter: "b", name: "backtrace-depth", value: "N", summary: "at most N frames" },
  { letter: "C", name: "context", value: "MASK", summary: "only calls in these contexts, 0 = in none" },
  { letter: "R", name: "resource", value: "MASK", summary: "only calls of these resource types" },
  { letter: "r", name: "resolve", summary: "names of functions, from the programs of the memory map" },
  { name: "sysroot", value: "DIR", summary: "with -r: programs are below DIR" },
  { name: "debug-dir", value: "DIR", summary: "with -r: separate debug files are in DIR" },
  { letter: "a", name: "remove-args", summary: "no arguments" },
  { name: "include", value: "FILE", summary: "only calls whose indexes FILE lists, one per line" },
  { name: "exclude", value: "FILE", summary: "no calls whose indexes FILE lists" },
  { name: "call-address", value: "T:S+N", summary: "only calls through N bytes at S of the module T" },
  { letter: "q", name: "quiet", summary: "no warnings" },
  { letter: "h", name: "help", summary: "this text" },
];

/** The effect of each option. */
const CHANGES: Readonly<Record<string, (options: Options, value: string) => void>> = {
  "input-file": (options, value) => options.input = value,
  "output-dir": (options, value) => value !== "stdout" && (options.outputDir = value),
  "filter-leaks": (options) => options.leaks = true,
  "compress": (options) => options.compress = true,
  // The original ignores an unknown order, so scripts that pass one still work.
  "sort": (options, value) => options.sort = ORDERS.find((each) => each === value) ?? options.sort,
  "backtrace-depth": (options, value) => options.depth = frames(value),
  "context": (options, value) => options.context = mask(value, "context"),
  "resource": (options, value) => options.resource = mask(value, "resource type"),
  "resolve": (options) => options.resolve = true,
  "sysroot": (options, value) => options.sysroot = value,
  "debug-dir": (options, value) => options.debugDir = value,
  "remove-args": (options) => options.removeArgs = true,
  "include": (options, value) => options.include = value,
  "exclude": (options, value) => options.exclude = value,
  "call-address": (options, value) => options.callAddress = callAddress(value),
  "quiet": (options) => options.quiet = true,
  "help": (options) => options.help = true,
};

/** The usage text. */
export const USAGE: string = usageLines(OPTIONS);

/**
 * Parses the arguments. A bare argument is treated as the input file, which the original does not support.
 */
export function parseOptions(args: readonly string[]): Options {
  const options: Options = {
    leaks: false,
    compress: false,
    resolve: false,
    removeArgs: false,
    quiet: false,
    help: false,
  };
  const given = readCommandLine(args, OPTIONS, { who: "Cannot run sp-rtrace-postproc", shortens: true });
  for (const [{ name }, value] of given.options) CHANGES[name]?.(options, value ?? "");
  // If both lists are given, the list of calls to keep takes precedence.
  if (options.include !== undefined) delete options.exclude;
  for (const path of given.operands) {
    if (options.input !== undefined) throw new UsageError(`Two input files: ${options.input} and ${path}`);
    if (path !== "-") options.input = path;
  }
  if (options.sort && !options.compress) {
    throw new UsageError("Option --sort works only with --compress");
  }
  return options;
}

function frames(text: string): number {
  const digits = /^\s*(\d+)/.exec(text)?.[1];
  if (digits === undefined) throw new UsageError(`Cannot read backtrace depth: "${text}" is not a number`);
  return Number(digits);
}

function mask(text: string, what: string): number {
  const digits = /^\s*(?:0[xX])?([0-9a-fA-F]+)/.exec(text)?.[1];
  if (digits === undefined) {
    throw new UsageError(`Cannot read ${what} mask: "${text}" is not a hexadecimal number`);
  }
  return Number(BigInt.asUintN(32, BigInt("0x" + digits)));
}

function callAddress(text: string): CallAddress {
  const parts = /^(.+):(?:0x)?([0-9a-f]+)\+(?:0x)?([0-9a-f]+)$/i.exec(text);
  if (!parts) throw new UsageError(`Cannot read call address "${text}": expected TARGET:START+SIZE`);
  return { target: parts[1]!, start: BigInt("0x" + parts[2]!), size: BigInt("0x" + parts[3]!) };
}

/** Parses a list of indexes: one number per line, decimal, 0x or octal; other lines are ignored. */
export function parseIndexes(text: string): Set<bigint> {
  const indexes = new Set<bigint>();
  for (const line of text.split("\n")) {
    const digits = /^\s*(0[xX][0-9a-fA-F]+|\d+)/.exec(line)?.[1];
    if (digits === undefined) continue;
    const octal = /^0([0-7]+)$/.exec(digits)?.[1];
    indexes.add(octal !== undefined ? BigInt("0o" + octal) : BigInt(/^0\d/.test(digits) ? "0" : digits));
  }
  return indexes;
}
