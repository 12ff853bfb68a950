import { joinBytes } from "../../../src/base/join_bytes.ts";
import type { Trace } from "../../../src/tables/trace.ts";
import { generateStream } from "../../bench/generate_apitrace.ts";
import type { Conformance } from "../../conformance/profile.ts";
import { CALL_VIEWS } from "../../conformance/shared_facts.ts";

/** Calls that never returned are shown last. */
function callsWithoutReturn({ tables }: Trace): number {
  return tables.get("calls")?.cells("incomplete").filter((each) => each === true).length ?? 0;
}

/** Traces of graphics calls. */
export const conformance: Conformance = {
  samples: { folder: "apitrace", match: /\.(trace|stream)$/ },
  trace: "apitrace/real-shaders.trace",
  small: "apitrace/real-tiny.trace",
  pair: ["apitrace/real-backtrace.trace", "apitrace/real-userarrays.trace"],
  views: CALL_VIEWS,
  order: { tables: ["events", "calls"], ahead: /^$/, open: callsWithoutReturn },
  twoFiles: "traces",
  untold: /^[0-3]\b/,
  filters: ["thread", "file", "size", "addr"],
  filtered: /\/syn-v6-basic/,
  lackingInPipes: /^\S+ (on demand: (args|groups)\.|by argument: )/,
  large: () => {
    const pieces: Uint8Array[] = [];
    generateStream(66_000, (bytes) => pieces.push(bytes.slice()));
    return joinBytes(pieces);
  },
};
