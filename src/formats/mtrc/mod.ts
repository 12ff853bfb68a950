/**
 * mpatrol tracing files: every allocation, reallocation and free of a program, in order.
 * @module
 */

import type { Format } from "../format.ts";
import { hasMagic } from "./header.ts";
import { readMtrc } from "./reader.ts";

/** mpatrol tracing files, versions 1.3.0 to 1.5.x, 32 and 64 bits, both byte orders. */
export const mtrc: Format = {
  name: "mtrc",
  summary: "mpatrol tracing files (MTRC)",
  tables: ["events", "allocs"],
  sniff: (head) => hasMagic(head, 0, "MTRC"),
  read: readMtrc,
};
