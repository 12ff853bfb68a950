/**
 * From arguments to a command to an exit code.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { InputError, UsageError } from "../base/errors.ts";
import { parseArguments } from "./args.ts";
import { type Command, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import { commandHelp } from "./help_text.ts";
import { visible } from "../render/visible.ts";
import { withColorChoice } from "./color.ts";
import type { CliHost } from "./host.ts";
import { setDataPlaces } from "./data_settings.ts";
import { isCommandName, summaries } from "./command_summaries.ts";
import { allCommands, loadCommand } from "./load_command.ts";
import { NAMED } from "./trace_operands.ts";

/** A script that comes through a pipe is there sooner. */
const PATIENCE_MS = 2000;

/** Runs the program; gives the exit code. */
export async function main(args: readonly string[], world: CliHost): Promise<number> {
  let host = world;
  try {
    const [command, rest] = await route(args, host);
    // Without the name of a command, somebody who wants a query may have slipped in the option that says so.
    const other = rest === args ? { other: await loadCommand("query") } : {};
    const parsed = parseArguments(rest, command, { exists: (path) => host.exists(path), ...other });
    host = withColorChoice(world, parsed);
    if (!parsed.has("help")) {
      setDataPlaces(host, parsed);
      if (command.needs !== undefined && parsed.operands.length === 0) throw new UsageError(command.needs);
      return await command.run(host, parsed, { all: allCommands });
    }
    await host.stdout.write(commandHelp(command));
    return EXIT.ok;
  } catch (error) {
    return await reportFailure(host, error).catch((worse: unknown) => reportBug(host, worse));
  }
}

/** An unexpected error: its stack is for a bug report, the first line for the user. */
async function reportBug(host: CliHost, error: unknown): Promise<number> {
  const found = error instanceof Error ? error.stack ?? error.message : String(error);
  await host.stderr.write(`internal error: ${found.split("\n").map(visible).join("\n")}\n`);
  await host.stderr.write("This is a bug in Quarry, not in your trace or query: please report it.\n");
  return EXIT.failed;
}

/** The command that arguments ask for, and what is left for it. */
async function route(args: readonly string[], host: CliHost): Promise<[Command, readonly string[]]> {
  const first = args[0];
  if (first === undefined || first === "--help" || first === "-h") {
    return [await loadCommand("help"), args.slice(1)];
  }
  if (first === "--version" || first === "-V") return [await loadCommand("version"), args.slice(1)];
  if (isCommandName(first)) return [await loadCommand(first), args.slice(1)];
  const isOperand = first.startsWith("-") || host.exists(first) || NAMED.test(first) || /^@./.test(first);
  if (!isOperand) await refuse(first);
  return [await withoutCommand(args, host), args];
}

/** A word that is neither a command nor a file. */
async function refuse(word: string): Promise<never> {
  const near = didYouMean(word, summaries.map(({ name }) => name));
  if (near !== undefined) throw new UsageError(`Unknown command "${word}", did you mean "${near}"?`);
  const { missingFile, nearFile } = await import("../ingest/near_files.ts");
  const { queryHint } = await import("./query_hint.ts");
  const query = await queryHint(word);
  if (query !== "") throw new UsageError(`"${word}" is neither a command nor a file${query}`);
  if (/[./\\]/.test(word)) {
    throw new InputError(`Cannot open "${word}": ${missingFile(word)}`, word, "missing");
  }
  const file = nearFile(word);
  const hint = file === undefined ? '"quarry help" lists the commands' : `did you mean the file "${file}"?`;
  throw new UsageError(`"${word}" is neither a command nor a file; ${hint}`);
}

/** Files alone: queries run if given; a terminal gets a prompt, what comes through a pipe is a script, else a summary. */
async function withoutCommand(args: readonly string[], host: CliHost): Promise<Command> {
  const options = args.slice(0, args.indexOf("--") >>> 0);
  const asks = options.some((arg) => /^(-e.*|-f.*|--eval(=.*)?|--file(=.*)?)$/s.test(arg));
  if (asks) return await loadCommand("query");
  if (host.stdinIsTerminal) return await loadCommand(host.stdout.isTerminal ? "repl" : "info");
  // A trace from there leaves nothing to read, and options of the summary ask for it.
  if (
    args.some((arg) => /(^|=)-$/.test(arg)) || options.some((arg) => /^(--json(-.*)?|--help|-h)$/.test(arg))
  ) {
    return await loadCommand("info");
  }
  const script = await scriptOf(host);
  if (script.trim() === "") return await loadCommand("info");
  const repl = await loadCommand("repl");
  // What has been read cannot be read again.
  const read = (path: string): Promise<string> =>
    path === "-" ? Promise.resolve(script) : host.readTextFile(path);
  return { ...repl, run: (world, ...more) => repl.run({ ...world, readTextFile: read }, ...more) };
}

/** Standard input. A pipe that stays open would look like a program that hangs. */
async function scriptOf(host: CliHost): Promise<string> {
  const note = setTimeout(() => {
    host.stderr.writeNow('Reading a script from standard input; "quarry info FILE" does not wait for one\n');
  }, PATIENCE_MS);
  try {
    return await host.readTextFile("-");
  } finally {
    clearTimeout(note);
  }
}
