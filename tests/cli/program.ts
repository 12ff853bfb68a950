import { GUARDED } from "../support/guards/guarded.ts";
import { fileURLToPath } from "node:url";
import { type Outcome, runHere } from "./host_here.ts";

export type { Outcome };

const ROOT = new URL("../../", import.meta.url);

/** How to run the program. */
export interface RunOptions {
  readonly stdin?: Uint8Array;
  readonly env?: Record<string, string>;
}

/** A command that runs the real program. */
export function programCommand(args: readonly string[], options: Deno.CommandOptions = {}): Deno.Command {
  const [program, ...words] = commandWords(args);
  return new Deno.Command(program!, { cwd: ROOT, ...options, args: words });
}

/** The words of that command, for programs that run it. */
export function commandWords(args: readonly string[]): string[] {
  return [
    Deno.execPath(),
    "run",
    "-A",
    "--quiet",
    ...GUARDED,
    "--config",
    new URL("deno.json", ROOT).pathname,
    new URL("cli.ts", ROOT).pathname,
    ...args,
  ];
}

/**
 * Runs the program to its end, in this process. Tests of processes themselves call `quarryProcess()`, and tests of the
 * working directory `withProgramIn()`.
 */
export async function quarry(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  if (`${Deno.cwd()}/` !== fileURLToPath(ROOT)) return await quarryProcess(args, options);
  return await runHere(args, { stdin: options.stdin, env: { NO_COLOR: "", ...options.env } });
}

/** Runs the program to its end, in its own process. */
export async function quarryProcess(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const command = programCommand(args, {
    stdin: options.stdin ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "", ...options.env },
  });
  return await outcomeOf(command, options.stdin);
}

/** The result of a command with pipes for its output, and for its input if it has any. */
export async function outcomeOf(
  command: Deno.Command,
  stdin?: string | Uint8Array,
  { mayStopReading = false }: { readonly mayStopReading?: boolean } = {},
): Promise<Outcome> {
  const child = command.spawn();
  if (stdin !== undefined) {
    const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
    const writer = child.stdin.getWriter();
    const written = writer.write(bytes as Uint8Array<ArrayBuffer>).then(() => writer.close());
    await (mayStopReading ? written.catch(() => {}) : written);
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}
