/**
 * Indexes of followed traces: a session that opens one gives the same answers as one that reads the trace. Traces,
 * pieces and times of saving are random; `QUARRY_SEED` repeats a run.
 */
import { assert, assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { Session } from "../../src/engine/session.ts";
import { formatNamed } from "../../src/formats/registry.ts";
import { readIndexContents, TRAILER_BYTES } from "../../src/index/layout.ts";
import { DamagedIndexError, openIndexFile } from "../../src/index/open_index_file.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { withDataSettings } from "../../src/memory/data_settings.ts";
import { setThreads, threadSettings } from "../../src/memory/threads.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { byEffort, seeds, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { assertSameList } from "../support/same_list.ts";
import { withFolder } from "../support/temporary.ts";
import { IndexedTrace, openedAfresh } from "./indexed.ts";
import { MAKERS } from "./long_traces.ts";

const SEED = Number(Deno.env.get("QUARRY_SEED")) || crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
const BUDGETS = [Infinity, 1 << 26, 1];
const SAVES = byEffort(6, 4);
const MOST_BYTES = 1 << 22;
const CHANGED = "the trace has changed";

/** A long trace of a format, up to the end of a line. */
async function generatedTrace(name: string, random: Random): Promise<Uint8Array> {
  const bytes = await MAKERS[name]!(random);
  return bytes.length <= MOST_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf(10, MOST_BYTES) + 1);
}

/** Follows one writer; its index is saved after each piece, and opened after some of them. */
async function watch(name: string, root: string, seed: number): Promise<void> {
  const random = new Random(seed);
  const bytes = await generatedTrace(name, random);
  const byLines = formatNamed(name)!.grows!.unit === "lines";
  const threads = random.pick([1, 3]);
  const budget = random.pick(BUDGETS);
  const how = `QUARRY_SEED=${SEED}, seed ${seed}: ${threads} threads, ${budget} bytes of memory`;
  setThreads(threads);
  const session = withDataSettings({ budget, openFile: () => openSpillFile([]) }, () => new Session());
  using trace = new IndexedTrace(root, { session });
  let end = 0;
  let used = 0;
  for (let save = 0; save < SAVES && end < bytes.length; save++) {
    const before = end;
    const more = save === 0 ? 5000 + random.below(bytes.length - 5000) : random.pick([1, 20, 3000, 1 << 20]);
    end = save === SAVES - 1 ? bytes.length : Math.min(bytes.length, end + more);
    const isWhole = !byLines || !random.oneIn(3);
    if (byLines && isWhole) end = bytes.indexOf(10, end - 1) + 1;
    await trace.add(bytes.subarray(before, end));
    await trace.follower.end();
    if (random.oneIn(3) && end < bytes.length) continue;
    const found = await openedAfresh(trace.path, trace.folder);
    const { said } = await openedAfresh(trace.path);
    assertSameList(found.said, said, `${how}, ${end} of ${bytes.length} bytes, index: ${found.index}`);
    if (found.index === "used") used++;
  }
  assert(used > 0, how);
}

for (const { entry: name, left } of turnsOf(Object.keys(MAKERS), 4, SEED)) {
  const what = `${name}: the index of a followed trace gives the same answers as the trace`;
  Deno.test(unless([left], what), async () => {
    const { wanted } = threadSettings();
    try {
      for (let at = 0; at < seeds(4); at++) await withFolder((root) => watch(name, root, SEED + at));
    } finally {
      setThreads(wanted);
    }
  });
}

/** A trace in pieces. */
function piecesOf(events: number, count: number): Uint8Array[] {
  const bytes = joinBytes([...generateMtrc({ events, seed: SEED, isShortLived: true })]);
  const step = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * step, (at + 1) * step));
}

