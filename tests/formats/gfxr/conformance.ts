import type { Conformance } from "../../conformance/profile.ts";
import { CALL_VIEWS } from "../../conformance/shared_facts.ts";

/** Captures of GFXReconstruct as JSON. */
export const conformance: Conformance = {
  samples: { folder: "gfxr", match: /\.(jsonl?|jsonl\.gz)$/ },
  trace: "gfxr/cube3.jsonl",
  pair: ["gfxr/trim.jsonl", "gfxr/cube3.jsonl"],
  views: CALL_VIEWS,
  order: { tables: ["events", "calls"], ahead: /^$/ },
  twoFiles: "added",
  filters: ["thread", "size", "addr"],
  filtered: /\/newer/,
  // Objects, memory and draws are recognized by the names of calls.
  names: { column: "name", match: /^vk(?:Get|Enumerate|Cmd(?!Draw)|Bind|Begin)/ },
  lackingInPipes: /^\S+ (on demand: args\.|by argument: )/,
};
