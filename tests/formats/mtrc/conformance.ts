import { joinBytes } from "../../../src/base/join_bytes.ts";
import { generateMtrc } from "../../bench/generate_mtrc.ts";
import { LATER_LIFE, MEMORY_VIEWS } from "../../conformance/shared_facts.ts";
import type { Conformance } from "../../conformance/profile.ts";

/** Tracing files of mpatrol. */
export const conformance: Conformance = {
  samples: { folder: "mpatrol", match: /\.mtrc$/ },
  trace: "mpatrol/wordfreq-le64/trace.mtrc",
  pair: ["mpatrol/wordfreq-le64/trace.mtrc", "mpatrol/wordfreq-le32/trace.mtrc"],
  views: MEMORY_VIEWS,
  order: { tables: ["events", "allocs"], ahead: LATER_LIFE },
  twoFiles: "traces",
  filters: ["thread", "file", "size", "addr"],
  filtered: /pool-threads-le64/,
  large: () => joinBytes(generateMtrc({ events: 100_000, seed: 3 })),
};
