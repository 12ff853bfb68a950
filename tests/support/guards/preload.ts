/**
 * Loaded before every test: heaps get guards, and at full effort kernels are those of the checked build, which take a
 * third of the processor time of tests over traces. With `QUARRY_TEST_MEMORY=BYTES` all memories have that budget, so
 * that blocks are spilled: 1 spills every block that is not pinned. With `QUARRY_TEST_THREADS=N` queries have N
 * threads, for any number of rows.
 */

import { openSpillFile } from "../../../src/ingest/spill_file.ts";
import { setDataSettings } from "../../../src/memory/data_settings.ts";
import { guardAllHeaps } from "../../../src/memory/guards.ts";
import { setThreads, useThreadsAlways } from "../../../src/memory/threads.ts";
import { guardedBuilds, watchKernelCalls } from "../../../src/memory/wasm_module.ts";
import { effort } from "../effort.ts";
import { checkedCalls } from "./checked_calls.ts";
import { watchPieces } from "./guards.ts";

guardAllHeaps(watchPieces({
  withStacks: Deno.env.has("QUARRY_GUARD_STACKS"),
  far: Deno.env.has("QUARRY_FAR_MEMORY"),
}));
watchKernelCalls(checkedCalls);
if (effort >= 1) {
  const { CHECKED_KERNELS } = await import("./checked_kernels.ts");
  for (const [build, checked] of CHECKED_KERNELS) guardedBuilds.set(build, checked);
}

const budget = Deno.env.get("QUARRY_TEST_MEMORY");
if (budget !== undefined) setDataSettings({ budget: Number(budget), openFile: () => openSpillFile([]) });

const threads = Deno.env.get("QUARRY_TEST_THREADS");
if (threads !== undefined) {
  setThreads(Number(threads));
  useThreadsAlways(true);
}
