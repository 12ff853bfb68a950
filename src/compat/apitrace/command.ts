/**
 * A command of `apitrace`: its options, and what it does with them. Long names may be shortened, as in the original.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { readCommandLine, type StandInOption, usageLines } from "../options.ts";
import type { CompatHost } from "../stand_in.ts";

/** The parsed command line. */
export interface Given {
  /** Options in their order: name and value, undefined without one. */
  readonly options: readonly (readonly [name: string, value: string | undefined])[];
  /** Everything that is not an option. */
  readonly files: readonly string[];
}

/** One command. */
export interface TraceCommand {
  readonly name: string;
  /** What is after its options. */
  readonly operands: string;
  readonly options: readonly StandInOption[];
  /** Does it; gives the exit status. */
  run(given: Given, host: CompatHost): Promise<number>;
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

/** The command, and below it its options. */
export function usageOf({ name, operands, options }: TraceCommand): string {
  const shown = options.some(({ summary }) => summary !== undefined);
  return `${name} ${shown ? "[OPTION]... " : ""}${operands}\n${shown ? usageLines(options) : ""}`;
}

/** Refuses a command line without files, which the original silently ignores. */
export function needFiles(command: string, files: readonly string[]): void {
  if (files.length === 0) throw new UsageError(`apitrace ${command}: name a trace file`);
}

/** A yes or no; without a value it is yes. */
export function toBoolean(command: string, value: string | undefined): boolean {
  if (value === undefined || ["yes", "y", "true", "1"].includes(value)) return true;
  if (["no", "n", "false", "0"].includes(value)) return false;
  throw new UsageError(`apitrace ${command}: expected yes or no, found ${value}`);
}
