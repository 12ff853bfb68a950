import type { Conformance } from "../../conformance/profile.ts";

/** Captures of GFXReconstruct as JSON. */
export const conformance: Conformance = {
  samples: { folder: "gfxr", match: /\.(jsonl?|jsonl\.gz)$/ },
  trace: "gfxr/cube3.jsonl",
  pair: ["gfxr/trim.jsonl", "gfxr/cube3.jsonl"],
  views: ["Queries", "Timeline", "Calls", "Objects", "Memory map", "Compare", "Tables"],
  order: { tables: ["events", "calls"], ahead: /^$/ },
  twoFiles: "added",
  filters: ["thread", "size", "addr"],
  filtered: /\/newer/,
  lackingInPipes: /^\S+ (on demand: args\.|by argument: )/,
};
