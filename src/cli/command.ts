/**
 * The interface of a command: a name, its options, and a function from arguments to an exit code. Help,
 * completion and the parser use this object.
 * @module
 */

import type { CommandSummary } from "./command_summaries.ts";
import type { CliHost } from "./host.ts";

/** Exit codes of the program. */
export const EXIT = {
  /** Everything succeeded. */
  ok: 0,
  /** A query failed while running, an `assert` was false, or an output could not be written. */
  failed: 1,
  /** Wrong usage, or a script that does not parse or type-check. */
  usage: 2,
  /** A trace could not be read, or is damaged and `--strict` was given. */
  unreadable: 3,
  /** Interrupted by Ctrl-C. */
  interrupted: 130,
} as const;

/** An option of a command. */
export interface CommandOption {
  /** Long name, without dashes. */
  readonly name: string;
  /** One letter, without dash. */
  readonly short?: string;
  /** Name of the value in help; absent = the option is a switch. */
  readonly value?: string;
  /** The allowed values. */
  readonly choices?: readonly string[];
  /**
   * The value if the option is given without one (`--color`); such an option takes a value only after `=`.
   */
  readonly bare?: string;
  /** May be given several times. */
  readonly many?: boolean;
  /** One line for help. */
  readonly summary: string;
}

/** An example for help. */
interface CommandExample {
  /** The arguments of the example, without `quarry`. */
  readonly line: string;
  /** What the example does. */
  readonly summary: string;
}

/** A command of the program. */
export interface Command extends CommandSummary {
  /** The command's options, apart from `--help`. */
  readonly options: readonly CommandOption[];
  /** Examples for the help, most common first. */
  readonly examples: readonly CommandExample[];
  /** Files that the command writes, for the page on outputs: how they are named, and what they contain. */
  readonly writes?: readonly (readonly [how: string, what: string])[];
  /** Further text for `--help`, after the options. */
  readonly notes?: string;
  /** The command receives its arguments unparsed: none of them is an option of Quarry. */
  readonly raw?: boolean;
  /** The first operand is a program, and all arguments after it belong to that program. */
  readonly startsProgram?: boolean;
  /** The error message if there is no operand; absent for commands that need none. */
  readonly needs?: string;
  /**
   * Runs the command; returns the exit code. Large modules are imported in this function, not when the
   * program starts.
   */
  run(host: CliHost, args: Arguments, program: Program): Promise<number>;
}

/** Access to all commands, for commands such as help that describe them; they are loaded on demand. */
export interface Program {
  all(): Promise<AllCommands>;
}

/** The commands on the first page of help, and the others. */
export interface AllCommands {
  /** The commands of the first page of help, in its order. */
  readonly commands: readonly Command[];
  /** Commands for setup and scripts, which that page leaves out. */
  readonly helperCommands: readonly Command[];
}

/** The parsed command line. */
export interface Arguments {
  /** Returns the operands, in order. */
  readonly operands: readonly string[];
  /** Returns whether a switch is given. */
  has(option: string): boolean;
  /** Returns the last value of an option. */
  value(option: string): string | undefined;
  /** Returns all values of an option, in order. */
  values(option: string): readonly string[];
}
