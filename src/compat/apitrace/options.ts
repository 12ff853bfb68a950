/**
 * Command lines as the original reads them: long names that may be shortened, values behind `=` that may be missing,
 * file names anywhere.
 * @module
 */

import { UsageError } from "../../base/errors.ts";

/** Whether an option takes a value. */
type TakesValue = "no" | "maybe" | "yes";

/** One option. */
export interface OptionSpec {
  /** Long name. */
  readonly name: string;
  /** Letter, where there is one. */
  readonly letter?: string;
  /** Whether it takes a value. */
  readonly value: TakesValue;
}

/** What was given. */
interface ParsedOptions {
  /** Options in their order: name and value, undefined without one. */
  readonly options: readonly (readonly [string, string | undefined])[];
  /** Everything that is no option. */
  readonly files: readonly string[];
}

/** Reads a command line. */
export function parseOptions(
  command: string,
  args: readonly string[],
  specs: readonly OptionSpec[],
): ParsedOptions {
  const options: [string, string | undefined][] = [];
  const files: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") {
      files.push(...args.slice(at + 1));
      break;
    }
    const required = (): string => {
      const next = args[++at];
      if (next === undefined) throw new UsageError(`apitrace ${command}: option ${arg} needs a value`);
      return next;
    };
    if (arg.startsWith("--")) {
      const equals = arg.indexOf("=");
      const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
      const value = equals < 0 ? undefined : arg.slice(equals + 1);
      const spec = findLong(specs, name);
      if (!spec) throw new UsageError(`apitrace ${command}: unknown option ${arg}`);
      if (spec.value === "no" && value !== undefined) {
        throw new UsageError(`apitrace ${command}: option --${spec.name} takes no value`);
      }
      options.push([spec.name, spec.value === "yes" ? value ?? required() : value]);
    } else if (arg.startsWith("-") && arg !== "-") {
      for (let letter = 1; letter < arg.length; letter++) {
        const spec = specs.find((each) => each.letter === arg[letter]);
        if (!spec) throw new UsageError(`apitrace ${command}: unknown option -${arg[letter]}`);
        const rest = arg.slice(letter + 1);
        if (spec.value === "no") {
          options.push([spec.name, undefined]);
          continue;
        }
        options.push([spec.name, rest !== "" ? rest : spec.value === "yes" ? required() : undefined]);
        break;
      }
    } else files.push(arg);
  }
  return { options, files };
}

/** Refuses a command line without files, which the original silently ignores. */
export function needFiles(command: string, files: readonly string[]): void {
  if (files.length === 0) throw new UsageError(`apitrace ${command}: name a trace file`);
}

/** The option of that name, or the only one that begins with it. */
function findLong(specs: readonly OptionSpec[], name: string): OptionSpec | undefined {
  const exact = specs.find((each) => each.name === name);
  if (exact) return exact;
  const near = specs.filter((each) => each.name.startsWith(name));
  return near.length === 1 ? near[0] : undefined;
}

/** A yes or no; without a value it is yes. */
export function toBoolean(command: string, value: string | undefined): boolean {
  if (value === undefined || ["yes", "y", "true", "1"].includes(value)) return true;
  if (["no", "n", "false", "0"].includes(value)) return false;
  throw new UsageError(`apitrace ${command}: expected yes or no, found ${value}`);
}
