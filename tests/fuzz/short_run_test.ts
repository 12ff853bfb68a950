/** A short run of `deno task fuzz` for every target, always the same; and a check that it finds failures. */
import { assert, assertEquals } from "@std/assert";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { Fuzzer } from "./fuzzer.ts";
import { shrink } from "./shrink.ts";
import { mutateStructure } from "./structure.ts";
import { mtrcStructure } from "./structures/mpatrol.ts";
import { Failure, type Target } from "./target.ts";
import { targets } from "./targets.ts";

/** Number of inputs per target; the time limit is not used, so that every machine runs the same ones. */
const RUNS = 8;

for (const target of targets) {
  if (target.name === "lsp") continue; // its conversations take longer, and tests/lsp has some
  Deno.test(`fuzz: all properties hold for some damaged inputs of ${target.name}`, async () => {
    const random = new Random(20);
    const inputs = (await target.seeds()).filter(({ length }) => length < 12_000);
    const runner = await target.start();
    try {
      for (let run = 0; run < seeds(RUNS); run++) {
        const input = await target.mutate(random.pick(inputs), random, random.pick(inputs));
        try {
          await runner.run(input);
        } catch (error) {
          throw new Error(`Run ${run} of ${target.name}`, { cause: error });
        }
      }
    } finally {
      await runner.close();
    }
  });
}

/** Fails on inputs with three letters in a row, one of which no seed has. */
const madeUp: Target = {
  name: "made up",
  summary: "",
  seeds: () => Promise.resolve([new TextEncoder().encode("xxaxx"), new TextEncoder().encode("yybyyc")]),
  mutate: (input, random, other) => {
    const at = random.below(input.length + 1);
    const from = random.below(other.length + 1);
    return new Uint8Array([
      ...input.subarray(0, at),
      ...other.subarray(from, from + 3),
      ...input.subarray(at),
    ])
      .subarray(0, 40);
  },
  start: () => ({
    run: (input) => {
      const text = new TextDecoder().decode(input);
      if (text.includes("abc")) throw new Failure("abc is there");
      return Promise.resolve([...text.matchAll(/ab|bc/g)].map(([each]) => each));
    },
    close: () => {},
  }),
};

Deno.test("Fuzzer keeps new outcomes, reaches a failure from them, and minimizes it", async () => {
  const found: string[] = [];
  const failed: string[] = [];
  const text = (input: Uint8Array): string => new TextDecoder().decode(input);
  const fuzzer = new Fuzzer(madeUp, {
    seed: 1,
    seconds: 20,
    known: [],
    coverage: undefined,
    listener: {
      running: () => {
        if (failed.length > 0) fuzzer.stop();
      },
      found: (input) => found.push(text(input)),
      failed: (input) => failed.push(text(input)),
    },
  });
  const tally = await fuzzer.run();
  assertEquals(failed, ["abc"]);
  assert(found.includes("bc") || found.includes("ab"), found.join());
  assertEquals([tally.failures, tally.found], [1, found.length]);
});

Deno.test("shrink() removes irrelevant parts", async () => {
  const input = new TextEncoder().encode("one line\nthe needle here\nanother\n");
  const holds = (smaller: Uint8Array): Promise<boolean> =>
    Promise.resolve(new TextDecoder().decode(smaller).includes("needle"));
  const small = async (what: "bytes" | "lines, bytes" | "lines"): Promise<string> =>
    new TextDecoder().decode(await shrink(input, what, 500, holds));
  assertEquals(await small("bytes"), "needle");
  assertEquals(await small("lines, bytes"), "needle");
  assertEquals(await small("lines"), "the needle here");
});

Deno.test("mutateStructure() damages known structures, and leaves the original unchanged", async () => {
  const [seed] = await targets.find(({ name }) => name === "mtrc")!.seeds();
  const before = seed!.slice();
  const random = new Random(3);
  const records = mtrcStructure(seed!).records.length;
  let understood = 0;
  for (let run = 0; run < 200; run++) {
    const damaged = mutateStructure(seed!, random, mtrcStructure, seed!)!;
    if (mtrcStructure(damaged).records.length >= records / 2) understood++;
  }
  assertEquals(seed, before);
  // A single changed number usually leaves the following records readable.
  assert(understood > 150, `${understood} of 200`);
});
