/** Commands, options and variables about saved indexes and memory. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parseSize } from "../../src/base/size_text.ts";
import { machineMemory } from "../../src/ingest/machine_memory.ts";
import { dataSettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { setIndexSettings } from "../../src/index/settings.ts";
import { placeOf } from "../conformance/samples.ts";
import { threadsOfLastRun } from "./host_here.ts";
import { quarry } from "./program.ts";

const TRACE = placeOf("mpatrol/wordfreq-le64/trace.mtrc");
const COUNT = ["query", TRACE, "-e", "events | count"];

async function inCache(work: (folder: string) => Promise<void>, dir?: string): Promise<void> {
  const before = dataSettings();
  const folder = await Deno.makeTempDir({ prefix: "quarry-cache-", ...(dir === undefined ? {} : { dir }) });
  try {
    await work(folder);
  } finally {
    // A command that ran in this process has changed the settings.
    setDataSettings(before);
    setIndexSettings({ folder: undefined, seconds: Infinity });
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("quarry index saves an index that queries use, quarry cache lists it, and quarry cache clear removes it", async () => {
  await inCache(async (folder) => {
    const env = { XDG_CACHE_HOME: folder };
    const index = `${folder}/quarry/trace\\.mtrc-[0-9a-f]{16}\\.quarry-index`;
    assertEquals(await quarry(["cache"], { env }), {
      code: 0,
      out: `No indexes in ${folder}/quarry\n`,
      err: "",
    });
    const made = await quarry(["index", TRACE], { env });
    assertMatch(made.out, new RegExp(`^1 MB {2}${index}\n$`));
    assertEquals([made.code, made.err], [0, ""]);
    // The index already exists.
    assertEquals((await quarry(["index", TRACE], { env })).out, made.out);
    const [file] = [...Deno.readDirSync(`${folder}/quarry`)];
    const path = `${folder}/quarry/${file!.name}`;
    const listed = await quarry(["cache"], { env });
    assertMatch(listed.out, new RegExp(`^1 MB {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}${index}\n$`));
    const plain = await quarry(COUNT);
    assertEquals(await quarry(COUNT, { env }), plain);
    const damaged = await Deno.readFile(path);
    damaged[damaged.length - 1]! ^= 1;
    for (const without of [{ ...env, QUARRY_CACHE: "off" }, {}]) {
      await Deno.writeFile(path, damaged);
      assertEquals(await quarry(COUNT, { env: without }), plain);
    }
    assertEquals(await quarry([...COUNT, "--no-cache"], { env }), plain);
    assertEquals(await quarry([...COUNT, "--index", `${folder}/elsewhere`], { env }), plain);
    const used = await quarry(COUNT, { env });
    assertEquals(used.out, plain.out);
    assertStringIncludes(
      used.err,
      `Reading the trace again: its index ${path} cannot be used, it is damaged`,
    );
    assertEquals((await quarry(["index", TRACE, "--index", `${folder}/elsewhere`], { env })).code, 0);
    assertEquals([...Deno.readDirSync(`${folder}/elsewhere`)].length, 1);
    assertEquals(
      (await quarry(["cache", "clear", "--index", `${folder}/elsewhere`], { env })).out,
      "Removed 1 index, 1 MB\n",
    );
    assertEquals((await quarry(["cache", "clear"], { env })).out, "Removed 0 indexes, 0 MB\n");
  });
});

Deno.test("quarry index and quarry cache report what they cannot do", async () => {
  await inCache(async (folder) => {
    const env = { XDG_CACHE_HOME: folder };
    await Deno.writeTextFile(`${folder}/file`, "");
    const none = await quarry(["index", TRACE, `${folder}/none.mtrc`, "--index", `${folder}/file`], { env });
    assertEquals([none.code, none.out], [1, ""]);
    assertStringIncludes(
      none.err,
      `error: Cannot save an index of "${TRACE}": it is not a regular file, it changed while`,
    );
    assertStringIncludes(none.err, "none.mtrc");
    assertEquals((await quarry(["index"], { env })).code, 2);
    assertEquals((await quarry(["cache", "empty"], { env })).code, 2);
  });
});

/** Runs `work` on a machine that reports this much memory. */
async function withMachine<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const read = Deno.readTextFileSync;
  Deno.readTextFileSync = (path) =>
    path === "/proc/meminfo"
      ? `MemTotal: ${bytes / 1024} kB\n`
      : String(path).startsWith("/sys/fs/cgroup/")
      ? "max"
      : read(path);
  try {
    return await work();
  } finally {
    Deno.readTextFileSync = read;
  }
}

