/**
 * Options of mpatrol's tools: single letters that may stand together, long names, an argument behind either.
 * @module
 */

import { UsageError } from "../../base/errors.ts";

/** One option. */
export interface OptionSpec {
  /** The letter. */
  readonly letter: string;
  /** The long name. */
  readonly name: string;
  /** True when an argument follows. */
  readonly takesValue?: boolean;
}

/** What was given on a command line. */
interface ParsedOptions {
  /** Values by letter; "" for options without an argument. */
  readonly values: ReadonlyMap<string, string>;
  /** Everything that is no option. */
  readonly operands: readonly string[];
}

/** Reads a command line. */
export function parseOptions(
  tool: string,
  args: readonly string[],
  specs: readonly OptionSpec[],
): ParsedOptions {
  const values = new Map<string, string>();
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const next = (spec: OptionSpec): string => {
      const value = args[++at];
      if (value === undefined) {
        throw new UsageError(`Cannot run ${tool}: option --${spec.name} needs an argument`);
      }
      return value;
    };
    if (arg === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (arg === "-" || !arg.startsWith("-")) operands.push(arg);
    else if (arg.startsWith("--")) {
      const [name, attached] = split(arg.slice(2));
      const spec = specs.find((each) => each.name === name) ?? unknown(tool, arg);
      if (attached !== undefined && !spec.takesValue) {
        throw new UsageError(`Cannot run ${tool}: option --${name} takes no argument`);
      }
      values.set(spec.letter, spec.takesValue ? attached ?? next(spec) : "");
    } else {
      for (let letter = 1; letter < arg.length; letter++) {
        const spec = specs.find((each) => each.letter === arg[letter]) ?? unknown(tool, `-${arg[letter]}`);
        if (spec.takesValue) {
          const attached = arg.slice(letter + 1);
          values.set(spec.letter, attached || next(spec));
          break;
        }
        values.set(spec.letter, "");
      }
    }
  }
  return { values, operands };
}

function split(text: string): [string, string | undefined] {
  const at = text.indexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function unknown(tool: string, option: string): never {
  throw new UsageError(`Cannot run ${tool}: unknown option ${option}`);
}

/** The only operand, or what stands for it when there is none. */
export function fileOperand(tool: string, operands: readonly string[], standard: string): string {
  if (operands.length > 1) {
    throw new UsageError(`Cannot run ${tool}: expected one file, found ${operands.length}`);
  }
  return operands[0] ?? standard;
}
