/**
 * Questions that only snapshots of PyTorch answer.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";

/** Recipes of GPU memory. */
export const SNAPSHOT_RECIPES: readonly Chapter[] = [{
  title: "Memory of a GPU",
  intro:
    "Snapshots of PyTorch: torch.cuda.memory._record_memory_history(), later torch.cuda.memory._dump_snapshot(FILE).",
  recipes: recipes({ sample: ["torch/train.pickle"] }, {
    "What was live when the memory ran out?": {
      query: [
        "events | where kind == oom | select seq, size, device_free, live_bytes",
        "live @ (events | where kind == oom | summarize min(seq)) | by func, line | top 5 by bytes",
      ],
      sample: ["torch/oom.pickle"],
    },
    "How much memory does rounding waste?": 'blocks | where state != "inactive" | ' +
      "summarize size = sum(size), asked = sum(requested), waste = sum(size) - sum(requested)",
    "How fragmented is the memory of each device and pool?": [
      'blocks | where state == "inactive"',
      "  | by device, pool: free = sum(size), largest = max(size), pieces = count()",
    ],
    "Who holds the peak, by stream?": {
      query: "live @ peak | by stream, func, line | top 5 by bytes",
      sample: ["torch/streams.pickle"],
    },
    "Which blocks waited longest for another stream after they were given back?": {
      query: [
        "allocs | where freed is not null and requested is not null",
        "  | extend waited = freed - requested | top 5 by waited",
        "  | select func, line, size, stream, waited",
      ],
      sample: ["torch/streams.pickle"],
    },
    "How much of what the driver gave is in use?":
      "segments | by device, type: size = sum(size), active = sum(active), n = count() | sort size desc",
  }),
}];
