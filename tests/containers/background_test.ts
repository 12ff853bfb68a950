/** Another thread unwraps containers while this one reads. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Buffer } from "node:buffer";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import type { ByteSource } from "../../src/bytes/byte_source.ts";
import type { ContainerDamage } from "../../src/containers/container.ts";
import { HEAD_ROOM, PIECE_BYTES, PieceRing } from "../../src/containers/piece_ring.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { errorOf } from "../../src/ingest/decode_worker.ts";
import { decodeInBackground, type UnwrappedStream } from "../../src/ingest/background_source.ts";
import { FileSource, openInput } from "../../src/ingest/file_source.ts";
import { atFullEffort, seeds } from "../support/effort.ts";
import { Arena } from "../../src/memory/arena.ts";
import { snappyStream } from "../support/snappy_stream.ts";

const MAGIC = new TextEncoder().encode("MTRC");

/** Compresses a little; begins with letters that `unwrap` recognizes as a trace. */
function sample(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    bytes[at] = state >>> 28 < 9 ? 65 : (state >>> 16) & 63;
  }
  bytes.set(MAGIC);
  return bytes;
}

interface Opened {
  readonly arena: Arena;
  readonly file: FileSource;
  readonly inside: UnwrappedStream;
}

const recognize = (head: Uint8Array): boolean => MAGIC.every((byte, at) => head[at] === byte);

/** Runs `work` on a file with these bytes; without the limit that keeps small files on this thread. */
async function withFile<T>(bytes: Uint8Array, work: (opened: Opened) => Promise<T>): Promise<T> {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeFileSync(path, bytes);
    const { source: file } = await openInput(path);
    const arena = new Arena();
    return await work({
      arena,
      file,
      inside: decodeInBackground(await unwrap(file, recognize), file, arena, 0),
    });
  } finally {
    Deno.removeSync(path);
  }
}

/** Waits until a condition holds; on a loaded machine that may take long. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    assert(tries < 6000, "nothing has happened for a minute");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Reads byte by byte until the other thread has a piece to lend, then all of its pieces where they are. */
async function readLent(source: ByteSource, arena: Arena): Promise<{ bytes: Uint8Array; lent: number }> {
  const { lender } = source;
  if (!lender) throw new Error("no other thread reads");
  const direct: number[] = [];
  const pieces: Uint8Array[] = [];
  const one = new Uint8Array(1);
  let piece = await lender.borrow();
  while (piece === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    piece = await lender.borrow();
    if (piece !== undefined) break;
    if (direct.length < 200 && await source.read(one) > 0) direct.push(one[0]!);
  }
  let lent = 0;
  while (piece) {
    pieces.push(arena.u8.slice(piece.pointer, piece.pointer + piece.length));
    lent += piece.length;
    const next = await lender.borrow();
    lender.giveBack();
    assert(next !== undefined, "what was lent once is lent to the end");
    piece = next;
  }
  const bytes = new Uint8Array(direct.length + lent);
  bytes.set(direct);
  let at = direct.length;
  for (const each of pieces) {
    bytes.set(each, at);
    at += each.length;
  }
  return { bytes, lent };
}

/** Bytes and damage as read without another thread. */
async function readHere(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; damage: readonly ContainerDamage[] }> {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeFileSync(path, bytes);
    const { source } = await openInput(path);
    const inside = await unwrap(source, recognize);
    const parts: number[] = [];
    const into = new Uint8Array(1 << 16);
    for (let count = await inside.source.read(into); count > 0; count = await inside.source.read(into)) {
      for (let at = 0; at < count; at++) parts.push(into[at]!);
    }
    inside.source.close();
    return { bytes: Uint8Array.from(parts), damage: inside.damage() };
  } finally {
    Deno.removeSync(path);
  }
}

const stream = sample(3 * PIECE_BYTES + 70_001);
const packed: Readonly<Record<string, Uint8Array>> = {
  snappy: await snappyStream(stream),
  gzip: gzipSync(stream, { level: 1 }),
  zstd: zstdCompressSync(stream),
  brotli: brotliCompressSync(stream, { params: { 1: 1 } }),
  "gzip in zstd": zstdCompressSync(gzipSync(stream, { level: 1 })),
};

