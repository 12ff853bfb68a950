/**
 * Recipes that only PyTorch snapshots can answer.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";

/** A query for the peak of each device; `live_bytes` of an event is the total over all devices. */
export const PEAK_BY_DEVICE = [
  "events | where alloc is not null and kind != free_requested",
  "  | window by device order seq:",
  "    made = cumulative(size) if kind != free,",
  "    gone = cumulative(size) if kind == free",
  "  | extend live = delta(coalesce(made, 0), coalesce(gone, 0))",
  "  | by device: most = max(live), at = argmax(seq, live)",
].join("\n");

/** Recipes about GPU memory. */
export const SNAPSHOT_RECIPES: readonly Chapter[] = [{
  title: "Memory of a GPU",
  intro:
    "Snapshots of PyTorch: torch.cuda.memory._record_memory_history(), later torch.cuda.memory._dump_snapshot(FILE).",
  recipes: recipes({ sample: ["torch/train.pickle"] }, {
    "When did the memory run out, and how much was live?": {
      query: "events | where kind == oom | select seq, size, device_free, live_bytes",
      sample: ["torch/oom.pickle"],
    },
    "What was live when the memory ran out?": {
      query: "live @ 46 | by func, line | top 5 by bytes",
      sample: ["torch/oom.pickle"],
      note: "46 is the seq of the out-of-memory error: ask the query above for yours.",
    },
    "What is the peak of each device?": {
      query: PEAK_BY_DEVICE,
      sample: ["torch/streams.pickle"],
      note: "live_bytes in events is the total over all devices.",
    },
    "How much memory does rounding waste?": [
      'blocks | where state != "inactive"',
      "  | summarize size = sum(size), asked = sum(requested),",
      "    waste = sum(size) - sum(requested)",
    ],
    "How fragmented is the memory of each device and pool?": [
      'blocks | where state == "inactive"',
      "  | by device, pool: free = sum(size), largest = max(size), pieces = count()",
    ],
    "Who holds the peak, by stream?": {
      query: "live @ peak | by stream, func, line | top 5 by bytes",
      sample: ["torch/streams.pickle"],
    },
    "Which blocks waited longest for another stream after the program freed them?": {
      query: [
        "allocs | where freed is not null and requested is not null",
        "  | extend waited = freed - requested | top 5 by waited",
        "  | select func, line, size, stream, waited",
      ],
      sample: ["torch/streams.pickle"],
    },
    "How much of the memory from the driver is in use?":
      "segments | by device, type: size = sum(size), active = sum(active)",
  }),
}];
