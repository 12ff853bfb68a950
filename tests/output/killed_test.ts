/** Programs that are killed while they write: existing files are unchanged, and the next run cleans up. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Random } from "../support/random.ts";
import { dyingAt } from "./system_calls.ts";
import { longTrace } from "./long_trace.ts";
import { atFullEffort, entriesOf, later, someOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { atPlace, contentsOf, runProgram, startProgram, write, type Writer, WRITERS } from "./writers.ts";
import { Temporary } from "../support/temporary.ts";

const APITRACE = new URL("../../testdata/apitrace/real-userarrays.trace", import.meta.url).pathname;
const MOST_TRIES = 5;
const LEFTOVER = /^\.quarry-\d+-\d+-\d+\.(?:new|add|blobs)$/;

/**
 * Runs a program and kills it, repeatedly until that happens while it writes into a folder. Deno writes its own caches,
 * and a program killed then would find them unfinished again: so the undisturbed program `live` runs in between.
 */
async function killedIn(
  folder: string,
  run: () => Promise<{ readonly code: number }>,
  live: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    assert((await run()).code !== 0, "it has lived");
    const names = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
    if (names.some(({ name }) => LEFTOVER.test(name))) return;
    await live();
  }
  throw new Error(`${MOST_TRIES} programs were killed before they wrote anything`);
}

function before({ kind = "before" }: Writer): Uint8Array {
  return typeof kind === "string" ? new TextEncoder().encode(kind) : kind;
}

for (const writer of WRITERS) {
  Deno.test({
    ...atFullEffort(`kill -9: ${writer.name} leaves the file unchanged`, ["strace"]),
    fn: () =>
      atPlace(writer, async (place) => {
        const name = place.output.slice(place.out.length + 1);
        for (const through of entriesOf([dyingAt("fsync"), dyingAt("/^rename")], 1, 1)) {
          const begin = (): void => Deno.writeFileSync(place.output, before(writer));
          begin();
          await killedIn(place.out, () => write(writer, place, { through }), async () => {
            await write(writer, place, { ownProcess: true });
            begin();
          });
          const { [name]: content, ...others } = contentsOf(place.out);
          assertEquals(content, new TextDecoder("latin1").decode(before(writer)));
          assertEquals(Object.keys(others).length, 1);
          for (const other of Object.keys(others)) assertMatch(other, LEFTOVER);
          assertEquals((await write(writer, place, { ownProcess: true })).code, 0);
          assertEquals(Object.keys(contentsOf(place.out)), [name]);
        }
      }),
  });
}

const EVENTS = 200_000;
const LONG_TRACE = longTrace(EVENTS);
/** Bytes of the smallest file, a table of few columns, that must be written before the program is killed. */
const LEAST_BYTES = 200_000;
const MOST_BYTES = 3_000_000;

/** Size of the largest unfinished file in a folder. */
function unfinishedBytes(folder: string): number {
  let bytes = 0;
  for (const { name } of Deno.readDirSync(folder)) {
    if (!LEFTOVER.test(name)) continue;
    try {
      bytes = Math.max(bytes, Deno.statSync(`${folder}/${name}`).size);
    } catch {
      // The file was renamed to its final name.
    }
  }
  return bytes;
}

/**
 * Kills a program when an unfinished file has this many bytes; returns its exit code, and whether that happened in
 * time.
 */
