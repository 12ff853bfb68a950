import { LATER_LIFE, MEMORY_VIEWS } from "../../conformance/shared_facts.ts";
import type { Conformance } from "../../conformance/profile.ts";
import { generateMemray } from "./generate.ts";

/** Which of two blocks at an address a free ends depends on the following records. */
const LATER_ADDRESS = new RegExp(`${LATER_LIFE.source}|^events\\.(size|end|alloc|live_\\w+)$`);

/** Captures of memray. */
export const conformance: Conformance = {
  samples: { folder: "memray", match: /\.bin$/ },
  trace: "memray/v13-cache.bin",
  small: "memray/v13-forking-child1.bin",
  pair: ["memray/v13-tracked.bin", "memray/v13-forking-child1.bin"],
  views: MEMORY_VIEWS,
  order: { tables: ["events", "allocs", "resident"], ahead: LATER_ADDRESS },
  twoFiles: "first",
  filters: ["thread", "file", "addr", "size"],
  large: () => generateMemray({ events: 100_000, seed: 1 }),
};
