/** Lists that are read from bytes are those that `JSON.parse` makes, or are left to it. */

import { assert, assertEquals } from "@std/assert";
import { LineTexts, NO, NumberRows, withoutBulk, YES } from "../../../src/formats/lcov/bulk_lists.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";

const encoder = new TextEncoder(), decoder = new TextDecoder();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text with one place of it damaged, or none. */
function damaged(text: string, random: Random): string {
  if (random.oneIn(3)) return text;
  const at = random.below(text.length);
  const put = random.pick([
    '"',
    ",",
    "[",
    "]",
    "{",
    "}",
    ":",
    "0",
    "-1",
    "1.5",
    " ",
    "\n",
    "true",
    "null",
    "é",
    "",
  ]);
  return text.slice(0, at) + put + text.slice(at + random.below(2));
}

/** What follows a value in its object, so that reading has a reason to end. */
const REST = ',"filename":"a.c"}';

function rowsOf(rows: NumberRows): unknown[][] {
  return Array.from({ length: rows.count }, (_, row) => {
    const cells = rows.cells.subarray(rows.starts[row]!, rows.starts[row + 1]!);
    return [...cells].map((cell) => cell === YES ? true : cell === NO ? false : cell);
  });
}

Deno.test("rows of numbers are those of JSON.parse, and damaged ones are read by nobody", () => {
  let read = 0;
  for (let seed = 0; seed < seeds(4000); seed++) {
    const random = new Random(seed);
    const cell = (): unknown =>
      random.oneIn(4) ? random.oneIn(2) : random.below(random.pick([3, 1000, 2 ** 31]));
    const made = Array.from(
      { length: random.below(5) },
      () => Array.from({ length: 1 + random.below(6) }, cell),
    );
    const text = damaged(JSON.stringify(made, null, random.pick([undefined, 1])), random);
    const bytes = encoder.encode(text + REST);
    const rows = new NumberRows();
    const end = rows.read(bytes, 0, bytes.length);
    const value = parsed(text);
    if (end === 0) {
      assert(text !== JSON.stringify(value) || JSON.stringify(value) !== JSON.stringify(made), text);
      continue;
    }
    read++;
    assertEquals(rowsOf(rows), JSON.parse(decoder.decode(bytes.subarray(0, end))), `seed ${seed}: ${text}`);
  }
  assert(read > 0);
});

Deno.test("texts by line are those of JSON.parse, in the order of its keys", () => {
  let read = 0;
  for (let seed = 0; seed < seeds(4000); seed++) {
    const random = new Random(seed);
    const made: Record<string, string[]> = {};
    for (let line = 1 + random.below(3); line < 9; line += 1 + random.below(4)) {
      made[line] = Array.from({ length: random.below(4) }, () => random.pick(["", "test_a|run", "b c"]));
    }
    const text = damaged(JSON.stringify(made, null, random.pick([undefined, 2])), random);
    const bytes = encoder.encode(text + REST);
    const texts: string[] = [];
    const reader = new LineTexts((from, start, to) =>
      texts.push(decoder.decode(from.subarray(start, to))) - 1
    );
    const end = reader.read(bytes, 0, bytes.length);
    if (end === 0) continue;
    read++;
    const found = [];
    for (let at = 0; at < reader.length; at += 2) {
      found.push([reader.pairs[at], texts[reader.pairs[at + 1]!]]);
    }
    const wanted = Object.entries(JSON.parse(decoder.decode(bytes.subarray(0, end))) as typeof made)
      .flatMap(([line, names]) => names.map((name) => [Number(line), name]));
    assertEquals(found, wanted, `seed ${seed}: ${text}`);
  }
  assert(read > 0);
});

Deno.test("an object without its lists is the same otherwise; where a list is not plain, or there twice, nothing is", () => {
  const rest = (text: string): unknown => {
    const bytes = encoder.encode(text);
    const found = withoutBulk(bytes, 0, bytes.length, new Map([["rows", new NumberRows()]]));
    return found && JSON.parse(decoder.decode(found));
  };
  assertEquals(rest('{"a":{"rows":[1]},"rows" : [[1,2],[3]],"b":"rows"}'), {
    a: { rows: [1] },
    rows: 0,
    b: "rows",
  });
  assertEquals(rest('{"rows":[]}'), { rows: 0 });
  assertEquals(rest('{"rows":[[1,"a"]]}'), undefined);
  assertEquals(rest('{"rows":[[01]]}'), undefined);
  assertEquals(rest('{"rows":[[1]],"rows":[[2]]}'), undefined);
  assertEquals(rest('{"other":[[1]]}'), undefined);
});
