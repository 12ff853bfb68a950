/**
 * Splits the client's input into the frames of the protocol. The library would stop after an invalid header,
 * and would read as many bytes as any header announces. This module reports invalid input and skips it up to
 * the next header.
 * @module
 */

import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";

/** Receives messages of a frame stream. */
interface Receiver {
  /** Receives a part of a frame that the library can parse. */
  pass(bytes: Uint8Array): void;
  /** Receives the reason why something was skipped. */
  problem(text: string): void;
}

const LINE_END = 10;
/** Maximum length of a header. */
const LONGEST_HEADER = 4096;
/** Matches the start of a valid header, to continue after an invalid one. */
const BEGINNING = /Content-Length: *(\d{1,15})\r\n/gi;
/** Maximum number of skipped characters that may be the beginning of a valid header. */
const LONGEST_BEGINNING = 256;

/** Splits input into frames, however the bytes are split. */
export class FrameSplitter {
  readonly #to: Receiver;
  /** An incomplete header, one character per byte. */
  #header = "";
  /** Number of bytes of the message still to come, and whether they are passed on. */
  #left = 0;
  #isPassed = true;
  /** Whether input is skipped up to the next header, after an invalid one. */
  #isLost = false;

  /** Starts before the first header. */
  constructor(to: Receiver) {
    this.#to = to;
  }

  /** Takes the next bytes. */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#left > 0) {
        const part = bytes.subarray(at, at + Math.min(this.#left, bytes.length - at));
        if (this.#isPassed) this.#to.pass(part);
        this.#left -= part.length;
        at += part.length;
      } else this.#takeHeader(bytes[at++]!);
    }
  }

  #takeHeader(byte: number): void {
    this.#header += String.fromCharCode(byte);
    if (byte === LINE_END && this.#header.endsWith("\r\n\r\n")) {
      const header = this.#header.slice(0, -2);
      this.#header = "";
      this.#endHeader(header);
    } else if (this.#header.length > LONGEST_HEADER) {
      this.#lose(`A header has more than ${LONGEST_HEADER} bytes`);
      this.#header = this.#header.slice(-LONGEST_BEGINNING);
    }
  }

  #endHeader(header: string): void {
    const length = lengthIn(header);
    if (length !== undefined) return this.#begin(length);
    this.#lose(`A header has no Content-Length: ${JSON.stringify(header.slice(0, 80))}`);
    // Skipped input may precede a header. If there are two lengths, neither is trusted.
    const found = [...header.matchAll(BEGINNING)];
    if (found.length === 1) this.#begin(Number(found[0]![1]));
  }

  #begin(length: number): void {
    const { most } = SERVE_LIMITS.editorMessage;
    this.#isLost = false;
    this.#left = length;
    this.#isPassed = length <= most;
    if (this.#isPassed) this.#to.pass(new TextEncoder().encode(`Content-Length: ${length}\r\n\r\n`));
    else this.#to.problem(`A message of ${length} bytes was ignored: the limit is ${most}`);
  }

  #lose(text: string): void {
    if (!this.#isLost) this.#to.problem(`${text}. Everything up to the next header was skipped`);
    this.#isLost = true;
  }
}

/** The length stated by the lines of a header; undefined if they state none, or are not a header. */
function lengthIn(header: string): number | undefined {
  let length: number | undefined;
  for (const line of header.split("\r\n").slice(0, -1)) {
    const [, name, value] = /^([\w-]+): *(.*?) *$/.exec(line) ?? [];
    if (name === undefined) return undefined;
    if (name.toLowerCase() !== "content-length") continue;
    if (length !== undefined || !/^\d{1,15}$/.test(value!)) return undefined;
    length = Number(value);
  }
  return length;
}
