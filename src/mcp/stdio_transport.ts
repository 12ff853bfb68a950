/**
 * Communicates with a client over standard input and output. The transport of the SDK stops the server at an
 * overlong line, and does not answer lines that are not messages.
 * @module
 */

import process from "node:process";
import type { Readable } from "node:stream";
import { MessageLines } from "./message_lines.ts";
import type { Transport } from "./sdk.js";

/** Reads messages and writes answers. */
export class StdioTransport implements Transport {
  /** Set by the library: called with each message. */
  onmessage?: ((message: object) => void) | undefined;
  /** Set by the library: called when the connection ends. */
  onclose?: (() => void) | undefined;
  readonly #input: Readable;
  readonly #lines: MessageLines;
  #isClosed = false;
  /** Closes the connection on an error: when a client exits, writing to its pipe fails. */
  readonly #gone = (): void => void this.close();

  /** Reads the client's messages from a stream. */
  constructor(input: Readable) {
    this.#input = input;
    this.#lines = new MessageLines({
      message: (message) => this.onmessage?.(message),
      refuse: (answer) => void this.#write(answer),
    });
  }

  start(): Promise<void> {
    this.#input.on("data", (bytes: Uint8Array) => this.#lines.take(bytes));
    // The client has closed the connection.
    this.#input.once("end", () => {
      this.#lines.end();
      void this.close();
    });
    this.#input.once("error", this.#gone);
    // Keep this listener after the end: writes that were begun before the exit was noticed may fail later.
    process.stdout.on("error", this.#gone);
    return Promise.resolve();
  }

  send(message: never): Promise<void> {
    return this.#write(JSON.stringify(message));
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#input.removeAllListeners("data");
    this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  #write(line: string): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      if (process.stdout.write(`${line}\n`)) resolve();
      else process.stdout.once("drain", resolve);
    });
  }
}
