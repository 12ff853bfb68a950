/**
 * Frames whose names are looked up later: frames of different ranges are different, within one trace and across two.
 */
import { assertEquals, assertNotEquals } from "@std/assert";
import { type CodeRange, UnnamedFrames } from "../../src/events/unnamed_frames.ts";
import { EMPTY_FRAME } from "../../src/events/stack_pool.ts";
import { newPools } from "../support/pools.ts";

Deno.test("equal frames are merged only if their code lies in the same range", () => {
  const { stacks, strings } = newPools();
  const [one, other] = [stacks, stacks.forOwner()].map((each) =>
    new UnnamedFrames({ stacks: each, strings })
  );
  const frame = { ...EMPTY_FRAME, addrLow: 7, hasAddr: true };
  const range: CodeRange = { module: strings.internText("/bin/x"), from: 0n, to: 100n, isWhole: true };
  const id = one!.add(frame, range);
  assertEquals([one!.add(frame, { ...range }), other!.add(frame, range)], [id, id]);
  const others = [{ to: 101n }, { from: 1n }, { isWhole: false }, { buildId: "ab" }, { toReturn: 1n }, {
    spelling: 2,
  }];
  const ids = others.flatMap((each) =>
    [one!, other!].map((frames) => frames.add(frame, { ...range, ...each }))
  );
  assertEquals(new Set([id, ...ids]).size, 1 + others.length);
  assertNotEquals(stacks.frame(frame), id);
  const again = new UnnamedFrames({ stacks, strings });
  again.restore(one!.save(), (saved) => saved);
  for (const each of [one!, again]) assertEquals([each.spellingOf(ids.at(-1)!), each.spellingOf(id)], [2, 0]);
  assertEquals(one!.lookUp(ids[0]!, (...where) => ({ func: where.join(" ") })), {
    func: "/bin/x 0 101 7 true ",
  });
  assertEquals(one!.lookUp(stacks.frame(frame), () => ({ func: "x" })), null);
});
