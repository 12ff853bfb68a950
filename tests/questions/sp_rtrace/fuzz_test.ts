import { assert, assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { FormatError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { load } from "../../../src/ingest/load.ts";
import { sample } from "../../formats/sp_rtrace/read_sample.ts";
import { byEffort, later, seeds } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { Random } from "../../support/random.ts";
import { ask } from "./ask.ts";

const SAMPLES = [
  "c03-gobject.txt",
  "c05-shm.txt",
  "c10-pagemap.resolved.txt",
  "c11-libwriter.compress.txt",
  "c05-shm.rtrace",
];
const QUERIES = [
  "events | by kind, type",
  "allocs | by func, file, line | top 3 by bytes",
  "live @ 50% | summarize sum(size)",
  "leaks | tree | take 5",
  "args | take 2",
  "problems | by code",
];

/** Loads a file and runs queries; false if nothing can be kept. */
async function survives(bytes: Uint8Array, format: string): Promise<boolean> {
  const session = new Session();
  try {
    session.add(tracesOf(await load(sourceOf(bytes, 1000), session.pools, { name: "t", format }), "t"));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
  for (const query of QUERIES) await ask(session, query);
  return true;
}

for (const [turn, name] of SAMPLES.entries()) {
  const left = (place: number): string | null => turn % 2 === place ? null : later;
  const format = name.endsWith(".rtrace") ? "sp-rtrace-bin" : "sp-rtrace";
  const bytes = sample(name);

  Deno.test(unless([left(0)], `load() and queries survive prefixes of ${name}`), async () => {
    const step = Math.max(1, Math.floor(bytes.length / seeds(40)));
    let kept = 0;
    for (let length = 1; length < bytes.length; length += step) {
      if (await survives(bytes.subarray(0, length), format)) kept++;
    }
    assert(kept > byEffort(seeds(30), 0), `${kept} are kept`);
  });

  Deno.test(unless([left(1)], `load() and queries survive flipped bytes of ${name}`), async () => {
    let kept = 0;
    for (let seed = 1; seed <= seeds(10); seed++) {
      const random = new Random(seed);
      const broken = bytes.slice();
      for (let flips = 1 + (seed % 12); flips > 0; flips--) {
        broken[random.below(broken.length)] = random.below(256);
      }
      try {
        if (await survives(broken, format)) kept++;
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
    assert(kept > seeds(10) * 0.75, `${kept} are kept`);
  });
}

Deno.test("load() gives the same rows for a report in containers and without", async () => {
  const ages: unknown[] = [];
  for (const bytes of [sample("c03-gobject.txt"), gzipSync(gzipSync(sample("c03-gobject.txt")))]) {
    const session = new Session();
    session.add(tracesOf(await load(sourceOf(bytes, 777), session.pools, { name: "t" }), "t"));
    ages.push(await ask(session, "leaks | by func, size | sort func"));
  }
  assertEquals(ages[0], ages[1]);
});
