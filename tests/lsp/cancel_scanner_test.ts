/** Cancel requests are found for any split of the client's bytes. */
import { assertEquals } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { CancelScanner } from "../../src/lsp/cancel_scanner.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const ENCODER = new TextEncoder();
const CANCEL = "$/cancelRequest";

/** A frame around a text, with other lines in its header. */
function frame(text: string, header = ""): Uint8Array {
  const body = ENCODER.encode(text);
  return joinBytes([ENCODER.encode(`${header}Content-Length: ${body.length}\r\n\r\n`), body]);
}

function cancel(id: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", method: CANCEL, params: { id } });
}

/** The ids that are found in bytes that come in pieces of these lengths. */
function found(bytes: Uint8Array, lengths: () => number = () => bytes.length): (number | string)[] {
  const ids: (number | string)[] = [];
  const scanner = new CancelScanner((id) => ids.push(id));
  for (let at = 0; at < bytes.length;) {
    const length = Math.max(1, lengths());
    scanner.take(bytes.subarray(at, at + length));
    at += length;
  }
  return ids;
}

/** Cancel requests between messages with lengths around what the scanner keeps. */
const TALK = joinBytes([
  frame(JSON.stringify({ id: 1, method: "initialize", params: { text: cancel(99) } })),
  frame(cancel(7)),
  frame("x".repeat(1024)),
  frame(cancel("seven"), "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"),
  frame("y".repeat(1025)),
  frame("z".repeat(70_000)),
  frame(cancel(2 ** 40)),
  frame(""),
  frame(cancel(0)),
]);
const IDS = [7, "seven", 2 ** 40, 0];

Deno.test("CancelScanner finds every cancel request and nothing else", () => {
  assertEquals(found(TALK), IDS);
});

Deno.test("CancelScanner finds the same cancel requests in pieces of any length", () => {
  for (const length of [1, 2, 3, 5, 17, 1000, 4096]) {
    assertEquals(found(TALK, () => length), IDS, `${length}`);
  }
  for (let seed = 1; seed <= seeds(20); seed++) {
    const random = new Random(seed);
    assertEquals(found(TALK, () => random.below(200)), IDS, `seed ${seed}`);
  }
});

Deno.test("CancelScanner accepts a cancel request of up to 1,024 bytes, and no longer one", () => {
  const padded = (bytes: number): string => {
    const text = cancel(5);
    return `${text.slice(0, -1)}${" ".repeat(bytes - text.length)}}`;
  };
  assertEquals(found(frame(padded(1024))), [5]);
  assertEquals(found(joinBytes([frame(padded(1025)), frame(cancel(6))])), [6]);
});

Deno.test("CancelScanner skips messages that are not cancellations", () => {
  const odd = [
    `{"method":"${CANCEL}"`,
    `{"method":"${CANCEL}"}`,
    `{"method":"${CANCEL}","params":{"id":null}}`,
    `{"method":"${CANCEL}","params":{"id":{"a":1}}}`,
    `{"method":"other","params":{"id":1,"text":"\\"${CANCEL}\\""}}`,
    `{"method":"other","params":{"id":1},"also":"${CANCEL}"}`,
    `[]`,
    `"${CANCEL}"`,
  ];
  for (const text of odd) assertEquals(found(joinBytes([frame(text), frame(cancel(3))])), [3], text);
});

Deno.test("CancelScanner reads lengths as in the protocol, and drops an endless header", () => {
  const body = cancel(4);
  const head = (line: string): Uint8Array =>
    joinBytes([ENCODER.encode(`${line}\r\n\r\n`), ENCODER.encode(body)]);
  assertEquals(found(head(`content-length:${body.length}`)), [4]);
  assertEquals(found(head(`Content-Length:   ${body.length}`)), [4]);
  assertEquals(found(joinBytes([ENCODER.encode("Other: 1\r\n\r\n"), frame(body)])), [4]);
  const endless = new Uint8Array(4097).fill(120);
  assertEquals(found(joinBytes([endless, frame(body)])), [4]);
});
