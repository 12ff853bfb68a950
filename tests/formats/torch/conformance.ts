import { MEMORY_VIEWS } from "../../conformance/shared_facts.ts";
import type { Conformance } from "../../conformance/profile.ts";
import { generateSnapshot } from "./generate.ts";

/**
 * Columns that depend on later records: the request that ends a block, and the time of the first record of all, which
 * may come from another list.
 */
const LATER = /^events\.(requested|time)$|^blocks\.(device|stream|pool)$/;

/** Snapshots of PyTorch. */
export const conformance: Conformance = {
  samples: { folder: "torch", match: /\.pickle(\.gz)?$/ },
  trace: "torch/train.pickle",
  small: "torch/streams.pickle",
  pair: ["torch/streams.pickle", "torch/oom.pickle"],
  views: MEMORY_VIEWS,
  // The last segment is incomplete until its dictionary is complete; so are its blocks.
  order: {
    tables: ["blocks"],
    ahead: LATER,
    open: ({ tables }) => {
      const segments = tables.get("blocks")?.cells("segment") ?? [];
      return segments.length - segments.indexOf(segments.at(-1) ?? null);
    },
  },
  twoFiles: "first",
  mayRefuse: true,
  filters: ["file", "size", "addr"],
  large: () => generateSnapshot({ entries: 100_000, seed: 1 }),
};
