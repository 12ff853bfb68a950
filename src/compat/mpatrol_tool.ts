/**
 * Code shared by the tools of mpatrol: options for version and help, and a single file.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { lastOptionValues, readCommandLine, type StandInOption, usageLines } from "./options.ts";
import type { CompatHost, StandIn } from "./stand_in.ts";

/** The parsed command line. */
interface Given {
  /** Options with their values. */
  readonly values: ReadonlyMap<string, string>;
  /** The file to read. Throws `UsageError` if there are several. */
  readonly path: () => string;
}

interface MpatrolTool {
  readonly name: string;
  /** The text that `-V` prints after the name. */
  readonly version: string;
  /** Summary in one line for help. */
  readonly summary: string;
  /** The file to read by default. */
  readonly file: string;
  /** Options of this tool, apart from those of all tools. */
  readonly options: readonly StandInOption[];
  /** Runs the tool; returns the exit code. */
  run(given: Given, host: CompatHost): Promise<number>;
}

/** Creates the stand-in for a tool. */
export function mpatrolTool({ name, version, summary, file, options, run }: MpatrolTool): StandIn {
  const table: readonly StandInOption[] = [
    ...options,
    { letter: "V", name: "version", summary: "print the version" },
    { letter: "h", name: "help", summary: "print this" },
  ];
  const usage = `${name} [OPTION]... [FILE]     (FILE: ${file}; - is standard input)\n${usageLines(table)}`;
  return {
    name,
    summary,
    usage,
    async run(args, host) {
      const given = readCommandLine(args, table, { who: `Cannot run ${name}` });
      const values = lastOptionValues(given.options);
      if (values.has("help")) await host.writeOut(usage);
      else if (values.has("version")) await host.writeOut(`${name} ${version}\n`);
      else return await run({ values, path: () => onlyFile(name, given.operands) ?? file }, host);
      return 0;
    },
  };
}

/** The only operand; undefined if there is none. */
function onlyFile(tool: string, operands: readonly string[]): string | undefined {
  if (operands.length <= 1) return operands[0];
  throw new UsageError(`Cannot run ${tool}: expected one file, found ${operands.length}`);
}
