import { LATER_LIFE, MEMORY_VIEWS } from "../../conformance/shared_facts.ts";
import type { Conformance } from "../../conformance/profile.ts";
import { generateMtrace } from "./generate.ts";

/** Text of mtrace. */
export const conformance: Conformance = {
  samples: { folder: "mtrace", match: /\.mtrace$/ },
  trace: "mtrace/lists.mtrace",
  pair: ["mtrace/lists.mtrace", "mtrace/debian-sort.mtrace"],
  views: MEMORY_VIEWS.filter((view) => view !== "Source"),
  // A resize whose second line is cut off is a free.
  order: { tables: ["events"], ahead: LATER_LIFE, open: () => 1 },
  twoFiles: "traces",
  filters: ["size", "addr"],
  large: () => generateMtrace({ calls: 100_000, seed: 1 }),
};
