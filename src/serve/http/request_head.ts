/**
 * Parses the first line and the headers of an HTTP/1.1 request (RFC 9112). Requests that deviate from the
 * standard are refused, because no client needs them.
 * @module
 */

/** The length of the body in bytes, or "chunked". */
export type BodyLength = number | "chunked";

/** The parsed first line and headers. */
export interface RequestHead {
  readonly method: string;
  /** The path with its query string. */
  readonly target: string;
  readonly headers: Headers;
  readonly length: BodyLength;
  /** Whether the client supports chunked responses, that is HTTP/1.1. */
  readonly supportsChunks: boolean;
  /** False if the client closes the connection after the response. */
  readonly staysOpen: boolean;
  /** Whether the client waits for "100 Continue" before it sends the body. */
  readonly expectsContinue: boolean;
}

/** Why a request is refused. */
export interface RefusedRequest {
  readonly status: number;
  readonly reason: string;
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Matches a header value: no control characters except tabs. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Parses the lines before the empty one. */
export function readHead(text: string): RequestHead | RefusedRequest {
  const [first, ...lines] = text.split("\r\n");
  const line = /^(\S+) (\S+) HTTP\/(\d)\.(\d)$/.exec(first!);
  if (!line) return bad("malformed request line");
  const [, method, target, major, minor] = line;
  if (major !== "1") return { status: 505, reason: "Only HTTP/1.0 and HTTP/1.1 are understood" };
  if (!TOKEN.test(method!)) return bad("unknown method");
  if (!/^\/[\x21-\x7e]*$/.test(target!)) return bad("the target is not a path");
  const headers = readHeaders(lines);
  if (headers === null) return bad("malformed header");
  if (!/^[\w.:[\]-]+$/.test(headers.get("host") ?? "")) return bad("it needs one header Host");
  const length = bodyLength(headers);
  if (length === null) return bad("its length is not clear");
  const isNew = minor !== "0";
  if (length === "chunked" && !isNew) return bad("HTTP/1.0 has no chunks");
  const connection = (headers.get("connection") ?? "").toLowerCase().split(/\s*,\s*/);
  return {
    method: method!,
    target: target!,
    headers,
    length,
    supportsChunks: isNew,
    staysOpen: isNew && !connection.includes("close"),
    expectsContinue: isNew && /^100-continue$/i.test(headers.get("expect") ?? ""),
  };
}

function readHeaders(lines: readonly string[]): Headers | null {
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, Math.max(0, colon)), line.slice(colon + 1)];
    if (!TOKEN.test(name) || !VALUE.test(value)) return null;
    headers.append(name, value.trim());
  }
  return headers;
}

/** Returns the length of the body; null if it is ambiguous, so that two readers could disagree. */
function bodyLength(headers: Headers): BodyLength | null {
  const [coding, length] = [headers.get("transfer-encoding"), headers.get("content-length")];
  if (coding !== null) return length === null && /^chunked$/i.test(coding) ? "chunked" : null;
  if (length === null) return 0;
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

function bad(what: string): RefusedRequest {
  return { status: 400, reason: `The request cannot be read: ${what}` };
}
