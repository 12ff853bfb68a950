/**
 * A few of the calls that can fail; `deno task fuzz faults` tries all of them.
 */
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { atFullEffort, byEffort, effort, seeds, someOf } from "../../support/effort.ts";
import { quarry } from "../../cli/program.ts";
import { atPlace, contentsOf, WRITERS } from "../../output/writers.ts";
import { failThreads, failWhileReading, failWhileWriting, largeFile } from "./command_faults.ts";
import { failing } from "./failing.ts";
import { failAgainAndAgain, failWhileAsking, failWhileLoading } from "./memory_faults.ts";

const HEAP = fileURLToPath(new URL("../../../testdata/mpatrol/tutorial2-le64/trace.mtrc", import.meta.url));

Deno.test("memory is freed if it runs out during a load, and the trace can be loaded again", async () => {
  assert(await failWhileLoading(seeds(8)) >= seeds(50));
});

Deno.test("memory is freed after a query runs out of it, and the repeated query has the same answer", async () => {
  assert(await failWhileAsking(seeds(2), Math.max(1, Math.round(6 / effort))) >= byEffort(40, 8));
});

Deno.test("tables that cannot be built leave nothing behind while their trace is open", async () => {
  assert(await failAgainAndAgain(seeds(10)) >= seeds(25));
});

Deno.test("a file that cannot be opened or read causes an error with a code, or is not needed", async () => {
  assert(await failWhileReading(seeds(2), 3) >= seeds(20));
});

Deno.test("a failed write leaves everything unchanged", async () => {
  assert(await failWhileWriting(seeds(2), byEffort(1, 12)) >= byEffort(50, 3));
});

Deno.test(
  atFullEffort("queries work without threads that do not start or respond, and leave none behind"),
  async () => {
    await largeFile(220_000, async (path) => {
      for (const fault of ["thread", "message"] as const) {
        assertEquals(await failThreads(["query", path, "-e", "leaks | by func | count"], fault), 1);
      }
    });
  },
);

Deno.test("a query that runs out of memory fails, without marking the trace as damaged", async () => {
  const query = ["query", HEAP, "-e", "events | by func, size | sort count"];
  const { calls } = await failing("allocation", 0, () => quarry(query));
  const late = await failing("allocation", calls, () => quarry(query));
  assertEquals([late.value?.code, late.value?.out], [1, ""]);
  const early = await failing("allocation", 1, () => quarry(query));
  assertEquals(early.value?.code, 3);
});

Deno.test("an unfinished file is removed even if the system cannot tell whether it exists", async () => {
  const csv = WRITERS.find(({ name }) => name === "export --to csv")!;
  await atPlace(csv, async (place) => {
    Deno.writeFileSync(place.output, new Uint8Array());
    const args = csv.args({ ...place, force: true });
    const { calls } = await failing("open", 0, () => quarry(args));
    for (const before of someOf(calls, 0.6)) {
      const nth = before + 1;
      await failing("open", nth, () => quarry(args));
      assertEquals(Object.keys(contentsOf(place.out)), ["target"], `call ${nth} of ${calls}`);
    }
  });
});