Deno.test("--memory and QUARRY_MEMORY set the budget, and the default is a fraction of the machine's memory", async () => {
  await inCache(async () => {
    const budget = async (args: readonly string[], env: Record<string, string> = {}): Promise<number> => {
      const { code, err } = await quarry([...COUNT, ...args], { env });
      assertEquals([code, err], [0, ""]);
      return dataSettings().budget;
    };
    assertEquals(await budget(["--memory", "64M"], { QUARRY_MEMORY: "128M" }), 64 << 20);
    assertEquals(await budget([], { QUARRY_MEMORY: "128M" }), 128 << 20);
    const usual = await budget([]);
    assert(usual <= (machineMemory() ?? 2 ** 32) / 2 && usual > 64 << 20);
    const gigabytes = 2 ** 30;
    for (const [machine, share] of [[4 * gigabytes, 2 * gigabytes], [64 * gigabytes, 3.5 * gigabytes]]) {
      assertEquals(await withMachine(machine!, () => budget([])), share, `${machine} bytes of memory`);
    }
    for (const wrong of ["", "much", "1M", "-5G", "1X"]) {
      const { code, err } = await quarry([...COUNT, `--memory=${wrong}`]);
      assertEquals(code, 2);
      assertStringIncludes(err, "--memory needs");
    }
  });
});

Deno.test("--threads and QUARRY_THREADS set the number of threads, and all cores are the default", async () => {
  await inCache(async () => {
    const threads = async (args: readonly string[], env: Record<string, string> = {}): Promise<number> => {
      const { code, err } = await quarry([...COUNT, ...args], { env });
      assertEquals([code, err], [0, ""]);
      return threadsOfLastRun();
    };
    assertEquals(await threads(["--threads", "3"], { QUARRY_THREADS: "5" }), 3);
    assertEquals(await threads([], { QUARRY_THREADS: "5" }), 5);
    assertEquals(await threads([]), Math.min(256, navigator.hardwareConcurrency));
    for (const wrong of ["", "many", "0", "-1", "1.5", "257"]) {
      const { code, err } = await quarry([...COUNT, `--threads=${wrong}`]);
      assertEquals(code, 2);
      assertStringIncludes(err, `--threads needs a number from 1 to 256, found "${wrong}"`);
    }
    const { code, err } = await quarry([...COUNT], { env: { QUARRY_THREADS: "no" } });
    assertEquals(code, 2);
    assertStringIncludes(err, 'QUARRY_THREADS needs a number from 1 to 256, found "no"');
  });
});

Deno.test("parseSize() reads sizes in common notations", () => {
  const sizes = {
    "64M": 2 ** 26,
    "1.5G": 1.5 * 2 ** 30,
    "2 GiB": 2 ** 31,
    "300000000": 3e8,
    "70000k": 71680000,
  };
  for (const [text, bytes] of Object.entries(sizes)) assertEquals(parseSize(text), bytes, text);
  for (const text of ["", "M", "1X", "-1M", "1e9"]) assertEquals(parseSize(text), undefined, text);
});

Deno.test("no index is lost when the clock jumps, and impossible dates are ignored", () =>
  inCache(async (folder) => {
    const env = { XDG_CACHE_HOME: `${folder}/cache` };
    const trace = `${folder}/t.mtrc`;
    await Deno.copyFile(TRACE, trace);
    const count = async (): Promise<void> => {
      const { out, err } = await quarry(["query", trace, "-e", "events | count"], { env });
      assertEquals([out, err], ["count\n1257\n", ""]);
    };
    assertEquals((await quarry(["index", trace], { env })).code, 0);
    // Timestamps in seconds: before 1970, now and in the far future; the last is beyond all dates, if the
    // disk can store it.
    for (const seconds of [-86_400 * 3650, 0, 2 ** 33, 99_999_999_999_999]) {
      const [{ name }] = [...Deno.readDirSync(`${folder}/cache/quarry`)] as [Deno.DirEntry];
      for (const path of [`${folder}/cache/quarry/${name}`, trace]) await Deno.utime(path, seconds, seconds);
      const { code, out, err } = await quarry(["cache"], { env });
      assertEquals([code, err], [0, ""], `${seconds}`);
      assertMatch(out, /^1 MB {2}[-+\d: ]+ {2}.*quarry-index\n$/);
      // By its date the trace is a different one, and its index is rebuilt.
      assertEquals((await quarry(["index", trace], { env })).code, 0, `${seconds}`);
      await count();
    }
  }, diskOfAnyDate()));

/** A folder in memory whose file system stores any date; others store the latest that they support. */
function diskOfAnyDate(): string | undefined {
  try {
    return Deno.statSync("/dev/shm").isDirectory ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}
