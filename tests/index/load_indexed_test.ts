/** Indexes of files: which are used, which are refused, and what is left behind. */
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { InputError } from "../../src/base/errors.ts";
import { indexesIn } from "../../src/index/index_folder.ts";
import type { IndexedOptions } from "../../src/index/indexed_options.ts";
import { loadIndexed } from "../../src/index/load_indexed.ts";
import { readTrailer, TRAILER_BYTES } from "../../src/index/layout.ts";
import { DamagedIndexError } from "../../src/index/open_index_file.ts";
import { setIndexSettings } from "../../src/index/settings.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import type { LoadedFile } from "../../src/ingest/load.ts";
import { newPools, type Pools } from "../../src/tables/pools.ts";
import { atFullEffort, seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { longTrace } from "../output/long_trace.ts";
import { placeOf } from "../conformance/samples.ts";
import { Snapshooter } from "../conformance/snapshot.ts";
import { Temporary } from "../support/temporary.ts";
import { takeNumbers } from "./through_index.ts";

const SAMPLE = "mpatrol/wordfreq-le64/trace.mtrc";
const CALLS = "apitrace/cont-snappy-mixed-chunks.trace";

/** A folder with a trace in it, and one for indexes; every load is saved. */
async function inFolder(
  work: (trace: string, folder: string) => Promise<void>,
  sample = SAMPLE,
): Promise<void> {
  using temporary = Temporary.folder();
  const root = temporary.path;
  setIndexSettings({ folder: `${root}/indexes`, seconds: 0 });
  try {
    await Deno.copyFile(placeOf(sample), `${root}/run.mtrc`);
    await work(`${root}/run.mtrc`, `${root}/indexes`);
  } finally {
    setIndexSettings({ folder: undefined, seconds: Infinity });
  }
}

interface Opened {
  readonly lines: readonly string[];
  /** What happened to the index. */
  readonly news: readonly string[];
}

async function open(
  path: string,
  options: Partial<IndexedOptions> = {},
  { pools = newPools(), meanwhile = () => Promise.resolve() } = {},
): Promise<Opened> {
  const news: string[] = [];
  const { source, reopen } = await openInput(path);
  let file: LoadedFile | undefined;
  try {
    file = await loadIndexed({ source, path }, pools, {
      name: "t",
      ...(reopen ? { reopen } : {}),
      ...options,
      news: {
        saved: (_, bytes, isFirst) => void news.push(bytes > 1000 && isFirst ? "saved first" : "saved"),
        unusable: (_, why) => void news.push(why),
      },
    });
    await meanwhile();
    return { lines: await new Snapshooter(pools).lines(file.traces), news };
  } finally {
    source.close();
    file?.close();
  }
}

const CHANGED = "the trace has changed";
const IN_PART = "a part of it is damaged";
const DAMAGED = "it is damaged, or from another version of Quarry";

Deno.test("the second load uses the index, until the trace changes", async () => {
  await inFolder(async (trace, folder) => {
    const first = await open(trace);
    assertEquals(first.news, ["saved first"]);
    const [index] = indexesIn(folder);
    assertEquals((await Deno.stat(index!.path)).mode! & 0o777, 0o600);
    assertEquals((await Deno.stat(folder)).mode! & 0o777, 0o700);
    assertEquals(await open(trace), { lines: first.lines, news: [] });
    // A different way to read the trace has its own index.
    assertEquals((await open(trace, { fileOrder: true })).news, ["saved"]);
    assertEquals(indexesIn(folder).length, 2);
    const { atime, mtime } = await Deno.stat(trace);
    const bytes = await Deno.readFile(trace);
    // Same size and time, other bytes.
    bytes[bytes.length - 1]! ^= 1;
    await Deno.writeFile(trace, bytes);
    await Deno.utime(trace, atime!, mtime!);
    assertEquals((await open(trace)).news, [CHANGED, "saved"]);
    // Same bytes, another time.
    await Deno.utime(trace, atime!, new Date(1e12));
    assertEquals((await open(trace)).news, [CHANGED, "saved"]);
    // A different file in its place.
    await Deno.copyFile(placeOf(SAMPLE), `${trace}.new`);
    await Deno.utime(`${trace}.new`, atime!, new Date(1e12));
    await Deno.rename(`${trace}.new`, trace);
    assertEquals((await open(trace)).news, [CHANGED, "saved"]);
  });
});

Deno.test(
  atFullEffort("a changed byte outside the sampled ones is noticed, although size and time are restored"),
  async () => {
    await inFolder(async (trace) => {
      await Deno.writeFile(trace, longTrace(20_000));
      const { lines } = await open(trace);
      const { atime, mtime, ctime, size } = await Deno.stat(trace);
      // The time of the last change is stored in seconds: wait for the next one, also on the clock of the
      // file system, which is a tick late.
      const next = 1000 * (Math.floor(ctime!.getTime() / 1000) + 1) + 50;
      while (Date.now() < next) await new Promise((resolve) => setTimeout(resolve, 20));
      using file = await Deno.open(trace, { write: true });
      // The samples are sixteen of its pages, including the first and the last.
      assert(size > 40 * 4096);
      await file.seek(6000, Deno.SeekMode.Start);
      await file.write(new Uint8Array([0xff]));
      await file.utime(atime!, mtime!);
      const { lines: now, news } = await open(trace);
      assertEquals(news, [CHANGED, "saved first"]);
      assertNotEquals(now, lines);
    });
  },
);

Deno.test("a file that is replaced after it was opened leaves no index", async () => {
  await inFolder(async (trace, folder) => {
    const opened = await openInput(trace);
    await Deno.rename(trace, `${trace}.old`);
    await Deno.writeFile(trace, longTrace(10));
    const loaded = await loadIndexed({ ...opened, path: trace }, newPools(), { name: "t" });
    opened.source.close();
    loaded.close();
    assertEquals(indexesIn(folder), []);
    assertEquals((await open(trace)).news, ["saved first"]);
  });
});

Deno.test("using an index makes it the last to be removed", async () => {
  await inFolder(async (trace, folder) => {
    await open(trace);
    const { path } = indexesIn(folder)[0]!;
    const long = new Date(1_000_000_000_000);
    await Deno.utime(path, long, long);
    assertEquals((await open(trace)).news, []);
    assert((await Deno.stat(path)).mtime! > long);
  });
});

Deno.test("an index that is cut or from another layout is not used", async () => {
  await inFolder(async (trace, folder) => {
    const { lines } = await open(trace);
    const { path } = indexesIn(folder)[0]!;
    const bytes = await Deno.readFile(path);
    const layout = bytes.slice();
    layout[bytes.length - 20]! ^= 1;
    const wrong = [new Uint8Array(0), bytes.subarray(0, 20), bytes.subarray(0, bytes.length - 1), layout];
    for (const other of [...wrong, bytes.subarray(bytes.length >> 1), new Uint8Array([...bytes, 0])]) {
      await Deno.writeFile(path, other);
      assertEquals(await open(trace), { lines, news: [DAMAGED, "saved first"] });
    }
  });
});

Deno.test("a changed byte of an index is found when it is opened or during a query, and the index is rebuilt", async () => {
  const random = new Random(3);
  await inFolder(async (trace, folder) => {
    const { lines } = await open(trace);
    const { path } = indexesIn(folder)[0]!;
    const bytes = await Deno.readFile(path);
    const { offset } = readTrailer(bytes.slice(-TRAILER_BYTES), bytes.length)!;
    for (let seed = 0; seed < seeds(7); seed++) {
      for (
        const [from, to, news] of [[0, offset, [IN_PART]], [offset, bytes.length, [
          DAMAGED,
          "saved first",
        ]]] as const
      ) {
        const changed = bytes.slice();
        changed[from + random.below(to - from)]! ^= 1 << random.below(8);
        await Deno.writeFile(path, changed);
        assertEquals(await open(trace), { lines, news });
        assertEquals(await Deno.readFile(path), bytes);
      }
    }
  });
});

/** Pools in which some codes of texts and ids of stacks are already used. */
function usedPools(): Pools {
  const pools = newPools();
  takeNumbers(pools);
  return pools;
}

Deno.test("an index that changes while it is open is rebuilt", async () => {
  await inFolder(async (trace, folder) => {
    const first = await open(trace);
    const { path } = indexesIn(folder)[0]!;
    const remove = (): Promise<void> => Deno.remove(path);
    const cut = (): Promise<void> => Deno.truncate(path, 1000);
    assertEquals(await open(trace, {}, { meanwhile: cut }), { lines: first.lines, news: [IN_PART] });
    assertEquals(await open(trace, {}, { meanwhile: remove }), { lines: first.lines, news: [] });
    // The rows are the same if texts and stacks have other numbers in the index.
    const { lines } = await open(trace, {}, { pools: usedPools() });
    const bytes = await Deno.readFile(path);
    const damage = (): Promise<void> => Deno.writeFile(path, bytes.with(0, bytes[0]! ^ 1));
    assertEquals(await open(trace, {}, { meanwhile: damage }), { lines, news: [IN_PART] });
    assertEquals(await Deno.readFile(path), bytes);
    // These numbers are in the part that was cut off.
    await assertRejects(() => open(trace, {}, { meanwhile: cut }), DamagedIndexError, "open the trace again");
    assertEquals(indexesIn(folder), []);
  }, "sp-rtrace/c01-jsonidx.txt");
});

Deno.test("nothing is saved without permission, and failed attempts leave no files", async () => {
  await inFolder(async (trace, folder) => {
    await Deno.writeTextFile(folder, "a file and not a folder");
    assertEquals((await open(trace)).news, []);
    await Deno.remove(folder);
    setIndexSettings({ folder: undefined, seconds: 0 });
    assertEquals((await open(trace)).news, []);
    setIndexSettings({ folder, seconds: 1000 });
    assertEquals((await open(trace)).news, []);
    assertEquals(indexesIn(folder), []);
    assertEquals((await open(trace, { always: true })).news, ["saved first"]);
    assertEquals([...Deno.readDirSync(folder)].length, 1);
  });
});

Deno.test("arguments of calls are read from the trace, which must be the one of the index", async () => {
  await inFolder(async (trace, folder) => {
    const first = await open(trace);
    assertEquals(first.news, ["saved first"]);
    assertEquals(await open(trace), { lines: first.lines, news: [] });
    assert(first.lines.some((line) => line.startsWith("t by argument: calls.arg(")));
    const { source, reopen } = await openInput(trace);
    const pools = newPools();
    const file = await loadIndexed({ source, path: trace }, pools, { name: "t", reopen: reopen! });
    source.close();
    const { makers } = file.traces[0]!;
    // Same size and time, other bytes.
    const { atime, mtime } = await Deno.stat(trace);
    const bytes = await Deno.readFile(trace);
    bytes[bytes.length >> 1]! ^= 1;
    await Deno.writeFile(trace, bytes);
    await Deno.utime(trace, atime!, mtime!);
    await assertRejects(() => makers.get("args")!.make(), InputError, "it has changed since it was opened");
    file.close();
    assertEquals(pools.arena.used, 0);
    assertEquals(indexesIn(folder).length, 1);
  }, CALLS);
});
