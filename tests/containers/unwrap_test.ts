import { assert, assertEquals, assertRejects } from "@std/assert";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { FormatError } from "../../src/base/errors.ts";
import { type ByteSource, sourceOf } from "../../src/bytes/byte_source.ts";
import { entriesOf } from "../support/effort.ts";
import { unwrap, type Unwrapped } from "../../src/containers/unwrap.ts";

const MAGIC = "MTRC";

/** Looks like a trace to `unwrap`, compresses a little, and is long enough for several steps of every decoder. */
function sample(length = 300_000): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    bytes[at] = state >>> 28 < 9 ? 65 : (state >>> 16) & 63;
  }
  bytes.set(new TextEncoder().encode(MAGIC));
  return bytes;
}

function recognize(head: Uint8Array): boolean {
  return new TextDecoder().decode(head.subarray(0, 4)) === MAGIC;
}

async function readAll(source: ByteSource, piece = 65536): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const shared = new Uint8Array(new SharedArrayBuffer(piece));
  while (true) {
    const count = await source.read(shared);
    if (count === 0) return joinBytes(parts);
    parts.push(shared.slice(0, count));
  }
}

async function open(
  bytes: Uint8Array,
  piece = Infinity,
): Promise<Unwrapped & { bytes: Uint8Array }> {
  const unwrapped = await unwrap(sourceOf(bytes, piece), recognize);
  return { ...unwrapped, bytes: await readAll(unwrapped.source) };
}

function codes(result: Unwrapped): string[] {
  return result.damage().map((damage) => damage.code);
}

const plain = sample();
const gz = new Uint8Array(gzipSync(plain));
const zst = new Uint8Array(zstdCompressSync(plain));
const br = new Uint8Array(brotliCompressSync(plain));

Deno.test("unwrap() removes every container, for any split of the input", async () => {
  const cases: [string, Uint8Array, string[]][] = [
    ["plain", plain, []],
    ["gzip", gz, ["gzip"]],
    ["zstd", zst, ["zstd"]],
    ["brotli", br, ["brotli"]],
    ["gzip in zstd", new Uint8Array(zstdCompressSync(gz)), ["zstd", "gzip"]],
    ["gzip in brotli", new Uint8Array(brotliCompressSync(gz)), [
      "brotli",
      "gzip",
    ]],
    ["brotli in gzip", new Uint8Array(gzipSync(br)), ["gzip", "brotli"]],
  ];
  for (const [at, [name, bytes, containers]] of cases.entries()) {
    for (const piece of entriesOf([7, 4096, Infinity], 0.15, at)) {
      const result = await open(bytes, piece);
      assertEquals(result.containers, containers, name);
      assertEquals(codes(result), [], name);
      assertEquals(result.bytes, plain, name);
    }
  }
});

Deno.test("unwrap() passes unknown bytes through unchanged", async () => {
  for (
    const text of [
      "",
      "x",
      "this is not a trace and not a container",
      "\x0bnot brotli",
      "\x00\x01\x02\x03",
    ]
  ) {
    const bytes = new TextEncoder().encode(text);
    const result = await open(bytes);
    assertEquals(result.containers, []);
    assertEquals(result.bytes, bytes);
  }
});

Deno.test("unwrap() refuses endlessly nested containers", async () => {
  let bytes: Uint8Array = plain.subarray(0, 100);
  for (let depth = 0; depth < 9; depth++) {
    bytes = new Uint8Array(gzipSync(bytes));
  }
  await assertRejects(() => open(bytes), FormatError, "more than 8 nested containers");
});

