/**
 * What a command is: a name, its options, and a function from arguments to an exit code. Help, completion and the
 * parser read the same object.
 * @module
 */

import type { CommandSummary } from "./command_summaries.ts";
import type { CliHost } from "./host.ts";

/** Exit codes of the program. */
export const EXIT = {
  /** All ran. */
  ok: 0,
  /** A query failed while running, an `assert` was false, or an output could not be written. */
  failed: 1,
  /** Wrong usage, or a script that does not parse or type-check. */
  usage: 2,
  /** A trace could not be read, or is damaged and `--strict` was given. */
  unreadable: 3,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

/** One option. */
export interface CommandOption {
  /** Long name, without dashes. */
  readonly name: string;
  /** One letter, without dash. */
  readonly short?: string;
  /** Name of the value in help; absent = the option is a switch. */
  readonly value?: string;
  /** Words that the value may be. */
  readonly choices?: readonly string[];
  /** The value when the option stands without one (`--color`); such an option takes a value only after `=`. */
  readonly bare?: string;
  /** May be given several times. */
  readonly many?: boolean;
  /** One line for help. */
  readonly summary: string;
}

/** One example for help. */
interface CommandExample {
  /** The arguments of the example, without `quarry`. */
  readonly line: string;
  /** What the example does. */
  readonly summary: string;
}

/** One command of the program. */
export interface Command extends CommandSummary {
  /** The options it understands, beside `--help`. */
  readonly options: readonly CommandOption[];
  /** Examples for the help, most common first. */
  readonly examples: readonly CommandExample[];
  /** Files that it writes, for help on outputs: how they are named, and what they are. */
  readonly writes?: readonly (readonly [how: string, what: string])[];
  /** More for `--help`, after the options. */
  readonly notes?: string;
  /** The command takes its arguments as they are: no options of ours among them. */
  readonly raw?: boolean;
  /** The first operand is a program, and everything after it is for that one. */
  readonly startsProgram?: boolean;
  /** What is said without an operand; absent for commands that do without one. */
  readonly needs?: string;
  /** Does it; gives the exit code. Heavy parts are imported here and not before. */
  run(host: CliHost, args: Arguments, program: Program): Promise<number>;
}

/** All commands, for those that speak of the others: loaded when they do. */
export interface Program {
  all(): Promise<AllCommands>;
}

/** Commands of the first page of help, and the others. */
export interface AllCommands {
  /** The commands of the first page of help, in its order. */
  readonly commands: readonly Command[];
  /** Commands for setting up and for scripts, which that page has no room for. */
  readonly helperCommands: readonly Command[];
}

/** Parsed arguments. */
export interface Arguments {
  /** Operands, in order. */
  readonly operands: readonly string[];
  /** True when a switch is given. */
  has(option: string): boolean;
  /** The last value of an option. */
  value(option: string): string | undefined;
  /** All values of an option, in order. */
  values(option: string): readonly string[];
}
