/**
 * Addresses beyond 2 GiB: reading one as a signed number would access the wrong place, and no small trace would show
 * it.
 */
import { assert, assertEquals } from "@std/assert";
import { guardAllHeaps } from "../../src/memory/guards.ts";
import { newPools } from "../../src/tables/pools.ts";
import { Loader } from "../conformance/loading.ts";
import { SAMPLES, someSamples } from "../conformance/samples.ts";
import { runGolden } from "../golden/golden_file.ts";
import { seeds, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { watchPieces } from "../support/guards/guards.ts";

const FAR = 2 ** 31;
const GOLDEN = new URL("../golden/", import.meta.url);

/** Runs `work` with memory that begins at 2 GiB. */
async function inFarMemory<T>(work: () => Promise<T>): Promise<T> {
  const before = guardAllHeaps(watchPieces({ far: true }));
  try {
    return await work();
  } finally {
    guardAllHeaps(before);
  }
}

Deno.test("far memory starts at 2 GiB", () =>
  inFarMemory(() => {
    assert(newPools().arena.alloc(16) >= FAR);
    return Promise.resolve();
  }));

for (const { entry: format, left } of turnsOf([...SAMPLES.keys()], 3)) {
  Deno.test(unless([left], `${format}: rows are the same beyond 2 GiB`), async () => {
    const near = new Loader();
    const far = await inFarMemory(() => Promise.resolve(new Loader()));
    for (const { path, bytes } of someSamples(format, seeds(4), 1 << 20)) {
      assertEquals(await far.snapshot(bytes), await near.snapshot(bytes), path);
    }
  });
}

const QUERIES = [...Deno.readDirSync(GOLDEN)].map(({ name }) => name).filter((name) =>
  name.endsWith(".query")
);

for (const { entry: name, left } of turnsOf(QUERIES.sort(), 8)) {
  Deno.test(unless([left], `golden ${name} beyond 2 GiB`), () =>
    inFarMemory(async () => {
      const { cases } = await runGolden(await Deno.readTextFile(new URL(name, GOLDEN)));
      for (const { script, expected, actual } of cases) assertEquals(actual, expected, script);
    }));
}
