/** 64-bit numbers in halves, compared with the bytes of a view and with doubles. */
import { assertEquals } from "@std/assert";
import {
  compareNumbers,
  hex,
  highHalf,
  I64_MAX,
  I64_MIN,
  isSafe,
  joinHalves,
  lowHalf,
  U64_MAX,
} from "../../src/base/u64.ts";
import { Random } from "../support/random.ts";

/** Both sides of each power of two, of either sign, and numbers of every length. */
const NUMBERS: readonly bigint[] = [
  ...Array.from({ length: 65 }, (_, bit) => [-1n, 0n, 1n].map((more) => (1n << BigInt(bit)) + more)).flat(),
  ...Array.from({ length: 100 }, (_, seed) => new Random(seed).u64()),
].flatMap((value) => [value, -value]);

Deno.test("the halves of a number hold its bytes, and joining them gives the number again", () => {
  const view = new DataView(new ArrayBuffer(8));
  for (const value of NUMBERS) {
    view.setBigUint64(0, value, true);
    const [low, high] = [view.getUint32(0, true), view.getUint32(4, true)];
    assertEquals([lowHalf(value), highHalf(value)], [low, high], `${value}`);
    for (const [a, b] of [[low, high], [low | 0, high | 0]]) {
      assertEquals(joinHalves(a!, b!), view.getBigUint64(0, true), `${value}`);
    }
  }
});

Deno.test("isSafe() is true for numbers whose double no other integer shares", () => {
  for (const value of NUMBERS) {
    const shared = [value - 1n, value, value + 1n].filter((each) => Number(each) === Number(value));
    assertEquals(isSafe(value), shared.length === 1, `${value}`);
  }
});

Deno.test("compareNumbers() sorts, hex() is read back by BigInt(), and the bounds are those of 64 bits", () => {
  for (const [at, value] of NUMBERS.entries()) {
    const other = NUMBERS[(at * 7 + 3) % NUMBERS.length]!;
    const difference = value - other;
    assertEquals(compareNumbers(value, other), difference < 0n ? -1 : difference > 0n ? 1 : 0);
    assertEquals(compareNumbers(value, value), 0);
    if (value >= 0n) {
      assertEquals([BigInt(hex(value)), /^0x(0|[1-9a-f]\w*)$/.test(hex(value))], [value, true]);
    }
  }
  assertEquals([BigInt.asUintN(64, -1n), BigInt.asIntN(64, 1n << 63n)], [U64_MAX, I64_MIN]);
  assertEquals(BigInt.asIntN(64, I64_MAX + 1n), I64_MIN);
});
