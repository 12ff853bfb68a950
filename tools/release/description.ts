/**
 * The description of Quarry in every package.
 * @module
 */

import project from "../../deno.json" with { type: "json" };

/** Descriptions of the program. */
export const DESCRIPTION = {
  name: "quarry",
  version: project.version,
  license: project.license,
  summary: "Answers questions about memory, API and coverage traces",
  details: [
    "Quarry opens traces of mpatrol, sp-rtrace, heaptrack, apitrace and GNATcoverage, however they are",
    "compressed, and answers questions about them in a small query language: what leaks, what was live at the",
    "peak, which calls are slow, which lines no test reaches.",
  ],
  /** The maintainer of packages; a distribution puts its own name here. */
  maintainer: "The Quarry authors <quarry@localhost>",
  /** The Deno that runs the npm package. */
  deno: "2.9.6",
} as const;
