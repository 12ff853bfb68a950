/** Blobs, streams and iterables as byte sources give the same bytes, however many are read at a time. */
import { assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import { blobSource, iterableSource, streamSource } from "../../src/bytes/blob_source.ts";
import type { ByteSource } from "../../src/bytes/byte_source.ts";

/** A blob reads this much at once. */
const PIECE = 1 << 20;

/** Bytes that differ from those one piece further. */
function pattern(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at ^ (at >>> 8) ^ (at >>> 16) * 7) & 0xff);
}

/** Reads at most `length` bytes, up to `step` at a time. */
async function taken(source: ByteSource, length: number, step: number): Promise<Uint8Array> {
  const all = new Uint8Array(length);
  let used = 0;
  while (used < length) {
    const count = await source.read(all.subarray(used, Math.min(length, used + step)));
    if (count === 0) break;
    used += count;
  }
  return all.subarray(0, used);
}

Deno.test("a blob is read from any offset, forwards and backwards, across pieces", async () => {
  const bytes = pattern(2 * PIECE + 1000);
  const source = blobSource(new Blob([bytes]));
  assertEquals(source.size, bytes.length);
  for (
    const [from, length, step] of [
      [0, 100, 7],
      [50, 100, 100],
      [PIECE - 10, 20, 20],
      [PIECE + 5, 30, 4],
      [3, 9, 9],
      [2 * PIECE, 2000, 300],
      [PIECE - 1, PIECE + 3, 65536],
    ] as const
  ) {
    source.seek!(from);
    assertEquals(await taken(source, length, step), bytes.subarray(from, from + length), `${from}`);
  }
  source.seek!(bytes.length + 5);
  assertEquals(await source.read(new Uint8Array(8)), 0);
  source.close();
});

Deno.test("a stream yields its bytes in portions of any size, and is cancelled when reading stops", async () => {
  const bytes = pattern(300);
  let cancelled = 0;
  const stream = (): ReadableStream<Uint8Array> => {
    let at = 0;
    return new ReadableStream({
      pull(controller) {
        if (at === 0) controller.enqueue(new Uint8Array(0));
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, at += 70));
      },
      cancel() {
        cancelled++;
      },
    });
  };
  for (const step of [1, 33, 70, 1000]) {
    const source = streamSource(stream(), 300);
    assertEquals(source.size, 300);
    assertEquals(await taken(source, 400, step), bytes, `${step} at a time`);
    source.close();
  }
  assertEquals(cancelled, 0);
  const left = streamSource(stream());
  await left.read(new Uint8Array(10));
  left.close();
  assertEquals(cancelled, 1);
});

Deno.test("an iterable yields its pieces and can be closed early, and strings are refused", async () => {
  let ended = 0;
  async function* pieces(...all: readonly unknown[]): AsyncGenerator<Uint8Array> {
    try {
      for (const each of all) yield await Promise.resolve(each as Uint8Array);
    } finally {
      ended++;
    }
  }
  const source = iterableSource(pieces(pattern(5), pattern(3)));
  assertEquals(await taken(source, 20, 4), Uint8Array.from([...pattern(5), ...pattern(3)]));
  assertEquals(ended, 1);
  const left = iterableSource(pieces(pattern(5), pattern(3)));
  await left.read(new Uint8Array(2));
  left.close();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(ended, 2);
  await assertRejects(
    () => iterableSource(pieces("text")).read(new Uint8Array(2)),
    UsageError,
    "a stream of strings",
  );
});
