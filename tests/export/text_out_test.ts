/** Digits written as bytes, compared with strings. */
import { assertEquals } from "@std/assert";
import { highHalf, lowHalf } from "../../src/base/u64.ts";
import type { ByteSink } from "../../src/export/exporter.ts";
import { TextOut } from "../../src/export/text_out.ts";
import { Random } from "../support/random.ts";

async function outputOf(write: (out: TextOut) => void): Promise<string> {
  const out = new TextOut();
  write(out);
  const pieces: string[] = [];
  const sink: ByteSink = (piece) => {
    pieces.push(typeof piece === "string" ? piece : new TextDecoder().decode(piece));
    return Promise.resolve();
  };
  await out.flush(sink);
  // Nothing is left for a second flush.
  await out.flush(sink);
  return pieces.join("");
}

Deno.test("TextOut writes numbers of every length like String()", async () => {
  const random = new Random(1);
  const numbers = [
    ...Array.from({ length: 20 }, (_, power) => [-1n, 0n, 1n].map((more) => 10n ** BigInt(power) + more))
      .flat(),
    ...Array.from({ length: 64 }, (_, bit) => [-1n, 0n, 1n].map((more) => (1n << BigInt(bit)) + more)).flat(),
    ...Array.from({ length: 300 }, () => random.u64()),
    0xffff_ffff_ffff_ffffn,
    // Zeros among the middle digits.
    7_000_000_001n,
    9_000_000_000_000_000n,
    0x1234_0000_5678n,
  ];
  for (const number of numbers) {
    const [low, high] = [lowHalf(number), highHalf(number)];
    assertEquals(await outputOf((out) => out.decimal(low, high)), `${number}`);
    assertEquals(await outputOf((out) => out.hex(low, high)), `0x${number.toString(16)}`);
  }
});

Deno.test("TextOut keeps its contents when it grows, and signals when to flush", async () => {
  const random = new Random(2);
  for (let round = 0; round < 4; round++) {
    const expected: string[] = [];
    let length = 0;
    const text = await outputOf((out) => {
      while (length < 600_000) {
        assertEquals(out.full, length >= 1 << 18);
        const piece = String(random.u32()).repeat(random.below(random.oneIn(30) ? 20_000 : 5));
        if (random.oneIn(3)) {
          out.byte(0x2c);
          expected.push(",");
          length++;
        }
        if (random.oneIn(2)) out.text(piece);
        else out.raw(new TextEncoder().encode(piece));
        expected.push(piece);
        length += piece.length;
      }
    });
    assertEquals(text === expected.join(""), true);
  }
});
