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
      "--config",
      new URL("deno.json", ROOT).pathname,
      new URL("cli.ts", ROOT).pathname,
      ...args,
    ],
  });
}

/** Runs the real program to its end. */
export async function quarry(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = programCommand(args, {
    stdin: options.stdin ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { NO_COLOR: "", ...options.env },
  }).spawn();
  if (options.stdin) {
    const writer = child.stdin.getWriter();
    await writer.write(options.stdin as Uint8Array<ArrayBuffer>);
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}
