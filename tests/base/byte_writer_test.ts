import { assertEquals } from "@std/assert";
import { ByteWriter } from "../../src/base/byte_writer.ts";

/** LEB128 as in its definition: seven bits at a time. */
function leb128(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

Deno.test("negative numbers are written as LEB128 in two's complement", () => {
  for (const value of [-1n, -5n, -(1n << 63n)]) {
    const writer = new ByteWriter(1);
    writer.varint64(value);
    assertEquals([...writer.bytes], leb128(value + (1n << 64n)));
  }
});

Deno.test("numbers of every length are written as LEB128", () => {
  for (let bits = 0n; bits <= 64n; bits++) {
    for (const value of [(1n << bits) - 1n, 1n << bits, (1n << bits) + 1n, (1n << bits) / 3n]) {
      if (value >= 1n << 64n) continue;
      const writer = new ByteWriter(1);
      writer.varint64(value);
      if (value <= BigInt(Number.MAX_SAFE_INTEGER)) writer.varint(Number(value));
      const wanted = leb128(value);
      assertEquals(
        [...writer.bytes],
        value <= BigInt(Number.MAX_SAFE_INTEGER) ? [...wanted, ...wanted] : wanted,
      );
    }
  }
});
