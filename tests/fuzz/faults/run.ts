/** `deno task fuzz faults`: every call that can fail does so once, of which the tests try a few. */

import { failThreads, failWhileReading, failWhileWriting, largeFile } from "./command_faults.ts";
import { failWhileAsking, failWhileLoading } from "./memory_faults.ts";

const ALL = Infinity;

/** Runs everything; reports progress. Throws if a check fails. */
export async function runFaults(say: (text: string) => void): Promise<void> {
  const count = async (what: string, run: () => Promise<number>): Promise<void> => {
    const start = performance.now();
    const runs = await run();
    say(`${what}: ${runs} failing calls, ${Math.round((performance.now() - start) / 1000)} s\n`);
  };
  await count("memory while loading", () => failWhileLoading(ALL));
  await count("memory while asking", () => failWhileAsking(ALL, 1));
  await count("commands that read", () => failWhileReading(ALL));
  await count("commands that write", () => failWhileWriting(ALL));
  await largeFile(1_200_000, async (path) => {
    for (const fault of ["thread", "message"] as const) {
      await count(`a ${fault}`, () => failThreads(["query", path, "-e", "leaks | by func | count"], fault));
    }
  });
}
