/**
 * Sends a response over a connection, piece by piece.
 * @module
 */

import { joinBytes } from "../../base/join_bytes.ts";
import type { ByteConnection } from "./connection_reader.ts";

/** How to send a response. */
interface Sending {
  /** Whether another request may follow. */
  readonly staysOpen: boolean;
  /** Whether the client supports chunked encoding, that is HTTP/1.1. */
  readonly inChunks: boolean;
  /** Resolves when the client has disconnected. */
  readonly gone: Promise<void>;
  /** Called before and after each wait for the client to read. */
  waits(isWaiting: boolean): void;
}

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  421: "Misdirected Request",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
  505: "HTTP Version Not Supported",
};

const encoder = new TextEncoder();
const LINE_END = encoder.encode("\r\n");
const END = encoder.encode("0\r\n\r\n");

/** The status line and the headers of a response. */
export function answerHead(
  response: Response,
  { staysOpen, inChunks }: Omit<Sending, "gone" | "waits">,
): Uint8Array {
  const lines = [`HTTP/1.1 ${response.status} ${REASONS[response.status] ?? "Other"}`];
  for (const [name, value] of response.headers) lines.push(`${name}: ${value}`);
  if (inChunks) lines.push("transfer-encoding: chunked");
  if (!staysOpen) lines.push("connection: close");
  return encoder.encode(`${lines.join("\r\n")}\r\n\r\n`);
}

/**
 * Sends a response; returns false if the client disconnected before its end. Then the producer of the
 * response is cancelled.
 */
export async function sendAnswer(
  connection: ByteConnection,
  response: Response,
  sending: Sending,
): Promise<boolean> {
  const reader = response.body?.getReader();
  let isGone = false;
  void sending.gone.then(() => {
    isGone = true;
    void reader?.cancel().catch(() => {});
  });
  const send = async (bytes: Uint8Array): Promise<void> => {
    sending.waits(true);
    while (bytes.length > 0) bytes = bytes.subarray(await connection.write(bytes));
    sending.waits(false);
  };
  try {
    await send(answerHead(response, sending));
    while (reader && !isGone) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value.length === 0) continue;
      await send(
        sending.inChunks
          ? joinBytes([encoder.encode(`${value.length.toString(16)}\r\n`), value, LINE_END])
          : value,
      );
    }
    if (!isGone && sending.inChunks) await send(END);
    return !isGone;
  } catch {
    // The client has disconnected, or the response failed: closing the connection tells the client.
    await reader?.cancel().catch(() => {});
    return false;
  }
}
