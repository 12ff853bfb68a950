/**
 * Options of the original tools: a table for each tool, used to parse the command line and to print the
 * usage. Letters may be combined, both long names and letters may have a value, and file names may appear
 * anywhere.
 * @module
 */

import { UsageError } from "../base/errors.ts";

/** An option of a stand-in. */
export interface StandInOption {
  /** Long name of the option. */
  readonly name: string;
  /** Letter of the option, if it has one. */
  readonly letter?: string;
  /** Placeholder for the option's value, if it takes one. */
  readonly value?: string;
  /** The value is optional: it follows `=` or comes directly after the letter. */
  readonly mayBeBare?: true;
  /** What it does; absent if the option is accepted but not listed. */
  readonly summary?: string;
}

/** How a tool parses its command line. */
interface ReadingRules {
  /** Name that precedes the colon of a message. */
  readonly who: string;
  /** Long names may be abbreviated if they remain unambiguous. */
  readonly shortens?: boolean;
}

/** The parsed options and operands. */
interface CommandLine<Option> {
  /** Options in order, with their values. */
  readonly options: readonly (readonly [option: Option, value: string | undefined])[];
  /** All arguments that are not options. */
  readonly operands: readonly string[];
}

/** Parses a command line. Throws `UsageError`. */
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

/** Options by name, each with its last value; empty for options without a value. */
export function lastOptionValues(
  options: readonly (readonly [option: StandInOption, value: string | undefined])[],
): ReadonlyMap<string, string> {
  return new Map(options.map(([{ name }, value]) => [name, value ?? ""]));
}

/** The usage text, one line per option. */
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
