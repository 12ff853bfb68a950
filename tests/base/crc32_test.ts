import { assertEquals } from "../support/assert.ts";
import zlib from "node:zlib";
import { crc32, plainCrc32 } from "../../src/base/crc32.ts";
import { Random } from "../support/random.ts";

Deno.test("checksums equal those of zlib, at every length and offset", () => {
  const random = new Random(43);
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, () => random.below(256));
    const before = zlib.crc32(bytes.toReversed());
    assertEquals(plainCrc32(bytes), zlib.crc32(bytes), `${length} bytes`);
    assertEquals(plainCrc32(bytes, before), zlib.crc32(bytes, before), `${length} bytes behind others`);
    assertEquals(
      plainCrc32(bytes.subarray(length >> 1), plainCrc32(bytes.subarray(0, length >> 1))),
      zlib.crc32(bytes),
    );
  }
  assertEquals(plainCrc32(new TextEncoder().encode("123456789")), 0xcbf43926);
  assertEquals(crc32("grüße"), zlib.crc32("grüße"));
});

Deno.test("checksums stay the same when zlib takes over", () => {
  const piece = new Uint8Array(6 << 20).fill(0x5a);
  let [ours, theirs] = [0, 0];
  for (let round = 0; round < 4; round++) {
    ours = crc32(piece, ours);
    theirs = zlib.crc32(piece, theirs);
    assertEquals(ours, theirs);
  }
});
