import type { Conformance } from "../../conformance/profile.ts";

/** Profiling files of mpatrol. */
export const conformance: Conformance = {
  samples: { folder: "mpatrol", match: /\.mptl$/ },
  trace: "mpatrol/wordfreq-le64/profile.mptl",
  pair: ["mpatrol/wordfreq-le64/profile.mptl", "mpatrol/wordfreq-le32/profile.mptl"],
  views: ["Queries", "Flame graph", "Compare", "Tables"],
  order: {
    tables: ["bins", "profile", "sites", "symbols"],
    ahead:
      /^(bins\.(alloc_bytes|freed_bytes|frees|live|live_bytes)|profile\.(func|file|line|module|stack|site|addr)|sites\.(parent|symbol|symbol_id|offset|stack|func)|symbols\.name)$/,
  },
  twoFiles: "first",
  filters: ["size", "addr"],
};
