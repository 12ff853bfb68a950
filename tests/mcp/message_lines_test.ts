/** Standard input of the server for assistants: messages, and other lines. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { SERVE_LIMITS } from "../../src/base/limits/serve_limits.ts";
import { IdFinder } from "../../src/mcp/id_finder.ts";
import { MessageLines } from "../../src/mcp/message_lines.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const encoder = new TextEncoder();

/** The results for some bytes: messages unchanged, refusals as id and code. */
function received(bytes: Uint8Array, piece = bytes.length): unknown[] {
  const found: unknown[] = [];
  const lines = new MessageLines({
    message: (message) => found.push(message),
    refuse(answer) {
      const { jsonrpc, id, error } = JSON.parse(answer);
      assertEquals([jsonrpc, typeof error.message], ["2.0", "string"]);
      found.push([answer.match(/"id":(.*?),"error"/)![1], error.code, id === null]);
    },
  });
  for (let at = 0; at < bytes.length; at += piece) lines.take(bytes.subarray(at, at + piece));
  lines.end();
  return found;
}

const ofText = (text: string): unknown[] => received(encoder.encode(text));

Deno.test("messages are lines, for any split of the input, and empty lines are ignored", () => {
  const call = { jsonrpc: "2.0", id: 1, method: "ping", params: { text: "é\n" } };
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };
  const answer = { jsonrpc: "2.0", id: "x", result: {} };
  const bytes = encoder.encode(
    `${JSON.stringify(call)}\r\n\n  \n${JSON.stringify(note)}\n${JSON.stringify(answer)}`,
  );
  for (const piece of [1, 2, 7, 1000]) assertEquals(received(bytes, piece), [call, note, answer], `${piece}`);
});

Deno.test("broken JSON gives -32700, an invalid request -32600, and the id is kept if there is one", () => {
  const refusals: readonly (readonly [line: string, id: string, code: number])[] = [
    ["{", "null", -32700],
    ["hello", "null", -32700],
    ['{"jsonrpc":"2.0","id":4,"method":"ping",}', "null", -32700],
    ["[]", "null", -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "null", -32600],
    ["7", "null", -32600],
    ["null", "null", -32600],
    ['{"id":5,"method":"ping"}', "5", -32600],
    ['{"jsonrpc":"1.0","id":"a\\"b","method":"ping"}', '"a\\"b"', -32600],
    ['{"jsonrpc":"2.0","id":5}', "5", -32600],
    ['{"jsonrpc":"2.0","id":5,"method":7}', "5", -32600],
    ['{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}', "5", -32600],
    ['{"jsonrpc":"2.0","id":5,"method":"ping","params":null}', "5", -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', "null", -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', "null", -32600],
    // Its own digits, instead of those of the nearest double.
    ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', "9007199254740993", -32600],
    ['{"params":{"id":1},"id":[2],"x":"id"}', "null", -32600],
  ];
  for (const [line, id, code] of refusals) {
    assertEquals(ofText(`${line}\n`), [[id, code, id === "null"]], line);
  }
  const wrong = Uint8Array.from([...encoder.encode('{"a":"'), 0xff, ...encoder.encode('"}\n')]);
  assertEquals(received(wrong), [["null", -32700, true]]);
});

Deno.test("a line that is too long is refused with its id, wherever the id is, and the next line is read", () => {
  const { most } = SERVE_LIMITS.messageBytes;
  const next = { jsonrpc: "2.0", id: 2, method: "ping" };
  const long = (before: string, after: string): unknown[] =>
    received(encoder.encode(`${before}${"x".repeat(most)}${after}\n${JSON.stringify(next)}\n`), 1 << 16);
  assertEquals(long('{"id":7,"params":{"id":1,"a":"', '"}}'), [["7", -32600, false], next]);
  assertEquals(long('{"params":{"id":1,"a":"\\"', '"},"id": "seven"}'), [['"seven"', -32600, false], next]);
  assertEquals(long('{"params":{"id":1,"a":"', '"}}'), [["null", -32600, true], next]);
  assertEquals(long("x", ""), [["null", -32600, true], next]);
});

Deno.test("IdFinder finds the same id as a parser in any object", () => {
  for (let seed = 1; seed <= seeds(2000); seed++) {
    const random = new Random(seed);
    const value = (depth: number): unknown => {
      const roll = random.below(depth > 2 ? 4 : 6);
      if (roll < 4) return random.pick<unknown>([1, 'a\\"}', null, 'id":5,', true, -7, "é"]);
      const many = Array.from({ length: random.below(4) }, () => value(depth + 1));
      return roll === 4
        ? many
        : Object.fromEntries(many.map((each) => [random.pick(["id", "b", '"id"']), each]));
    };
    const message = { a: value(0), b: value(0), ...(random.oneIn(2) ? { id: value(0) } : {}), c: value(0) };
    const text = JSON.stringify(message, null, random.pick([0, 2]));
    const { id } = message as { id?: unknown };
    const wanted = typeof id === "string" || typeof id === "number" ? JSON.stringify(id) : "null";
    assertEquals(new IdFinder().take(encoder.encode(text)).id, wanted, text);
  }
  assertStringIncludes(new IdFinder().take(encoder.encode('{"id": 5')).id, "null");
});
