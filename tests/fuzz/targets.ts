/**
 * Everything that can be fuzzed.
 * @module
 */

import { assistTarget } from "./assist_target.ts";
import { randomStream } from "../formats/apitrace/random_stream.ts";
import { containerTarget } from "./container_target.ts";
import { askEveryWay } from "./every_way.ts";
import { indexTarget } from "./index_target.ts";
import { lspTarget } from "./lsp_target.ts";
import { mutateStream } from "./mutate_stream.ts";
import { queryTarget } from "./query_target.ts";
import { apitraceStructure } from "./structures/apitrace.ts";
import { gnatcovSourceStructure, gnatcovStructure } from "./structures/gnatcov.ts";
import { mptlStructure, mtrcStructure } from "./structures/mpatrol.ts";
import { lineStructure, spRtraceBinStructure } from "./structures/sp_rtrace.ts";
import type { Target } from "./target.ts";
import { traceTarget } from "./trace_target.ts";

/** Versions of streams, and one stream for each. */
const APITRACE_VERSIONS = 7;

/** Every target, in the order in which they run. */
export const targets: readonly Target[] = [
  traceTarget({ name: "mtrc", find: mtrcStructure }),
  traceTarget({ name: "mptl", find: mptlStructure }),
  traceTarget({ name: "gnatcov", find: gnatcovStructure }),
  traceTarget({
    name: "gnatcov-src",
    find: (bytes) => (bytes[37] ?? 2) < 2 ? gnatcovSourceStructure(bytes) : lineStructure(bytes),
  }),
  traceTarget({
    name: "apitrace",
    find: apitraceStructure,
    mutate: mutateStream,
    alsoHolds: async (file) => void await askEveryWay(file),
    seeds: () =>
      Array.from({ length: APITRACE_VERSIONS }, (_, version) => randomStream(version + 1, version).stream),
  }),
  traceTarget({ name: "sp-rtrace", find: lineStructure }),
  traceTarget({ name: "sp-rtrace-bin", find: spRtraceBinStructure }),
  containerTarget,
  indexTarget,
  queryTarget,
  assistTarget,
  lspTarget,
];
