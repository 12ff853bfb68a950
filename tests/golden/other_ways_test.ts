/**
 * Golden queries have the same answers when every block has left memory, and over saved indexes. Some files are asked in
 * each run; with `QUARRY_EVERY_WAY=1` all of them.
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

/** Memories of one byte let every block leave whenever nobody looks at it. */
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
    // While answers are written, files have some that are not written yet.
    if (Deno.args.includes("--update")) return;
    for (const name of every ? names : entriesOf(names, 0.15, turn)) {
      // It shows numbers of stacks, which depend on what else a session has open.
      if (name === "profile.query" && way.includes("other numbers")) continue;
      const text = await Deno.readTextFile(new URL(name, FOLDER));
      const { cases } = await through(() => runGolden(text));
      for (const { script, expected, actual } of cases) assertEquals(actual, expected, `${name}: ${script}`);
    }
  });
}
