/** Merged ranges, compared with the bytes that they cover. */
import { assert, assertEquals } from "@std/assert";
import { mergeRanges } from "../../src/coverage/programs/coverage_of_programs.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

Deno.test("mergeRanges() keeps the bytes, sorted, and joins adjacent ranges", () => {
  for (let seed = 1; seed <= seeds(500); seed++) {
    const random = new Random(seed);
    const ranges = Array.from({ length: random.below(9) }, () => {
      const first = BigInt(random.below(40));
      return { first, last: first + BigInt(random.below(8)) };
    });
    const bytes = Array.from({ length: 60 }, (_, at) => BigInt(at));
    const isIn = (list: typeof ranges, byte: bigint): boolean =>
      list.some(({ first, last }) => first <= byte && byte <= last);
    const joined = mergeRanges(ranges);
    assertEquals(
      bytes.filter((byte) => isIn(joined, byte)),
      bytes.filter((byte) => isIn(ranges, byte)),
      `seed ${seed}`,
    );
    for (let at = 1; at < joined.length; at++) {
      assert(joined[at]!.first > joined[at - 1]!.last + 1n, `seed ${seed}`);
    }
  }
});
