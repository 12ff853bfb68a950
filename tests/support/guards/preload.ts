/**
 * Loaded before every test: heaps get guards, kernels are those of the checked build.
 */

import { guardAllHeaps } from "../../../src/memory/guards.ts";
import { checkedBuilds } from "../../../src/memory/wasm_module.ts";
import { CHECKED_KERNELS } from "./checked_kernels.ts";
import { watchPieces } from "./guards.ts";

guardAllHeaps(watchPieces({
  withStacks: Deno.env.has("QUARRY_GUARD_STACKS"),
  far: Deno.env.has("QUARRY_FAR_MEMORY"),
}));
for (const [build, checked] of CHECKED_KERNELS) checkedBuilds.set(build, checked);