async function endedAt(
  args: readonly string[],
  { folder, stdin = "", bytes, signal }: {
    readonly folder: string;
    readonly stdin?: string;
    readonly bytes: number;
    readonly signal: Deno.Signal;
  },
): Promise<{ readonly code: number; readonly hit: boolean }> {
  const child = startProgram(args);
  const input = child.stdin.getWriter();
  await input.write(new TextEncoder().encode(stdin));
  await input.close();
  let ended = false;
  let hit = false;
  const output = child.output().finally(() => ended = true);
  while (!ended && !hit) {
    hit = unfinishedBytes(folder) >= bytes;
    if (hit) child.kill(signal);
    else await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { code: (await output).code, hit };
}

const LONG: Readonly<Record<string, (trace: string, out: string) => { args: string[]; stdin?: string }>> = {
  "export --to csv": (trace, out) => ({ args: ["export", trace, "--to", "csv", "-o", out] }),
  "export --to ndjson": (trace, out) => ({ args: ["export", trace, "--to", "ndjson", "-o", out] }),
  ".once": (trace, out) => ({ args: ["repl", trace], stdin: `.mode csv\n.once ${out}\nevents\n` }),
  "as mptrace -H": (trace, out) => ({ args: ["as", "mptrace", "-H", out, trace] }),
};

for (const [turn, signal] of (["SIGTERM", "SIGINT", "SIGKILL"] as const).entries()) {
  Deno.test(
    unless([turn === 2 ? null : later], `${signal} at any moment of writing leaves the file unchanged`),
    async () => {
      using folder = Temporary.folder();
      const trace = `${folder.path}/long.mtrc`;
      await Deno.writeFile(trace, LONG_TRACE);
      let hits = 0;
      const long = Object.entries(LONG);
      for (const at of someOf(long.length, 3, turn)) {
        const [name, run] = long[at]!;
        const random = new Random(0x51 + at);
        const out = `${folder.path}/out`;
        await Deno.remove(out, { recursive: true }).catch(() => {});
        await Deno.mkdir(out);
        const { args, stdin = "" } = run(trace, `${out}/target`);
        Deno.writeTextFileSync(`${out}/target`, "before");
        const bytes = LEAST_BYTES + random.below(MOST_BYTES - LEAST_BYTES);
        const { code, hit } = await endedAt(args, { folder: out, stdin, bytes, signal });
        const { target = "", ...others } = contentsOf(out);
        const what = `${name}, ${bytes} bytes, seed ${0x51 + at}`;
        // A program that has finished meanwhile has written the complete file.
        if (!hit || code === 0) {
          assert(code === 0 && target.length > LEAST_BYTES, `${what}: exit code ${code}`);
        } else {
          hits++;
          assertEquals(target, "before", what);
          // Ctrl-C at the prompt cancels the result, and everything after it.
          assertEquals(code, { SIGTERM: 143, SIGINT: 130, SIGKILL: 137 }[signal], what);
        }
        if (signal !== "SIGKILL") assertEquals(Object.keys(others), [], what);
        await runProgram(["export", APITRACE, "--table", "frames", "-o", `${out}/next.csv`]);
        assertEquals(Object.keys(contentsOf(out)), ["next.csv", "target"], what);
      }
      assert(hits > 0, "no program was ended while it wrote");
    },
  );
}

Deno.test("Ctrl-C while an index is written leaves no part of it", async () => {
  using folder = Temporary.folder();
  const trace = `${folder.path}/long.mtrc`;
  const out = `${folder.path}/out`;
  await Deno.writeFile(trace, LONG_TRACE);
  await Deno.mkdir(out);
  const args = ["index", trace, "--index", out];
  for (let attempt = 0; attempt < 10; attempt++) {
    const { code } = await endedAt(args, { folder: out, bytes: 1, signal: "SIGINT" });
    const left = Object.keys(contentsOf(out));
    if (code !== 0) {
      assertEquals([code, left], [130, []]);
      return;
    }
    // The index was complete when the signal came.
    assertEquals(left.map((name) => name.endsWith(".quarry-index")), [true]);
    await Deno.remove(`${out}/${left[0]}`);
  }
  throw new Error("no program was ended while it wrote");
});

Deno.test({
  ...atFullEffort("kill -9: .output has only complete results after the next write into its folder", [
    "strace",
  ]),
}, async () => {
  using folder = Temporary.folder();
  const trace = `${folder.path}/long.mtrc`;
  await Deno.writeFile(trace, LONG_TRACE);
  const target = `${folder.path}/target`;
  const next = (): Promise<unknown> => runProgram(["fmt", `${folder.path}/a.qry`], { ownProcess: true });
  const script = `.mode csv\n.output ${target}\nleaks | count\n\nevents\n`;
  const first = `count\n${EVENTS}\n`;
  let partial = false;
  // The first write adds the small result, and those after it a mebibyte each, on any thread.
  for (const nth of [1, ...entriesOf([3, 2, 4], 1)]) {
    const { code } = await runProgram(["repl", trace], {
      stdin: script,
      through: dyingAt("write", nth, target),
    });
    assert(code !== 0, "it has lived");
    const { size } = Deno.statSync(target);
    if (nth === 1) assertEquals(size, 0);
    else assertEquals((size - first.length) % (1 << 20), 0, `killed at ${size} bytes`);
    partial ||= size > first.length;
    Deno.writeTextFileSync(`${folder.path}/a.qry`, "leaks|count");
    await next();
    assertEquals(Deno.readTextFileSync(target), nth === 1 ? "" : first);
    assertEquals(Object.keys(contentsOf(folder.path)), ["a.qry", "long.mtrc", "target"]);
  }
  assert(partial, "no program was killed in the middle of a result");
});

Deno.test({
  ...atFullEffort("kill -9: blobs leaves only complete files, and none before the last one is written", [
    "strace",
  ]),
}, async () => {
  using folder = Temporary.folder();
  const out = `${folder.path}/blobs`;
  const run = (
    more: readonly string[] = [],
    through: readonly string[] = [],
  ): ReturnType<typeof runProgram> =>
    runProgram(["blobs", APITRACE, "-o", out, ...more], { through, ownProcess: true });
  assertEquals((await run()).code, 0);
  const whole = contentsOf(out);
  const live = async (): Promise<void> => {
    await run(["--force"]);
    Deno.removeSync(out, { recursive: true });
  };
  const visible = (): Record<string, string> =>
    Object.fromEntries(Object.entries(contentsOf(out)).filter(([name]) => !LEFTOVER.test(name)));
  const moments = [["fsync", 1], ["fsync", 5], ["/^rename", 1]] as const;
  for (const [calls, nth] of entriesOf(moments, 1, 1)) {
    Deno.removeSync(out, { recursive: true });
    await killedIn(out, () => run([], dyingAt(calls, nth)), live);
    assertEquals(visible(), {});
    assertEquals(Object.keys(contentsOf(out)).length, 2);
    // Leftovers do not count as files: --force is not needed.
    assertEquals((await run()).code, 0);
    assertEquals(contentsOf(out), whole);
  }
  Deno.removeSync(out, { recursive: true });
  await killedIn(out, () => run([], dyingAt("/^rename", 20)), live);
  const part = visible();
  assert(Object.keys(part).length > 0 && Object.keys(part).length < Object.keys(whole).length);
  for (const [name, content] of Object.entries(part)) assertEquals(content, whole[name]);
  assertEquals((await run(["--force"])).code, 0);
  assertEquals(contentsOf(out), whole);
});
