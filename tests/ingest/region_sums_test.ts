/** A file that was changed after it was loaded is not read again, even if size and time are the same. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { zstdCompressSync } from "node:zlib";
import { InputError } from "../../src/base/errors.ts";
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";
import { readContents } from "../../src/engine/contents.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { MadeStream } from "../formats/apitrace/made_stream.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { isSameRegion, longerSums, REGION_BYTES, RegionSums } from "../../src/ingest/region_sums.ts";
import { ask } from "../questions/apitrace/asking.ts";
import { entriesOf } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { Temporary } from "../support/temporary.ts";

Deno.test("RegionSums gives the same sums for any split, and stops at missing bytes", () => {
  const random = new Random(1);
  const bytes = Uint8Array.from({ length: 2 * REGION_BYTES + 77 }, () => random.u32());
  const sumsOf = (piece: () => number): RegionSums => {
    const sums = new RegionSums();
    for (let at = 0; at < bytes.length;) {
      const count = piece();
      sums.add(at, bytes.subarray(at, at + count));
      at += count;
    }
    return sums;
  };
  const { sums } = sumsOf(() => bytes.length);
  assertEquals([sums.regions.length, sums.restBytes], [2, 77]);
  for (const most of [7, 4096, REGION_BYTES, REGION_BYTES + 1]) {
    assertEquals(sumsOf(() => 1 + random.below(most)).sums, sums);
  }
  const gap = new RegionSums();
  gap.add(0, bytes.subarray(0, 100));
  gap.add(200, bytes.subarray(200, 300));
  assertEquals(gap.sums.restBytes, 100);
  const region = (number: number): Uint8Array =>
    bytes.slice(number * REGION_BYTES, (number + 1) * REGION_BYTES);
  for (const number of [0, 1, 2]) {
    assert(isSameRegion(sums, number, region(number)));
    const other = region(number);
    other[random.below(other.length)]! ^= 1;
    assert(!isSameRegion(sums, number, other));
    assert(!isSameRegion(sums, number, region(number).subarray(1)));
  }
  // Regions that were not read before are not compared.
  assert(isSameRegion(sums, 3, new Uint8Array(5)));
  assertEquals(longerSums(sums, gap.sums), sums);
  assertEquals(longerSums(gap.sums, sums), sums);
  const others = sumsOf(() => bytes.length).sums;
  assertEquals(longerSums({ ...others, regions: [1, 2] }, sums), undefined);
});

/** Calls with arguments and memory; every tenth has a text with its number. */
function stream(calls: number): Uint8Array {
  const random = new Random(2);
  const out = new MadeStream(6);
  const blob = new Uint8Array(2000);
  for (let call = 0; call < calls; call++) {
    const no = out.enter(0, "glCall", ["name", "data"]);
    out.arg(0);
    out.text(`call ${String(call).padStart(8, "0")}`);
    out.arg(1);
    for (let at = 0; at < blob.length; at++) blob[at] = random.u32();
    out.blob(blob);
    out.end();
    out.leave(no);
    out.end();
  }
  return out.take();
}

async function snappy(bytes: Uint8Array): Promise<Uint8Array> {
  const writer = new SnappyWriter();
  await writer.open();
  const pieces = [...writer.write(bytes), ...writer.finish()] as Uint8Array<ArrayBuffer>[];
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

const CALLS = 3000;
const LAST = CALLS - 5;
/** Requests for which the program reads a file again. */
const QUESTIONS: readonly ((session: Session) => Promise<unknown>)[] = [
  (session) => ask(session, "args | count"),
  (session) => ask(session, 'calls | where arg("name") contains "7" | count'),
  (session) => ask(session, "calls | select normal | count"),
  (session) => ask(session, `calls | where no == ${LAST} | select arg("name")`),
  (session) => readContents(session.traces[0]!, null, () => {}),
];

/** Loads a file, changes it, restores size and time, and sends a request. */
async function askChanged(
  path: string,
  change: (bytes: Uint8Array) => Uint8Array,
  question: (session: Session) => Promise<unknown>,
): Promise<unknown> {
  const before = await Deno.readFile(path);
  const { mtime, atime } = await Deno.stat(path);
  const { source, reopen } = await openInput(path);
  const session = new Session();
  const loaded = await load(source, session.pools, { name: "a", ...(reopen ? { reopen } : {}) });
  session.add(tracesOf(loaded, "a"));
  assertEquals(await ask(session, "calls | count"), [[CALLS]]);
  const file = await Deno.open(path, { write: true });
  await file.write(change(before.slice()));
  file.close();
  await Deno.utime(path, atime!, mtime!);
  try {
    return await question(session);
  } finally {
    await Deno.writeFile(path, before);
  }
}

for (
  const [turn, [container, pack]] of ([
    ["plain", (bytes: Uint8Array) => bytes],
    ["snappy", snappy],
    ["zstd", (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes))],
  ] as const).entries()
) {
  Deno.test(`a changed recording is an error whenever it is read again: ${container}`, async () => {
    using folder = Temporary.folder();
    const path = `${folder.path}/calls.trace`;
    const file = await pack(stream(CALLS));
    // Large enough that another thread unwraps the containers.
    assert(file.length > 5 << 20);
    await Deno.writeFile(path, file);
    const found = await askChanged(path, (bytes) => bytes, QUESTIONS[3]!);
    assertEquals(found, [[`call ${String(LAST).padStart(8, "0")}`]]);
    for (const question of entriesOf(QUESTIONS, 0.4, turn)) {
      // A few calls near the end read nothing else of a plain file.
      const place = question === QUESTIONS[3] ? file.length - 9000 : file.length >> 1;
      const change = (bytes: Uint8Array): Uint8Array => {
        bytes[place]! ^= 0x10;
        return bytes;
      };
      await assertRejects(() => askChanged(path, change, question), InputError, "it has changed since");
    }
    await assertRejects(
      () => askChanged(path, (bytes) => bytes.fill(0), QUESTIONS[0]!),
      InputError,
      "it has changed since",
    );
  });
}
