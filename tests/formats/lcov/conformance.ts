import type { Conformance } from "../../conformance/profile.ts";

/** Coverage files of lcov, and of tools that say the same. */
export const conformance: Conformance = {
  samples: { folder: "lcov", match: /\.(info|json|xml|json\.gz)$/ },
  trace: "lcov/calc.info",
  pair: ["lcov/calc.info", "lcov/calc.second.info"],
  views: ["Queries", "Source", "Compare", "Tables"],
  // What a later section says of the same lines is added.
  order: { tables: ["lines"], ahead: /^lines\.(func|covered|count|branches|taken|checksum)$/ },
  twoFiles: "added",
  filters: ["file"],
};
