/**
 * Parses arguments by the options of a command.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import type { Arguments, Command, CommandOption } from "./command.ts";

/** The help option, which every command has. */
export const HELP_OPTION: CommandOption = { name: "help", short: "h", summary: "show this help" };

/** What an argument may be if it is not an option of the command. */
interface ArgumentContext {
  /** Returns whether a file of that name exists. */
  exists?(path: string): boolean;
  /** A command that the user may have meant without naming one. */
  readonly other?: Command;
}

/** Sorts arguments into options and operands. Throws `UsageError`. */
export function parseArguments(
  args: readonly string[],
  command: Command,
  around: ArgumentContext = {},
): Arguments {
  if (command.raw) return rawArguments(args);
  const options = [...command.options, HELP_OPTION];
  const unknownOption = (name: string, arg = name): UsageError =>
    new UsageError(
      around.exists?.(arg)
        ? `Unknown option ${name}: write ./${arg} for the file of that name`
        : unknownOptionText(name, arg, command, around),
    );
  const normal = normalize(quarryArguments(args, command, options), options, unknownOption);
  const parsed = parseArgs(normal, {
    boolean: options.filter(({ value }) => value === undefined).map(({ name }) => name),
    string: ["_", ...options.filter(({ value }) => value !== undefined).map(({ name }) => name)],
    collect: options.filter(({ value }) => value !== undefined).map(({ name }) => name),
    unknown: (arg: string, key?: string) => {
      if (key !== undefined) throw unknownOption(arg);
      return true;
    },
  }) as Record<string, unknown>;
  const values = (option: string): string[] => (parsed[option] ?? []) as string[];
  for (const option of options) checkValues(option, option.value === undefined ? [] : values(option.name));
  return {
    operands: parsed._ as string[],
    has: (option) => parsed[option] === true,
    value: (option) => values(option).at(-1),
    values,
  };
}

/**
 * Returns Quarry's own arguments, up to the program that a command starts; a `--` precedes that program's
 * arguments.
 */
function quarryArguments(
  args: readonly string[],
  { startsProgram }: Command,
  options: readonly CommandOption[],
): readonly string[] {
  if (!startsProgram) return args;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") return args;
    if (!arg.startsWith("-")) return [...args.slice(0, at), "--", ...args.slice(at)];
    if (takesNext(arg, options)) at++;
  }
  return args;
}

/** Whether the next argument is the value of this option. */
function takesNext(arg: string, options: readonly CommandOption[]): boolean {
  const long = arg.startsWith("--");
  const option = options.find(({ name, short }) => long ? `--${name}` === arg : short === arg.at(1));
  return option?.value !== undefined && option.bare === undefined && (long || arg.length === 2);
}

function rawArguments(operands: readonly string[]): Arguments {
  return { operands, has: () => false, value: () => undefined, values: () => [] };
}

/** Returns the value of an option that takes a count; undefined if the option is not given. */
export function countValue(args: Arguments, option: string): number | undefined {
  const text = args.value(option);
  if (text === undefined) return undefined;
  const value = Number(text.replaceAll("_", ""));
  if (text.trim() === "" || !Number.isSafeInteger(value) || value < 0) {
    throw new UsageError(`Option --${option} needs a number, found "${text}"`);
  }
  return value;
}

/**
 * Writes every option as `--name` or `--name=value`, because a value may begin with a dash (`-e "-1 + 2"`),
 * which the library's parser would take for the next option.
 */
function normalize(
  args: readonly string[],
  options: readonly CommandOption[],
  unknownOption: (name: string, arg?: string) => UsageError,
): string[] {
  const normal: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") return [...normal, ...args.slice(at)];
    if (!arg.startsWith("-") || arg === "-") {
      normal.push(arg);
      continue;
    }
    const [option, value, name = arg] = arg.startsWith("--")
      ? longOption(arg, options)
      : shortOption(arg, options, normal);
    if (option === undefined) throw unknownOption(name, arg);
    if (option.value === undefined) {
      if (value !== undefined) throw new UsageError(`Option --${option.name} takes no value`);
      normal.push(`--${option.name}`);
    } else {
      const given = value ?? option.bare ?? args[++at];
      if (given === undefined) throw new UsageError(`Option --${option.name} needs a value: ${option.value}`);
      normal.push(`--${option.name}=${given}`);
    }
  }
  return normal;
}

/**
 * An option, its value if that is part of the argument, and its spelling for an error message if it is
 * unknown.
 */
type FoundOption = [option: CommandOption | undefined, value?: string | undefined, name?: string];

function longOption(arg: string, options: readonly CommandOption[]): FoundOption {
  const equals = arg.indexOf("=");
  const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
  const option = options.find((each) => each.name === name);
  return equals < 0 ? [option] : [option, arg.slice(equals + 1)];
}

/** Returns the last option of a group such as `-ie`; the switches before it go to `normal`. */
function shortOption(
  arg: string,
  options: readonly CommandOption[],
  normal: string[],
): FoundOption {
  for (let at = 1; at < arg.length; at++) {
    const option = options.find(({ short }) => short === arg[at]);
    if (option === undefined) return [undefined, undefined, `-${arg[at]}`];
    const rest = arg.slice(at + 1);
    if (option.value !== undefined) return rest === "" ? [option] : [option, rest.replace(/^=/, "")];
    if (rest === "") return [option];
    normal.push(`--${option.name}`);
  }
  return [undefined];
}

function unknownOptionText(
  option: string,
  arg: string,
  command: Command,
  { other }: ArgumentContext,
): string {
  const name = option.replace(/=.*$/s, "");
  const word = name.replace(/^-+/, "");
  // Shells of other databases have `-csv` and `--json`.
  const mode = arg.replace(/^-+/, "");
  const modes = command.options.find((each) => each.name === "mode")?.choices ?? [];
  if (modes.includes(mode)) return `Unknown option ${arg}, did you mean --mode ${mode}?`;
  const elsewhere = other?.options.find((option) => option.name === word || option.short === word);
  if (other && elsewhere) {
    return `Option ${name} belongs to "quarry ${other.name} ${other.usage}", and no command was given`;
  }
  const known = [...command.options, ...(other?.options ?? []), HELP_OPTION];
  const near = name.startsWith("--") ? didYouMean(word, known.map((option) => option.name)) : undefined;
  return `Unknown option ${name}${
    near ? `, did you mean --${near}?` : `; "quarry ${command.name} --help" lists the options`
  }`;
}

function checkValues(option: CommandOption, values: readonly string[]): void {
  if (values.length > 1 && !option.many) {
    throw new UsageError(`Option --${option.name} is given ${values.length} times`);
  }
  for (const value of values) {
    if (!option.choices || option.choices.includes(value)) continue;
    const near = didYouMean(value, option.choices);
    const hint = near ? `did you mean ${near}?` : `use one of ${option.choices.join(", ")}`;
    throw new UsageError(`Option --${option.name} cannot be "${value}": ${hint}`);
  }
}
