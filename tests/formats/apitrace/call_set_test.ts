/** Sets of calls, compared with the numbers that their parts describe. */
import { assertEquals, assertThrows } from "@std/assert";
import { CLASS_BITS } from "../../../src/formats/apitrace/call_classes.ts";
import {
  CallSetError,
  inCallSet,
  LAST_CALL,
  packRanges,
  parseCallSet,
} from "../../../src/formats/apitrace/call_set.ts";
import { Random } from "../../support/random.ts";

const END_FRAME = CLASS_BITS["end-frame"]!;
const FBO = END_FRAME | CLASS_BITS["swap-rendertarget"]!;
const KINDS: Readonly<Record<string, number>> = {
  frame: END_FRAME,
  rendertarget: FBO,
  fbo: FBO,
  render: CLASS_BITS["render"]!,
  draw: CLASS_BITS["render"]!,
};
const CLASSES = [0, 1, END_FRAME, CLASS_BITS["swap-rendertarget"]!, CLASS_BITS["render"]!, 1023];

interface Part {
  readonly text: string;
  readonly holds: (no: number, classes: number) => boolean;
}

/** A number, a range, an open range or all, perhaps with a step or a class; or a class alone. */
function somePart(random: Random): Part {
  const kind = random.pick(Object.keys(KINDS));
  if (random.oneIn(6)) return { text: kind, holds: (_, classes) => (classes & KINDS[kind]!) !== 0 };
  const first = random.below(30);
  const last = first + random.below(20);
  const [text, from, to] = random.pick(
    [
      [`${first}`, first, first],
      [`${first}-${last}`, first, last],
      [`${first}-`, first, Infinity],
      ["*", 0, Infinity],
      // A backward range is empty.
      [`${first + 1}-${first}`, 1, 0],
    ] as const,
  );
  const within = (no: number): boolean => no >= from && no <= to;
  if (random.oneIn(3)) {
    const step = 1 + random.below(5);
    return { text: `${text}/${step}`, holds: (no) => within(no) && (no - from) % step === 0 };
  }
  if (random.oneIn(2)) {
    return { text: `${text}/${kind}`, holds: (no, classes) => within(no) && (classes & KINDS[kind]!) !== 0 };
  }
  return { text, holds: within };
}

Deno.test("parseCallSet() and inCallSet() select the calls that each part describes, also in lists", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = new Random(seed);
    const parts = Array.from({ length: random.below(4) }, () => somePart(random));
    const listed = Array.from({ length: random.below(3) }, () => somePart(random));
    const join = (list: readonly Part[]): string =>
      list.map(({ text }) => text + random.pick([",", " ", ", ", "\n"])).join("");
    const inside = join(listed);
    const text = join(parts) + "@more";
    const ranges = parseCallSet(text, (name) => name === "more" ? inside : undefined);
    for (let no = 0; no < 60; no++) {
      const classes = random.pick(CLASSES);
      const expected = [...parts, ...listed].some(({ holds }) => holds(no, classes));
      assertEquals(
        inCallSet(ranges, no, classes),
        expected,
        `${no} of ${classes} in "${text}" and "${inside}"`,
      );
    }
    // Four words for each range that is not empty, or one empty range.
    const packed = [...packRanges(ranges)];
    const kept = ranges.filter(({ first, last }) => first <= last);
    assertEquals(
      packed,
      kept.length === 0
        ? [1, 0, 1, 0]
        : kept.flatMap(({ first, last, step, classes }) => [first, last, step, classes]),
    );
  }
});

Deno.test("parseCallSet() reports the invalid item, and limits numbers to the last call", () => {
  for (
    const [text, index] of [["1 x", 2], ["1-2-3", 0], ["5,3/0", 2], ["4/half", 0], ["1, @none", 3]] as const
  ) {
    const error = assertThrows(() => parseCallSet(text, () => undefined), CallSetError);
    assertEquals(error.index, index, text);
  }
  const [range] = parseCallSet("7-99999999999999999999/2");
  assertEquals(range, { first: 7, last: LAST_CALL, step: 2, classes: 0 });
  // A list that includes itself is refused.
  assertThrows(() => parseCallSet("@loop", () => "@loop"), CallSetError);
});
