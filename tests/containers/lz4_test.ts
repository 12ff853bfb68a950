/** LZ4 frames of every kind, by the LZ4 library and by our own writer, and the readable part of damaged ones. */

import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { xxHash32 } from "../../src/containers/xxhash32.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { lz4Frame, type Lz4Options } from "../support/lz4_frames.ts";

const ENCODER = new TextEncoder();

async function open(
  bytes: Uint8Array,
  piece = Infinity,
): Promise<{ bytes: Uint8Array; codes: string[]; names: readonly string[]; offsets: number[] }> {
  const { source, containers, damage } = await unwrap(sourceOf(bytes, piece), () => true);
  const parts: Uint8Array[] = [];
  const into = new Uint8Array(1000);
  for (let count = await source.read(into); count > 0; count = await source.read(into)) {
    parts.push(into.slice(0, count));
  }
  return {
    bytes: joinBytes(parts),
    codes: damage().map(({ code }) => code),
    names: containers,
    offsets: damage().map(({ offset }) => offset),
  };
}

/** Compresses a little, and fills several blocks. */
function sample(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, (_, at) => {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    return at % 50_000 < 20_000 ? 65 + at % 7 : state >>> 28 < 12 ? 66 : (state >>> 16) & 0xff;
  });
}

/** One text compressed by the library, with options by name. */
const LIBRARY: Readonly<Record<string, string>> = {
  size:
    "BCJNGGhA2AEAAAAAAACJUgAAAPEFb25lIGxpbmUgYW5kIGFub3RoZXIRAC8sIBsABh87GwAHDzYA/0/wGQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicAAAAA",
  independent:
    "BCJNGGhA2AEAAAAAAACJUgAAAPEFb25lIGxpbmUgYW5kIGFub3RoZXIRAC8sIBsABh87GwAHDzYA/0/wGQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicAAAAA",
  "content checksum":
    "BCJNGGxA2AEAAAAAAAC8UgAAAPEFb25lIGxpbmUgYW5kIGFub3RoZXIRAC8sIBsABh87GwAHDzYA/0/wGQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicAAAAA6TEmcQ==",
  "block checksum":
    "BCJNGHhA2AEAAAAAAADCUgAAAPEFb25lIGxpbmUgYW5kIGFub3RoZXIRAC8sIBsABh87GwAHDzYA/0/wGQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJiduTePPAAAAAA==",
  bare:
    "BCJNGGBAglIAAADxBW9uZSBsaW5lIGFuZCBhbm90aGVyEQAvLCAbAAYfOxsABw82AP9P8BkAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnAAAAAA==",
  all:
    "BCJNGHxA2AEAAAAAAABBUgAAAPEFb25lIGxpbmUgYW5kIGFub3RoZXIRAC8sIBsABh87GwAHDzYA/0/wGQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJiduTePPAAAAAOkxJnE=",
};

const skippable = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 0x28, 0xb5, 0x2f);
const kinds: readonly Lz4Options[] = [
  {},
  { linked: false },
  { sum: true },
  { blockSum: true, size: true },
  { linked: false, blockSum: true, sum: true, size: true, code: 5 },
];

Deno.test("xxHash32 gives the published test values", () => {
  const sum = (text: string): number => xxHash32(ENCODER.encode(text), 0, text.length);
  assertEquals(sum(""), 0x02cc5d05);
  assertEquals(sum("abc"), 0x32d153ff);
  assertEquals(sum("Nobody inspects the spammish repetition"), 0xe2293b2f);
});

Deno.test("frames written by the LZ4 library decode to the original bytes", async () => {
  const text = joinBytes([
    ENCODER.encode("one line and another line, one line and another line; ".repeat(8)),
    Uint8Array.from({ length: 40 }, (_, at) => at),
  ]);
  for (const [name, base64] of Object.entries(LIBRARY)) {
    for (const piece of [1, 7, Infinity]) {
      const result = await open(Uint8Array.fromBase64(base64), piece);
      assertEquals(result.names, ["lz4"], name);
      assertEquals(result.codes, [], name);
      assertEquals(result.bytes, text, name);
    }
  }
});

