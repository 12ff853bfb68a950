/** Frames of the protocol, and other bytes between them. */
import { assertEquals, assertMatch } from "@std/assert";
import { FrameSplitter } from "../../src/lsp/frames.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const encoder = new TextEncoder();

function frame(body: string, header = `Content-Length: ${encoder.encode(body).length}`): string {
  return `${header}\r\n\r\n${body}`;
}

/** The messages that are passed on, and the output about others. */
function received(text: string, piece = text.length): { bodies: string[]; said: string[] } {
  let passed = "";
  const said: string[] = [];
  const frames = new FrameSplitter({
    pass: (bytes) => passed += new TextDecoder("latin1").decode(bytes),
    problem: (problem) => said.push(problem),
  });
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += piece) frames.take(bytes.subarray(at, at + piece));
  const bodies: string[] = [];
  while (passed !== "") {
    const [head, length] = /^Content-Length: (\d+)\r\n\r\n/.exec(passed)!;
    bodies.push(passed.slice(head.length, head.length + Number(length)));
    passed = passed.slice(head.length + Number(length));
  }
  return { bodies, said };
}

const A = '{"method":"a"}';
const B = '{"method":"b"}';

Deno.test("frames are passed on for any split of the input and any other headers", () => {
  const other = `content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:${B.length}`;
  for (const piece of [1, 2, 5, 1000]) {
    assertEquals(received(frame(A) + frame(B, other) + frame(""), piece), { bodies: [A, B, ""], said: [] });
  }
});

Deno.test("a header without a length is skipped up to the next header with one", () => {
  for (
    const header of [
      "Content-Length: -5",
      "Content-Length: abc",
      "Content-Length: 14 15",
      "Content-Length: 14\r\nContent-Length: 15",
      "Content-Type: x",
      "hello",
      "",
      `X: ${"x".repeat(10_000)}`,
      "Content-Length: 99999999999999999999",
    ]
  ) {
    for (const body of ["", A, "x".repeat(10_000)]) {
      for (const piece of [1, 7, 100_000]) {
        const { bodies, said } = received(frame(body, header) + frame(A) + frame(B), piece);
        assertEquals(bodies.slice(-2), [A, B], `${header.slice(0, 50)}, ${body.length} bytes`);
        assertEquals(said.length, 1);
        assertMatch(said[0]!, /^A header (?:has no Content-Length|has more than 4096 bytes)/);
      }
    }
  }
});

Deno.test("damaged bytes never prevent the reader from finding later frames", () => {
  for (let seed = 1; seed <= seeds(2000); seed++) {
    const random = new Random(seed);
    const bytes = encoder.encode(frame(A) + frame(B));
    for (let left = 1 + random.below(5); left > 0; left--) {
      bytes[random.below(bytes.length)] = random.below(128);
    }
    const text = new TextDecoder().decode(bytes.subarray(0, random.below(bytes.length)));
    // A damaged length includes as many of the next bytes as it says.
    const { bodies } = received(text + frame(A).repeat(300) + frame(B), 1 + random.below(5000));
    const isLong = /\d{4}/.test(text);
    if (!isLong) assertEquals(bodies.at(-1), B, JSON.stringify(text));
  }
});
