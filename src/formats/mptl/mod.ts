/**
 * mpatrol profiling files: what each place in a program allocated and freed, by size class.
 * @module
 */

import type { Format } from "../format.ts";
import { hasMagic } from "../mtrc/header.ts";
import { readMptl } from "./reader.ts";

/** mpatrol profiling files, versions 1.3.0 to 1.5.x, 32 and 64 bits, both byte orders. */
export const mptl: Format = {
  name: "mptl",
  summary: "mpatrol profiling files (MPTL)",
  tables: ["profile", "sites", "bins", "symbols", "stacks"],
  sniff: (head) => hasMagic(head, 0, "MPTL"),
  read: readMptl,
};
