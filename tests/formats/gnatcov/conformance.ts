import { joinBytes } from "../../../src/base/join_bytes.ts";
import { generateTrace } from "../../bench/generate_gnatcov.ts";
import type { Conformance } from "../../conformance/profile.ts";

/** Binary traces of GNATcoverage. */
export const conformance: Conformance = {
  samples: { folder: "gnatcov", match: /\.(trace(\.gz)?|dmap)$/, refused: /bad-magic/ },
  trace: "gnatcov/wordfreq/words.trace",
  small: "gnatcov/qemu-arm-flat-bare1.trace",
  pair: ["gnatcov/wordfreq/missing.trace", "gnatcov/wordfreq/numbers.trace"],
  views: ["Queries", "Timeline", "Source", "Compare", "Tables"],
  order: {
    tables: ["entries", "events"],
    ahead: /^entries\.(count|last)$/,
    // A module whose name is cut is reported without it.
    open: ({ problemCounts }) => problemCounts.get("incomplete-module-load") ?? 0,
  },
  twoFiles: "traces",
  filters: ["size", "addr"],
  large: () => joinBytes(generateTrace({ entries: 100_000, pcSize: 8, bigEndian: true })),
};
