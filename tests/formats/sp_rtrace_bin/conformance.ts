import { callsBeforeBacktrace, MEMORY_VIEWS } from "../../conformance/shared_facts.ts";
import type { Conformance } from "../../conformance/profile.ts";

/** Binary logs of sp-rtrace. */
export const conformance: Conformance = {
  samples: { folder: "sp-rtrace", match: /\.rtrace$/ },
  trace: "sp-rtrace/c01-jsonidx.rtrace",
  // Libraries that are named at the end of a log name the frames of all its backtraces.
  pair: ["sp-rtrace/c01-jsonidx.rtrace", "sp-rtrace/c01-jsonidx.rtrace"],
  views: MEMORY_VIEWS.filter((view) => view !== "Source"),
  order: { tables: ["events"], ahead: /^events\.(module|stack)$/, open: callsBeforeBacktrace },
  twoFiles: "traces",
  filters: ["size", "addr"],
};
