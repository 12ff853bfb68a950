/** Few calls of a long recording are read from their position, and equal those from reading everything. */
import { assert, assertEquals } from "@std/assert";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { type ByteSource, sourceOf } from "../../../src/bytes/byte_source.ts";
import { SnappyWriter } from "../../../src/containers/snappy_writer.ts";
import { readContents } from "../../../src/engine/contents.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { MadeStream, type Pair } from "../../formats/apitrace/made_stream.ts";
import { load } from "../../../src/ingest/load.ts";
import { Random } from "../../formats/apitrace/random_stream.ts";
import { atFullEffort, byEffort, entriesOf, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { ask } from "./asking.ts";

const CALLS = 2400;
const BLOB_BYTES = byEffort(8192, 2048);

/** Calls of four threads that overlap, with functions and enumerations that first occur late, and memory in each. */
function longStream(version: number): Uint8Array {
  const random = new Random(version);
  const out = new MadeStream(version);
  const open: { no: number; result: number }[] = [];
  const leave = (): void => {
    const [{ no, result }] = open.splice(random.below(open.length), 1) as [typeof open[0]];
    out.leave(no);
    out.ret();
    out.int(result);
    out.end();
  };
  const blob = new Uint8Array(BLOB_BYTES);
  for (let call = 0; call < CALLS; call++) {
    // Every hundred calls there is a new function, with its own enumeration.
    const fn = random.below(1 + Math.floor(call / 100));
    const symbols: Pair[] = [0, 1, 2].map((value) => [`GL_${fn}_${value}`, value]);
    const no = out.enter(fn, `glCall${fn}`, ["target", "data", "level"], random.below(4));
    out.arg(0);
    out.enum(fn, symbols, random.below(3));
    out.arg(1);
    for (let at = 0; at < 64; at++) blob[random.below(BLOB_BYTES)] = random.below(256);
    new DataView(blob.buffer).setFloat32(0, call, true);
    out.blob(blob);
    out.arg(2);
    out.int(call);
    out.end();
    open.push({ no, result: call * 3 });
    while (open.length > random.below(4)) leave();
  }
  while (open.length > 1) leave();
  return out.take();
}

const STREAM = longStream(6);

/** The stream in pieces, each compressed separately. */
function splitIntoPieces(pack: (piece: Uint8Array) => Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  const length = Math.ceil(STREAM.length / 20);
  for (let at = 0; at < STREAM.length; at += length) pieces.push(pack(STREAM.subarray(at, at + length)));
  return joinBytes(pieces);
}

async function snappy(): Promise<Uint8Array> {
  const writer = new SnappyWriter();
  await writer.open();
  return joinBytes([...writer.write(STREAM), ...writer.finish()]);
}

/** A session on a file whose second and further readings are counted. */
async function counted(file: Uint8Array): Promise<{ session: Session; read: () => number }> {
  let bytes = 0;
  const reopen = (): Promise<ByteSource> => {
    const inner = sourceOf(file, 1 << 16);
    return Promise.resolve({
      read: async (into: Uint8Array) => {
        const count = await inner.read(into);
        bytes += count;
        return count;
      },
      seek: (offset: number) => inner.seek!(offset),
      close: () => inner.close(),
    });
  };
  const session = new Session();
  session.add(tracesOf(await load(sourceOf(file), session.pools, { name: "a", reopen }), "a"));
  return {
    session,
    read: () => {
      const sum = bytes;
      bytes = 0;
      return sum;
    },
  };
}

const COLUMNS = 'no, arg("target"), f32("data"), arg("level")' +
  byEffort(', args, ret, number("level"), text("target"), bytes("data")', "");

Deno.test(atFullEffort("arguments of few calls equal those found by reading all calls"), async () => {
  const { session } = await counted(STREAM);
  const whole = (await counted(STREAM)).session;
  const all = new Map((await ask(whole, `calls | select ${COLUMNS}`)).map((row) => [row[0], row]));
  assertEquals(all.size, CALLS);
  const some = [
    "where no == 2000",
    "where no == 0",
    "where no in 1200..1300 and thread == 2",
    "skip 2000 | take 40",
    "where no in {3, 900, 2300}",
    "tail 30 | where not incomplete",
    'where no in 500..700 and arg("target") == "GL_3_1"',
    "where no > 99999",
    "where not incomplete | top 7 by leave",
    "sort name, no desc | take 3",
  ];
  for (const rows of entriesOf(some, 0.45)) {
    const few = await ask(session, `calls | ${rows} | select ${COLUMNS}`);
    const expected = await ask(whole, `calls | ${rows} | select no`);
    assertEquals(few, expected.map(([no]) => all.get(no!)!), rows);
  }
});

Deno.test(atFullEffort("calls that never returned have their arguments"), async () => {
  const { session } = await counted(STREAM);
  const [row] = await ask(session, 'calls | where incomplete | select no, arg("level"), f32("data")');
  assertEquals(row![0], row![1]);
  assert(String(row![2]).startsWith(`${row![0]} `));
});

/** Maximum fraction of a file that is read for one late blob. */
const SHARES: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>, number])[] = [
  ["plain", () => STREAM, 0.1],
  ["snappy", snappy, 0.2],
  ["zstd frames", () => splitIntoPieces((piece) => new Uint8Array(zstdCompressSync(piece))), 0.2],
  ["gzip members", () => splitIntoPieces((piece) => new Uint8Array(gzipSync(piece, { level: 1 }))), 0.2],
  ["one zstd frame", () => new Uint8Array(zstdCompressSync(STREAM)), 1],
  ["gzip in zstd", () => new Uint8Array(zstdCompressSync(gzipSync(STREAM, { level: 1 }))), 1],
];

for (const { entry: [name, pack, share], left } of turnsOf(SHARES, 3)) {
  Deno.test(unless([left], `one late blob costs a small part of the file: ${name}`), async () => {
    const file = await pack();
    const { session, read } = await counted(file);
    const asked = 2200;
    const rows = await ask(session, `calls | where no == ${asked} | select f32("data")`);
    assert(String(rows[0]![0]).startsWith(`${asked} `));
    const bytes = read();
    assert(bytes > 0 && bytes <= file.length * share + 1, `${bytes} of ${file.length} bytes were read`);
    const found: [number, string, number, number][] = [];
    await readContents(session.traces[0]!, new Set([asked]), ({ no, argument, bytes: content }) => {
      found.push([no, argument, content.length, new DataView(content.buffer).getFloat32(0, true)]);
    });
    assertEquals(found, [[asked, "data", BLOB_BYTES, asked]]);
    assert(read() <= file.length * share + 1);
  });
}

Deno.test("readContents() returns every blob, and reports if there are none", async () => {
  const { session } = await counted(STREAM);
  const seen: number[] = [];
  const visit = async ({ no }: { no: number }): Promise<void> => {
    await Promise.resolve();
    seen.push(no);
  };
  assertEquals(await readContents(session.traces[0]!, null, visit), true);
  assertEquals(seen.toSorted((a, b) => a - b), Array.from({ length: CALLS }, (_, no) => no));
  const pipe = new Session();
  pipe.add(tracesOf(await load(sourceOf(STREAM), pipe.pools, { name: "a" }), "a"));
  assertEquals(await readContents(pipe.traces[0]!, null, visit), false);
});