Deno.test("an index is extended: blocks that it has are neither written again nor moved", async () => {
  await withFolder(async (root) => {
    const pieces = piecesOf(700_000, 20);
    using trace = new IndexedTrace(root);
    await trace.add(joinBytes(pieces.slice(0, 16)));
    await trace.follower.end();
    for (const piece of pieces.slice(16)) {
      const before = await Deno.readFile(trace.index!);
      const { ino } = await Deno.stat(trace.index!);
      await trace.add(piece);
      await trace.follower.end();
      const after = await Deno.readFile(trace.index!);
      assertEquals((await Deno.stat(trace.index!)).ino, ino);
      // A twentieth of the rows is new; the last block of rows, texts and the list of blocks are written again.
      assert(
        after.length - before.length < before.length / 3,
        `${before.length} and then ${after.length} bytes`,
      );
      assertSameList(after.subarray(32, before.length), before.subarray(32));
    }
    assertEquals((await openedAfresh(trace.path, trace.folder)).index, "used");
  });
});

Deno.test("an index that is half unused is rewritten, and the amount written stays in proportion", async () => {
  await withFolder(async (root) => {
    const pieces = piecesOf(150_000, 60);
    using trace = new IndexedTrace(root);
    let written = 0, length = 0, rewrites = 0, ino: number | null = null;
    for (const piece of pieces) {
      await trace.add(piece);
      await trace.follower.end();
      const now = await Deno.stat(trace.index!);
      const isRewritten = now.ino !== ino;
      if (isRewritten) rewrites++;
      written += isRewritten ? now.size : now.size - length;
      [length, ino] = [now.size, now.ino];
    }
    assert(rewrites > 1 && rewrites < pieces.length / 2, `${rewrites} times`);
    const { said, index } = await openedAfresh(trace.path, trace.folder);
    assertEquals(index, "used");
    assertSameList(said, (await openedAfresh(trace.path)).said);
    await Deno.mkdir(`${root}/other`);
    using other = new IndexedTrace(`${root}/other`);
    await other.add(joinBytes(pieces));
    await other.follower.end();
    const { size } = await Deno.stat(other.index!);
    assert(length <= 2 * size + (1 << 16), `${length} bytes, where ${size} are needed`);
  });
});

Deno.test("a round saves the index by itself once the trace has grown by half", async () => {
  await withFolder(async (root) => {
    const pieces = piecesOf(200_000, 40);
    using trace = new IndexedTrace(root);
    const sizes = new Set<number>();
    let written = 0;
    for (const piece of pieces) {
      const before = trace.index === undefined ? 0 : (await Deno.stat(trace.index)).size;
      await trace.add(piece);
      const now = trace.index === undefined ? 0 : (await Deno.stat(trace.index)).size;
      if (now !== before) written += now > before ? now - before : now;
      sizes.add(now);
    }
    // The trace grows 40-fold, which is by half about nine times.
    assert(sizes.size > 4 && sizes.size < 13, `${sizes.size} lengths`);
    // An index of the first part of a file is not used for the whole file.
    assertEquals((await openedAfresh(trace.path, trace.folder)).index, CHANGED);
    await trace.add(new Uint8Array(0));
    await trace.follower.end();
    assertEquals((await openedAfresh(trace.path, trace.folder)).index, "used");
    const { size } = await Deno.stat(trace.index!);
    assert(written < 5 * size, `${written} bytes written for ${size}`);
  });
});

