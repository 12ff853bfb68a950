import { assertEquals } from "@std/assert";
import { BatchMaker } from "../../src/engine/dataset/batch_maker.ts";

Deno.test("BatchMaker stores 0 for a missing value, even if an earlier batch had a number there", () => {
  const maker = new BatchMaker(1);
  const read = (): unknown[] => {
    const { rows, first, read } = maker.take();
    const { words, nulls, nullCount } = read(0);
    return [rows, first, [...words], [...nulls], nullCount];
  };
  for (let row = 0; row < 3; row++) {
    maker.put(0, row + 1, 7);
    maker.endRow();
  }
  const high = 7n << 32n;
  assertEquals(read(), [3, 0, [high + 1n, high + 2n, high + 3n], [0, 0, 0], 0]);
  for (let row = 0; row < 3; row++) {
    if (row === 1) maker.put(0, 5);
    else maker.putNull(0);
    maker.endRow();
  }
  assertEquals(read(), [3, 3, [0n, 5n, 0n], [1, 0, 1], 2]);
});
