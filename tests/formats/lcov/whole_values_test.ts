/** Lists and objects built by `JSON.parse` equal those built value by value, also if odd or damaged. */
import { assertEquals } from "@std/assert";
import { DamagedJson, JsonMachine, type JsonTaker } from "../../../src/formats/lcov/json_machine.ts";
import { type Plain, toPlain } from "../../../src/formats/lcov/whole_values.ts";
import { Random } from "../../support/random.ts";
import { byEffort } from "../../support/effort.ts";

const LIMITS = { depth: 6, text: 1000, values: 60 };

/** All values and the reason for the end; `piece` bytes become available at a time. */
function read(text: string | Uint8Array, isWhole: boolean, piece: number): readonly [Plain[], string] {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const taken: Plain[] = [];
  const taker: JsonTaker = {
    wants: (path) => path.length === 1,
    take: (_, value) => void taken.push(toPlain(value)),
    ...(isWhole ? { takePlain: (_: readonly string[], value: Plain) => void taken.push(value) } : {}),
  };
  const machine = new JsonMachine(taker, LIMITS);
  try {
    let at = 0;
    for (let end = Math.min(piece, bytes.length);; end = Math.min(end + piece, bytes.length)) {
      at = machine.run(bytes, at, end, end === bytes.length);
      if (machine.isDone || end === bytes.length) break;
    }
    return [taken, machine.isDone ? "" : "not done"];
  } catch (error) {
    if (!(error instanceof DamagedJson)) throw error;
    return [taken, error.code];
  }
}

/** Texts and numbers that are read in more than one way. */
const ODD = [
  ...["0", "-0", "17", "-5", "1.5e3", "999999999999999", "9999999999999999", "18446744073709551615"],
  ...["-123456789012345678901", "1e400", "007", "NaN", "true", "false", "null", "+3", "nul"],
  ...['"a"', '"\\u00e4\\n\\"]"', '"ä€"', '"\ufeffmark"', '"__proto__"', '"a\tb"', '"\\ud800"', '"\\q"'],
];

function someValue(random: Random, depth: number): string {
  const blank = random.oneIn(5) ? " \n" : "";
  if (depth === 0 || random.oneIn(3)) return blank + random.pick(ODD.slice(random.oneIn(3) ? 0 : 9)) + blank;
  const values = Array.from({ length: random.below(5) }, () => someValue(random, depth - 1));
  if (random.oneIn(2)) return `[${values.join(`,${blank}`)}]`;
  const keys = ["a", "b", "count", "__proto__", "7", "constructor"];
  return `{${values.map((value) => `"${random.pick(keys)}":${blank}${value}`).join()}}`;
}

Deno.test("lists and objects built at once equal those built value by value", () => {
  const random = new Random(11);
  for (let round = byEffort(20_000, 1500); round > 0; round--) {
    let text = `[${Array.from({ length: 1 + random.below(3) }, () => someValue(random, 4)).join()}]`;
    if (random.oneIn(3)) text = text.slice(0, random.below(text.length));
    if (random.oneIn(4)) {
      const at = random.below(text.length + 1);
      text = text.slice(0, at) + random.pick(["]", "}", ",", '"', "[", "{", ":", "x"]) + text.slice(at);
    }
    const piece = random.oneIn(2) ? 1 + random.below(9) : text.length + 9;
    assertEquals(read(text, true, piece), read(text, false, piece), text);
  }
});

Deno.test("limits of depth and count, and invalid UTF-8, are handled as when building value by value", () => {
  const texts = [
    "[" + "[".repeat(5) + "]".repeat(5) + "]",
    "[" + "[".repeat(6) + "]".repeat(6) + "]",
    `[[${"1,".repeat(59)}1]]`,
    `[[${"1,".repeat(60)}1]]`,
    Uint8Array.of(91, 91, 34, 0xc3, 34, 44, 34, 0xff, 65, 34, 93, 93),
  ];
  for (const text of texts) {
    for (const piece of [1, 7, 1000]) assertEquals(read(text, true, piece), read(text, false, piece));
  }
});
