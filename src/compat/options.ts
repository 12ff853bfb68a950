/**
 * Options of the original tools: a table for each tool, by which a command line is read and from which the usage is
 * printed. Letters may stand together, a value is after either form, and names of files may be anywhere.
 * @module
 */

import { UsageError } from "../base/errors.ts";

/** One option. */
export interface StandInOption {
  /** Long name. */
  readonly name: string;
  /** Letter, where there is one. */
  readonly letter?: string;
  /** What its value is called, where it takes one. */
  readonly value?: string;
  /** The value may be missing: it is after `=` or directly after the letter. */
  readonly mayBeBare?: true;
  /** What it does. Absent for one that is accepted and not shown. */
  readonly summary?: string;
}

/** How a tool reads its command line. */
interface ReadingRules {
  /** Stands before the colon of a message. */
  readonly who: string;
  /** Long names may be cut as long as only one begins with what is left. */
  readonly shortens?: boolean;
}

/** The parsed options and operands. */
interface CommandLine<Option> {
  /** Options in their order, with their values. */
  readonly options: readonly (readonly [option: Option, value: string | undefined])[];
  /** Everything that is not an option. */
  readonly operands: readonly string[];
}

/** Reads a command line. Throws `UsageError`. */
export function readCommandLine<Option extends StandInOption>(
  args: readonly string[],
  table: readonly Option[],
  rules: ReadingRules,
): CommandLine<Option> {
  const options: [Option, string | undefined][] = [];
  const operands: string[] = [];
  const left = args.values();
  const valueOf = (option: Option, attached: string | undefined, written: string): string | undefined => {
    if (attached !== undefined || option.value === undefined || option.mayBeBare) return attached;
    const { value } = left.next();
    return value ?? refuse(rules, `option ${written} needs a value`);
  };
  for (const arg of left) {
    if (arg === "--") operands.push(...left);
    else if (arg.startsWith("--")) {
      const equals = arg.indexOf("=");
      const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
      const value = equals < 0 ? undefined : arg.slice(equals + 1);
      const option = longOption(table, name, rules);
      if (option.value === undefined && value !== undefined) {
        refuse(rules, `option --${option.name} takes no value`);
      }
      options.push([option, valueOf(option, value, `--${name}`)]);
    } else if (arg.startsWith("-") && arg !== "-") {
      for (let letter = 1; letter < arg.length; letter++) {
        const written = `-${arg[letter]}`;
        const option = table.find((each) => each.letter === arg[letter]) ??
          refuse(rules, `unknown option ${written}`);
        const attached = option.value === undefined ? undefined : arg.slice(letter + 1) || undefined;
        options.push([option, valueOf(option, attached, written)]);
        if (option.value !== undefined) break;
      }
    } else operands.push(arg);
  }
  return { options, operands };
}

/** Options by name, each with its last value, which is empty where it takes none. */
export function lastValues(
  options: readonly (readonly [option: StandInOption, value: string | undefined])[],
): ReadonlyMap<string, string> {
  return new Map(options.map(([{ name }, value]) => [name, value ?? ""]));
}

/** A line for each option. */
export function usageLines(table: readonly StandInOption[]): string {
  const shown = table.flatMap(({ letter, name, value, mayBeBare, summary }) => {
    if (summary === undefined) return [];
    const behind = value === undefined ? "" : mayBeBare ? `[=${value}]` : ` ${value}`;
    return [[`  ${letter === undefined ? "    " : `-${letter}, `}--${name}${behind}`, summary] as const];
  });
  const width = Math.max(...shown.map(([option]) => option.length));
  return shown.map(([option, summary]) => `${option.padEnd(width)}  ${summary}\n`).join("");
}

function longOption<Option extends StandInOption>(
  table: readonly Option[],
  name: string,
  rules: ReadingRules,
): Option {
  const exact = table.find((each) => each.name === name);
  if (exact) return exact;
  const near = rules.shortens ? table.filter((each) => each.name.startsWith(name)) : [];
  if (near.length === 1) return near[0]!;
  return refuse(
    rules,
    near.length === 0
      ? `unknown option --${name}`
      : `option --${name} may be ${near.map((each) => each.name).join(", ")}`,
  );
}

function refuse({ who }: ReadingRules, what: string): never {
  throw new UsageError(`${who}: ${what}`);
}
