/**
 * The real world, through Deno.
 * @module
 */

import { isAllowed, mayRead } from "../ingest/permission.ts";
import { filesRead } from "../ingest/read_files.ts";
import { systemReason } from "../ingest/system_error.ts";
import { BrokenPipeError, OutputError } from "../output/output_error.ts";
import { discardUnfinished, onInterrupt } from "../output/when_ended.ts";
import { isLess } from "../render/renderer.ts";
import { TerminalText } from "../render/terminal_text.ts";
import type { CliHost, OutputStream, Pager } from "./host.ts";
import { spareThreads } from "./spare_permissions.ts";
import { readText } from "./read_text.ts";
import { readEnv, terminalSize } from "./surroundings.ts";

const encoder = new TextEncoder();

/** What Deno offers of a stream. */
interface RawStream {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
  isTerminal(): boolean;
}

/** The world of this process. */
export function denoHost(): CliHost {
  spareThreads();
  return {
    stdout: guarded(outputStream(Deno.stdout, (error) => {
      if (error instanceof Deno.errors.BrokenPipe) throw new BrokenPipeError();
      throw new OutputError(`Cannot write standard output: ${systemReason(error)[1]}`);
    })),
    // When standard error is closed too, there is nowhere left to report it.
    stderr: outputStream(Deno.stderr, () => {}),
    stdinIsTerminal: Deno.stdin.isTerminal(),
    terminalSize,
    env: readEnv,
    exists,
    readTextFile: readText,
    readLines,
    startPager,
    onInterrupt,
    exit(code) {
      discardUnfinished();
      Deno.exit(code);
    },
  };
}

function outputStream(raw: RawStream, onError: (error: unknown) => void): OutputStream {
  const isTerminal = raw.isTerminal();
  const shown = isTerminal ? new TerminalText(true) : null;
  return {
    isTerminal,
    async write(chunk) {
      const safe = shown?.of(chunk) ?? chunk;
      let bytes = typeof safe === "string" ? encoder.encode(safe) : safe;
      try {
        while (bytes.length > 0) bytes = bytes.subarray(await raw.write(bytes));
      } catch (error) {
        onError(error);
      }
    },
    writeNow(text) {
      try {
        raw.writeSync(encoder.encode(text));
      } catch {
        // Progress that cannot be shown is no reason to stop.
      }
    },
  };
}

/** A stream that refuses to write after the trace that it is redirected to. */
function guarded(stream: OutputStream): OutputStream {
  let checked = stream.isTerminal;
  return {
    ...stream,
    async write(chunk) {
      // Help reads nothing.
      if (!checked && !filesRead()[Symbol.iterator]().next().done) {
        checked = true;
        const { standardOutputReadAs } = await import("../output/same_file.ts");
        const input = standardOutputReadAs();
        if (input !== undefined) {
          throw new OutputError(
            `Cannot write standard output: Quarry is reading that file, as "${input}"`,
            "read",
          );
        }
      }
      await stream.write(chunk);
    },
  };
}

/** True when there is something at the path. */
export function exists(path: string): boolean {
  // A plain name will be opened, which tells what is missing; NAME=FILE and @LIST need what is in them.
  if (!mayRead(path)) return !/[=@]/.test(path);
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound) && !(error instanceof Deno.errors.NotADirectory);
  }
}

async function* readLines(): AsyncGenerator<string> {
  const { TextLineStream } = await import("@std/streams/text-line-stream");
  const lines: ReadableWritablePair<string, string> = new TextLineStream();
  yield* Deno.stdin.readable.pipeThrough(new TextDecoderStream()).pipeThrough(lines);
}

function startPager(command: string): Pager | null {
  const [program, ...args] = command.trim().split(/\s+/);
  if (!program || !isAllowed({ name: "run", command: program })) return null;
  try {
    const child = new Deno.Command(program, {
      // Tables are as wide as they like: less scrolls to the right instead of folding lines.
      args: isLess(program) ? ["-S", ...args] : args,
      stdin: "piped",
      env: {
        // What less does with colours and short results, unless the user has said otherwise.
        LESS: readEnv("LESS") ?? "EFRX",
        LESSCHARSET: readEnv("LESSCHARSET") ?? "utf-8",
        // Keys that were typed ahead of it were meant for somebody else: none of them runs a command or writes a file.
        LESSSECURE: "1",
      },
    }).spawn();
    const writer = child.stdin.getWriter();
    const input: OutputStream = {
      isTerminal: true,
      async write(chunk) {
        try {
          await writer.write(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
        } catch {
          throw new BrokenPipeError();
        }
      },
      writeNow() {},
    };
    // Ctrl-C is for the pager now: without us it would be left alone with a terminal that the shell uses again.
    const hearAgain = onInterrupt(() => {});
    const close = async (): Promise<void> => {
      await writer.close().catch(() => {});
      await child.status;
      hearAgain();
    };
    return { input, close };
  } catch {
    return null; // not installed, or no permission to run programs
  }
}