Deno.test("the previous index stays usable while it is extended, even if that never finishes", async () => {
  await withFolder(async (root) => {
    const [first, second] = piecesOf(90_000, 2);
    using trace = new IndexedTrace(root);
    await trace.add(first!);
    await trace.follower.end();
    const path = trace.index!;
    const before = await Deno.readFile(path);
    await trace.add(second!);
    await trace.follower.end();
    const after = await Deno.readFile(path);
    const contentsAt = (bytes: Uint8Array): Uint8Array => {
      Deno.writeFileSync(path, bytes);
      const file = openIndexFile(path)!;
      const contents = readIndexContents(file)!;
      file.close();
      return contents;
    };
    const [old, now] = [contentsAt(before), contentsAt(after)];
    assert(old.length !== now.length);
    const { said } = await openedAfresh(trace.path);
    const random = new Random(SEED);
    const { length } = before;
    const ends = [length, length + 1, after.length - TRAILER_BYTES, after.length - 1];
    for (let at = 0; at < seeds(60); at++) ends.push(length + random.below(after.length - length));
    for (const end of ends) {
      const cut = after.subarray(0, end);
      assertSameList(contentsAt(cut), old, `cut at ${end} of ${after.length}, QUARRY_SEED=${SEED}`);
      const opened = await openedAfresh(trace.path, trace.folder);
      assertEquals(opened.index, CHANGED);
      assertSameList(opened.said, said);
    }
    // A shorter file is not an index, and neither is one whose header is damaged.
    for (const end of [0, 31, 32, 1 + random.below(length - 1), length - TRAILER_BYTES, length - 1]) {
      Deno.writeFileSync(path, after.subarray(0, end));
      const opened = await openedAfresh(trace.path, trace.folder);
      assertEquals(opened.index.startsWith("it is damaged"), true, `cut at ${end}: ${opened.index}`);
      assertSameList(opened.said, said);
    }
    for (const place of [random.below(16), 16 + random.below(8), 24 + random.below(4)]) {
      const damaged = after.slice(0, after.length - 1);
      damaged[place]! ^= 1 + random.below(255);
      Deno.writeFileSync(path, damaged);
      const opened = await openedAfresh(trace.path, trace.folder);
      assertEquals(opened.index.startsWith("it is damaged"), true, `${place}: ${opened.index}`);
      assertSameList(opened.said, said);
    }
  });
});

for (const { entry: name, left } of turnsOf(["mtrc", ...Object.keys(MAKERS)], Infinity, 0)) {
  const what = `${name}: a damaged block of an extended index is noticed, and computed again from the trace`;
  Deno.test(unless([left], what), async () => {
    await withFolder(async (root) => {
      const bytes = await generatedTrace(name, new Random(SEED));
      using trace = new IndexedTrace(root);
      let end = 0;
      for (let piece = 1; piece <= 3; piece++) {
        const before = end;
        end = bytes.indexOf(10, Math.floor(bytes.length * piece / 3) - 1) + 1;
        if (end === 0 || piece === 3) end = bytes.length;
        await trace.add(bytes.subarray(before, end));
        await trace.follower.end();
      }
      const { said } = await openedAfresh(trace.path);
      const index = await Deno.readFile(trace.index!);
      const file = openIndexFile(trace.index!)!;
      const blocks = file.size - TRAILER_BYTES - readIndexContents(file)!.length;
      file.close();
      for (let at = 100; at < blocks; at += 97) index[at]! ^= 0x55;
      await Deno.writeFile(trace.index!, index);
      const found = await openedAfresh(trace.path, trace.folder).catch((error: unknown) => {
        // While it is followed, edges of a history are counted, which otherwise is done on demand.
        if (name !== "gnatcov" || !(error instanceof DamagedIndexError)) throw error;
        return openedAfresh(trace.path, trace.folder);
      });
      assert(["a part of it is damaged", "none"].includes(found.index), found.index);
      assertSameList(found.said, said, `QUARRY_SEED=${SEED}`);
    });
  });
}

Deno.test("a session keeps the rows of its index while the index is extended, rewritten or removed", async () => {
  await withFolder(async (root) => {
    const pieces = piecesOf(300_000, 60);
    using trace = new IndexedTrace(root);
    await trace.add(joinBytes(pieces.splice(0, 30)));
    await trace.follower.end();
    const inode = (): number | null => Deno.statSync(trace.index!).ino;
    const more = async (): Promise<void> => {
      await trace.add(pieces.shift()!);
      await trace.follower.end();
    };
    for (const change of ["extended", "rewritten", "removed"] as const) {
      const { said } = await openedAfresh(trace.path);
      const found = await openedAfresh(trace.path, trace.folder, async () => {
        const before = inode();
        if (change === "removed") await Deno.remove(trace.index!);
        await more();
        while (change === "rewritten" && inode() === before) await more();
        assertEquals(inode() === before, change === "extended");
      });
      assertEquals(found.index, "used");
      assertSameList(found.said, said, change);
    }
  });
});

