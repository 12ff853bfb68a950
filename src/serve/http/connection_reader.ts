/**
 * Reads requests from a connection.
 * @module
 */

import { SERVE_LIMITS } from "../../base/limits/serve_limits.ts";
import type { BodyLength, RefusedRequest } from "./request_head.ts";

/** The operations of a system connection that are needed. */
export interface ByteConnection {
  read(into: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
  /** Closes the sending side. */
  closeWrite(): Promise<void>;
  close(): void;
}

/** Bytes to read at once. */
const PIECE_BYTES = 1 << 14;
const HEAD_END = new Uint8Array([13, 10, 13, 10]);
const LINE_END = new Uint8Array([13, 10]);
/** Maximum length of the line before a chunk: a length, and extensions that are ignored. */
const LONGEST_CHUNK_LINE = 256;

/** The client disconnected in the middle of a request. */
export class ClientDisconnectedError extends Error {
  /** The name of the class. */
  override readonly name: string = "ClientDisconnectedError";
}

/** The receiving side of a connection. */
export class ConnectionReader {
  readonly #connection: ByteConnection;
  #bytes = new Uint8Array(PIECE_BYTES);
  #start = 0;
  #end = 0;
  #pending: Promise<boolean> | null = null;

  /** Creates a reader that has not read anything yet. */
  constructor(connection: ByteConnection) {
    this.#connection = connection;
  }

  /** Number of bytes in the buffer. */
  get waiting(): number {
    return this.#end - this.#start;
  }

  /** Waits for more bytes; returns false at the end. Concurrent callers wait for the same read. */
  more(): Promise<boolean> {
    return this.#pending ??= this.#read().finally(() => this.#pending = null);
  }

  /**
   * Reads the text up to an empty line, or returns the reason for refusing it; null if the client
   * disconnected before sending any.
   */
  async head(begun: () => void): Promise<string | RefusedRequest | null> {
    const most = SERVE_LIMITS.requestHead.most;
    let looked = 0;
    while (true) {
      // An empty line before a request is ignored.
      while (looked === 0 && this.waiting >= 2 && this.#find(LINE_END, 0) === 0) this.#start += 2;
      if (this.waiting > 0) begun();
      const at = this.#find(HEAD_END, looked);
      if (at >= 0 && at + 4 <= most) return latin1(this.#take(at + 4).subarray(0, at));
      if (at >= 0 || this.waiting >= most) {
        return { status: 431, reason: `The headers of a request may have at most ${most} bytes` };
      }
      looked = Math.max(0, this.waiting - 3);
      if (!await this.more()) {
        if (this.waiting === 0) return null;
        throw new ClientDisconnectedError();
      }
    }
  }

  /** Reads the body after the headers, or returns the reason for refusing it. Throws `ClientDisconnectedError`. */
  async body(length: BodyLength): Promise<Uint8Array<ArrayBuffer> | RefusedRequest> {
    const most = SERVE_LIMITS.requestBytes.most;
    if (length !== "chunked") return length > most ? TOO_LONG : (await this.#exactly(length)).slice();
    const pieces: Uint8Array[] = [];
    let total = 0;
    while (true) {
      const line = await this.#line();
      const digits = line === null ? null : /^([\da-f]{1,8})\s*(?:;.*)?$/i.exec(line)?.[1];
      if (digits === null || digits === undefined) return NO_CHUNK;
      const bytes = parseInt(digits, 16);
      if ((total += bytes) > most) return TOO_LONG;
      if (bytes === 0) break;
      pieces.push((await this.#exactly(bytes)).slice());
      if (await this.#line() !== "") return NO_CHUNK;
    }
    // Skip trailers.
    for (let trailers = 0;; trailers++) {
      const line = await this.#line();
      if (line === "") break;
      if (line === null || trailers > 16) return NO_CHUNK;
    }
    const all = new Uint8Array(total);
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  /** Discards the contents of the buffer. */
  clear(): void {
    this.#start = this.#end = 0;
  }

  async #exactly(length: number): Promise<Uint8Array> {
    while (this.waiting < length) {
      if (!await this.more()) throw new ClientDisconnectedError();
    }
    return this.#take(length);
  }

  /** Returns the next line without its end; null if it is too long. */
  async #line(): Promise<string | null> {
    while (true) {
      const at = this.#find(LINE_END, 0);
      if (at >= 0) return latin1(this.#take(at + 2).subarray(0, at));
      if (this.waiting > LONGEST_CHUNK_LINE) return null;
      if (!await this.more()) throw new ClientDisconnectedError();
    }
  }

  #take(length: number): Uint8Array {
    this.#start += length;
    return this.#bytes.subarray(this.#start - length, this.#start);
  }

  /** Returns the position of a byte sequence in the buffer, or -1. */
  #find(wanted: Uint8Array, from: number): number {
    for (let at = this.#start + from; at + wanted.length <= this.#end; at++) {
      at = this.#bytes.indexOf(wanted[0]!, at);
      if (at < 0 || at + wanted.length > this.#end) return -1;
      if (wanted.every((byte, n) => this.#bytes[at + n] === byte)) return at - this.#start;
    }
    return -1;
  }

  async #read(): Promise<boolean> {
    const piece = new Uint8Array(PIECE_BYTES);
    let count: number | null;
    try {
      count = await this.#connection.read(piece);
    } catch {
      count = null;
    }
    if (count === null || count === 0) return false;
    if (this.#end + count > this.#bytes.length) this.#makeRoom(count);
    this.#bytes.set(piece.subarray(0, count), this.#end);
    this.#end += count;
    return true;
  }

  #makeRoom(count: number): void {
    const { waiting } = this;
    const old = this.#bytes.subarray(this.#start, this.#end);
    const needed = waiting + count;
    const bytes = needed > this.#bytes.length ? new Uint8Array(2 * needed) : this.#bytes;
    if (bytes === this.#bytes) bytes.copyWithin(0, this.#start, this.#end);
    else bytes.set(old);
    [this.#bytes, this.#start, this.#end] = [bytes, 0, waiting];
  }
}

const TOO_LONG: RefusedRequest = {
  status: 413,
  reason: `A request has at most ${SERVE_LIMITS.requestBytes.most} bytes`,
};
const NO_CHUNK: RefusedRequest = {
  status: 400,
  reason: "The request cannot be read: its chunks are not valid HTTP",
};

/** A text with one character per byte. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
