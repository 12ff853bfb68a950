/**
 * Runs the command that the arguments name, and returns the exit code.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { InputError, UsageError } from "../base/errors.ts";
import { parseArguments } from "./args.ts";
import { type Command, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import { commandHelp } from "./help_text.ts";
import { visible } from "../render/visible.ts";
import { withColorOption } from "./color.ts";
import type { CliHost } from "./host.ts";
import { setDataPlaces } from "./data_settings.ts";
import { isCommandName, summaries } from "./command_summaries.ts";
import { allCommands, loadCommand } from "./load_command.ts";
import { NAMED_OPERAND } from "./trace_operands.ts";

/**
 * A script from a pipe normally arrives sooner; after this time, a message says that the program is waiting
 * for one.
 */
const PATIENCE_MS = 2000;

/** Runs the program and returns its exit code. */
export async function main(args: readonly string[], world: CliHost): Promise<number> {
  let host = world;
  try {
    const [command, rest] = await route(args, host);
    // Without a command name, the user may have meant a query, so error messages consider the options of
    // `query` too.
    const other = rest === args ? { other: await loadCommand("query") } : {};
    const parsed = parseArguments(rest, command, { exists: (path) => host.exists(path), ...other });
    host = withColorOption(world, parsed);
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

/** Reports an unexpected error with its stack trace, which a bug report needs. */
async function reportBug(host: CliHost, error: unknown): Promise<number> {
  const found = error instanceof Error ? error.stack ?? error.message : String(error);
  await host.stderr.write(`internal error: ${found.split("\n").map(visible).join("\n")}\n`);
  await host.stderr.write("This is a bug in Quarry, not in your trace or query: please report it.\n");
  return EXIT.failed;
}

/** Returns the command that the arguments name, and the remaining arguments. */
async function route(args: readonly string[], host: CliHost): Promise<[Command, readonly string[]]> {
  const first = args[0];
  if (first === undefined || first === "--help" || first === "-h") {
    return [await loadCommand("help"), args.slice(1)];
  }
  if (first === "--version" || first === "-V") return [await loadCommand("version"), args.slice(1)];
  if (isCommandName(first)) return [await loadCommand(first), args.slice(1)];
  const isOperand = first.startsWith("-") || host.exists(first) || NAMED_OPERAND.test(first) ||
    /^@./.test(first);
  if (!isOperand) await refuse(first);
  return [await withoutCommand(args, host), args];
}

/** Reports a word that is neither a command nor a file. */
async function refuse(word: string): Promise<never> {
  const near = didYouMean(word, summaries.map(({ name }) => name));
  if (near !== undefined) throw new UsageError(`Unknown command "${word}", did you mean "${near}"?`);
  const { missingFileReason, similarFile } = await import(
    "../ingest/similar_files.ts"
  );
  const { queryHint } = await import("./query_hint.ts");
  const query = await queryHint(word);
  if (query !== "") throw new UsageError(`"${word}" is neither a command nor a file${query}`);
  if (/[./\\]/.test(word)) {
    throw new InputError(`Cannot open "${word}": ${missingFileReason(word)}`, word, "missing");
  }
  const file = similarFile(word);
  const hint = file === undefined ? '"quarry help" lists the commands' : `did you mean the file "${file}"?`;
  throw new UsageError(`"${word}" is neither a command nor a file; ${hint}`);
}

/**
 * Chooses the command for arguments without a command name: `query` if queries are given, the prompt on a
 * terminal, a script that comes through a pipe, or else `info`.
 */
async function withoutCommand(args: readonly string[], host: CliHost): Promise<Command> {
  const options = args.slice(0, args.indexOf("--") >>> 0);
  const asks = options.some((arg) => /^(-e.*|-f.*|--eval(=.*)?|--file(=.*)?)$/s.test(arg));
  if (asks) return await loadCommand("query");
  if (host.stdinIsTerminal) return await loadCommand(host.stdout.isTerminal ? "repl" : "info");
  // If the trace comes from standard input, no script can; and `--json` is an option of `info`.
  if (
    args.some((arg) => /(^|=)-$/.test(arg)) || options.some((arg) => /^(--json(-.*)?|--help|-h)$/.test(arg))
  ) {
    return await loadCommand("info");
  }
  const script = await scriptOf(host);
  if (script.trim() === "") return await loadCommand("info");
  const repl = await loadCommand("repl");
  // Standard input has been consumed, so pass the text on to `repl`.
  const read = (path: string): Promise<string> =>
    path === "-" ? Promise.resolve(script) : host.readTextFile(path);
  return { ...repl, run: (world, ...more) => repl.run({ ...world, readTextFile: read }, ...more) };
}

/**
 * Reads a script from standard input. Prints a message if the pipe stays open, because the program would seem
 * to hang.
 */
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
