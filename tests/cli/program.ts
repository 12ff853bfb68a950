import { GUARDED } from "../support/guards/guarded.ts";
import { fileURLToPath } from "node:url";
import { denoHost } from "../../src/cli/deno_host.ts";
import type { CliHost, OutputStream } from "../../src/cli/host.ts";
import { main } from "../../src/cli/main.ts";

const ROOT = new URL("../../", import.meta.url);

/** What became of a run of the program. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** How to run the program. */
export interface RunOptions {
  readonly stdin?: Uint8Array;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

/** A command that runs the real program. */
export function programCommand(args: readonly string[], options: Deno.CommandOptions = {}): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    cwd: ROOT,
    ...options,
    args: [
      "run",
      "-A",
      "--quiet",
      ...GUARDED,
      "--config",
      new URL("deno.json", ROOT).pathname,
      new URL("cli.ts", ROOT).pathname,
      ...args,
    ],
  });
}

/** The world of a run in this process: its own streams and variables, and the real files. */
function hostHere(env: Readonly<Record<string, string>>): CliHost & { written(): Omit<Outcome, "code"> } {
  const pieces: Record<"out" | "err", string[]> = { out: [], err: [] };
  const stream = (name: "out" | "err"): OutputStream => {
    const decoder = new TextDecoder();
    const take = (chunk: string | Uint8Array): void => {
      pieces[name].push(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
    };
    return { isTerminal: false, write: (chunk) => Promise.resolve(take(chunk)), writeNow: take };
  };
  const columns = Number(env["COLUMNS"]);
  const host = denoHost();
  return {
    ...host,
    // Standard input is that of all tests: what somebody types or pipes there is not for one of them.
    readTextFile: (path) => path === "-" ? Promise.resolve("") : host.readTextFile(path),
    stdout: stream("out"),
    stderr: stream("err"),
    stdinIsTerminal: false,
    terminalSize: () => ({ columns: columns > 0 ? columns : 80, rows: 24 }),
    env: (name) => env[name],
    startPager: () => null,
    onInterrupt: () => () => {},
    exit: (code) => {
      throw new Error(`exit ${code}`);
    },
    written: () => ({ out: pieces.out.join(""), err: pieces.err.join("") }),
  };
}

/**
 * Runs the program to its end: in this process, which takes a tenth of the time of one of its own, where neither standard input
 * nor another folder is asked for. What is about processes themselves calls `quarryProcess()`.
 */
export async function quarry(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const readsInput = options.stdin !== undefined || args[0] === "repl" ||
    args.some((arg) => /^-$|=-$/.test(arg));
  if (readsInput || options.cwd !== undefined || `${Deno.cwd()}/` !== fileURLToPath(ROOT)) {
    return await quarryProcess(args, options);
  }
  const host = hostHere({ NO_COLOR: "", ...options.env });
  const code = await main(args, host);
  return { code, ...host.written() };
}

/** Runs the program to its end, in a process of its own. */
export async function quarryProcess(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const command = programCommand(args, {
    stdin: options.stdin ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { NO_COLOR: "", ...options.env },
  });
  return await outcomeOf(command, options.stdin);
}

/** How a command ends that has pipes for its output, and for its input where it gets any. */
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
