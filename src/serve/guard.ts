/**
 * Decides who may send requests: clients that have the token, use an address of this machine, and come from a
 * page of this server.
 *
 * A page of another site can make a browser send requests here. But it does not know the token; a host name of
 * its own that resolves to this machine is refused by `Host`; and requests of its scripts carry its `Origin`.
 * @module
 */

/** The addresses of the server and the secret needed to use it. */
export interface ServerAccess {
  /** The secret first part of every path. */
  readonly token: string;
  readonly port: number;
  /** The address it listens on. */
  readonly address: string;
}

/** Content types that requests may have. */
const TYPES = ["application/json", "application/octet-stream"];

/** Creates a token of 128 random bits. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Returns the reason why a request is refused; null if it is accepted. */
export function refusalReason(
  request: Request,
  door: ServerAccess,
): { status: number; reason: string } | null {
  const url = new URL(request.url);
  const host = request.headers.get("host") ?? url.host;
  if (!isOurHost(host, door)) return { status: 421, reason: "The host name does not belong to the server" };
  const [, token = ""] = url.pathname.split("/");
  if (!isSame(token, door.token)) {
    return { status: 403, reason: "The address lacks the token that quarry serve printed" };
  }
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== `http://${host}`) {
    return { status: 403, reason: "The request was sent by another page" };
  }
  const site = request.headers.get("sec-fetch-site");
  // A link may come from any page, since it contains the token.
  const isLink = request.method === "GET" && request.headers.get("sec-fetch-mode") === "navigate";
  if (site !== null && site !== "same-origin" && site !== "none" && !isLink) {
    return { status: 403, reason: "The request was sent by another page" };
  }
  if (request.method !== "GET" && request.method !== "POST") {
    return { status: 405, reason: "Only GET and POST are supported" };
  }
  // Forms of other pages cannot send these types without a preflight request, which is refused.
  if (request.method === "POST" && !TYPES.includes(request.headers.get("content-type") ?? "")) {
    return { status: 415, reason: "A request must be JSON or the bytes of a file" };
  }
  return null;
}

/**
 * Whether a host is a name of this machine. Other names are refused, because other sites could make them
 * resolve to this machine.
 */
function isOurHost(host: string, { port, address }: ServerAccess): boolean {
  const at = /^(.*?)(?::(\d+))?$/.exec(host)!;
  if (Number(at[2] ?? 80) !== port) return false;
  const name = at[1]!.replace(/^\[(.*)\]$/, "$1");
  if (["127.0.0.1", "localhost", "::1", address].includes(name)) return true;
  // If the server is open to other machines, accept any IP address, but no names.
  return isPublicAddress(address) && /^(\d+\.\d+\.\d+\.\d+|[\da-f:]*:[\da-f:]*)$/i.test(name);
}

/** Returns whether other machines can reach an address. */
export function isPublicAddress(address: string): boolean {
  return address === "0.0.0.0" || address === "::";
}

/** Compares in constant time, regardless of the first difference. */
function isSame(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length;
  for (let at = 0; at < wanted.length; at++) difference |= given.charCodeAt(at) ^ wanted.charCodeAt(at);
  return difference === 0;
}