Deno.test("a process killed while it extends an index leaves a usable index or none", async () => {
  await withFolder(async (root) => {
    const random = new Random(SEED);
    for (let kill = 0; kill < Math.max(2, seeds(12)); kill++) {
      const program = new URL("extend_index.ts", import.meta.url).pathname;
      const config = new URL("../deno.json", import.meta.url).pathname;
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--no-check",
          "--config",
          config,
          "--no-lock",
          program,
          root,
          String(SEED + kill),
        ],
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const reader = child.stdout.getReader();
      // The program prints a letter after each save.
      for (let saved = 0; saved < 3;) saved += (await reader.read()).value!.length;
      await new Promise((resolve) => setTimeout(resolve, random.below(100)));
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
      const trace = `${root}/t`, folder = `${root}/indexes`;
      const found = await openedAfresh(trace, folder);
      assertSameList(
        found.said,
        (await openedAfresh(trace)).said,
        `QUARRY_SEED=${SEED}, index: ${found.index}`,
      );
      assert(["used", CHANGED].includes(found.index), found.index);
    }
  });
});

Deno.test("an index that another process has replaced or removed is rewritten", async () => {
  await withFolder(async (root) => {
    const pieces = piecesOf(60_000, 6);
    using trace = new IndexedTrace(root);
    for (const [at, piece] of pieces.entries()) {
      await trace.add(piece);
      await trace.follower.end();
      assertEquals((await openedAfresh(trace.path, trace.folder)).index, "used");
      const path = trace.index!;
      if (at % 3 === 0) await Deno.remove(path);
      if (at % 3 === 1) await Deno.writeFile(path, (await Deno.readFile(path)).map((byte) => byte ^ 1));
      if (at % 3 === 2) await Deno.truncate(path, 100);
    }
  });
});

Deno.test("compressed traces get an index once their compressed data is complete", async () => {
  await withFolder(async (root) => {
    const pieces = piecesOf(60_000, 3);
    using trace = new IndexedTrace(root);
    const parts = pieces.map((piece) => gzipSync(piece));
    for (const [at, part] of parts.entries()) {
      await trace.add(part.subarray(0, part.length - 500));
      await trace.follower.end();
      const cut = await openedAfresh(trace.path, trace.folder);
      assertEquals(cut.index === "used", false);
      assertSameList(cut.said, (await openedAfresh(trace.path)).said, `cut ${at}`);
      await trace.add(part.subarray(part.length - 500));
      await trace.follower.end();
      const whole = await openedAfresh(trace.path, trace.folder);
      assertEquals(whole.index, "used");
      assertSameList(whole.said, (await openedAfresh(trace.path)).said, `whole ${at}`);
    }
  });
});

Deno.test("no index is saved for a quick trace, for names from programs, and for the copy of a pipe", async () => {
  await withFolder(async (root) => {
    const [piece] = piecesOf(20_000, 1);
    const quick = { settings: { folder: `${root}/indexes`, seconds: 60 } };
    for (
      const how of [
        { name: "quick", options: quick },
        { name: "named", options: { functionAt: () => undefined } },
        { name: ".quarry-1-2-3.new" },
      ]
    ) {
      using trace = new IndexedTrace(root, how);
      await trace.add(piece!);
      await trace.follower.end();
      assertEquals(trace.index, undefined, how.name);
    }
    using trace = new IndexedTrace(root);
    await trace.add(piece!);
    await trace.follower.end();
    assert(trace.index !== undefined);
  });
});

Deno.test("an index is saved after a pause in writing, even if the trace has grown little", async () => {
  await withFolder(async (root) => {
    const [first, second] = piecesOf(20_000, 2).map((piece, at) =>
      at === 0 ? piece : piece.subarray(0, 2000)
    );
    using trace = new IndexedTrace(root);
    await trace.add(first!);
    await trace.add(second!);
    const { size } = await Deno.stat(trace.index!);
    await trace.follower.look();
    assertEquals((await Deno.stat(trace.index!)).size, size);
    const { now } = performance;
    const late = now.call(performance) + 60_000;
    performance.now = () => late;
    try {
      await trace.follower.look();
    } finally {
      performance.now = now;
    }
    assert((await Deno.stat(trace.index!)).size > size);
    assertEquals((await openedAfresh(trace.path, trace.folder)).index, "used");
  });
});
