import { askEveryWay } from "../../fuzz/every_way.ts";
import { mutateStream } from "../../fuzz/mutate_stream.ts";
import { apitraceStructure } from "../../fuzz/structures/apitrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";
import { randomStream } from "./random_stream.ts";

/** Traces of graphics calls. */
export const fuzz: FormatFuzz = {
  find: apitraceStructure,
  mutate: mutateStream,
  alsoHolds: async (file) => void await askEveryWay(file),
  // One stream for each version.
  seeds: () => Array.from({ length: 7 }, (_, version) => randomStream(version + 1, version).stream),
  standIns: [
    ["apitrace", "dump", "--color=never", "--verbose", "f"],
    ["apitrace", "dump", "--blobs", "--multiline=no", "--arg-names=no", "f"],
    ["apitrace", "pickle", "f"],
    ["apitrace", "pickle", "--symbolic", "f"],
    ["apitrace", "trim", "--calls=1-4", "-o", "x", "f"],
    ["apitrace", "leaks", "f"],
    ["apitrace", "info", "f"],
  ],
};
