/**
 * GNATcoverage binary execution traces (flat, history, merged) and decision maps.
 * @module
 */

import type { Format } from "../format.ts";
import { hasMagic } from "./header.ts";
import { readGnatcov } from "./reader.ts";

/** The format as the registry lists it. */
export const gnatcov: Format = {
  name: "gnatcov",
  summary: "GNATcoverage binary traces and decision maps",
  tables: [
    "events",
    "entries",
    "blocks",
    "ranges",
    "gaps",
    "edges",
    "functions",
    "lines",
    "files",
    "uncovered",
    "symbols",
    "sections",
    "runs",
  ],
  readsAgain: true,
  sniff: (head) => hasMagic(head, 0, head.length),
  read: readGnatcov,
};
