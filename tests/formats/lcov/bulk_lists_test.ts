/** Lists read from bytes equal those of `JSON.parse`, or are left to the slow reader. */

import { assert, assertEquals } from "@std/assert";
import { LineTexts } from "../../../src/formats/lcov/bulk_lists.ts";
import { readBulkValues, RemainingObject } from "../../../src/formats/lcov/bulk_reader.ts";
import { GcovLines } from "../../../src/formats/lcov/gcov_lines.ts";
import { NumberRows } from "../../../src/formats/lcov/number_rows.ts";
import { QUOTE } from "../../../src/formats/lcov/plain_json.ts";
import { CELLS, FALSE_CELL, TRUE_CELL } from "../../../src/formats/lcov/plain_layout.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";

const memory = new Arena();
const encoder = new TextEncoder(), decoder = new TextDecoder();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text that is damaged at one place, or not at all. */
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

/** The rest of the object after a value, where reading ends. */
const REST = ',"filename":"a.c"}';

function rowsOf(rows: NumberRows): unknown[][] {
  return Array.from({ length: rows.count }, (_, row) => {
    const cells = rows.cells.subarray(row * CELLS, (row + 1) * CELLS);
    return [...cells].filter((cell) => !Number.isNaN(cell))
      .map((cell) => cell === TRUE_CELL ? true : cell === FALSE_CELL ? false : cell);
  });
}

/** Runs with bytes in an arena, from which rows are read. */
function withRows<T>(text: string, run: (rows: NumberRows, bytes: Uint8Array) => T): T {
  const bytes = encoder.encode(text);
  return memory.withScratch((arena) => {
    const rows = new NumberRows(arena);
    const at = arena.alloc(bytes.length);
    arena.u8.set(bytes, at);
    const result = run(rows, arena.u8.subarray(at, at + bytes.length));
    arena.free(at);
    rows.close();
    return result;
  });
}

Deno.test("rows of numbers equal those of JSON.parse, and damaged ones are not read", () => {
  let read = 0;
  for (let seed = 0; seed < seeds(4000); seed++) {
    const random = new Random(seed);
    const cell = (): unknown =>
      random.oneIn(4) ? random.oneIn(2) : random.below(random.pick([3, 1000, 2 ** 31]));
    const made = Array.from(
      { length: random.below(5) },
      () => Array.from({ length: 1 + random.below(8) }, cell),
    );
    const text = damaged(JSON.stringify(made, null, random.pick([undefined, 1])), random);
    withRows(text + REST, (rows, bytes) => {
      const end = rows.read(bytes, 0, bytes.length);
      const value = parsed(text);
      if (end === 0) {
        assert(text !== JSON.stringify(value) || JSON.stringify(value) !== JSON.stringify(made), text);
        return;
      }
      read++;
      const wanted = JSON.parse(decoder.decode(bytes.slice(0, end))) as unknown[][];
      assertEquals(rowsOf(rows), wanted.map((row) => row.slice(0, CELLS)), `seed ${seed}: ${text}`);
    });
  }
  assert(read > 0);
});

