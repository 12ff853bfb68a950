import { LATER_LIFE, MEMORY_VIEWS } from "../../conformance/shared_facts.ts";
import type { Conformance } from "../../conformance/profile.ts";
import { generateRawData } from "./generate.ts";

/** Which of two blocks at an address a free ends depends on the following records. */
const LATER_ADDRESS = new RegExp(`${LATER_LIFE.source}|^events\\.(size|end|alloc|live_\\w+)$`);

/** Raw data of heaptrack. */
export const conformance: Conformance = {
  samples: { folder: "heaptrack-raw", match: /^[^/]+\.raw\.(?:zst|gz)$/, joined: /\/joined\// },
  trace: "heaptrack-raw/pool.raw.zst",
  small: "heaptrack-raw/wordfreq.raw.zst",
  pair: ["heaptrack-raw/wordfreq.raw.zst", "heaptrack-raw/pool.raw.zst"],
  // The data does not say which function freed a block.
  views: MEMORY_VIEWS.filter((view) => view !== "Source" && view !== "Who frees"),
  order: { tables: ["events", "allocs", "resident"], ahead: LATER_ADDRESS },
  twoFiles: "traces",
  filters: ["addr", "size"],
  large: () => generateRawData({ events: 100_000, seed: 1 }),
};
