import { LATER_LIFE, MEMORY_VIEWS } from "../../conformance/shared_facts.ts";
import type { Conformance } from "../../conformance/profile.ts";
import { generateHeaptrack } from "./generate.ts";

/** Data of heaptrack. */
export const conformance: Conformance = {
  samples: { folder: "heaptrack", match: /\.(?:zst|gz)$/ },
  trace: "heaptrack/heaptrack.shapes.zst",
  small: "heaptrack/heaptrack.wordfreq.zst",
  pair: ["heaptrack/heaptrack.pool.zst", "heaptrack/heaptrack.shapes.zst"],
  // The data does not say which function freed a block.
  views: MEMORY_VIEWS.filter((view) => view !== "Who frees"),
  order: { tables: ["events", "allocs", "resident"], ahead: LATER_LIFE },
  twoFiles: "traces",
  filters: ["file", "size"],
  large: () => generateHeaptrack({ events: 100_000, seed: 1 }),
};