Deno.test("gzip reads consecutive members, with all header fields", async () => {
  const half = plain.length >> 1;
  const first = new Uint8Array(gzipSync(plain.subarray(0, half)));
  const body = new Uint8Array(gzipSync(plain.subarray(half))).subarray(10);
  const header = joinBytes([
    new Uint8Array([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
    new TextEncoder().encode("name\0comment\0"),
    new Uint8Array([0xab, 0xcd]),
  ]);
  for (const piece of [1000, Infinity]) {
    const result = await open(joinBytes([first, header, body]), piece);
    assertEquals(codes(result), []);
    assertEquals(result.bytes, plain);
  }
});

Deno.test("gzip keeps the decoded bytes if the end is missing", async () => {
  for (const missing of [1, 8, 9, 1000]) {
    const result = await open(gz.subarray(0, gz.length - missing));
    assertEquals(codes(result), ["cut-container"]);
    assertEquals(result.bytes, plain.subarray(0, result.bytes.length));
    if (missing <= 8) assertEquals(result.bytes.length, plain.length);
    assert(result.bytes.length > plain.length - 4 * missing);
  }
});

Deno.test("gzip ignores bytes after the last member", async () => {
  const garbage = await open(
    joinBytes([gz, new TextEncoder().encode("garbage and more")]),
  );
  assertEquals(codes(garbage), ["trailing-bytes"]);
  assertEquals(garbage.damage()[0]?.offset, gz.length);
  assertEquals(garbage.bytes, plain);
  const padded = await open(joinBytes([gz, new Uint8Array(1024)]));
  assertEquals(codes(padded), []);
  assertEquals(padded.bytes, plain);
});

Deno.test("a damaged header of a later member is a warning, and the bytes after it are lost", async () => {
  for (const member of [gz, zst]) {
    const other = member.slice();
    other[1]! ^= 1;
    const lost = await open(joinBytes([member, other]));
    assertEquals(lost.damage().map(({ code, severity, offset }) => [code, severity, offset]), [
      ["trailing-bytes", "warning", member.length],
    ]);
    assertEquals(lost.bytes, plain);
  }
});

Deno.test("gzip delivers every byte before damaged data, and reports its offset", async () => {
  const bytes = gz.slice();
  const at = bytes.length >> 1;
  bytes.fill(0xff, at, at + 2000);
  const result = await open(bytes);
  assertEquals(codes(result), ["damaged-container"]);
  assert(result.damage()[0]!.offset >= at);
  // Deflate decodes a few more symbols after the damage.
  const same = result.bytes.findIndex((byte, index) => byte !== plain[index]);
  assert(same > plain.length * 0.45, `only ${same} bytes`);
});

Deno.test("gzip reports a wrong checksum and continues", async () => {
  const bytes = joinBytes([gz, gz]);
  bytes[gz.length - 5]! ^= 1;
  const result = await open(bytes);
  assertEquals(codes(result), ["bad-checksum"]);
  assertEquals(result.bytes.length, 2 * plain.length);
});

Deno.test("zstd reads consecutive frames and skips skippable ones", async () => {
  const half = plain.length >> 1;
  const skippable = new Uint8Array([
    0x5e,
    0x2a,
    0x4d,
    0x18,
    3,
    0,
    0,
    0,
    1,
    2,
    3,
  ]);
  const bytes = joinBytes([
    skippable,
    new Uint8Array(zstdCompressSync(plain.subarray(0, half))),
    skippable,
    new Uint8Array(zstdCompressSync(plain.subarray(half))),
    skippable,
  ]);
  for (const piece of [5, Infinity]) {
    const result = await open(bytes, piece);
    assertEquals(codes(result), []);
    assertEquals(result.bytes, plain);
  }
});

Deno.test("zstd keeps complete blocks before a cut, damage or garbage", async () => {
  const cut = await open(zst.subarray(0, zst.length - 100));
  assertEquals(codes(cut), ["cut-container"]);
  assertEquals(cut.bytes, plain.subarray(0, cut.bytes.length));
  assert(cut.bytes.length >= 2 << 17);
  const damaged = zst.slice();
  damaged.fill(0xff, zst.length - 1000, zst.length - 800);
  const broken = await open(damaged);
  assert(codes(broken).length === 1);
  assertEquals(broken.bytes.subarray(0, 2 << 17), plain.subarray(0, 2 << 17));
  const garbage = await open(joinBytes([zst, new TextEncoder().encode("gar")]));
  assertEquals(codes(garbage), ["trailing-bytes"]);
  assertEquals(garbage.bytes, plain);
});

Deno.test("brotli keeps the decoded bytes if the end is missing or other bytes follow", async () => {
  const cut = await open(br.subarray(0, br.length - 700));
  assertEquals(codes(cut), ["cut-container"]);
  assertEquals(cut.bytes, plain.subarray(0, cut.bytes.length));
  assert(cut.bytes.length > plain.length * 0.9);
  const garbage = await open(joinBytes([br, new TextEncoder().encode("garbage")]));
  assertEquals(codes(garbage), ["trailing-bytes"]);
  assertEquals(garbage.bytes, plain);
});

Deno.test("containers survive every prefix and flipped bytes", async () => {
  const small = sample(400);
  let seed = 7;
  const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (
    const whole of [
      gzipSync(small),
      zstdCompressSync(small),
      joinBytes([gzipSync(small), gzipSync(small)]),
    ]
  ) {
    for (let length = 0; length <= whole.length; length++) {
      await open(new Uint8Array(whole.subarray(0, length)));
    }
    for (let flips = 0; flips < 300; flips++) {
      const bytes = new Uint8Array(whole);
      for (let count = 0; count <= flips % 3; count++) {
        bytes[Math.floor(random() * bytes.length)] = random() * 256;
      }
      await open(bytes);
    }
  }
});

Deno.test("a decompression bomb is unpacked in bounded memory", async () => {
  const zeros = new Uint8Array(1 << 26);
  zeros.set(new TextEncoder().encode(MAGIC));
  for (
    const bytes of [gzipSync(zeros, { level: 1 }), zstdCompressSync(zeros)]
  ) {
    const { source } = await unwrap(sourceOf(new Uint8Array(bytes)), recognize);
    const into = new Uint8Array(1 << 16);
    let total = 0;
    for (let count = 1; count > 0; total += count) {
      count = await source.read(
        into,
      );
    }
    assertEquals(total, zeros.length);
  }
});
