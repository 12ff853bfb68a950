/** A damaged snappy block keeps the bytes before the damage. */
import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { SnappySource } from "../../src/containers/snappy.ts";
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";

async function decoded(file: Uint8Array): Promise<{ bytes: number[]; codes: string[] }> {
  const source = new SnappySource(sourceOf(file));
  const bytes: number[] = [];
  const piece = new Uint8Array(4096);
  for (let count = await source.read(piece); count > 0; count = await source.read(piece)) {
    bytes.push(...piece.subarray(0, count));
  }
  return { bytes, codes: source.damage.map(({ code }) => code) };
}

Deno.test("SnappySource gives the bytes before an invalid copy, anywhere in a block", async () => {
  // Repeated words, so that the block has copies.
  const stream = new TextEncoder().encode(Array.from({ length: 200 }, (_, at) => `line ${at % 7};`).join(""));
  const writer = new SnappyWriter();
  await writer.open();
  const file = new Uint8Array([...writer.write(stream), ...writer.finish()].flatMap((each) => [...each]));
  assertEquals(await decoded(file), { bytes: [...stream], codes: [] });
  let kept = 0;
  for (let at = 8; at + 5 <= file.length; at++) {
    const damaged = file.slice();
    // A copy whose four bytes of distance reach far before the start.
    damaged.set([0xff, 0xff, 0xff, 0xff, 0x7f], at);
    const { bytes, codes } = await decoded(damaged);
    if (codes.length === 0) continue;
    assertEquals(codes, ["bad-chunk"]);
    // Damage inside a literal changes only data: only its own bytes may differ.
    const wrong = bytes.findIndex((byte, place) => byte !== stream[place]);
    kept = Math.max(kept, wrong < 0 ? bytes.length : wrong);
  }
  assert(kept > 40, `${kept} bytes before the damage`);
});
