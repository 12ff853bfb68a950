/**
 * Recipes for GFXReconstruct captures.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";

/** Recipes about calls, memory and objects of Vulkan. */
export const GFXR_RECIPES: readonly Chapter[] = [{
  title: "GFXReconstruct: calls, memory and objects of Vulkan",
  intro:
    'JSON of gfxrecon-convert --format jsonl. Arguments are named by their path: number("pCreateInfo.size").',
  recipes: recipes({ sample: ["gfxr/cube3.jsonl"] }, {
    "How much memory of the device is allocated, and by which calls?": [
      'calls | where name == "vkAllocateMemory"',
      '  | select no, frame, bytes = number("pAllocateInfo.allocationSize"), ret',
      "  | top 3 by bytes",
    ],
    "Which buffers are created, and how large are they?": [
      'calls | where name == "vkCreateBuffer"',
      '  | select no, bytes = number("pCreateInfo.size"), buffer = number("pBuffer")',
    ],
    "Which objects are made, and how many of each are never destroyed?": [
      "objects | by type: made = count(), left = count() if deleted is null",
      "  | sort left desc, made desc | take 5",
    ],
    "Which arguments of a call are structures, and what is in them?": [
      'args | where name == "vkCmdSetViewport" | select no, arg, value | take 6',
    ],
    "Which calls repeat the previous call?": "calls | where redundant | by name | top 3 by count",
  }),
}];
