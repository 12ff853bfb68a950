import type { Conformance } from "../../conformance/profile.ts";

/** Profiles of DHAT. */
export const conformance: Conformance = {
  samples: { folder: "dhat", match: /\.json$/ },
  trace: "dhat/words.json",
  pair: ["dhat/words.json", "dhat/rust.json"],
  views: ["Queries", "Flame graph", "Compare", "Tables"],
  // Texts of frames come last.
  order: { tables: ["profile"], ahead: /^profile\.(func|file|line|module|stack|addr)$/ },
  twoFiles: "first",
  filters: ["file", "addr"],
};
