/**
 * The real world, through Deno.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { BrokenPipeError, type CliHost, type OutputStream, type Pager, type TerminalSize } from "./host.ts";

const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };
const encoder = new TextEncoder();

/** What Deno offers of a stream. */
interface RawStream {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
  isTerminal(): boolean;
}

/** The world of this process. */
export function denoHost(): CliHost {
  return {
    stdout: outputStream(Deno.stdout),
    stderr: outputStream(Deno.stderr),
    stdinIsTerminal: Deno.stdin.isTerminal(),
    terminalSize,
    env: readEnv,
    exists,
    readTextFile,
    readLines,
    writeFile,
    startPager,
    onInterrupt,
    exit: (code) => Deno.exit(code),
  };
}

function outputStream(raw: RawStream): OutputStream {
  return {
    isTerminal: raw.isTerminal(),
    async write(chunk) {
      let bytes = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
      try {
        while (bytes.length > 0) bytes = bytes.subarray(await raw.write(bytes));
      } catch (error) {
        throw error instanceof Deno.errors.BrokenPipe ? new BrokenPipeError() : error;
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

function terminalSize(): TerminalSize {
  const columns = Number(readEnv("COLUMNS"));
  try {
    const size = Deno.consoleSize();
    return columns > 0 ? { columns, rows: size.rows } : size;
  } catch {
    return columns > 0 ? { ...USUAL_SIZE, columns } : USUAL_SIZE;
  }
}

function readEnv(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined; // run without permission for the environment
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound) && !(error instanceof Deno.errors.NotADirectory);
  }
}

async function readTextFile(path: string): Promise<string> {
  try {
    return path === "-" ? await new Response(Deno.stdin.readable).text() : await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new InputError(`Cannot open "${path}": no such file`, path, "missing");
    }
    const found = error instanceof Error ? error.message : String(error);
    throw new InputError(`Cannot read "${path}": ${found}`, path, "failed");
  }
}

async function* readLines(): AsyncGenerator<string> {
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await Deno.writeFile(path, typeof content === "string" ? encoder.encode(content) : content);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new InputError(`Cannot write "${path}": ${found}`, path, "failed");
  }
}

function startPager(command: string): Pager | null {
  const [program, ...args] = command.trim().split(/\s+/);
  if (!program) return null;
  try {
    const child = new Deno.Command(program, {
      args,
      stdin: "piped",
      // What less does with colours and short results, unless the person has said otherwise.
      env: { LESS: readEnv("LESS") ?? "FRX", LESSCHARSET: readEnv("LESSCHARSET") ?? "utf-8" },
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
    const close = async (): Promise<void> => {
      await writer.close().catch(() => {});
      await child.status;
    };
    return { input, close };
  } catch {
    return null; // not installed, or no permission to run programs
  }
}

/** Whoever has asked last hears Ctrl-C, and nobody else. */
const interruptHandlers: (() => void)[] = [];

function onInterrupt(handler: () => void): () => void {
  const listener = (): void => {
    if (interruptHandlers.at(-1) === handler) handler();
  };
  try {
    Deno.addSignalListener("SIGINT", listener);
  } catch {
    return () => {};
  }
  interruptHandlers.push(handler);
  return () => {
    const at = interruptHandlers.lastIndexOf(handler);
    if (at >= 0) interruptHandlers.splice(at, 1);
    Deno.removeSignalListener("SIGINT", listener);
  };
}
