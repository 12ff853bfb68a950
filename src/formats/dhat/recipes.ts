/**
 * Questions about profiles of DHAT.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";

/** What such a profile tells. */
export const DHAT_RECIPES: readonly Chapter[] = [{
  title: "Profiles of DHAT",
  recipes: recipes({ sample: ["dhat/words.json"] }, {
    "Who holds the memory when it is most?": [
      "profile | where peak_bytes > 0 | top 5 by peak_bytes",
      "  | select peak_blocks, peak_bytes, way = frames(stack)",
    ],
    "What is never freed?": "profile | where live > 0 | select live, live_bytes, way = frames(stack)",
    "Which places allocate blocks that live shortest?": [
      "profile | where allocs > 10 | extend age = lifetime / allocs",
      "  | sort age | take 5 | select age, allocs, alloc_bytes, way = frames(stack)",
    ],
    "Which memory is allocated and hardly used?": [
      "profile | where alloc_bytes > 1K and read_bytes + written_bytes < alloc_bytes",
      "  | select alloc_bytes, read_bytes, written_bytes, way = frames(stack)",
    ],
    "Who calls the allocator, and for how much?": [
      "profile | by caller = func_at(stack, 1): bytes = sum(alloc_bytes)",
      "  | top 5 by bytes",
    ],
  }),
}];