Deno.test("frames of every kind may follow one another, with skippable frames and zeros between them", async () => {
  const plain = sample(300_000);
  for (const options of kinds) {
    const frame = lz4Frame(plain, options);
    assert(frame.length < 0.8 * plain.length);
    const result = await open(joinBytes([skippable, frame, skippable, frame, new Uint8Array(5000)]), 4096);
    assertEquals(result.names, ["lz4"]);
    assertEquals(result.codes, []);
    assertEquals(result.bytes, joinBytes([plain, plain]));
  }
});

Deno.test("a single byte after the last frame is reported at its offset", async () => {
  const plain = sample(1500);
  const frame = lz4Frame(plain, {});
  const result = await open(joinBytes([frame, Uint8Array.of(7)]));
  assertEquals([result.codes, result.offsets], [["trailing-bytes"], [frame.length]]);
  assertEquals(result.bytes, plain);
});

Deno.test("a cut frame gives every byte before the cut", async () => {
  const plain = sample(1500);
  for (const options of kinds) {
    const frame = lz4Frame(plain, options);
    let least = 0;
    for (let length = 4; length < frame.length; length++) {
      const result = await open(frame.subarray(0, length));
      assertEquals(result.codes, ["cut-container"]);
      assertEquals(result.bytes, plain.subarray(0, result.bytes.length));
      assert(result.bytes.length >= least);
      least = result.bytes.length;
    }
    assertEquals(least, plain.length);
  }
});

Deno.test("wrong checksums and lengths are reported, and the bytes kept", async () => {
  const plain = sample(1500);
  const wrong = async (options: Lz4Options, from: number): Promise<void> => {
    const frame = lz4Frame(plain, options);
    frame[from < 0 ? frame.length + from : from]! ^= 1;
    const result = await open(joinBytes([frame, frame]));
    assertEquals(result.codes, ["bad-checksum", "bad-checksum"]);
    assertEquals(result.bytes, joinBytes([plain, plain]));
  };
  await wrong({}, 6);
  await wrong({ sum: true }, -1);
  await wrong({ blockSum: true }, -5);
  const sized = lz4Frame(plain, { size: true });
  sized[6]! ^= 1;
  assertEquals((await open(sized)).codes, ["bad-checksum", "bad-checksum"]);
});

Deno.test("damage ends the stream, and the bytes before it are kept", async () => {
  const plain = sample(100_000);
  const frame = lz4Frame(plain);
  const length = new DataView(frame.buffer).getUint32(7, true);
  const second = 7 + 4 + length;
  const long = frame.slice();
  long.set([0xff, 0xff, 0xff, 0x7f], second);
  const result = await open(long);
  assertEquals([result.codes, result.offsets], [["damaged-container"], [second]]);
  assertEquals(result.bytes, plain.subarray(0, 65536));
  const heads: readonly [at: number, value: number][] = [[4, 0x80], [4, 0x42], [4, 0x41], [5, 0x30], [
    5,
    0xc0,
  ]];
  for (const [at, value] of heads) {
    const odd = frame.slice();
    odd[at] = value;
    assertEquals((await open(odd)).codes, ["damaged-container"]);
  }
  // A literal, then a copy starts before the data.
  const before = joinBytes([frame.subarray(0, 7), Uint8Array.of(4, 0, 0, 0, 0x10, 65, 2, 0, 0, 0, 0, 0)]);
  assertEquals(await open(before), {
    bytes: Uint8Array.of(65),
    codes: ["damaged-container"],
    names: ["lz4"],
    offsets: [7],
  });
  const garbage = await open(joinBytes([frame, ENCODER.encode("more")]));
  assertEquals(garbage.codes, ["trailing-bytes"]);
  assertEquals(garbage.bytes, plain);
});

Deno.test("frames with flipped bytes end, and give at most one block more than their size", async () => {
  const frame = lz4Frame(sample(3000), { sum: true, blockSum: true });
  for (let at = 0; at < frame.length; at++) {
    const bytes = frame.slice();
    bytes[at]! ^= 1 << at % 8;
    const result = await open(bytes);
    // Damage in the magic number may leave a skippable frame, or no container at all.
    assert(result.codes.length > 0 || at < 5, `${at}`);
    assert(result.bytes.length <= 65536 + 3000);
  }
});
