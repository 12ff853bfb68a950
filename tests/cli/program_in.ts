/**
 * The program in other folders. Only a process has a working directory, and most of its cost is its start: so one
 * process runs the program repeatedly, each time like `runHere()`.
 *
 *     deno run -A tests/cli/program_in.ts
 *
 * reads a folder and arguments, a line of JSON for each run, and writes the result of each as a line.
 * @module
 */

import { TextLineStream } from "@std/streams/text-line-stream";
import { GUARDED } from "../support/guards/guarded.ts";
import { type Outcome, runHere } from "./host_here.ts";

const TESTS = new URL("../", import.meta.url);
const encoder = new TextEncoder();

function linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<string> {
  const lines: ReadableWritablePair<string, string> = new TextLineStream();
  return stream.pipeThrough(new TextDecoderStream()).pipeThrough(lines);
}

/** Runs the program in a folder. */
export type RunIn = (cwd: string, ...args: string[]) => Promise<Outcome>;

/** Calls `use` with a function that runs the program in a folder; runs take turns. */
export async function withProgramIn(use: (run: RunIn) => Promise<void>): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", "--no-check", ...GUARDED],
      ...["--config", new URL("deno.json", TESTS).pathname, "--lock", new URL("deno.lock", TESTS).pathname],
      import.meta.url,
    ],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const requests = child.stdin.getWriter();
  const answers = linesOf(child.stdout).getReader();
  let last: Promise<unknown> = Promise.resolve();
  const run: RunIn = (...request) => {
    const answer = last.then(async () => {
      await requests.write(encoder.encode(JSON.stringify(request) + "\n"));
      const { value } = await answers.read();
      if (value === undefined) throw new Error(`The program ended with ${request.join(" ")}`);
      return JSON.parse(value) as Outcome;
    });
    last = answer.catch(() => {});
    return answer;
  };
  try {
    await use(run);
  } finally {
    await requests.close().catch(() => {});
    await answers.cancel();
    await child.status;
  }
}

if (import.meta.main) {
  for await (const line of linesOf(Deno.stdin.readable)) {
    const [cwd, ...args]: [string, ...string[]] = JSON.parse(line);
    Deno.chdir(cwd);
    const outcome = await runHere(args, { env: { NO_COLOR: "" } });
    const answer = encoder.encode(JSON.stringify(outcome) + "\n");
    for (let at = 0; at < answer.length;) at += await Deno.stdout.write(answer.subarray(at));
  }
}
