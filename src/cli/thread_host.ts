/**
 * The world of a thread that does a part of a command.
 * @module
 */

import type { CliHost } from "./host.ts";

/** What it has to say it hands on; the rest is the same as for the process. */
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
    // The process that has the thread hears it.
    onInterrupt: () => () => {},
    exit: (code) => Deno.exit(code),
  };
}
