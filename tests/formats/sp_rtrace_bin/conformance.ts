import { callsBeforeBacktrace } from "../../conformance/orders.ts";
import type { Conformance } from "../../conformance/profile.ts";

/** Binary logs of sp-rtrace. */
export const conformance: Conformance = {
  samples: { folder: "sp-rtrace", match: /\.rtrace$/ },
  trace: "sp-rtrace/c01-jsonidx.rtrace",
  // Libraries that are named at the end of a log name the frames of all its backtraces.
  order: { tables: ["events"], ahead: /^events\.(module|stack)$/, open: callsBeforeBacktrace },
  twoFiles: "traces",
  filters: ["size", "addr"],
};
