import type { Conformance } from "../../conformance/profile.ts";

/** Files of valgrind's DHAT and of the Rust crate. */
export const conformance: Conformance = {
  samples: { folder: "dhat", match: /\.json$/ },
  trace: "dhat/lists.json",
  pair: ["dhat/lists.freed.json", "dhat/lists.json"],
  views: ["Queries", "Flame graph", "Compare", "Tables"],
  // Names come last in the file, and a missing figure is only known to be 0 once a point has one.
  order: {
    tables: ["profile"],
    ahead: /^profile\.(?!index$|allocs$|alloc_bytes$|accesses$)\w+$/,
  },
  twoFiles: "first",
  filters: ["file", "addr"],
};
