/**
 * The host of a worker thread that does part of a command.
 * @module
 */

import type { CliHost } from "./host.ts";

/** Creates a host that passes messages to the main thread and otherwise uses the process itself. */
export function threadHost(say: (text: string) => void): CliHost {
  const decoder = new TextDecoder();
  const stream = {
    isTerminal: false,
    write: (chunk: string | Uint8Array) =>
      Promise.resolve(say(typeof chunk === "string" ? chunk : decoder.decode(chunk))),
    writeNow: say,
  };
  return {
    stdout: stream,
    stderr: stream,
    stdinIsTerminal: false,
    terminalSize: () => ({ columns: 80, rows: 24 }),
    env: () => undefined,
    exists(path) {
      try {
        Deno.statSync(path);
        return true;
      } catch {
        return false;
      }
    },
    readTextFile: (path) => Deno.readTextFile(path),
    async *readLines() {},
    startPager: () => null,
    // The main thread handles Ctrl-C.
    onInterrupt: () => () => {},
    exit: (code) => Deno.exit(code),
  };
}
