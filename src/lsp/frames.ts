/**
 * The frames of the protocol in what a client sends. The library reads no more after a header that it does not
 * understand, and as much as a header announces; here what is not a frame is passed over until the next header, and
 * said.
 * @module
 */

import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";

/** Where frames lead. */
interface Receiver {
  /** A piece of a frame that the library understands. */
  pass(bytes: Uint8Array): void;
  /** Something was passed over: why. */
  problem(text: string): void;
}

const LINE_END = 10;
/** No header is longer. */
const LONGEST_HEADER = 4096;
/** What a header that can be understood begins with, where the beginning has been lost. */
const BEGINNING = /Content-Length: *(\d{1,15})\r\n/gi;
/** Of what is passed over, so much may be the beginning of that. */
const LONGEST_BEGINNING = 256;

/** Cuts what comes into frames, however it is cut. */
export class Frames {
  readonly #to: Receiver;
  /** A header that is not complete, a character for each byte. */
  #header = "";
  /** Bytes of the message that are still to come, and whether they are passed on. */
  #left = 0;
  #isPassed = true;
  /** Looking for a header after one that made no sense. */
  #isLost = false;

  /** Nothing has come yet. */
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
    this.#lose(`A header announces no length: ${JSON.stringify(header.slice(0, 80))}`);
    // What was passed over may appear in front of a header; of two lengths none is to be trusted.
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
    if (!this.#isLost) this.#to.problem(`${text}. What follows was passed over until the next header`);
    this.#isLost = true;
  }
}

/** The length that the lines of a header announce; undefined where they announce none, or are no header. */
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
