/**
 * sp-rtrace binary logs, written by its launcher.
 * @module
 */

import type { Format } from "../format.ts";
import { TABLES } from "../sp_rtrace/columns.ts";
import { RESOURCE_TRACES } from "../sp_rtrace/resource_traces.ts";
import { FORMAT_NAME, readHandshake } from "./handshake.ts";

/** The binary format of sp-rtrace. */
export const spRtraceBin: Format = {
  name: FORMAT_NAME,
  summary: "sp-rtrace binary logs: resource allocations with backtraces",
  grows: { unit: "records", goesOn: true },
  tables: TABLES,
  ...RESOURCE_TRACES,
  readerVersion: 1,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: (head) => readHandshake(head, 0, head.length) !== undefined,
  read: async (...input) => await (await import("./reader.ts")).readLogs(...input),
};
