/**
 * Reads a client's messages, one per line, and answers lines that are not messages (JSON-RPC 2.0).
 * @module
 */

import { joinBytes } from "../base/join_bytes.ts";
import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { IdFinder } from "./id_finder.ts";

const LINE_END = 10;
/** JSON-RPC error codes. */
const [PARSE_ERROR, INVALID_REQUEST] = [-32700, -32600];

/** Receives valid messages and refusals. */
interface Receiver {
  /** Called with each valid message. */
  message(message: object): void;
  /** Called when a line is not a message; `answer` is the JSON to send to the client. */
  refuse(answer: string): void;
}

/** Splits the input into lines; at most one message of the maximum length is in memory. */
export class MessageLines {
  readonly #to: Receiver;
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** Searches an overlong line for its id; null while no overlong line is being skipped. */
  #skipping: IdFinder | null = null;

  /** Passes messages and refusals to `to`. */
  constructor(to: Receiver) {
    this.#to = to;
  }

  /** Reads the next chunk. */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(LINE_END, at);
      this.#add(bytes.subarray(at, end < 0 ? bytes.length : end));
      if (end < 0) return;
      at = end + 1;
      this.#endLine();
    }
  }

  /** Ends the input: what is left is the last line. */
  end(): void {
    this.#endLine();
  }

  #add(part: Uint8Array): void {
    if (this.#skipping) {
      this.#skipping.take(part);
      return;
    }
    this.#length += part.length;
    this.#pieces.push(part);
    if (this.#length <= SERVE_LIMITS.messageBytes.most) return;
    this.#skipping = new IdFinder();
    for (const piece of this.#pieces) this.#skipping.take(piece);
    [this.#pieces, this.#length] = [[], 0];
  }

  #endLine(): void {
    if (this.#skipping) {
      const { most } = SERVE_LIMITS.messageBytes;
      this.#refuse(this.#skipping.id, INVALID_REQUEST, `A message may have at most ${most} bytes`);
      this.#skipping = null;
      return;
    }
    const line = joinBytes(this.#pieces);
    [this.#pieces, this.#length] = [[], 0];
    this.#read(line);
  }

  #read(line: Uint8Array): void {
    let message: unknown;
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(line);
      if (text.trim() === "") return;
      message = JSON.parse(text);
    } catch (error) {
      this.#refuse("null", PARSE_ERROR, `A message is a line of JSON in UTF-8: ${(error as Error).message}`);
      return;
    }
    const wrong = messageFault(message);
    if (wrong === null) this.#to.message(message as object);
    // Refuse everything else, with its id if one can be found.
    else this.#refuse(new IdFinder().take(line).id, INVALID_REQUEST, wrong);
  }

  #refuse(id: string, code: number, message: string): void {
    this.#to.refuse(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`);
  }
}

/** Explains why a value is not a valid message; null if it is one. */
function messageFault(value: unknown): string | null {
  if (Array.isArray(value)) return "Messages must be sent one by one, not in lists";
  if (typeof value !== "object" || value === null) return "A message must be an object";
  const { jsonrpc, id, method, params, result, error } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== "2.0") return '"jsonrpc" must be "2.0"';
  // A number beyond 2^53 would be rounded, so that the answer would have a different id.
  const hasId = typeof id === "string" || Number.isSafeInteger(id);
  if (id !== undefined && !hasId) return '"id" must be a text or a whole number below 2^53';
  const isObject = (each: unknown): boolean =>
    typeof each === "object" && each !== null && !Array.isArray(each);
  if (method !== undefined) {
    if (typeof method !== "string") return '"method" must be a text';
    return params === undefined || isObject(params) ? null : '"params" must be an object';
  }
  if (hasId && (isObject(result) || isObject(error))) return null;
  return '"method" is missing';
}
