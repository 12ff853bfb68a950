/**
 * The host of a client's query, inside the server.
 * @module
 */

import { BrokenPipeError } from "../../output/output_error.ts";
import { TerminalText } from "../../render/terminal_text.ts";
import { exists } from "../deno_host.ts";
import type { CliHost, OutputStream } from "../host.ts";
import { readText } from "../read_text.ts";
import { MessageKind, type QueryMessage } from "./messages.ts";

/**
 * Thrown when the client must answer the query itself, because the server lacks something that the query
 * needs.
 */
export class DeclinedError extends Error {
  override name = "DeclinedError";
}

const encoder = new TextEncoder();

/** Creates the host of a query; `say` sends a message and throws once the client has disconnected. */
export function remoteHost(
  question: QueryMessage,
  say: (kind: MessageKind, payload: Uint8Array) => Promise<void>,
  gone: AbortSignal,
  sessions: CliHost["sessions"],
): CliHost {
  const stream = (kind: MessageKind, isTerminal: boolean): OutputStream => {
    const shown = isTerminal ? new TerminalText(true) : null;
    return {
      isTerminal,
      async write(chunk) {
        const safe = shown?.of(chunk) ?? chunk;
        try {
          await say(kind, typeof safe === "string" ? encoder.encode(safe) : safe);
        } catch {
          throw new BrokenPipeError();
        }
      },
      writeNow: (text) => void say(MessageKind.Now, encoder.encode(text)).catch(() => {}),
    };
  };
  const { columns, rows, env } = question;
  return {
    stdout: stream(MessageKind.Output, question.stdoutIsTerminal),
    stderr: stream(MessageKind.Error, question.stderrIsTerminal),
    stdinIsTerminal: question.stdinIsTerminal,
    terminalSize: () => ({ columns, rows }),
    env: (name) => env[name],
    exists,
    readTextFile: (path) => path === "-" ? Promise.reject(new DeclinedError()) : readText(path),
    readLines: () => {
      throw new DeclinedError();
    },
    // The client pages its own output, because the user is at its terminal.
    startPager() {
      throw new DeclinedError();
    },
    gone,
    ...(sessions ? { sessions } : {}),
    onInterrupt: () => () => {},
    exit() {
      throw new DeclinedError();
    },
  };
}
