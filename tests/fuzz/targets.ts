/**
 * Everything that can be fuzzed.
 * @module
 */

import { formats } from "../../src/formats/registry.ts";
import { folderOf } from "../conformance/profile.ts";
import { assistTarget } from "./assist_target.ts";
import { containerTarget } from "./container_target.ts";
import { indexTarget } from "./index_target.ts";
import { lspTarget } from "./lsp_target.ts";
import { programTarget } from "./program_target.ts";
import { queryTarget } from "./query_target.ts";
import type { Target } from "./target.ts";
import { traceTarget } from "./trace_target.ts";

/** Every target, in the order in which they run: the formats of the registry first. */
export const targets: readonly Target[] = [
  ...await Promise.all(formats.map(async ({ name }) => {
    const file = new URL(`../formats/${folderOf(name)}/fuzz.ts`, import.meta.url).href;
    return traceTarget(name, (await import(file)).fuzz);
  })),
  containerTarget,
  programTarget,
  indexTarget,
  queryTarget,
  assistTarget,
  lspTarget,
];
