/**
 * The command line of sp-rtrace-postproc.
 * @module
 */

import { UsageError } from "../../base/errors.ts";

/** In which order compressed groups are written. */
export type GroupOrder = "size" | "size-asc" | "count" | "count-asc";

/** A range of code in a module. */
export interface CallAddress {
  /** A part of the module's path. */
  readonly target: string;
  /** Start, relative to the module or absolute. */
  readonly start: bigint;
  /** Bytes. */
  readonly size: bigint;
}

/** What the user asked for. */
export interface Options {
  /** Input file; standard input when absent. */
  input?: string;
  /** Folder for the output; standard output when absent. */
  outputDir?: string;
  /** Only what was not freed. */
  leaks: boolean;
  /** Calls with the same backtrace together. */
  compress: boolean;
  /** Names for addresses. */
  resolve: boolean;
  /** Folder that stands for the root of the traced machine. */
  sysroot?: string;
  /** Folder with debug files. */
  debugDir?: string;
  /** No arguments. */
  removeArgs: boolean;
  /** No warnings. */
  quiet: boolean;
  /** Only the usage. */
  help: boolean;
  /** Order of groups. */
  sort?: GroupOrder;
  /** Frames to keep. */
  depth?: number;
  /** Context bits; 0 keeps calls without a context. */
  context?: number;
  /** Bits of resource types. */
  resource?: number;
  /** File with indexes to keep. */
  include?: string;
  /** File with indexes to drop. */
  exclude?: string;
  /** Calls through this code only. */
  callAddress?: CallAddress;
}

/** Long names and their letters; those with a colon take a value. Capitals that are not in `SHORT` stand for options without one. */
const LONG: Readonly<Record<string, string>> = {
  "input-file": "i:",
  "output-dir": "o:",
  "filter-leaks": "l",
  compress: "c",
  sort: "s:",
  "remove-args": "a",
  resolve: "r",
  context: "C:",
  resource: "R:",
  text: "t",
  help: "h",
  "backtrace-depth": "b:",
  include: "I:",
  exclude: "X:",
  "call-address": "A:",
  sysroot: "S:",
  "debug-dir": "D:",
  quiet: "q",
};
const SHORT = "i:o:lcs:arC:R:thb:q";
const ORDERS: readonly string[] = ["size", "size-asc", "count", "count-asc"];

/** Reads the arguments. A bare argument is taken as the input file, which the original has no room for. */
export function parseOptions(args: readonly string[]): Options {
  const options: Options = {
    leaks: false,
    compress: false,
    resolve: false,
    removeArgs: false,
    quiet: false,
    help: false,
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") {
      for (const rest of args.slice(at + 1)) setInput(options, rest);
      break;
    }
    if (arg.startsWith("--")) {
      const [name = "", ...value] = arg.slice(2).split("=");
      const letter = longOption(name);
      const takes = letter.endsWith(":");
      if (!takes && value.length > 0) throw new UsageError(`Option --${name} takes no value`);
      if (takes && value.length === 0) value.push(args[++at] ?? missing(`--${name}`));
      set(options, letter[0]!, value.join("="));
    } else if (arg.startsWith("-") && arg.length > 1) {
      for (let letter = 1; letter < arg.length; letter++) {
        const place = SHORT.indexOf(arg[letter]!);
        if (place < 0 || arg[letter] === ":") throw new UsageError(`Unknown option: -${arg[letter]}`);
        if (SHORT[place + 1] !== ":") {
          set(options, arg[letter]!, "");
          continue;
        }
        const rest = arg.slice(letter + 1);
        set(options, arg[letter]!, rest !== "" ? rest : args[++at] ?? missing(`-${arg[letter]}`));
        break;
      }
    } else setInput(options, arg);
  }
  if (options.sort && !options.compress) {
    throw new UsageError("Option --sort works together with --compress only");
  }
  return options;
}

function setInput(options: Options, path: string): void {
  if (options.input !== undefined) throw new UsageError(`Two input files: ${options.input} and ${path}`);
  if (path !== "-") options.input = path;
}

function set(options: Options, letter: string, value: string): void {
  switch (letter) {
    case "i":
      options.input = value;
      break;
    case "o":
      if (value !== "stdout") options.outputDir = value;
      break;
    case "l":
      options.leaks = true;
      break;
    case "c":
      options.compress = true;
      break;
    case "r":
      options.resolve = true;
      break;
    case "a":
      options.removeArgs = true;
      break;
    case "q":
      options.quiet = true;
      break;
    case "h":
      options.help = true;
      break;
    case "s":
      // The original ignores an order that it does not know; so does a script that worked with it.
      if (ORDERS.includes(value)) options.sort = value as GroupOrder;
      break;
    case "b":
      options.depth = Number.parseInt(value, 10) || 0;
      break;
    case "C":
      options.context = mask(value, "context");
      break;
    case "R":
      options.resource = mask(value, "resource type");
      break;
    case "I":
      options.include = value;
      delete options.exclude;
      break;
    case "X":
      if (options.include === undefined) options.exclude = value;
      break;
    case "S":
      options.sysroot = value;
      break;
    case "D":
      options.debugDir = value;
      break;
    case "A":
      options.callAddress = callAddress(value);
  }
}

/** The letter of a long option, which may be cut as long as one name begins with it. */
function longOption(name: string): string {
  const exact = LONG[name];
  if (exact !== undefined) return exact;
  const fits = Object.keys(LONG).filter((each) => each.startsWith(name));
  if (fits.length === 1) return LONG[fits[0]!]!;
  throw new UsageError(
    fits.length === 0 ? `Unknown option: --${name}` : `Option --${name} may be ${fits.join(", ")}`,
  );
}

function missing(option: string): never {
  throw new UsageError(`Option ${option} needs a value`);
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

/** Reads a list of indexes: a number a line, decimal, 0x or octal; other lines do not count. */
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
