/**
 * The host of the running process, through Deno.
 * @module
 */

import { isAllowed, mayRead } from "../ingest/permission.ts";
import { filesRead } from "../ingest/read_files.ts";
import { systemReason } from "../ingest/system_error.ts";
import { BrokenPipeError, OutputError } from "../output/output_error.ts";
import { discardUnfinished, onInterrupt } from "../output/on_exit.ts";
import { isLess } from "../render/renderer.ts";
import { TerminalText } from "../render/terminal_text.ts";
import type { CliHost, OutputStream, Pager } from "./host.ts";
import { avoidThreadsWithoutSources } from "./denied_permissions.ts";
import { readText } from "./read_text.ts";
import { readEnv, terminalSize } from "./process_environment.ts";

const encoder = new TextEncoder();

/** The used part of a Deno stream. */
interface RawStream {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
  isTerminal(): boolean;
}

/** Creates the host of this process. */
export function denoHost(): CliHost {
  avoidThreadsWithoutSources();
  return {
    stdout: guarded(outputStream(Deno.stdout, (error) => {
      if (error instanceof Deno.errors.BrokenPipe) throw new BrokenPipeError();
      throw new OutputError(`Cannot write standard output: ${systemReason(error)[1]}`);
    })),
    // If standard error is closed too, there is nowhere left to report the error.
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
        // Continue without showing progress.
      }
    },
  };
}

/** Returns a stream that refuses to write if it is redirected to one of the traces. */
function guarded(stream: OutputStream): OutputStream {
  let checked = stream.isTerminal;
  return {
    ...stream,
    async write(chunk) {
      // Skip the check for commands such as help, which read no files.
      if (!checked && !filesRead()[Symbol.iterator]().next().done) {
        checked = true;
        const { standardOutputPath } = await import("../output/same_file.ts");
        const input = standardOutputPath();
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

/** True when the path exists. */
export function exists(path: string): boolean {
  // A missing permission is reported when a plain name is opened; NAME=FILE and @LIST must be taken apart
  // first.
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
      // Results are wide: less should scroll to the right instead of wrapping lines.
      args: isLess(program) ? ["-S", ...args] : args,
      stdin: "piped",
      env: {
        // Default settings of less for colours and short results, unless the user has set others.
        LESS: readEnv("LESS") ?? "EFRX",
        LESSCHARSET: readEnv("LESSCHARSET") ?? "utf-8",
        // Keys that the user has already typed were meant for the prompt: they must not run commands or write
        // files.
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
    // Leave Ctrl-C to the pager: if Quarry ended, the pager and the shell would share the terminal.
    const hearAgain = onInterrupt(() => {});
    const close = async (): Promise<void> => {
      await writer.close().catch(() => {});
      await child.status;
      hearAgain();
    };
    return { input, close };
  } catch {
    return null; // The pager is not installed, or Quarry may not run programs.
  }
}
