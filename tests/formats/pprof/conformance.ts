import type { Conformance } from "../../conformance/profile.ts";

/** Profiles of pprof, and heap texts. */
export const conformance: Conformance = {
  samples: { folder: "pprof", match: /\.(?:pb\.gz|heap|go\.txt\.gz)$/ },
  trace: "pprof/heap.pb.gz",
  small: "pprof/mutex.pb.gz",
  pair: ["pprof/heap.pb.gz", "pprof/heap.go.txt.gz"],
  views: ["Queries", "Flame graph", "Compare", "Tables"],
  // Texts come last, and so do names of frames and libraries.
  order: {
    tables: ["profile"],
    ahead: /^profile\.(?!index)/,
  },
  twoFiles: "first",
  filters: ["file", "addr"],
};
