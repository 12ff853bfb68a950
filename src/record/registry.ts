/**
 * Lists the tracers, in order of preference.
 * @module
 */

import type { Tracer } from "./tracer.ts";
import { apitrace } from "./tracers/apitrace.ts";
import { gnatcov } from "./tracers/gnatcov.ts";
import { heaptrack } from "./tracers/heaptrack.ts";
import { lcov } from "./tracers/lcov.ts";
import { memray } from "./tracers/memray.ts";
import { mpatrol } from "./tracers/mpatrol.ts";
import { mtrace } from "./tracers/mtrace.ts";
import { valgrind } from "./tracers/valgrind.ts";

/** All tracers. */
export const tracers: readonly Tracer[] = [
  memray,
  heaptrack,
  valgrind,
  mtrace,
  apitrace,
  lcov,
  mpatrol,
  gnatcov,
];
