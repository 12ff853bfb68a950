import type { Conformance } from "../../conformance/profile.ts";

/** Source traces of GNATcoverage. */
export const conformance: Conformance = {
  samples: { folder: "gnatcov", match: /\.(srctrace|base64\.txt)$/ },
  trace: "gnatcov/shop-x86_64.srctrace",
  pair: ["gnatcov/shop-ppc.srctrace", "gnatcov/shop-x86_64.srctrace"],
  views: ["Queries", "Compare", "Tables"],
  order: { tables: ["units"], ahead: /^$/ },
  twoFiles: "traces",
  // Only logs can have several source traces.
  several: /\.txt$/,
  filters: [],
};
