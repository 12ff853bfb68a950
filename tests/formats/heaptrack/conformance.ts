import { LATER_LIFE } from "../../conformance/orders.ts";
import type { Conformance } from "../../conformance/profile.ts";
import { generateHeaptrack } from "./generate.ts";

/** Data of heaptrack. */
export const conformance: Conformance = {
  samples: { folder: "heaptrack", match: /\.zst$/ },
  trace: "heaptrack/heaptrack.shapes.zst",
  small: "heaptrack/heaptrack.wordfreq.zst",
  order: { tables: ["events", "allocs", "resident"], ahead: LATER_LIFE },
  twoFiles: "traces",
  filters: ["file", "size"],
  large: () => generateHeaptrack({ events: 100_000, seed: 1 }),
};