Deno.test("texts by line equal those of JSON.parse, in the order of its keys", () => {
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

Deno.test("removing lists changes nothing else in an object, and keeps irregular or repeated lists", () => {
  const rest = (text: string): unknown =>
    withRows(text, (rows, bytes) => {
      const found = new RemainingObject();
      const stop = readBulkValues(bytes, 0, bytes.length, [["rows", rows]], found);
      return stop > 0
        ? [JSON.parse(decoder.decode(found.bytes.subarray(0, found.length))), text.slice(stop)]
        : undefined;
    });
  const alone = (value: unknown): unknown => [value, ""];
  const object = '{"a":{"rows":[1]},"rows" : [[1,2],[3]],"b":"rows"}';
  assertEquals(rest(object), alone({ a: { rows: [1] }, rows: 0, b: "rows" }));
  assertEquals(rest(`${object},{}`), [{ a: { rows: [1] }, rows: 0, b: "rows" }, ",{}"]);
  for (let length = 0; length < object.length; length++) {
    assertEquals(rest(object.slice(0, length)), undefined);
  }
  assertEquals(rest('{"rows":[]}'), alone({ rows: 0 }));
  assertEquals(rest('{"rows":[[1,"a"]]}'), undefined);
  assertEquals(rest('{"rows":[[01]]}'), undefined);
  assertEquals(rest('{"rows":[[1]],"rows":[[2]]}'), undefined);
  assertEquals(rest('{"other":[[1]]}'), alone({ other: [[1]] }));
});

Deno.test("cached texts are distinguished from longer and shorter ones", () => {
  const texts = {
    1: ["ab", "c"],
    2: ["ab", "c"],
    3: ["abc", ""],
    4: ["a", "c"],
    5: ["ab"],
    6: ["ab", "c", "ab"],
  };
  const bytes = encoder.encode(JSON.stringify(texts) + REST);
  const reader = new LineTexts((from, start, to) => from[start]! * 1000 + to - start);
  assertEquals(reader.read(bytes, 0, bytes.length), bytes.length - REST.length);
  const found: Record<number, number[]> = {};
  for (let at = 0; at < reader.length; at += 2) (found[reader.pairs[at]!] ??= []).push(reader.pairs[at + 1]!);
  const codes = (list: readonly string[]): number[] =>
    list.map((text) => (text === "" ? QUOTE : text.charCodeAt(0)) * 1000 + text.length);
  assertEquals(found, Object.fromEntries(Object.entries(texts).map(([line, list]) => [line, codes(list)])));
});

Deno.test("lines of gcov equal those of JSON.parse, with branch outcomes, and damaged ones are not read", () => {
  let read = 0;
  for (let seed = 0; seed < seeds(4000); seed++) {
    const random = new Random(seed);
    const count = (): number => random.below(random.pick([2, 1000, 2 ** 31])) * random.pick([1, 4097]);
    const made = Array.from({ length: random.below(4) }, () =>
      shuffled({
        line_number: 1 + random.below(random.pick([9, 2 ** 31])),
        count: count(),
        branches: Array.from({ length: random.below(4) }, () =>
          shuffled({
            count: count(),
            throw: random.oneIn(4),
            fallthrough: random.oneIn(2),
            ...(random.oneIn(3) ? { destination_block_id: 3 } : {}),
          }, random)),
        unexecuted_block: random.oneIn(2),
        ...(random.oneIn(2) ? { function_name: "f" } : {}),
        ...(random.oneIn(3) ? { calls: [], conditions: [], block_ids: [1, 20] } : {}),
      }, random));
    const text = damaged(JSON.stringify(made, null, random.pick([undefined, 1])), random);
    const bytes = encoder.encode(text + REST);
    const lines = new GcovLines();
    const end = lines.read(bytes, 0, bytes.length);
    if (end === 0) {
      assert(text !== JSON.stringify(made), text);
      continue;
    }
    read++;
    const found = Array.from({ length: lines.count }, (_, at) => [
      lines.lines[at],
      lines.counts[at],
      ...Array.from({ length: lines.starts[at + 1]! - lines.starts[at]! }, (_, place) => {
        const branch = lines.starts[at]! + place;
        return [lines.taken[branch], lines.flags[branch]];
      }),
    ]);
    const wanted = (JSON.parse(decoder.decode(bytes.subarray(0, end))) as typeof made).map((line) => [
      line["line_number"],
      line["count"],
      ...(line["branches"] as Record<string, unknown>[] ?? []).map((each) => [
        each["count"],
        each["throw"] === true ? 1 : each["fallthrough"] === true ? 2 : 0,
      ]),
    ]);
    assertEquals(found, wanted, `seed ${seed}: ${text}`);
  }
  assert(read > 0);
});

Deno.test("lines of gcov are read only if complete, and otherwise wait for more bytes", () => {
  const text = '[{"line_number":1,"count":2,"branches":[]},{"line_number":2,"count":0,"branches":[]}]';
  const bytes = encoder.encode(text);
  // Bytes of an earlier window may still be after its end.
  for (let end = 1; end <= bytes.length; end++) {
    assertEquals(new GcovLines().read(bytes, 0, end), end === bytes.length ? end : 0, `${end} bytes`);
  }
});

/** An object with its keys in another order. */
function shuffled(object: Record<string, unknown>, random: Random): Record<string, unknown> {
  const keys = Object.entries(object);
  for (let at = keys.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [keys[at], keys[other]] = [keys[other]!, keys[at]!];
  }
  return Object.fromEntries(keys);
}
