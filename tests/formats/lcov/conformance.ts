import type { Conformance } from "../../conformance/profile.ts";

/** Coverage files of lcov, and of tools with the same content. */
export const conformance: Conformance = {
  samples: { folder: "lcov", match: /\.(info|json|xml|json\.gz)$/ },
  trace: "lcov/calc.info",
  pair: ["lcov/calc.info", "lcov/calc.second.info"],
  views: ["Queries", "Source", "Compare", "Tables"],
  // Later sections of the same lines are added.
  order: { tables: ["lines"], ahead: /^lines\.(func|covered|count|branches|taken|checksum)$/ },
  twoFiles: "added",
  filters: ["file"],
};
