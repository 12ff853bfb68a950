/**
 * GNATcoverage source traces: files of their own, and base64 text in console logs.
 * @module
 */

import type { Format } from "../format.ts";
import { hasMarker } from "./base64_log.ts";
import { hasSourceMagic, readGnatcovSource } from "./reader.ts";

/** The format as the registry lists it. */
export const gnatcovSource: Format = {
  name: "gnatcov-src",
  summary: "GNATcoverage source traces, also as base64 in a console log",
  tables: ["units", "merged_units"],
  sniff: (head) => hasSourceMagic(head) || hasMarker(head),
  read: (window, sink) => readGnatcovSource(window, sink),
};
