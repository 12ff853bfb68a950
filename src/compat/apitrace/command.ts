/**
 * A command of `apitrace`: its options and its action. Long names may be abbreviated, as in the original.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { readCommandLine, type StandInOption, usageLines } from "../options.ts";
import type { CompatHost } from "../stand_in.ts";

/** The parsed command line. */
export interface CommandLine {
  /** Options in order: name and value, undefined without a value. */
  readonly options: readonly (readonly [name: string, value: string | undefined])[];
  /** All arguments that are not options. */
  readonly files: readonly string[];
}

/** A command of the stand-in. */
export interface TraceCommand {
  readonly name: string;
  /** Description of the operands in its usage. */
  readonly operands: string;
  readonly options: readonly StandInOption[];
  /** Runs the command; returns the exit status. */
  run(given: CommandLine, host: CompatHost): Promise<number>;
}

/** Runs a command. */
export async function runCommand(
  command: TraceCommand,
  args: readonly string[],
  host: CompatHost,
): Promise<number> {
  const rules = { who: `apitrace ${command.name}`, shortens: true };
  const { options, operands } = readCommandLine(args, command.options, rules);
  return await command.run(
    { options: options.map(([{ name }, value]) => [name, value]), files: operands },
    host,
  );
}

/** The usage of a command, followed by its options. */
export function usageOf({ name, operands, options }: TraceCommand): string {
  const shown = options.some(({ summary }) => summary !== undefined);
  return `${name} ${shown ? "[OPTION]... " : ""}${operands}\n${shown ? usageLines(options) : ""}`;
}

/** Reports a command line without files as an error, which the original silently ignores. */
export function requireFiles(command: string, files: readonly string[]): void {
  if (files.length === 0) throw new UsageError(`apitrace ${command}: name a trace file`);
}

/** Parses a boolean; without a value it is true. */
export function toBoolean(command: string, value: string | undefined): boolean {
  if (value === undefined || ["yes", "y", "true", "1"].includes(value)) return true;
  if (["no", "n", "false", "0"].includes(value)) return false;
  throw new UsageError(`apitrace ${command}: expected yes or no, found ${value}`);
}
