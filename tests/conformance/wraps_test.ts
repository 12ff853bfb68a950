/** One container more, or a pipe instead of a file, changes nothing. */
import { assert, assertEquals } from "@std/assert";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { formats } from "../../src/formats/registry.ts";
import { entriesOf, later, seeds } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { quarry } from "../cli/program.ts";
import { Loader } from "./loading.ts";
import { conformanceOf } from "./profile.ts";
import { assertSameLines } from "./same_lines.ts";
import { placeOf, someSamples } from "./samples.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Wrap = (bytes: Bytes) => Bytes;

const gzip: Wrap = (bytes) => new Uint8Array(gzipSync(bytes, { level: 1 }));
const zstd: Wrap = (bytes) => new Uint8Array(zstdCompressSync(bytes));
const brotli: Wrap = (bytes) => new Uint8Array(brotliCompressSync(bytes, { params: { 1: 3 } }));

/** Two halves, compressed separately and concatenated. */
function inHalves(wrap: Wrap): Wrap {
  return (bytes) => {
    const half = bytes.length >> 1;
    return joinBytes([wrap(bytes.slice(0, half)), wrap(bytes.slice(half))]);
  };
}

const WRAPS: Readonly<Record<string, Wrap>> = {
  gzip,
  zstd,
  brotli,
  "gzip in two members": inHalves(gzip),
  "zstd in two frames": inHalves(zstd),
  "zstd in gzip": (bytes) => gzip(zstd(bytes)),
  "gzip in zstd": (bytes) => zstd(gzip(bytes)),
  "brotli in gzip": (bytes) => gzip(brotli(bytes)),
  "gzip in brotli": (bytes) => brotli(gzip(bytes)),
  "gzip in gzip": (bytes) => gzip(gzip(bytes)),
  "brotli in brotli": (bytes) => brotli(brotli(bytes)),
};

for (const [turn, { name }] of formats.entries()) {
  /** Each format runs one of three tests per run. */
  const test = (place: number, what: string, fn: () => Promise<void>): void =>
    Deno.test(unless([turn % 3 === place ? null : later], `conformance of ${name}: ${what}`), fn);
  // Each container is used with some formats.
  const wraps = entriesOf(Object.entries(WRAPS), 0.6, turn);

  test(0, "compressed once more it gives the same rows", async () => {
    const loader = new Loader();
    for (const { path, bytes } of someSamples(name, seeds(2), 40_000)) {
      const whole = await loader.snapshot(bytes);
      for (const [how, wrap] of wraps) {
        assertSameLines(await loader.snapshot(wrap(bytes)), whole, `${path} in ${how}`);
      }
    }
  });

  test(1, "a source that cannot be read twice gives the same rows", async () => {
    const loader = new Loader();
    const lacking = conformanceOf(name).lackingInPipes;
    for (const { path, bytes } of someSamples(name, seeds(3), 150_000)) {
      const whole = (await loader.snapshot(bytes)).filter((line) => !lacking?.test(line));
      const lines = await loader.snapshot(bytes, { pipe: true });
      // Problems that are counted while reading instead of on demand are listed in another position.
      const order = (line: string): string => line.replace("t on demand:", "t:");
      assertSameLines(lines.map(order).sort(), whole.map(order).sort(), path);
    }
  });

  test(2, "a file gives the same rows as bytes in memory", async () => {
    const loader = new Loader();
    for (const { path, bytes } of someSamples(name, seeds(2), 150_000)) {
      const whole = await loader.snapshot(bytes);
      assertSameLines(await loader.snapshotOfFile(placeOf(path)), whole, path);
    }
    const large = someSamples(name, 2, 60_000).at(-1)!;
    const whole = await loader.snapshot(large.bytes);
    for (const [how, wrap] of wraps) {
      const path = await Deno.makeTempFile();
      try {
        await Deno.writeFile(path, wrap(large.bytes));
        assertSameLines(await loader.snapshotOfFile(path), whole, `${large.path} in ${how}`);
      } finally {
        await Deno.remove(path);
      }
    }
  });

  test(0, "the program tells the same of standard input as of the file", async () => {
    const [sample] = someSamples(name, 2, 100_000).slice(-1);
    const facts = "traces | select name, format, version, word_bits, byte_order, bytes, rows, problems";
    const script = `count; take 5; problems; tags | select name, value; ${facts}`;
    const rows = await quarry(["query", `t=testdata/${sample!.path}`, "-e", script]);
    assert(rows.code === 0 && rows.out.length > 0, rows.err);
    const stream = await quarry(["query", "t=-", "-e", script], { stdin: gzip(sample!.bytes) });
    assertEquals([stream.code, stream.out], [0, rows.out]);
  });
}