for (const [name, bytes] of Object.entries(packed)) {
  Deno.test(`${name} decoded on another thread gives the same bytes, and its memory is freed`, async () => {
    await withFile(new Uint8Array(bytes), async ({ arena, file, inside }) => {
      const { bytes: read, lent } = await readLent(inside.source, arena);
      assertEquals(read.length, stream.length);
      assert(isSame(read, stream));
      assert(lent > stream.length / 2, `only ${lent} bytes were lent`);
      assertEquals(inside.damage(), []);
      assertEquals(file.offset, bytes.length);
      inside.source.close();
      await until(() => arena.used === 0);
    });
  });
}

/** Whether bytes are the same; `assertEquals` would compare millions of numbers one by one. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

Deno.test("a piece that this thread read to its last byte is not mistaken for the next one", async () => {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeFileSync(path, packed.snappy!);
    const { source: file } = await openInput(path);
    const arena = new Arena();
    const unwrapped = await unwrap(file, recognize);
    const { source } = unwrapped;
    const first = async (into: Uint8Array): Promise<number> => {
      let at = 0;
      for (let count = -1; at < PIECE_BYTES && count !== 0; at += count) {
        count = await source.read(into.subarray(at, PIECE_BYTES));
      }
      // The other thread usually has the same piece by now.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return at;
    };
    const slow = { read: first, close: () => source.close() };
    const inside = decodeInBackground({ ...unwrapped, source: slow }, file, arena, 0);
    const read = new Uint8Array(stream.length);
    let at = 0;
    for (let count = -1; count !== 0; at += count) count = await inside.source.read(read.subarray(at));
    assertEquals(at, stream.length);
    assert(isSame(read, stream));
    inside.source.close();
    await until(() => arena.used === 0);
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test(
  atFullEffort("a window over lent pieces carries short and long records across their borders"),
  async () => {
    for (const record of [1000, HEAD_ROOM - 1, HEAD_ROOM + 5000, PIECE_BYTES + 12_345]) {
      await withFile(packed.snappy!, async ({ arena, inside }) => {
        const window = new ByteWindow(inside.source, arena);
        let at = 0;
        while (await window.need(record)) {
          assertEquals(window.offset, at);
          const piece = window.bytes.subarray(window.at, window.at + record);
          assert(isSame(piece, stream.subarray(at, at + record)), `record of ${record} bytes at ${at}`);
          assertEquals(arena.u8[window.pointer + window.at], stream[at]);
          window.at += record;
          at += record;
          // Gives the other thread time to take over in the middle.
          if (at % 50_000 < record) await new Promise((resolve) => setTimeout(resolve, 1));
        }
        assertEquals(window.left, stream.length - at);
        assertEquals(window.base + window.end, stream.length);
        window.close();
        await until(() => arena.used === 0);
      });
    }
  },
);

Deno.test("timers and signals are handled between pieces", async () => {
  await withFile(packed.zstd!, async ({ arena, inside }) => {
    const { lender } = inside.source;
    if (!lender) throw new Error("no other thread reads");
    await until(async () => await lender.borrow() !== undefined);
    let heard = 0;
    const timer = setInterval(() => heard++, 0);
    let pieces = 0;
    while (true) {
      // A reader that works on one piece for longer than the program may ignore signals.
      for (const start = performance.now(); performance.now() - start < 60;);
      const piece = await lender.borrow();
      lender.giveBack();
      if (!piece) break;
      pieces++;
    }
    clearInterval(timer);
    assert(heard >= pieces && pieces > 0, `${heard} turns for ${pieces} pieces`);
    inside.source.close();
    await until(() => arena.used === 0);
  });
});

Deno.test("a reader that stops early stops the other thread, whether that has begun or not", async () => {
  for (const wait of [false, true]) {
    await withFile(packed.gzip!, async ({ arena, inside }) => {
      if (wait) await until(async () => await inside.source.lender!.borrow() !== undefined);
      inside.source.close();
      inside.source.close();
      await until(() => arena.used === 0);
    });
  }
});

Deno.test("a file that is replaced before the other thread opens it is read by this thread", async () => {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeFileSync(path, packed.snappy!);
    const handle = await Deno.open(path);
    const file = new FileSource(handle, path, packed.snappy!.length, "some other file");
    const arena = new Arena();
    const inside = decodeInBackground(await unwrap(file, recognize), file, arena, 0);
    const into = new Uint8Array(1 << 14);
    let total = 0;
    for (let count = await inside.source.read(into); count > 0; count = await inside.source.read(into)) {
      assert(isSame(into.subarray(0, count), stream.subarray(total, total + count)));
      total += count;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    assertEquals([total, inside.damage().length], [stream.length, 0]);
    inside.source.close();
    await until(() => arena.used === 0);
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("small files, uncompressed files, pipes and arrays are read by this thread", async () => {
  const arena = new Arena();
  await withFile(stream, ({ inside }) => Promise.resolve(assertEquals(inside.source.lender, undefined)));
  const path = Deno.makeTempFileSync();
  Deno.writeFileSync(path, packed.gzip!);
  const { source } = await openInput(path);
  const inside = await unwrap(source, recognize);
  assertEquals(decodeInBackground(inside, source, arena).source, inside.source);
  source.close();
  Deno.removeSync(path);
});

Deno.test("errors of the other thread are passed on unchanged", () => {
  assertThrows(
    () => {
      throw errorOf({ message: "no", format: "zstd", offset: 7 });
    },
    SyntaxError,
    "no",
  );
  assertEquals((errorOf({ message: "no", format: "zstd", offset: 7 }) as { offset?: number }).offset, 7);
  assertEquals(
    (errorOf({ message: "x", path: "p", trouble: "denied" }) as { trouble?: string }).trouble,
    "denied",
  );
});

Deno.test("a directory in place of the file is an error with its path", async () => {
  await assertRejects(() => openInput(Deno.cwd()), Error, "it is a directory");
});

Deno.test("damaged containers give the same results on the other thread: truncation and flipped bytes", async () => {
  const small = sample(40_000);
  const wholes: Uint8Array[] = [
    await snappyStream(small),
    new Uint8Array(gzipSync(small)),
    new Uint8Array(zstdCompressSync(small)),
    new Uint8Array(brotliCompressSync(small)),
  ];
  let seed = 11;
  const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const cases: Uint8Array[] = [];
  for (const whole of wholes) {
    for (let cut = 0; cut < seeds(3); cut++) {
      cases.push(whole.slice(0, Math.floor(whole.length * (0.4 + 0.6 * random()))));
      const flipped = whole.slice();
      flipped[Math.floor(flipped.length * (0.3 + 0.7 * random()))]! ^= 1 + Math.floor(255 * random());
      cases.push(flipped);
    }
  }
  let overThere = 0;
  await Promise.all(cases.map(async (bytes) => {
    const here = await readHere(bytes);
    await withFile(bytes, async ({ arena, inside }) => {
      // Too damaged to be recognized as a container.
      if (!inside.source.lender || here.bytes.length < 1000) return inside.source.close();
      const there = await readLent(inside.source, arena);
      assertEquals(there.bytes.length, here.bytes.length);
      assert(isSame(there.bytes, here.bytes));
      assertEquals(inside.damage(), here.damage);
      if (there.lent > 0) overThere++;
      inside.source.close();
      await until(() => arena.used === 0);
    });
  }));
  assert(overThere > cases.length / 2, `only ${overThere} of ${cases.length} went through the other thread`);
});

Deno.test("PieceRing keeps the writer from overtaking the reader", () => {
  const control = new SharedArrayBuffer(256);
  const writer = new PieceRing(control, 0);
  const reader = new PieceRing(control, 0);
  assertEquals(writer.begin(), true);
  const pointers = new Set<number>();
  for (let piece = 0; piece < 4; piece++) {
    pointers.add(writer.take()!);
    writer.publish(100 * piece, 100);
  }
  assertEquals(pointers.size, 4);
  assertEquals([reader.oldest()?.start, reader.second()?.start], [0, 100]);
  reader.release();
  assertEquals(writer.take(), [...pointers][0]);
  assertEquals([reader.oldest()?.start, reader.second()?.start], [100, 200]);
  reader.askForWake();
  assertEquals([writer.end(), writer.end(), reader.ended], [true, false, true]);
  assertEquals(reader.stop(), false);
  assertEquals(writer.take(), undefined);
  assertEquals(new PieceRing(new SharedArrayBuffer(256), 0).stop(), true);
});
