/** Parts of callers, compared with a regular expression. */

import { assertEquals } from "@std/assert";
import { type CallerParts, splitCaller } from "../../../src/formats/mtrace/caller_text.ts";
import { Random } from "../../support/random.ts";

const PLACE = /^(?:(.*):)?(?:\((.*?)([+-])(?:0x)?([0-9a-f]*)\))?$/s;

Deno.test("splitCaller() splits random callers as a regular expression does", () => {
  const random = new Random(3);
  const pieces = ["a", "ff", ":", ":(", "(", ")", "+", "-", "0x", "x", "0", "1f", "ä", "\n", "./p:(f+0x1)"];
  let split = 0;
  for (let round = 0; round < 50_000; round++) {
    const text = Array.from({ length: random.below(9) }, () => random.pick(pieces)).join("");
    const bytes = new TextEncoder().encode(`+(0x${text})1`);
    const parts: CallerParts = { moduleEnd: 0, funcStart: 0, funcEnd: 0, offset: 0, isAfter: false };
    const start = 4, end = bytes.length - 2;
    splitCaller(bytes, start, end, parts);
    const shown = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
    const [, module = "", func = "", sign, offset = ""] = PLACE.exec(text) ?? [];
    assertEquals(
      [
        shown(start, parts.moduleEnd),
        shown(parts.funcStart, parts.funcEnd),
        parts.isAfter ? shown(parts.offset, end - 1) : "",
        parts.isAfter,
      ],
      [module, func, sign === "+" ? offset : "", sign === "+"],
      text,
    );
    if (sign !== undefined) split++;
  }
  assertEquals(split > 1000, true);
});
