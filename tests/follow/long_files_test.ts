/**
 * Long files whose reader continues where it was: nothing is read twice, and the answers at each check equal those of a
 * fresh load. Lengths and ends differ from run to run; `QUARRY_SEED` repeats a run.
 */
import { assert, assertEquals } from "@std/assert";
import { Follower } from "../../src/engine/follow.ts";
import { Session } from "../../src/engine/session.ts";
import { formatNamed, formats } from "../../src/formats/registry.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { withDataSettings } from "../../src/memory/data_settings.ts";
import { setThreads, threadSettings } from "../../src/memory/threads.ts";
import { byEffort, seeds, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { withFolder } from "../support/temporary.ts";
import { completeRecords, followed, linesOf, plain } from "./followed_answers.ts";
import { MAKERS } from "./long_traces.ts";

const SEED = Number(Deno.env.get("QUARRY_SEED")) || crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
const LOOKS = byEffort(4, 2);
/** Too little memory for all blocks of rows, so that some are spilled. */
const LITTLE_MEMORY = { budget: 1 << 19, openFile: () => openSpillFile([]) };

async function watch(name: string, path: string, seed: number): Promise<void> {
  const format = formatNamed(name)!;
  const random = new Random(seed);
  const bytes = await MAKERS[name]!(random);
  const threads = random.pick([1, 3]);
  const isSmall = random.oneIn(2);
  const how = `QUARRY_SEED=${SEED}, seed ${seed}: ${threads} threads, ${isSmall ? "little" : "much"} memory`;
  setThreads(threads);
  const session = isSmall ? withDataSettings(LITTLE_MEMORY, () => new Session()) : new Session();
  let end = 5000 + random.below(bytes.length - 5000);
  await Deno.writeFile(path, bytes.subarray(0, end));
  session.add(await followed(session, path));
  const follower = new Follower(session, () => Promise.reject(new Error("It was read from its start")));
  for (let look = 0; look <= LOOKS; look++) {
    const records = await completeRecords(bytes.subarray(0, end), format);
    const wanted = await plain(records);
    const [open] = session.traces;
    assertEquals(await linesOf(session, [open!.trace]), wanted!.lines, `${how}, ${end} bytes`);
    if (end === bytes.length) break;
    const more = look === LOOKS - 1 ? bytes.length : random.pick([1, 20, 3000, 1 << 20]);
    const before = end;
    end = Math.min(bytes.length, end + more);
    await Deno.writeFile(path, bytes.subarray(before, end), { append: true });
    const news = await follower.look();
    assertEquals(news.map(({ failure }) => failure), news.map(() => undefined), how);
  }
  session.closeAll();
  assertEquals(session.pools.arena.pieceCount, 0);
}

Deno.test("every format that can be followed has a long test file", () => {
  assertEquals(
    formats.filter(({ grows }) => grows?.goesOn).map(({ name }) => name).sort(),
    Object.keys(MAKERS).sort(),
  );
});

for (const { entry: name, left } of turnsOf(Object.keys(MAKERS), 4, SEED)) {
  const what =
    `${name}: reading of a long file continues where it ended, and the answers equal those of a fresh load`;
  Deno.test(unless([left], what), async () => {
    const { wanted } = threadSettings();
    try {
      await withFolder(async (folder) => {
        for (let at = 0; at < seeds(2); at++) {
          await watch(name, `${folder}/t`, SEED + at);
        }
      });
    } finally {
      setThreads(wanted);
    }
  });
}

Deno.test("a followed file frees all its memory when it is closed", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t`;
    const bytes = await MAKERS["mtrc"]!(new Random(SEED));
    await Deno.writeFile(path, bytes.subarray(0, bytes.length >>> 1));
    const session = new Session();
    const before = session.pools.arena.used;
    session.add(await followed(session, path));
    const follower = new Follower(session, () => Promise.reject(new Error("It was read from its start")));
    for (let end = bytes.length >>> 1; end < bytes.length - 1000; end += 1000 + (bytes.length >>> 3)) {
      await Deno.writeFile(path, bytes.subarray(0, end));
      await follower.look();
    }
    assert(session.pools.arena.used > before);
    session.closeAll();
    assertEquals(session.pools.arena.used, before);
  });
});
