/**
 * Damaged recordings, asked in every way: nothing but the program's own errors, and the same from every side. Run as a
 * program it goes on: `fuzz_test.ts FIRST COUNT`.
 */
import { assert } from "@std/assert";
import { Random } from "../../support/random.ts";
import { type Asked, askEveryWay } from "./every_way.ts";
import { mutateFile, mutateStream } from "./mutate.ts";
import { randomStream } from "./random_stream.ts";
import { sampleNames, SAMPLES, streamOf } from "./support.ts";

const KEPT = new URL("../../../testdata/fuzz/apitrace/", import.meta.url);
/** Recordings longer than this are left out: most of what happens to them happens to short ones. */
const MOST_BYTES = 1 << 17;

async function shortStreams(): Promise<Uint8Array[]> {
  const streams = await Promise.all(
    sampleNames().map(async (name) => (await streamOf(Deno.readFileSync(new URL(name, SAMPLES)))).bytes),
  );
  return streams.filter((each) => each.length > 0 && each.length < MOST_BYTES);
}

/** The damaged recording of a seed. */
async function damaged(seed: number, samples: readonly Uint8Array[]): Promise<Uint8Array> {
  const random = new Random(seed);
  const stream = random.oneIn(4) ? random.pick(samples) : randomStream(seed, seed % 7).stream;
  return await mutateFile(mutateStream(stream, random), random);
}

async function run(seed: number, samples: readonly Uint8Array[]): Promise<Asked> {
  const file = await damaged(seed, samples);
  try {
    return await askEveryWay(file);
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.stack : error}`, { cause: error });
  }
}

Deno.test("every kept recording can be asked in every way", async (test) => {
  for (const { name } of Deno.readDirSync(KEPT)) {
    await test.step(name, async () => {
      const { refused, calls, problems } = await askEveryWay(Deno.readFileSync(new URL(name, KEPT)));
      assert(!refused && calls > 0 && problems > 0, `${calls} calls, ${problems} problems`);
    });
  }
});

Deno.test("damaged recordings can be asked in every way", async () => {
  const samples = await shortStreams();
  const outcomes: Asked[] = [];
  for (let seed = 1; seed <= 40; seed++) outcomes.push(await run(seed, samples));
  assert(outcomes.filter(({ calls }) => calls > 0).length > 20, "most of them have calls");
});

if (import.meta.main) {
  const [first = 1, count = 100] = Deno.args.map(Number);
  const samples = await shortStreams();
  const started = performance.now();
  let failed = 0;
  let withCalls = 0;
  for (let seed = first; seed < first + count; seed++) {
    try {
      if ((await run(seed, samples)).calls > 0) withCalls++;
    } catch (error) {
      failed++;
      // deno-lint-ignore no-console
      console.error(error instanceof Error ? error.message : error);
    }
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  // deno-lint-ignore no-console
  console.log(`${count} recordings, ${withCalls} with calls, ${failed} failed, ${seconds} s`);
}
