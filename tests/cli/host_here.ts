/**
 * The host of a run of the program in the process of the tests.
 * @module
 */

import { denoHost } from "../../src/cli/deno_host.ts";
import type { CliHost, OutputStream } from "../../src/cli/host.ts";
import { main } from "../../src/cli/main.ts";
import { currentCrew } from "../../src/memory/crew.ts";
import { setThreads, threadSettings } from "../../src/memory/threads.ts";
import { filesRead } from "../../src/ingest/read_files.ts";

/** The result of a run of the program. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The input of a run. */
export interface Given {
  /** Everything on standard input; empty if absent. */
  readonly stdin?: Uint8Array | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether its output is a terminal, `COLUMNS` wide. */
  readonly isTerminal?: boolean | undefined;
}

/** A host with its own streams and variables, and the real files. */
function hostHere(
  { env = {}, stdin, isTerminal = false }: Given,
): CliHost & { written(): Omit<Outcome, "code"> } {
  const pieces: Record<"out" | "err", string[]> = { out: [], err: [] };
  const stream = (name: "out" | "err"): OutputStream => {
    const decoder = new TextDecoder();
    const take = (chunk: string | Uint8Array): void => {
      pieces[name].push(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
    };
    return { isTerminal, write: (chunk) => Promise.resolve(take(chunk)), writeNow: take };
  };
  const columns = Number(env["COLUMNS"]);
  const host = denoHost();
  return {
    ...host,
    // Without its own input a run would read the standard input of the tests.
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

/** Runs `work` while `Deno.stdin` gives these bytes and then ends. */
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
    // Without its own method, the one that all streams share is used again.
    Reflect.deleteProperty(Deno.stdin, "read");
  }
}

let running = 0;
/** The setting before the first of the concurrent runs. */
let threadsBefore: number | undefined;
let threadsThen = 1;

/** How many threads the last run had. */
export function threadsOfLastRun(): number {
  return threadsThen;
}
let lastInput: Promise<unknown> = Promise.resolve();

/** Runs the program with a given host; returns its exit code. Settings that it makes for its process are undone. */
export async function mainHere(args: readonly string[], host: CliHost): Promise<number> {
  // Every process begins without read files; with concurrent runs, nobody can tell which run a file belongs
  // to.
  if (running++ === 0) {
    (filesRead() as Set<string>).clear();
    threadsBefore = threadSettings().wanted;
  }
  try {
    return await main(args, host);
  } finally {
    threadsThen = threadSettings().threads;
    // Later tests must not have as many threads as a run happened to set.
    if (--running === 0) {
      setThreads(threadsBefore);
      // The workers end when a crew with other settings is requested.
      currentCrew();
    }
  }
}

/** Runs the program to its end in this process, which takes a tenth of the time of a separate process. */
export async function runHere(args: readonly string[], given: Given = {}): Promise<Outcome> {
  const { stdin } = given;
  const run = async (): Promise<Outcome> => {
    const host = hostHere(given);
    const code = await mainHere(args, host);
    return { code, ...host.written() };
  };
  if (stdin === undefined) return await run();
  // There is only one standard input: runs that read it take turns.
  const turn = lastInput.then(() => withInput(stdin, run));
  lastInput = turn.catch(() => {});
  return await turn;
}
