/**
 * The world of a run of the program in the process of the tests.
 * @module
 */

import { denoHost } from "../../src/cli/deno_host.ts";
import type { CliHost, OutputStream } from "../../src/cli/host.ts";
import { main } from "../../src/cli/main.ts";
import { currentCrew } from "../../src/memory/crew.ts";
import { setThreads, threadSettings } from "../../src/memory/threads.ts";
import { filesRead } from "../../src/ingest/read_files.ts";

/** What became of a run of the program. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a run is given. */
export interface Given {
  /** All of standard input; nothing where it is absent. */
  readonly stdin?: Uint8Array | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Its own streams and variables, and the real files. */
function hostHere({ env = {}, stdin }: Given): CliHost & { written(): Omit<Outcome, "code"> } {
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
    // Without input of its own a run would read that of all tests.
    ...(stdin
      ? {}
      : { readTextFile: (path) => path === "-" ? Promise.resolve("") : host.readTextFile(path) }),
    async *readLines() {
      if (!stdin) return;
      const lines = new TextDecoder().decode(stdin).split(/\r?\n/);
      if (lines.at(-1) === "") lines.pop();
      yield* lines;
    },
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

/** Does something while `Deno.stdin` gives these bytes and ends. */
async function withInput<Result>(bytes: Uint8Array, work: () => Promise<Result>): Promise<Result> {
  let at = 0;
  Object.defineProperty(Deno.stdin, "read", {
    configurable: true,
    value: (into: Uint8Array): Promise<number | null> => {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      at += piece.length;
      return Promise.resolve(piece.length > 0 || into.length === 0 ? piece.length : null);
    },
  });
  try {
    return await work();
  } finally {
    // What is left is the method that all streams share.
    Reflect.deleteProperty(Deno.stdin, "read");
  }
}

let running = 0;
/** What was asked for before the first of the runs beside each other. */
let threadsBefore: number | undefined;
let threadsThen = 1;

/** How many threads the last run had. */
export function threadsOfLastRun(): number {
  return threadsThen;
}
let lastInput: Promise<unknown> = Promise.resolve();

/** Runs the program with some world; its exit code. What it sets for its process is set back. */
export async function mainHere(args: readonly string[], host: CliHost): Promise<number> {
  // Every process begins with no files read; of runs beside each other nobody can tell whose they are.
  if (running++ === 0) {
    (filesRead() as Set<string>).clear();
    threadsBefore = threadSettings().wanted;
  }
  try {
    return await main(args, host);
  } finally {
    threadsThen = threadSettings().threads;
    // Of the tests after, none is to have as many threads as a run happened to say.
    if (--running === 0) {
      setThreads(threadsBefore);
      // The workers end when the crew of other settings is asked for.
      currentCrew();
    }
  }
}

/** Runs the program to its end in this process, which takes a tenth of the time of one of its own. */
export async function runHere(args: readonly string[], given: Given = {}): Promise<Outcome> {
  const { stdin } = given;
  const run = async (): Promise<Outcome> => {
    const host = hostHere(given);
    const code = await mainHere(args, host);
    return { code, ...host.written() };
  };
  if (stdin === undefined) return await run();
  // There is one standard input: runs that read it follow each other.
  const turn = lastInput.then(() => withInput(stdin, run));
  lastInput = turn.catch(() => {});
  return await turn;
}
