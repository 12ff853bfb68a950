/**
 * Golden queries have the same answers when every block is spilled, and over saved indexes. Each run uses some of the
 * files; with `QUARRY_EVERY_WAY=1` all of them.
 */
import { assertEquals } from "@std/assert";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { throughIndex } from "../index/through_index.ts";
import { entriesOf } from "../support/effort.ts";
import { openedThrough } from "../support/sample_session.ts";
import { onThreads } from "../support/threads.ts";
import { runGolden } from "./golden_file.ts";

const FOLDER = new URL("./", import.meta.url);
const SOME = ["lives", "points", "stages", "two_traces", "wordfreq"];
const every = Deno.env.get("QUARRY_EVERY_WAY") === "1";
const names = every
  ? [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) => name.endsWith(".query")).sort()
  : SOME.map((name) => `${name}.query`);

/** Memories of one byte spill every block that is not pinned. */
async function outOfMemory<T>(work: () => Promise<T>): Promise<T> {
  const before = dataSettings();
  setDataSettings({ budget: 1, openFile: () => openSpillFile([]) });
  try {
    return await work();
  } finally {
    setDataSettings(before);
  }
}

type Golden = ReturnType<typeof runGolden>;

const WAYS: Readonly<Record<string, (run: () => Golden) => Golden>> = {
  "out of memory": outOfMemory,
  "on three threads": (run) => onThreads(3, run),
  "on seven threads, out of memory": (run) => onThreads(7, () => outOfMemory(run)),
  "from a saved index": (run) =>
    openedThrough((file, { pools }, options) => throughIndex(file, pools, options), run),
  "from a saved index with other numbers, out of memory": (run) =>
    outOfMemory(() =>
      openedThrough((file, { pools }, options) => throughIndex(file, pools, { ...options, renumbered: true }), run)
    ),
};

for (const [turn, [way, through]] of Object.entries(WAYS).entries()) {
  Deno.test(`golden queries give the expected answers ${way}`, async () => {
    // While answers are written, some are not written yet.
    if (Deno.args.includes("--update")) return;
    for (const name of every ? names : entriesOf(names, 0.15, turn)) {
      // It shows ids of stacks, which depend on the other traces of a session.
      if (name === "profile.query" && way.includes("other numbers")) continue;
      const text = await Deno.readTextFile(new URL(name, FOLDER));
      const { cases } = await through(() => runGolden(text));
      for (const { script, expected, actual } of cases) assertEquals(actual, expected, `${name}: ${script}`);
    }
  });
}
