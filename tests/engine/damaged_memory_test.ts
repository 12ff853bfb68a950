/** A program that opens and closes damaged traces, one after the other, does not need more and more memory. */
import { assert, assertEquals } from "@std/assert";
import { Session } from "../../src/engine/session.ts";
import { FormatError } from "../../src/base/errors.ts";
import { askEveryTable, openOrRefuse } from "../fuzz/trace_checks.ts";
import { targets } from "../fuzz/targets.ts";
import { formats } from "../../src/formats/registry.ts";
import { byEffort } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const ROUNDS = 3;
/** Number of traces per round: at least one of each format. */
const TRACES_PER_ROUND = byEffort(14, formats.length);

Deno.test("damaged traces that are opened and closed leave nothing behind, in any format", async () => {
  const session = new Session();
  const { arena, strings, stacks } = session.pools;
  const reached: number[] = [];
  const numbers: number[] = [];
  const some = targets.filter(({ name }) => formats.some((format) => format.name === name));
  assertEquals(some.length, formats.length);
  const inputs = await Promise.all(
    some.map(async (target) => (await target.seeds()).filter(({ length }) => length < 20_000)),
  );
  let opened = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // The same damage in every round: any difference between rounds is leaked memory.
    const random = new Random(7);
    for (let at = 0; at < TRACES_PER_ROUND; at++) {
      const target = some[at % some.length]!;
      const choice = inputs[at % some.length]!;
      const file = await target.mutate(random.pick(choice), random, random.pick(choice));
      const loaded = await openOrRefuse(file, session.pools, { format: target.name });
      if (loaded instanceof FormatError) continue;
      opened++;
      await askEveryTable(session, loaded);
      assertEquals([arena.used, strings.inUse, stacks.inUse], [0, 0, 0], `${target.name}, file ${at}`);
    }
    reached.push(arena.heap.highWater);
    numbers.push(strings.size);
  }
  assert(opened > ROUNDS * TRACES_PER_ROUND / 2, `${opened} were opened`);
  // Guarded pieces are reused later, and then at other addresses.
  assert(reached.at(-1)! <= reached[0]! * 1.05, `the furthest that memory has reached: ${reached}`);
  assert(numbers.at(-1)! <= numbers[0]! * 1.05, `numbers of texts: ${numbers}`);
});
