/**
 * Compressed files that grow: their decoders wait at the end of the file, and continue there. Ends differ from run to
 * run; `QUARRY_SEED` repeats a run.
 */
import { assert, assertEquals } from "@std/assert";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";
import { Follower } from "../../src/engine/follow.ts";
import { Session } from "../../src/engine/session.ts";
import { formatNamed } from "../../src/formats/registry.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { withDataSettings } from "../../src/memory/data_settings.ts";
import { setThreads, threadSettings } from "../../src/memory/threads.ts";
import { byEffort, seeds, turnsOf } from "../support/effort.ts";
import { lz4Frame } from "../support/lz4_frames.ts";
import { unless } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { withFolder } from "../support/temporary.ts";
import { completeRecords, followed, linesOf, plain } from "./followed_answers.ts";
import { MAKERS } from "./long_traces.ts";

const SEED = Number(Deno.env.get("QUARRY_SEED")) || crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
const MOST_BYTES = 1_000_000;
const LOOKS = 4;
const USUAL_LOOKS = 2;
const LITTLE_MEMORY = { budget: 1 << 19, openFile: () => openSpillFile([]) };

/** A piece of a compressed file, and its decoded length. */
type Piece = readonly [packed: Uint8Array, bytes: number];

async function* snappyChunks(pieces: Iterable<Uint8Array>): AsyncGenerator<Piece> {
  const writer = new SnappyWriter();
  await writer.open();
  for (const piece of pieces) yield [joinBytes([...writer.write(piece), ...writer.finish()]), piece.length];
}

function* each(pieces: Iterable<Uint8Array>, pack: (piece: Uint8Array) => Uint8Array): Generator<Piece> {
  for (const piece of pieces) yield [pack(piece), piece.length];
}

/** Containers whose decoders can wait, in complete pieces; a single stream is one piece. */
const PACKERS: Readonly<Record<string, (pieces: Uint8Array[]) => Iterable<Piece> | AsyncIterable<Piece>>> = {
  "gzip members": (pieces) => each(pieces, (piece) => gzipSync(piece)),
  "one gzip member": (pieces) => each([joinBytes(pieces)], (piece) => gzipSync(piece)),
  "zstd frames": (pieces) => each(pieces, (piece) => zstdCompressSync(piece)),
  "one zstd frame": (pieces) => each([joinBytes(pieces)], (piece) => zstdCompressSync(piece)),
  "lz4 frames": (pieces) => each(pieces, (piece) => lz4Frame(piece)),
  "one lz4 frame": (pieces) => each([joinBytes(pieces)], (piece) => lz4Frame(piece)),
  "snappy chunks": snappyChunks,
  "gzip in zstd frames": (pieces) =>
    each(
      [gzipSync(joinBytes(pieces))].flatMap((all) => cut(all, 30_000)),
      (piece) => zstdCompressSync(piece),
    ),
};

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, at) => bytes.subarray(at * size, (at + 1) * size),
  );
}

async function watch(how: string, path: string, seed: number, looks: number): Promise<void> {
  const random = new Random(seed);
  const name = random.pick(Object.keys(MAKERS));
  const format = formatNamed(name)!;
  const whole = (await MAKERS[name]!(random)).subarray(0, MOST_BYTES);
  const pieces: Piece[] = [];
  for await (const piece of PACKERS[how]!(cut(whole, 5000 + random.below(100_000)))) pieces.push(piece);
  const packed = joinBytes(pieces.map(([bytes]) => bytes));
  setThreads(random.pick([1, 3]));
  const about = `QUARRY_SEED=${SEED}, seed ${seed}: ${name} in ${how}`;
  const session = random.oneIn(2) ? withDataSettings(LITTLE_MEMORY, () => new Session()) : new Session();
  // Enough bytes to decode some of them.
  let end = Math.min(packed.length, 150_000 + random.below(packed.length));
  await Deno.writeFile(path, packed.subarray(0, end));
  session.add(await followed(session, path));
  const follower = new Follower(session, () => Promise.reject(new Error("It was read from its start")));
  for (let look = 0; look <= looks; look++) {
    const [open] = session.traces;
    const { bytes } = open!;
    const records = await completeRecords(whole.subarray(0, bytes), format);
    const wanted = await plain(records);
    assertEquals(await linesOf(session, [open!.trace]), wanted!.lines, `${about}, ${end} bytes`);
    const least = await completeRecords(whole.subarray(0, wholePieces(pieces, end)), format);
    assert(records.length >= least.length, `${about}: ${bytes} bytes of ${end}, at least ${least.length}`);
    if (end === packed.length) break;
    const before = end;
    end = look === looks - 1
      ? packed.length
      : Math.min(packed.length, end + random.pick([1, 20, 3000, 100_000]));
    await Deno.writeFile(path, packed.subarray(before, end), { append: true });
    const news = await follower.look();
    assertEquals(news.map(({ failure }) => failure), news.map(() => undefined), about);
  }
  session.closeAll();
  assertEquals(session.pools.arena.pieceCount, 0, about);
}

/** Decoded bytes of the pieces that end before `end`. */
function wholePieces(pieces: readonly Piece[], end: number): number {
  let bytes = 0;
  let at = 0;
  for (const [packed, length] of pieces) {
    if ((at += packed.length) > end) break;
    bytes += length;
  }
  return bytes;
}

/** Follows a file with its own threads. */
async function watchAlone(how: string, seed: number, looks: number): Promise<void> {
  const { wanted } = threadSettings();
  try {
    await withFolder((folder) => watch(how, `${folder}/t`, seed, looks));
  } finally {
    setThreads(wanted);
  }
}

for (const { entry: how, left } of turnsOf(Object.keys(PACKERS), 4, SEED)) {
  const what =
    `${how}: reading of a compressed file continues where it ended, and the answers equal those for the decoded file`;
  Deno.test(unless([left], what), async () => {
    for (let at = 0; at < seeds(2); at++) {
      await watchAlone(how, SEED + at, byEffort(LOOKS, USUAL_LOOKS));
    }
  });
}

/** Files whose first block is longer than what has to be read to recognize their format. */
const LONG_BLOCKS = ["memray/v13-cache-native.bin", "apitrace/real-userarrays.trace"];

for (const name of LONG_BLOCKS) {
  Deno.test(`${name}: a compressed file that is cut within its first block is followed to its end`, async () => {
    await withFolder(async (folder) => {
      const path = `${folder}/t`;
      const bytes = await Deno.readFile(new URL(`../../testdata/${name}`, import.meta.url));
      const fresh = new Session();
      await Deno.writeFile(path, bytes);
      const wanted = await linesOf(fresh, (await followed(fresh, path)).map(({ trace }) => trace));
      const half = bytes.length >>> 1;
      await Deno.writeFile(path, bytes.subarray(0, half));
      const session = new Session();
      session.add(await followed(session, path));
      const follower = new Follower(session, () => followed(session, path));
      for (const end of [half + 100, bytes.length]) {
        await Deno.writeFile(path, bytes.subarray(0, end));
        assertEquals((await follower.look()).map(({ failure }) => failure), [undefined]);
      }
      assertEquals(await linesOf(session, session.traces.map(({ trace }) => trace)), wanted);
      session.closeAll();
    });
  });
}
