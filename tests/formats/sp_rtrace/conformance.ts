import { joinBytes } from "../../../src/base/join_bytes.ts";
import { generateReport } from "../../bench/generate_sp_rtrace.ts";
import { callsBeforeBacktrace, MEMORY_VIEWS } from "../../conformance/shared_facts.ts";
import type { Conformance } from "../../conformance/profile.ts";

/** Text traces of sp-rtrace. */
export const conformance: Conformance = {
  samples: {
    folder: "sp-rtrace",
    match: /^(?!compare-)[^.]+(\.(?!timeline|alloc-sizes|from-function)[^.]+)*\.txt$/,
  },
  trace: "sp-rtrace/c01-jsonidx.resolved.txt",
  small: "sp-rtrace/c01-jsonidx.txt",
  // A clock that jumps back adds a day to all calls with higher indexes, which may be earlier in the file.
  pair: ["sp-rtrace/c01-jsonidx.resolved.txt", "sp-rtrace/c02-filesrv.txt"],
  views: MEMORY_VIEWS,
  order: { tables: ["events"], ahead: /^events\.time$/, open: callsBeforeBacktrace },
  twoFiles: "traces",
  filters: ["file", "size", "addr"],
  filtered: /c05-shm\.resolved/,
  large: () => joinBytes(Array.from(generateReport(8 << 20), (text) => new TextEncoder().encode(text))),
};
