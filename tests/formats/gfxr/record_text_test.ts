/**
 * Parsed records have the same values as from `JSON.parse`, also where the compiled loop has to request the path of a
 * key.
 */

import { assert, assertEquals } from "@std/assert";
import { Paths } from "../../../src/formats/gfxr/paths.ts";
import { RecordText, Value } from "../../../src/formats/gfxr/record_text.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";

const memory = new Arena();
/** Bytes of the longest record. */
const ROOM = 1 << 24;
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Reads a text with bytes around it; `room` is the space for it. */
function read(record: RecordText, room: number, text: string): string | null {
  const bytes = encoder.encode(`[${text}]`);
  assert(bytes.length <= ROOM);
  memory.u8.set(bytes, room);
  return record.read(memory.u8.subarray(room, room + bytes.length), 1, bytes.length - 1);
}

/** Values with their paths, in their order: empty lists and objects have none. */
function* valuesIn(value: unknown, path: string): Generator<[string, unknown]> {
  if (typeof value !== "object" || value === null) yield [path, value];
  else {
    const entries = Object.entries(value);
    if (entries.length === 0) yield [path, "empty"];
    for (const [key, each] of entries) {
      yield* valuesIn(each, Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);
    }
  }
}

function valueOf({ bytes, kindOf, fromOf, endOf }: RecordText, at: number): unknown {
  const text = decoder.decode(bytes.slice(fromOf[at], endOf[at]));
  switch (kindOf[at]) {
    case Value.Whole:
      return "empty";
    case Value.Text:
      return text;
    case Value.Escaped:
      return JSON.parse(`"${text}"`);
    default:
      return JSON.parse(text);
  }
}

function makeValue(random: Random, depth: number): unknown {
  // Some keys are longer than the cache keeps, and some are repeated.
  const key = (): string =>
    random.oneIn(6) ? "k".repeat(1 + random.below(90)) + random.below(9) : `k${random.below(5000)}`;
  switch (depth === 0 ? 2 + random.below(4) : random.below(6)) {
    case 0:
      return Array.from(
        { length: random.below(random.pick([3, 9, 100])) },
        () => makeValue(random, depth - 1),
      );
    case 1:
      return Object.fromEntries(
        Array.from({ length: random.below(9) }, () => [key(), makeValue(random, depth - 1)]),
      );
    case 2:
      return random.pick([null, true, false, "", "a\\b", 'say "so"', "é"]);
    case 3:
      return random.pick([0, -1, 1.5, 2e30, -0.25e-7, 4_294_967_296]);
    default:
      return random.below(100_000);
  }
}

Deno.test("values of records equal those of JSON.parse, with their paths", () => {
  const room = memory.alloc(ROOM);
  for (let seed = 0; seed < seeds(2000); seed++) {
    const random = new Random(seed);
    const paths = new Paths();
    const record = new RecordText(memory, paths);
    const value = { args: makeValue(random, 3), first: makeValue(random, 2) };
    const text = JSON.stringify(value, null, random.pick([undefined, 1]));
    assertEquals(read(record, room, text), null);
    const found = Array.from(
      { length: record.count },
      (_, at) => [paths.argumentText(record.pathOf[at]!), valueOf(record, at)],
    );
    assertEquals(found, [...valuesIn(value, "")], `seed ${seed}`);
    assert(!paths.hasOthers);
    record.close();
  }
  memory.free(room);
});

Deno.test("cut or damaged records are refused, with the position and the reason", () => {
  const record = new RecordText(memory, new Paths()), room = memory.alloc(ROOM);
  const text = '{"vkFunc":{"name":"vkA","args":{"a":[1,-2.5e3,true],"b":null}}}';
  for (let length = 0; length < text.length; length++) {
    assert(read(record, room, text.slice(0, length)) !== null);
  }
  const why = (damaged: string): string | null => read(record, room, damaged);
  assertEquals(why(text), null);
  assertEquals(why("[1]"), "an object was expected at its byte 0");
  assertEquals(why('{"a":1,}'), "a key was expected at its byte 7");
  assertEquals(why('{"a" 1}'), "a colon was expected at its byte 5");
  assertEquals(why('{"a":01x}'), "a number was expected at its byte 5");
  assertEquals(why('{"a":maybe}'), "a value was expected at its byte 5");
  assertEquals(why('{"a":"x'), "it ends inside a text at its byte 5");
  assertEquals(why('{"a'), "it ends inside a key at its byte 1");
  assertEquals(why('{"a":[1 2]}'), "a comma or an end was expected at its byte 8");
  assertEquals(why('{"a":1} x'), "something follows the record at its byte 8");
  assertEquals(why('{"a":-inf,"b":Infinity,"c":NaN,"d":-nan}'), null);
  assert(why(`{"a":${"[".repeat(300)}`)!.startsWith("Values are nested more than 200 levels deep"));
  record.close();
  memory.free(room);
});
