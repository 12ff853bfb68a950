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
import { BrokenPipeError, type CliHost } from "./host.ts";
import { commandNamed, commands } from "./registry.ts";

/** Runs the program; gives the exit code. */
export async function main(args: readonly string[], host: CliHost): Promise<number> {
  const stopListening = host.onInterrupt(() => host.exit(EXIT.interrupted));
  try {
    const [command, rest] = route(args, host);
    const parsed = parseArguments(rest, command);
    if (!parsed.has("help")) return await command.run(host, parsed);
    await host.stdout.write(commandHelp(command));
    return EXIT.ok;
  } catch (error) {
    return await reportFailure(host, error).catch((worse: unknown) => {
      if (worse instanceof BrokenPipeError) return EXIT.ok;
      throw worse;
    });
  } finally {
    stopListening();
  }
}

/** The command that arguments ask for, and what is left for it. */
function route(args: readonly string[], host: CliHost): [Command, readonly string[]] {
  const first = args[0];
  if (first === undefined || first === "--help" || first === "-h") return [named("help"), args.slice(1)];
  if (first === "--version" || first === "-V") return [named("version"), args.slice(1)];
  const command = commandNamed(first);
  if (command) return [command, args.slice(1)];
  if (first.startsWith("-") && first !== "-") return [withoutCommand(args, host), args];
  if (host.exists(first) || first === "-" || /^[\w.-]+=/.test(first)) {
    return [withoutCommand(args, host), args];
  }
  const near = didYouMean(first, commands.map(({ name }) => name));
  if (/[./\\]/.test(first) && !near) {
    throw new InputError(`Cannot open "${first}": no such file`, first, "missing");
  }
  throw new UsageError(
    near
      ? `Unknown command "${first}", did you mean "${near}"?`
      : `"${first}" is neither a command nor a file; "quarry help" lists the commands`,
  );
}

/** Files alone: a query runs, a person gets a prompt, and everybody else a summary. */
function withoutCommand(args: readonly string[], host: CliHost): Command {
  const asks = args.some((arg) => /^(-e.*|-f.*|--eval(=.*)?|--file(=.*)?)$/s.test(arg));
  if (asks) return named("query");
  return named(host.stdinIsTerminal && host.stdout.isTerminal ? "repl" : "info");
}

function named(name: string): Command {
  const command = commandNamed(name);
  if (!command) throw new Error(`No command "${name}"`);
  return command;
}
